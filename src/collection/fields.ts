import { isPlainObject } from '../core/type-guards.ts'
import type { Item } from './definition.ts'

/** Names the fields of items, in order. */
export function fieldsOf(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap((item) => Object.keys(item)))]
}

/** Names the fields of items, and those below them with dots: `author` and `author.name`. */
export function pathsOf(items: readonly Item[]): string[] {
  return [...new Set(items.flatMap((item) => pathsIn(item, '')))]
}

function pathsIn(value: Item, before: string): string[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = before + name
    const below = [inner].flat().filter(isPlainObject)
    return [path, ...below.flatMap((one) => pathsIn(one, `${path}.`))]
  })
}

/**
 * Returns the value of a field, or of one below it: `author.name`. A field whose own name has dots comes first. Below a list it is
 * the list of its items' values.
 */
export function valueAt(item: unknown, path: string): unknown {
  if (typeof item !== 'object' || item === null) return undefined
  if (Object.hasOwn(item, path)) return (item as Item)[path]
  const dot = path.indexOf('.')
  const value = dot < 0 ? undefined : valueAt(valueAt(item, path.slice(0, dot)), path.slice(dot + 1))
  if (value !== undefined || !Array.isArray(item)) return value
  const values = item.flatMap((one) => valueAt(one, path) ?? [])
  return values.length > 0 ? values : undefined
}

/** Whether a value is equal to one of several texts. An absent value is equal to none, also not to `'undefined'`. */
export function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return value !== undefined && value !== null && texts.includes(String(value))
}
