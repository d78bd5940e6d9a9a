import { isPlainObject } from './kinds.ts'

/**
 * Gives a property of a received value. Own keys alone count in data; a class's instance, such as a `File`, has its
 * properties on its prototype, but what every object inherits is never one.
 */
export function propertyOf(received: object, key: PropertyKey): unknown {
  const isData = isPlainObject(received) || Array.isArray(received)
  return Object.hasOwn(received, key) || !(isData || key in Object.prototype)
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
