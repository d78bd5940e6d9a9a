import { closest, distance } from 'fastest-levenshtein'
import { RouteDefinitionError } from './errors.ts'
import { isMatcher } from './matcher.ts'
import { isIdentifier, LONGEST, messageOf, propertyName, quote, show, write } from './show.ts'
import { isObject, isPlainObject, isRegExp } from './type-guards.ts'

/** Refuses what was written: what is wrong with it, and the corrected code. `options` may have the cause. */
export function refuseCall(written: string, problem: string, corrected: string, options?: ErrorOptions): never {
  throw new RouteDefinitionError(`${written}: ${problem}\n\nWrite  ${corrected}`, options)
}

/** Refuses an argument of a function that no value of that kind could be of use to. */
export function demand(holds: boolean, name: string, arg: unknown, wanted: string, example: string): void {
  if (!holds) refuseCall(`${name}(${show(arg)})`, `it takes ${wanted}`, `${name}(${example})`)
}

/** Refuses options of which one would silently do nothing. `example` words the arguments with a right one. */
export function refuseOptions(
  name: string,
  options: object,
  right: readonly string[],
  example: (right: string) => string,
): void {
  const areOptions = isObject(options)
  const unknown = areOptions ? Object.keys(options).find((key) => !right.includes(key)) : ''
  if (unknown === undefined) return
  const problem = areOptions ? keyProblem(unknown, 'option', right) : `the options are an object, not ${show(options)}`
  refuseCall(name, problem, `${name}(${example(closest(unknown, [...right]))})`)
}

/** An object of one entry as code. */
export function objectCode(key: string, value: string): string {
  return `{ ${propertyName(key)}: ${value} }`
}

export function keyProblem(key: string, what: string, right: readonly string[]): string {
  return `${quote(key)} is no ${what}; there ${right.length === 1 ? 'is' : 'are'} ${right.join(', ')}`
}

/** The right key that was meant, if one is near enough. */
export function nearestTo<Key extends string>(key: string, right: readonly Key[]): Key | undefined {
  const nearest = closest(key, [...right]) as Key
  const isNear = distance(key.toLowerCase(), nearest.toLowerCase()) <= Math.max(2, nearest.length / 2)
  return isNear ? nearest : undefined
}

/** A param as a path has it: `:id`, or `:"user id"`. */
export function paramText(name: string): string {
  return isIdentifier(name) ? `:${name}` : `:"${name.replace(/["\\]/g, '\\$&')}"`
}

/** A value as code that can be run; `…` where it has none that is short. */
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

/** What an error says, in one line that is the rest of a sentence. */
export function reasonOf(error: unknown): string {
  const line = messageOf(error).split('\n')[0] as string
  return /^[A-Z][a-z ]/.test(line) ? line.charAt(0).toLowerCase() + line.slice(1) : line
}
