/** The functions of all copies of the library in one process, and their listener. Jest loads a copy for each test file. */
interface Tellers {
  readonly tell: Set<() => string | undefined>
  readonly listener: () => void
  /** Moves the listener behind those of the runner: Mocha sets the exit code in a listener that it adds after its last test. */
  readonly moveLast: () => void
}

const TELLERS = Symbol.for('mynah.tellers.2')

type ExitingProcess = NodeJS.Process & { [TELLERS]?: Tellers }

/**
 * Calls a function when the process ends. If it returns a text, the text goes to stderr and the exit code is 1. Returns the
 * undo. Does nothing in a page.
 */
export function whenProcessEnds(tell: () => string | undefined): () => void {
  const exiting = realProcess()
  if (!exiting) return () => {}
  const tellers = exiting[TELLERS] ?? listen(exiting)
  tellers.tell.add(tell)
  return () => {
    tellers.tell.delete(tell)
    if (tellers.tell.size > 0 || exiting[TELLERS] !== tellers) return
    // A listener that stayed would keep its copy of the library, and in Jest a whole test file, in memory.
    exiting.removeListener('exit', tellers.listener)
    exiting.removeListener('beforeExit', tellers.moveLast)
    Reflect.deleteProperty(exiting, TELLERS)
  }
}

function listen(exiting: ExitingProcess): Tellers {
  const tellers: Tellers = {
    tell: new Set(),
    listener: () => tellAll(exiting, tellers),
    moveLast() {
      exiting.removeListener('exit', tellers.listener)
      exiting.on('exit', tellers.listener)
    },
  }
  exiting[TELLERS] = tellers
  exiting.on('exit', tellers.listener)
  exiting.on('beforeExit', tellers.moveLast)
  return tellers
}

function tellAll(exiting: ExitingProcess, { tell }: Tellers): void {
  const texts = [...tell].map((one) => one()).filter((text) => text !== undefined)
  if (texts.length === 0) return
  exiting.stderr.write(`\n${texts.join('\n\n')}\n`)
  // Jest restarts a worker that ends with an error.
  if (process.env.JEST_WORKER_ID === undefined || !exiting.connected) exiting.exitCode = 1
}

let real: ExitingProcess | undefined

/** In Jest the global `process` is a copy, whose events never come, and whose lists do not grow. */
export function realProcess(): ExitingProcess | undefined {
  if (typeof process !== 'object' || typeof process.on !== 'function') return undefined
  real ??= process.getBuiltinModule?.('node:vm').runInThisContext('process') ?? process
  return real
}
