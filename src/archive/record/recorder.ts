import { relative, sep } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Who records: a test file, run by a process, in a run of its test runner. */
export interface Recorder {
  /** The test file from the working directory, with slashes; it stands in each entry that it records. */
  readonly name: string
  /** What all processes of one run share, if the runner is one whose runs can be told apart. */
  readonly run: string | undefined
  /** The command that runs the test file again. */
  readonly command: string
}

interface VitestWorker {
  readonly filepath?: string
}

/** Returns who records here. Vitest and Jest say which test file is being run; otherwise it is the script of the process. */
export function currentRecorder(): Recorder {
  const vitest = (globalThis as { __vitest_worker__?: VitestWorker }).__vitest_worker__
  if (vitest?.filepath) return recorderOf(vitest.filepath, 'npx vitest run', true)
  const jest = jestTestPath()
  if (jest) return recorderOf(jest, 'npx jest', true)
  const script = process.argv[1]
  if (script === undefined) return { name: 'script', run: undefined, command: 'node' }
  return recorderOf(script, process.env.NODE_TEST_CONTEXT ? 'node --test' : 'node', false)
}

function recorderOf(file: string, command: string, hasRun: boolean): Recorder {
  const name = relative(process.cwd(), file).split(sep).join('/')
  return { name, run: hasRun ? `${command} ${mainProcess()}` : undefined, command: `${command} ${name}` }
}

/** The process that all workers of a runner have in common: a thread is in it, a forked process is its child. */
function mainProcess(): number {
  return isMainThread && typeof process.send === 'function' ? process.ppid : process.pid
}

function jestTestPath(): string | undefined {
  if (process.env.JEST_WORKER_ID === undefined) return undefined
  const { expect } = globalThis as { expect?: { getState?(): { testPath?: string } } }
  return expect?.getState?.().testPath
}
