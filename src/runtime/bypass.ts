import { createScope, type Scope } from '#platform'
import { sharedIn } from './shared.ts'

const shared = sharedIn<{ bypass: Scope<boolean> }>(globalThis)
shared.bypass ??= createScope<boolean>()
/** The copy of the library that has patched the clients reads it. */
const scope = shared.bypass

/** Calls a function whose requests reach the network, past all mocks. */
export function bypass<Result>(send: () => Result): Result {
  return scope.run(true, send)
}

/** Calls a function outside of `bypass`, also if `bypass` has called the code that runs now. */
export function leaveBypass<Result>(act: () => Result): Result {
  return scope.run(false, act)
}

let isInside = false

/** Calls a function that connects past all mocks. What happens on its connections later belongs to no `bypass`. */
export function bypassNow<Result>(connect: () => Result): Result {
  const before = isInside
  isInside = true
  try {
    return connect()
  } finally {
    isInside = before
  }
}

/** Whether the code that runs now is called by `bypass`, or by `bypassNow`. */
export function isBypassed(): boolean {
  return isInside || (scope.getStore() ?? false)
}
