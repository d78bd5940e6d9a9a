/**
 * Returns a property of a received value: its own, or one of its class, since a `File` has its properties on its
 * prototype. Properties that every object inherits do not count: `toString` is a key like any other.
 */
export function propertyOf(received: object, key: PropertyKey): unknown {
  return Object.hasOwn(received, key) || !(key in Object.prototype)
    ? (received as Record<PropertyKey, unknown>)[key]
    : undefined
}

/** The place of a key or an index within another place: `users[0]`. */
export function joinKey(at: string, key: PropertyKey): string {
  return typeof key === 'number' ? `${at}[${key}]` : join(at, String(key))
}

/** The place of a key within another place: `user.role`. */
export function join(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`
}
