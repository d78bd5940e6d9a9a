import { KINDS, ownKindOf } from './brand.ts'
import { typeError } from './own-frames.ts'
import { withArticle } from './refusal.ts'
import { joinKey, show } from './show.ts'
import { isObject, isReadable, tagOf } from './type-guards.ts'

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
  let text: string | undefined
  try {
    text = JSON.stringify(payload, refuseLoss)
  } catch {
    text = JSON.stringify(payload, refuseLossAt())
  }
  if (text === undefined) throw typeError('its toJSON() returns nothing')
  return text
}

function refuseLoss(this: Readonly<Record<string, unknown>>, key: string, value: unknown): unknown {
  // Most values of a payload: they cost nothing more.
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  const loss = lossOf(this[key], value)
  if (loss !== undefined) throw typeError(loss)
  return value
}

/** As `refuseLoss`, with the place of the value. To know it takes a fifth longer, so only a payload that is refused is written so. */
function refuseLossAt(): typeof refuseLoss {
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
  const kind = ownKindOf(value)
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
