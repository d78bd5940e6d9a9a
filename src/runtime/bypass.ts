import { createScope } from '#scope'
import type { Scope } from './scope.ts'

const SHARED = Symbol.for('mynah.bypass.1')

const realm = globalThis as { [SHARED]?: Scope<true> }
realm[SHARED] ??= createScope<true>()
/** Shared by all copies of the library in one realm: the copy that has patched the clients reads it. */
const scope = realm[SHARED]

/** Calls a function whose requests reach the network, past all mocks. */
export function bypass<Result>(send: () => Result): Result {
  return scope.run(true, send)
}

/** Whether the code that runs now is called by `bypass`. */
export function isBypass(): boolean {
  return scope.getStore() ?? false
}
