import { relative, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { isNodeTestProcess } from '../../runtime/hosts/node-test.ts'
import { vitestWorker } from '../../runtime/hosts/vitest.ts'

/** A recorder: a test file that a process runs, in one run of a test runner. */
export interface Recorder {
  /** The path of the test file from the working directory, with slashes. Each recorded entry has it. */
  readonly name: string
  /** An id that all processes of one run share, if the runner has such an id. */
  readonly run: string | undefined
  /** The same object during one run of the test file. In watch mode a process may run the file again. */
  readonly session: object
  /** The command that runs the test file again. */
  readonly command: string
}

/** Jest loads this module anew for each run of a test file. */
const SESSION = {}

/** Returns the recorder of this process. Vitest and Jest know the test file; without them it is the script. */
export function currentRecorder(): Recorder {
  const vitest = vitestWorker()
  if (vitest?.filepath) return { ...recorderOf(vitest.filepath, 'npx vitest run', true), session: vitest }
  const jest = jestTestPath()
  if (jest) return recorderOf(jest, 'npx jest', true)
  const script = process.argv[1]
  if (script === undefined) return { name: 'script', run: undefined, session: SESSION, command: 'node' }
  return recorderOf(script, isNodeTestProcess() ? 'node --test' : 'node', false)
}

function recorderOf(file: string, command: string, hasRun: boolean): Recorder {
  const name = relative(process.cwd(), file).split(sep).join('/')
  const run = hasRun ? `${command} ${mainProcess()}` : undefined
  return { name, run, session: SESSION, command: `${command} ${name}` }
}

/** Returns the process that all workers of a runner share: a thread is in it, a forked process is its child. */
function mainProcess(): number {
  return isMainThread && typeof process.send === 'function' ? process.ppid : process.pid
}

function jestTestPath(): string | undefined {
  if (process.env.JEST_WORKER_ID === undefined) return undefined
  const { expect } = globalThis as { expect?: { getState?(): { testPath?: string } } }
  return expect?.getState?.().testPath
}
