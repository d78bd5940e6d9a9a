import { createScope, type Scope } from '#platform'
import { sharedIn } from './shared.ts'

const shared = sharedIn<{ bypass: Scope<true> }>(globalThis)
shared.bypass ??= createScope<true>()
/** The copy of the library that has patched the clients reads it. */
const scope = shared.bypass

/** Calls a function whose requests reach the network, past all mocks. */
export function bypass<Result>(send: () => Result): Result {
  return scope.run(true, send)
}

/** Whether the code that runs now is called by `bypass`. */
export function isBypassed(): boolean {
  return scope.getStore() ?? false
}
