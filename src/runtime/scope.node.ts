import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from './scope.ts'

/** Returns a scope that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> {
  const storage = new AsyncLocalStorage<Value>()
  return { isLasting: true, run: (value, fn) => storage.run(value, fn), current: () => storage.getStore() }
}
