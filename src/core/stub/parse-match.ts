import { BRAND, findBranded, isMaker, KINDS } from '../brand.ts'
import { copyBytes } from '../match/bytes.ts'
import { DEEPEST, isPredicate } from '../match/compile.ts'
import { compileMatch } from '../match/compile-match.ts'
import type { Match } from '../match/match.ts'
import { isMatcher } from '../matcher.ts'
import { type Pattern, paramNames } from '../path/path.ts'
import { keyProblem, nearestTo, reasonOf, withArticle } from '../refusal.ts'
import { MATCH_PARTS } from '../request.ts'
import { joinKey, quote, show } from '../show.ts'
import { isObject, isOneOf, isPlainObject, isRegExp, tagOf } from '../type-guards.ts'
import { alternativesOf, TEXT_PARTS, textPartMistake } from './check-text-part.ts'
import { firstMistake, type Mistake } from './correction.ts'
import { meantSetting } from './meant-setting.ts'

/** Compiles a `match`, or returns the reason why no request can satisfy it. `parts` are those that it may ask for. */
export function tryMatch(
  pattern: Pattern | undefined,
  match: unknown,
  parts: readonly string[] = MATCH_PARTS,
): Match | undefined | Mistake {
  try {
    return matchMistake(pattern, match, parts) ?? compileMatch(match, parts)
  } catch (error) {
    return { problem: `the match cannot be read: ${reasonOf(error)}`, cause: error }
  }
}

/** Returns the first reason why no request can satisfy a `match`. */
function matchMistake(pattern: Pattern | undefined, match: unknown, parts: readonly string[]): Mistake | undefined {
  if (match === undefined || (typeof match === 'function' && !isMaker(match))) return undefined
  if (!isPlainObject(match) || isPredicate(match)) {
    return { problem: `match must be an object of parts or a function of the request, got ${show(match)}` }
  }
  const unknown = Object.keys(match).find((key) => !parts.includes(key))
  if (unknown !== undefined) {
    const meant = meantSetting('match', unknown, match[unknown], parts)
    return { problem: keyProblem(unknown, 'part of a match', parts), meant }
  }
  return (
    firstMistake(parts, (part) => kindMistake(part, match[part])) ??
    paramsMistake(pattern, match.params) ??
    firstMistake(TEXT_PARTS, (part) => textPartMistake(pattern, part, match[part])) ??
    firstMistake(parts, (part) => (isOneOf(TEXT_PARTS, part) ? undefined : bodyMistake(match[part], part, [])))
  )
}

/** A function that was not called returns a matcher, which is truthy: it would match whatever arrives. */
function kindMistake(part: string, expected: unknown): Mistake | undefined {
  const wrong = findBranded(expected, ['maker', 'reply', 'stub', 'mocks'])
  if (!wrong) return undefined
  const place = [part, ...wrong.keys].join('.')
  const { value } = wrong
  if (isMaker(value) && value[BRAND].makes === 'matcher') {
    return { problem: `${place} is the function ${value.name} itself; call it` }
  }
  const kind = KINDS[wrong.kind === 'maker' ? 'reply' : wrong.kind]
  return { problem: `${place} is ${kind}, which no request contains` }
}

function paramsMistake(pattern: Pattern | undefined, expected: unknown): Mistake | undefined {
  if (!pattern || !isPlainObject(expected) || isPredicate(expected)) return undefined
  const names = paramNames(pattern)
  const unknown = Object.keys(expected).find((name) => !names.includes(name))
  if (unknown === undefined) return undefined
  if (names.length === 0) return { problem: `${quote(unknown)} is not a param of this path, which has none` }
  const right = nearestTo(unknown, names)
  const settings = right === undefined ? undefined : ([['match', 'params', right], expected[unknown]] as const)
  return { problem: keyProblem(unknown, 'param of this path', names), meant: settings && { settings } }
}

/** By value, only JSON's own types can be compared with a parsed body. A function can check any value. */
function bodyMistake(expected: unknown, at: string, outer: readonly unknown[]): Mistake | undefined {
  // The raw body may be compared with bytes; no value in a parsed body can.
  if (outer.every(isMatcher) && copyBytes(expected)) return undefined
  // A deeper expectation cannot be compiled either, and is refused there.
  if (outer.length > DEEPEST) return undefined
  const never = neverInBody(expected, outer)
  if (never !== undefined) return { problem: `${at} is ${never}, which no parsed body contains; use a function` }
  const inner = [...outer, expected]
  if (isMatcher(expected)) {
    return firstMistake(alternativesOf(expected), (value) => bodyMistake(value, at, inner))
  }
  return firstMistake(expectedEntries(expected), ([key, value]) => bodyMistake(value, joinKey(at, key), inner))
}

function neverInBody(expected: unknown, outer: readonly unknown[]): string | undefined {
  if (typeof expected === 'bigint' || typeof expected === 'symbol') return `a ${typeof expected}`
  if (typeof expected === 'number') return Number.isFinite(expected) ? undefined : String(expected)
  if (!isObject(expected) || isPredicate(expected) || isRegExp(expected)) return undefined
  if (outer.includes(expected)) return 'a circular object'
  if (Array.isArray(expected) || isPlainObject(expected)) return undefined
  return withArticle(expected.constructor?.name || tagOf(expected))
}

function expectedEntries(expected: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(expected)) return [...expected.entries()]
  return isPlainObject(expected) && !isPredicate(expected) ? Object.entries(expected) : []
}
