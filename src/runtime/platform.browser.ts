import type { Scope } from './platform.node.ts'

/** Cloudflare's workerd loads this build, and has it under `nodejs_compat`. */
const hooks = typeof process === 'object' ? process.getBuiltinModule?.('node:async_hooks') : undefined

/** A browser cannot follow asynchronous work. */
export const isLasting: boolean = hooks !== undefined

/** Returns a scope that ends with the call, or follows asynchronous work if it can. */
export function createScope<Value>(): Scope<Value> {
  if (hooks) return new hooks.AsyncLocalStorage<Value>()
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

export const byteLength = (text: string): number => new TextEncoder().encode(text).byteLength

export const nativeResponse = (): typeof Response => Response

/** A page has no variables of its process. */
export const findRecorder = (): undefined => undefined

/** A page has no process that ends. */
export const whenProcessEnds = (): (() => void) => () => {}
