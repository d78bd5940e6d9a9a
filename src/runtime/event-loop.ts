import { isThenable } from '../core/type-guards.ts'

/**
 * Calls back in a later task. Taken at import, since fake timers that a runner installs later would never call back. They
 * may have been installed before: then `setImmediate` returns no `Immediate`, and messages are used, which nobody fakes.
 */
const later: (callback: () => void) => unknown = realImmediate() ?? byMessages() ?? setTimeout

function realImmediate(): typeof setImmediate | undefined {
  // Jest's jsdom has no global one. `node:timers` is Node's own there.
  const builtin = typeof process === 'object' ? process.getBuiltinModule?.('node:timers') : undefined
  return [globalThis.setImmediate, builtin?.setImmediate].find(isReal)
}

function isReal(candidate: typeof setImmediate | undefined): candidate is typeof setImmediate {
  if (typeof candidate !== 'function') return false
  const immediate: unknown = candidate(() => {})
  return immediate?.constructor?.name === 'Immediate'
}

/** Sends itself a message for each callback. `undefined` if the platform has no channels. */
function byMessages(): typeof later | undefined {
  if (typeof MessageChannel !== 'function') return undefined
  const { port1, port2 } = new MessageChannel() as { port1: MessagePort; port2: MessagePort & Partial<NodeHandle> }
  const callbacks: (() => void)[] = []
  port2.onmessage = () => {
    callbacks.shift()?.()
    if (callbacks.length === 0) port2.unref?.()
  }
  port2.unref?.()
  return (callback) => {
    callbacks.push(callback)
    port2.ref?.()
    port1.postMessage(undefined)
  }
}

/** The methods of Node's handles: a handle with a reference keeps the process open. */
interface NodeHandle {
  ref(): void
  unref(): void
}

/** Calls back in a later task, after timers and sockets have run. */
export function inNextTask(callback: () => void): void {
  later(callback)
}

/**
 * Resolves in a later task, after timers and sockets have run. A request that nobody awaits has reached the interception
 * by then.
 */
export function nextTask(): Promise<void> {
  return new Promise(inNextTask)
}

/**
 * Resolves after a whole turn of the event loop: what has been queued by `setImmediate` in this turn has run, and has queued more. On a
 * network, nothing that is sent now is answered before.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => inNextTask(() => inNextTask(resolve)))
}

let answerCount = 0

/**
 * Whether this answer has to yield to timers and sockets, as each 32nd does: a loop that awaits one mocked answer after
 * another would run in microtasks alone, and a test's time-out would never fire.
 */
export function isYieldDue(): boolean {
  answerCount++
  return answerCount % 32 === 0
}

/** Calls back when the running code has yielded. A promise does it, since fake timers may replace `queueMicrotask`. */
export function inMicrotask(callback: () => void): void {
  void Promise.resolve().then(callback)
}

/**
 * Acts on a value at once if it is there, else when its promise fulfils: promises on the way to the client would be half of
 * the cost of an answer.
 */
export function whenReady<Value, Result>(
  value: Value | Promise<Value>,
  then: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> {
  return isThenable(value) ? value.then(then) : then(value)
}

/** Returns what a function returns, or what `recover` makes of its error; a promise only if one of them returns a promise. */
export function attempt<Result>(
  make: () => Result | Promise<Result>,
  recover: (thrown: unknown) => Result | Promise<Result>,
): Result | Promise<Result> {
  try {
    const result = make()
    return isThenable(result) ? result.catch(recover) : result
  } catch (thrown) {
    return recover(thrown)
  }
}
