import { closest, distance } from 'fastest-levenshtein'
import { RouteDefinitionError } from './errors.ts'
import { isMatcher } from './matcher.ts'
import { isIdentifier, LONGEST, messageOf, propertyName, quote, showWritten, write } from './show.ts'
import { isObject, isPlainObject, isRegExp } from './type-guards.ts'

/**
 * Refuses a call: its code as written, the problem, and the corrected code. The corrected code is made of what was written.
 * Without it, the problem names what is allowed.
 * @throws {RouteDefinitionError}
 */
export function refuseCall(written: string, problem: string, meant?: string, options?: ErrorOptions): never {
  const corrected = meant === undefined ? '' : `\n\nWrite  ${meant}`
  throw new RouteDefinitionError(`${written}: ${problem}${corrected}`, options)
}

/** Refuses an argument of the wrong kind. `wanted` words the message. */
export function assertArgument(holds: boolean, name: string, arg: unknown, wanted: string): void {
  if (!holds) refuseCall(`${name}(${showWritten(arg)})`, `it takes ${wanted}`)
}

/** The code of an object with one entry, at each level of the keys. */
export function objectCode(keys: readonly string[], value: string): string {
  return keys.reduceRight((inner, key) => `{ ${propertyName(key)}: ${inner} }`, value)
}

/** Says that a key is unknown, and which keys are valid. */
export function keyProblem(key: string, what: string, right: readonly string[]): string {
  return `${quote(key)} is not ${withArticle(what)}; use ${listed(right)}`
}

/** `an option`. */
export function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`
}

/** Names in a row: `a, b or c`. */
export function listed(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/**
 * Returns the valid key that was probably meant, if one is similar enough, whatever the case of its letters is. `most` is the
 * number of letters that may differ, by default half of them, and never all.
 */
export function nearestTo<Key extends string>(key: string, right: readonly Key[], most?: number): Key | undefined {
  if (right.length === 0) return undefined
  const names = right.map((one) => one.toLowerCase())
  const nearest = closest(key.toLowerCase(), names)
  const isNear =
    distance(key.toLowerCase(), nearest) <= (most ?? Math.min(nearest.length - 1, Math.max(2, nearest.length / 2)))
  return isNear ? right[names.indexOf(nearest)] : undefined
}

/** The code of a param in a path: `:id`, or `:"user id"`. */
export function paramText(name: string): string {
  return isIdentifier(name) ? `:${name}` : `:"${name.replace(/["\\]/g, '\\$&')}"`
}

/** Returns a value as code that runs; `…` if it has no short code. */
export function asCode(value: unknown): string {
  const text = write(value)
  return hasCode(value, 0) && text.length <= LONGEST ? text : '…'
}

function hasCode(value: unknown, depth: number): boolean {
  if (!isObject(value)) return typeof value !== 'function' && typeof value !== 'symbol'
  if (isRegExp(value)) return true
  if (isMatcher(value)) return value.args.every((arg) => hasCode(arg, depth + 1))
  if (depth > 4 || !(Array.isArray(value) || isPlainObject(value))) return false
  return Object.values(value).every((inner) => hasCode(inner, depth + 1))
}

/** Returns the first line of an error's message, in the form of the rest of a sentence. */
export function reasonOf(error: unknown): string {
  const line = messageOf(error).split('\n')[0] as string
  return /^[A-Z][a-z ]/.test(line) ? line.charAt(0).toLowerCase() + line.slice(1) : line
}
