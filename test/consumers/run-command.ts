import { spawn } from 'node:child_process'

export interface Output {
  readonly code: number | null
  readonly stdout: string
  /** What it printed on both of its outputs, as it came. */
  readonly all: string
}

export interface CommandOptions {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

const TIMEOUT = 900_000
/** How long the children of a program that has ended may still print, in milliseconds. */
const GRACE = 5_000

/**
 * Runs a program to its end. After a quarter of an hour, kills it with all that it started: a process that outlives its parent
 * keeps the pipes open, and the run would wait for it for ever.
 */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<Output> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let stdout = ''
    let all = ''
    const kill = () => {
      if (child.pid !== undefined) killGroup(child.pid)
      // A child that left the group may hold the pipes still.
      child.stdout.destroy()
      child.stderr.destroy()
    }
    const timer = setTimeout(() => {
      all += `\nKilled after ${TIMEOUT / 1000} s.\n`
      kill()
    }, TIMEOUT)
    child.on('exit', () => setTimeout(kill, GRACE).unref())
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      all += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      all += chunk
    })
    child.on('error', (error) => {
      clearTimeout(timer)
      fail(error)
    })
    child.on('close', (code) => {
      clearTimeout(timer)
      done({ code, stdout, all })
    })
  })
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // The group has ended by itself.
  }
}

/** Runs a program that must not fail. */
export async function succeed(command: string, args: readonly string[], options: CommandOptions): Promise<Output> {
  const output = await runCommand(command, args, options)
  if (output.code === 0) return output
  throw new Error(`${command} ${args.join(' ')} ended with ${output.code}\n${output.all}`)
}
