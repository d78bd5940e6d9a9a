/** The functions of all copies of the library in one process. Jest loads a copy for each test file. */
const TELLERS = Symbol.for('mynah.tellers.1')

type ExitingProcess = NodeJS.Process & { [TELLERS]?: Set<() => string | undefined> }

/**
 * Calls a function when the process ends. If it returns a text, the text goes to stderr and the exit code is 1. Returns the
 * undo. Does nothing in a page.
 */
export function whenProcessEnds(tell: () => string | undefined): () => void {
  const exiting = realProcess()
  if (!exiting) return () => {}
  let tellers = exiting[TELLERS]
  if (!tellers) {
    tellers = new Set()
    exiting[TELLERS] = tellers
    exiting.on('exit', () => tellAll(exiting))
  }
  const known = tellers
  known.add(tell)
  return () => known.delete(tell)
}

function tellAll(exiting: ExitingProcess): void {
  const texts = [...(exiting[TELLERS] ?? [])].map((tell) => tell()).filter((text) => text !== undefined)
  if (texts.length === 0) return
  exiting.stderr.write(`\n${texts.join('\n\n')}\n`)
  // Jest restarts a worker that ends with an error.
  if (process.env.JEST_WORKER_ID === undefined || !exiting.connected) exiting.exitCode = 1
}

/** In Jest the global `process` is a copy, whose events never come. */
function realProcess(): ExitingProcess | undefined {
  if (typeof process !== 'object' || typeof process.on !== 'function') return undefined
  const vm = process.getBuiltinModule?.('node:vm')
  const real: unknown = vm?.runInThisContext('process')
  return (real ?? process) as ExitingProcess
}
