/**
 * Gives a property of a received value: its own, or its class's, as a `File` has its properties on its prototype. What
 * every object inherits is never one.
 */
export function propertyOf(received: object, key: PropertyKey): unknown {
  return Object.hasOwn(received, key) || !(key in Object.prototype)
    ? (received as Record<PropertyKey, unknown>)[key]
    : undefined
}

/** A place one step further down, by whatever key. */
export function joinKey(at: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${at}[${key}]` : join(at, String(key))
}

/** A place one step further down: `user.role`. */
export function join(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`
}
