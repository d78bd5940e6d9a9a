import type { Scope } from './scope.ts'

/** A browser cannot follow asynchronous work. */
export const isLasting = false

/** Returns a scope that ends with the call. */
export function createScope<Value>(): Scope<Value> {
  let value: Value | undefined
  return {
    run(inner, fn) {
      const outer = value
      value = inner
      try {
        return fn()
      } finally {
        value = outer
      }
    },
    getStore: () => value,
  }
}
