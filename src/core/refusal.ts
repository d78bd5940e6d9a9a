import { closest, distance } from 'fastest-levenshtein'
import { RouteDefinitionError } from './errors.ts'
import { isMatcher } from './matcher.ts'
import { isMaker } from './own-kind.ts'
import { isIdentifier, LONGEST, messageOf, propertyName, quote, show, write } from './show.ts'
import { isObject, isPlainObject, isRegExp } from './type-guards.ts'

/**
 * Refuses a call: its code as written, the problem, and the corrected code.
 * @throws {RouteDefinitionError}
 */
export function refuseCall(written: string, problem: string, corrected: string, options?: ErrorOptions): never {
  throw new RouteDefinitionError(`${written}: ${problem}\n\nWrite  ${corrected}`, options)
}

/** Refuses an argument of the wrong kind. `wanted` and `example` word the message. */
export function assertArgument(holds: boolean, name: string, arg: unknown, wanted: string, example: string): void {
  if (!holds) refuseCall(`${name}(${show(arg)})`, `it takes ${wanted}`, `${name}(${example})`)
}

/** Refuses an unknown option, which would silently do nothing. `example` returns the arguments with a valid option, given the value. */
export function checkOptionNames<Key extends string>(
  name: string,
  options: object,
  right: readonly Key[],
  example: (right: Key, value: unknown) => string,
): void {
  const areOptions = isObject(options)
  const unknown = areOptions ? Object.keys(options).find((key) => !right.includes(key as Key)) : ''
  if (unknown === undefined) return
  const problem = areOptions
    ? keyProblem(unknown, 'option', right)
    : `the options must be an object, got ${show(options)}`
  const value = areOptions ? (options as Readonly<Record<string, unknown>>)[unknown] : options
  refuseCall(name, problem, `${name}(${example(closestTo(unknown, right), value)})`)
}

/** The code of an object with one entry. */
export function objectCode(key: string, value: string): string {
  return `{ ${propertyName(key)}: ${value} }`
}

/** Says that a key is unknown, and which keys are valid. */
export function keyProblem(key: string, what: string, right: readonly string[]): string {
  return `${quote(key)} is not ${article(what)} ${what}; use ${listed(right)}`
}

function article(noun: string): string {
  return /^[aeiou]/.test(noun) ? 'an' : 'a'
}

/** Names in a row: `a, b or c`. */
function listed(names: readonly string[]): string {
  return names.length === 1 ? String(names[0]) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Returns the valid key that was probably meant, if one is similar enough. */
export function nearestTo<Key extends string>(key: string, right: readonly Key[]): Key | undefined {
  if (right.length === 0) return undefined
  const nearest = closestTo(key, right)
  const isNear = distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, nearest.length / 2)
  return isNear ? nearest : undefined
}

/** Returns the name that is the most similar one, whatever the case of its letters is. */
function closestTo<Key extends string>(key: string, right: readonly Key[]): Key {
  const names = right.map((one) => one.toLowerCase())
  return right[names.indexOf(closest(key.toLowerCase(), names))] as Key
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
  if (!isObject(value)) return (typeof value !== 'function' && typeof value !== 'symbol') || isMaker(value)
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
