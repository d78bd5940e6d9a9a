import type { Scope } from './scope.ts'

/** Returns a scope that ends with the call: a browser cannot follow asynchronous work. */
export function createScope<Value>(): Scope<Value> {
  let value: Value | undefined
  return {
    isLasting: false,
    run(inner, fn) {
      const outer = value
      value = inner
      try {
        return fn()
      } finally {
        value = outer
      }
    },
    current: () => value,
  }
}
