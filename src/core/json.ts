import { BRAND, brandedKindOf, KINDS } from './brand.ts'
import { typeError } from './frames.ts'
import { withArticle } from './refusal.ts'
import { joinKey, show } from './show.ts'
import { isObject, isPlainObject, isReadable, tagOf } from './type-guards.ts'

/** Returns the value that a text contains as JSON; `undefined` if it contains none. */
export function parsedJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the JSON of a payload.
 * @throws {TypeError} if JSON cannot hold it.
 */
export function jsonText(payload: unknown): string {
  const text = isPlainData(payload, MOST_LEVELS) ? JSON.stringify(payload) : checkedJson(payload)
  if (text === undefined) throw typeError('its toJSON() returns nothing')
  return text
}

function checkedJson(payload: unknown): string | undefined {
  try {
    return JSON.stringify(payload, replacer())
  } catch (error) {
    // Only the engine knows how deep a value may be: it runs out of stack.
    throw error instanceof RangeError ? typeError('it is nested too deeply') : error
  }
}

/** Deeper values are left to the replacer, which finds a value that contains itself. */
const MOST_LEVELS = 50

/**
 * Whether JSON holds a value as it is: texts, numbers, lists and plain objects, as most payloads are. Written as loops, because a
 * replacer, or a callback for each member, takes longer than the JSON.
 */
function isPlainData(value: unknown, levels: number): boolean {
  if (!isObject(value)) {
    return typeof value === 'string' || typeof value === 'boolean' || value == null || Number.isFinite(value)
  }
  if (levels === 0 || 'toJSON' in value) return false
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) if (!isPlainData(value[index], levels - 1)) return false
    return true
  }
  if (!isPlainObject(value) || BRAND in value || Symbol.toStringTag in value || Symbol.asyncIterator in value)
    return false
  for (const key of Object.keys(value)) if (!isPlainData(value[key], levels - 1)) return false
  return true
}

/** Returns a replacer that refuses a value which JSON cannot hold, with its place. */
function replacer(): (this: Readonly<Record<string, unknown>>, key: string, value: unknown) => unknown {
  /** The values around the one that is written, each with its key, the outermost first. */
  const around: { readonly value: unknown; readonly key: string }[] = []
  return function check(key, value) {
    while (around.length > 0 && around.at(-1)?.value !== this) around.pop()
    const isCircular = isObject(value) && around.some((outer) => outer.value === value)
    const loss = isCircular ? 'it is circular' : lossOf(this[key], value)
    if (loss !== undefined) throw typeError(`${loss}${placeOf([...around.map((outer) => outer.key), key])}`)
    if (isObject(value)) around.push({ value, key })
    return value
  }
}

/**
 * Returns what JSON would lose of a value, or change. It writes a map, an error or a file as `{}`, and has no functions.
 * `given` is the value before its `toJSON()`.
 */
function lossOf(given: unknown, value: unknown): string | undefined {
  const kind = brandedKindOf(value)
  if (kind) return `${KINDS[kind]} cannot be part of a payload`
  if (value === null && tagOf(given) === 'Date') return 'an invalid Date would become null'
  if (typeof value === 'number' && !Number.isFinite(value)) return `the number ${value} would become null`
  if (typeof value === 'bigint') return `JSON has no BigInt such as ${show(value)}`
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value} would be lost`
  if (!isObject(value) || Array.isArray(value)) return undefined
  if (isReadable(value)) return 'a stream would be sent without its chunks; use stream()'
  const tag = tagOf(value)
  if (tag === 'Promise') return 'a Promise would become {}; await it'
  const isLost = !['Object', 'Boolean', 'Number', 'String'].includes(tag) && Object.keys(value).length === 0
  return isLost ? `${withArticle(tag)} would become {}` : undefined
}

/** `, at users[0].age`; empty for the whole payload. */
function placeOf([, ...keys]: readonly string[]): string {
  const place = keys.reduce((at, key) => joinKey(at, /^\d+$/.test(key) ? Number(key) : key), '')
  return keys.length === 0 ? '' : `, at ${place}`
}
