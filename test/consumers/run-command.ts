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

const TIMEOUT = 240_000

/** Runs a program to its end. */
export function runCommand(command: string, args: readonly string[], options: CommandOptions): Promise<Output> {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'], timeout: TIMEOUT })
    let stdout = ''
    let all = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk
      all += chunk
    })
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      all += chunk
    })
    child.on('error', fail)
    child.on('close', (code) => done({ code, stdout, all }))
  })
}

/** Runs a program that must not fail. */
export async function succeed(command: string, args: readonly string[], options: CommandOptions): Promise<Output> {
  const output = await runCommand(command, args, options)
  if (output.code === 0) return output
  throw new Error(`${command} ${args.join(' ')} ended with ${output.code}\n${output.all}`)
}
