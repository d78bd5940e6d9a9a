import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientRow } from './client-table.ts'
import { environment } from './environment.ts'
import type { Consumer } from './find-consumers.ts'
import { runCommand } from './run-command.ts'
import { wrongResults } from './wrong-results.ts'

export type Outcome =
  | { readonly kind: 'passed'; readonly clients?: readonly ClientRow[] }
  | { readonly kind: 'failed' | 'skipped'; readonly reason: string }

/** How a project's script tells that this machine lacks what it needs. */
const SKIPPED = 77

/** Runs the scripts of an installed project; `node` is the folder of the Node to run them on. */
export async function tryOn(node: string, cwd: string, { scripts, test }: Consumer): Promise<Outcome> {
  const env = environment(node)
  await rm(join(cwd, 'compatibility.json'), { force: true })
  const { code, all } = await runCommand('npm', ['run', '--silent', test], { cwd, env })
  if (code === SKIPPED) return { kind: 'skipped', reason: all.trim().split('\n').at(-1) ?? '' }
  if (code !== 0) return failed(`npm run ${test} ended with ${code}\n${all.slice(-6000)}`)
  const clients = await readClients(cwd)
  if (!scripts['test:failing']) return { kind: 'passed', ...clients }
  const failing = await runCommand('npm', ['run', '--silent', 'test:failing'], { cwd, env })
  if (failing.code === 0) return failed('npm run test:failing succeeded')
  try {
    const wrong = wrongResults(JSON.parse(failing.stdout))
    return wrong ? failed(wrong) : { kind: 'passed', ...clients }
  } catch (error) {
    return failed(`npm run test:failing printed no report: ${error}\n${failing.all.slice(-6000)}`)
  }
}

export function failed(reason: string): Outcome {
  return { kind: 'failed', reason }
}

/** The rows that a project leaves for the table of clients. */
async function readClients(cwd: string): Promise<{ clients?: readonly ClientRow[] }> {
  const text = await readFile(join(cwd, 'compatibility.json'), 'utf8').catch(() => undefined)
  return text === undefined ? {} : { clients: JSON.parse(text).rows }
}
