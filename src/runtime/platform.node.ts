import { AsyncLocalStorage } from 'node:async_hooks'
import { Buffer } from 'node:buffer'
import { runInThisContext } from 'node:vm'
import { isDeno } from './environment.ts'
import { sharedIn } from './shared.ts'

/** Holds a value for all work that a function starts. */
export interface Scope<Value> {
  run<Result>(value: Value, fn: () => Result): Result
  getStore(): Value | undefined
}

/** Whether the value of a scope also reaches work that starts later, after an `await` or a timer. */
export const isLasting = true

/** Returns a scope that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> {
  return new AsyncLocalStorage<Value>()
}

/** The platform's own `Response`, also where a test environment or a polyfill has put another one in its place. */
export const nativeResponse = (): typeof Response => runInThisContext('Response')

/** Returns the length of a text in UTF-8. */
export const byteLength = (text: string): number => Buffer.byteLength(text)

/**
 * Returns the function by which mocks tell the reporter of `mynah/unused` what they have used; `undefined` if the run has no such
 * reporter. It is not imported: it belongs to the reporter, and a test may have replaced `node:fs` for what is imported here.
 */
export function findRecorder(): ((usage: unknown) => void) | undefined {
  // Deno would ask its user for the permission to read a variable.
  const told = isDeno() ? undefined : process.env.MYNAH_UNUSED
  if (!told) return undefined
  const { recorder, file } = JSON.parse(told)
  return process.getBuiltinModule('node:module').createRequire(recorder)(recorder).default.recordIn(file)
}

/** What is due at the end of the process. Jest loads a copy of the library for each test file. */
interface ProcessEnd {
  readonly tell: Set<() => string | undefined>
  readonly listener: () => void
  /** Moves the listener behind those of the runner: Mocha sets the exit code in a listener that it adds after its last test. */
  readonly moveLast: () => void
}

/**
 * Calls a function when the process ends. If it returns a text, the text goes to stderr and the exit code is 1. Returns the
 * undo. Does nothing in a page.
 */
export function whenProcessEnds(tell: () => string | undefined): () => void {
  const exiting = realProcess()
  if (!exiting) return () => {}
  const shared = sharedIn<{ end: ProcessEnd }>(exiting)
  shared.end ??= listen(exiting)
  const { end } = shared
  end.tell.add(tell)
  return () => {
    end.tell.delete(tell)
    if (end.tell.size > 0 || shared.end !== end) return
    // A listener that stayed would keep its copy of the library, and in Jest a whole test file, in memory.
    exiting.removeListener('exit', end.listener)
    exiting.removeListener('beforeExit', end.moveLast)
    delete shared.end
  }
}

function listen(exiting: NodeJS.Process): ProcessEnd {
  const end: ProcessEnd = {
    tell: new Set(),
    listener: () => tellAll(exiting, end),
    moveLast() {
      exiting.removeListener('exit', end.listener)
      exiting.on('exit', end.listener)
    },
  }
  exiting.on('exit', end.listener)
  exiting.on('beforeExit', end.moveLast)
  return end
}

function tellAll(exiting: NodeJS.Process, { tell }: ProcessEnd): void {
  const texts = [...tell].map((one) => one()).filter((text) => text !== undefined)
  if (texts.length === 0) return
  exiting.stderr.write(`\n${texts.join('\n\n')}\n`)
  // Jest restarts a worker that ends with an error.
  if (process.env.JEST_WORKER_ID === undefined || !exiting.connected) exiting.exitCode = 1
}

let real: NodeJS.Process | undefined

/** In Jest the global `process` is a copy, whose events never come, and whose lists do not grow. */
export function realProcess(): NodeJS.Process | undefined {
  if (typeof process !== 'object' || typeof process.on !== 'function') return undefined
  real ??= process.getBuiltinModule?.('node:vm').runInThisContext('process') ?? process
  return real
}
