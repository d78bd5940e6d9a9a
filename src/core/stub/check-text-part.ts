import { isPredicate } from '../match/compile.ts'
import { exists, not, oneOf } from '../match/matchers.ts'
import { asCode, objectCode } from '../refusal.ts'
import { MATCH_PARTS, type MatchPart } from '../request.ts'
import { propertyName, show } from '../show.ts'
import { isPlainObject, isRegExp } from '../type-guards.ts'
import { type Route, refuse, withMatch, withSettings } from './correction.ts'

/** Whether an expectation of a part is an object of names, not a predicate of the whole part. */
export function isNamed(expected: unknown): expected is Record<string, unknown> {
  return isPlainObject(expected) && !isPredicate(expected)
}

type TextPart = Exclude<MatchPart, 'body'>

/** The parts whose values arrive as text, so that only a text, or what can be written as one, is equal to them. */
export const TEXT_PARTS = MATCH_PARTS.filter((part): part is TextPart => part !== 'body')

/** Refuses expectations that no text can meet. `example` is a name for the corrected code. */
export function checkTextPart(route: Route, part: TextPart, expected: unknown, example: string | undefined): void {
  if (expected === undefined || isPredicate(expected)) return
  if (!isNamed(expected)) {
    refuse(
      route,
      `${part} in a match must be an object of names and values, got ${show(expected)}`,
      example === undefined ? withSettings(route, '{}') : withMatch(route, part, objectCode(example, "'1'")),
    )
  }
  for (const [name, value] of Object.entries(expected)) {
    const inner = (Array.isArray(value) ? value : [value]).find(isNeverText)
    if (inner !== undefined) {
      const flat = part === 'queries' ? flatten(name, inner) : []
      const texts = flat.map(([key, one]) => `${propertyName(key)}: ${asCode(one)}`)
      refuse(
        route,
        `${part}.${name} arrives as text and is never ${Array.isArray(inner) ? 'a list of lists' : typeof inner === 'symbol' ? 'a symbol' : 'an object'}`,
        withMatch(route, part, texts.length > 0 ? `{ ${texts.join(', ')} }` : objectCode(name, "'a text'")),
      )
    }
    if (Array.isArray(value) && part === 'queries' && value.length < 2) {
      const right = value.length === 0 ? not(exists()) : value[0]
      refuse(
        route,
        `queries.${name} arrives as a list only if it is repeated, never as a list of ${value.length}`,
        withMatch(route, part, objectCode(name, asCode(right))),
      )
    }
    if (Array.isArray(value) && (part === 'headers' || part === 'cookies')) {
      refuse(
        route,
        `${part}.${name} arrives as one text and is never a list`,
        withMatch(route, part, objectCode(name, asCode(asOneText(value)))),
      )
    }
  }
}

/** Returns the expectation that a list in a header or a cookie was meant for: several values arrive as one text. */
function asOneText(values: readonly unknown[]): unknown {
  if (values.length === 1) return values[0]
  return values.some((value) => isPredicate(value) || isRegExp(value)) ? oneOf(values) : values.join(', ')
}

/** Whether no text can be equal to a value: a date or a URL can be written as text, a map cannot. */
function isNeverText(value: unknown): boolean {
  if (typeof value === 'symbol') return true
  if (typeof value !== 'object' || isPredicate(value) || isRegExp(value)) return false
  return Array.isArray(value) || isPlainObject(value) || String(value).startsWith('[object ')
}

/** Returns the queries that most clients make of an object: `filter[role]=admin`. */
function flatten(name: string, value: unknown): [string, unknown][] {
  if (!isNamed(value)) return isNeverText(value) ? [] : [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}[${key}]`, inner))
}
