import { assertArgument } from '../../core/refusal.ts'
import type { Call } from './journal.ts'

/** The events of mocks: a request arrived, was answered, or no stub took it. */
export type EventName = 'request' | 'answered' | 'unmatched'

export type Listeners = Readonly<Record<EventName, Set<(call: Call) => void>>>

/** Adds a listener, and returns the undo. */
export function addListener(listeners: Listeners, name: EventName, listener: (call: Call) => void): () => void {
  const names = Object.keys(listeners)
  assertArgument(names.includes(name), 'mocks.on', name, `one of ${names.join(', ')}`)
  assertArgument(typeof listener === 'function', 'mocks.on', listener, 'a function')
  // A new function for each call: the same listener may be added twice, and each undo removes its own.
  const added = (call: Call) => listener(call)
  listeners[name].add(added)
  return () => listeners[name].delete(added)
}

/** Writes one collapsed line to the console for an answered request, with the call inside. */
export function logCall(call: Call): void {
  const { request, response, stub } = call
  console.groupCollapsed(`mynah: ${request.method} ${request.url} ${response?.status ?? 'network error'}`)
  console.log(String(stub))
  console.log(call)
  console.groupEnd()
}
