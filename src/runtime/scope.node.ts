import { AsyncLocalStorage } from 'node:async_hooks'
import type { Scope } from './scope.ts'

/** Whether the value also reaches work that starts later, after an `await` or a timer. */
export const isLasting = true

/** Returns a scope that follows asynchronous work. */
export function createScope<Value>(): Scope<Value> {
  return new AsyncLocalStorage<Value>()
}
