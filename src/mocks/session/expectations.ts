import type { Explanation } from '../../core/explain/explain.ts'
import type { Stub } from '../../core/stub/stub.ts'

/** The stubs that expectations were made from. */
const originals = new WeakMap<Stub, Stub>()

/**
 * Makes an expectation of a stub: a copy that answers once, unless the stub has `times`. It is a copy since the same stub
 * may be expected twice, and may be one of the routes too: each is counted by itself.
 */
export function toExpectation(stub: Stub): Stub {
  const times = stub.times === Number.POSITIVE_INFINITY ? 1 : stub.times
  const { method, path } = Object.getOwnPropertyDescriptors(stub)
  const copy = Object.create(stub, { method, path, times: { value: times } }) as Stub
  originals.set(copy, stub)
  return Object.freeze(copy)
}

/** Returns the stub that the user declared. */
export function originalOf(stub: Stub): Stub {
  return originals.get(stub) ?? stub
}

/** Returns an explanation that names the stubs that the user declared. */
export function withOriginals(explanation: Explanation): Explanation {
  const { stub, misses } = explanation
  return {
    ...explanation,
    ...(stub && { stub: originalOf(stub) }),
    misses: misses.map((miss) => ({ ...miss, stub: originalOf(miss.stub) })),
  }
}
