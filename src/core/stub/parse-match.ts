import { copyBytes } from '../match/bytes.ts'
import { DEEPEST, isPredicate } from '../match/compile.ts'
import { compileMatch, type Match } from '../match/match.ts'
import { oneOf } from '../match/matchers.ts'
import { type Pattern, paramNames, paramTypes } from '../path/path.ts'
import { asCode, objectCode, paramText, reasonOf } from '../refusal.ts'
import { MATCH_PARTS } from '../request.ts'
import { quote, show } from '../show.ts'
import { isObject, isPlainObject, isRegExp } from '../type-guards.ts'
import { checkTextPart, isNamed, TEXT_PARTS } from './check-text-part.ts'
import {
  asRightCode,
  matchCode,
  type Route,
  refuse,
  refuseKey,
  withMatch,
  withPath,
  withSettings,
} from './correction.ts'

/** Compiles a `match`, or refuses it if no request can satisfy it. */
export function parseMatch(route: Route, pattern: Pattern, match: unknown): Match | undefined {
  checkParts(route, pattern, match)
  try {
    return compileMatch(match)
  } catch (error) {
    const problem = `the match cannot be read: ${reasonOf(error)}`
    return refuse(route, problem, withSettings(route, '{ match: (request) => … }'), { cause: error })
  }
}

function checkParts(route: Route, pattern: Pattern, match: unknown): void {
  if (match === undefined || typeof match === 'function') return
  if (!isPlainObject(match) || isPredicate(match)) {
    refuse(
      route,
      `match must be an object of parts or a function of the request, got ${show(match)}`,
      withMatch(route, 'queries', "{ role: 'admin' }"),
    )
  }
  for (const key of Object.keys(match)) {
    if (!MATCH_PARTS.includes(key as never))
      refuseKey(route, key, 'part of a match', MATCH_PARTS, (right) => {
        if (right === undefined) return withMatch(route, 'queries', "{ role: 'admin' }")
        const code = asRightCode(match[key], () => checkParts(route, pattern, { [right]: match[key] }))
        return withMatch(route, right, code)
      })
  }
  const names = paramNames(pattern)
  if (isNamed(match.params)) checkParams(route, names, match.params)
  for (const part of TEXT_PARTS) {
    checkTextPart(route, part, match[part], part === 'params' ? names[0] : 'id')
  }
  if (isNamed(match.params)) checkParamTypes(route, pattern, match.params)
  // The raw body may be compared with bytes; no value in a parsed body can.
  if (!copyBytes(match.body)) checkBody(route, match.body, [])
}

function checkParams(route: Route, names: readonly string[], expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (names.includes(name)) continue
    if (names.length > 0) {
      refuseKey(route, name, 'param of this path', names, (right) =>
        withMatch(route, 'params', objectCode(right ?? (names[0] as string), asTextCode(route, value))),
      )
    }
    const start = typeof route.path === 'string' ? route.path.replace(/\/$/, '') : '/users'
    refuse(
      route,
      `${quote(name)} is not a param of this path, which has none`,
      withPath(route, `${start}/${paramText(name)}`, matchCode('params', objectCode(name, asTextCode(route, value)))),
    )
  }
}

function asTextCode(route: Route, value: unknown): string {
  return asRightCode(value, () => checkTextPart(route, 'params', { id: value }, 'id'))
}

/** A `:name` arrives as one text, a `*name` as a list of segments. */
function checkParamTypes(route: Route, pattern: Pattern, expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    const types = paramTypes(pattern, name)
    const as = (right: unknown) => withMatch(route, 'params', objectCode(name, asCode(right)))
    if (Array.isArray(value) && !types.has('wildcard')) {
      refuse(route, `params.${name} arrives as one text and is never a list`, as(oneOf(value)))
    }
    if (!(types.has('param') || Array.isArray(value) || value === undefined || isPredicate(value))) {
      const right = isRegExp(value) ? [value] : String(value).split('/')
      refuse(route, `params.${name} arrives as a list of segments and is never one text`, as(right))
    }
  }
}

/** By value, only JSON's own types can be compared with a parsed body. A function can check any value. */
function checkBody(route: Route, expected: unknown, outer: readonly unknown[]): void {
  if (isPredicate(expected) || isRegExp(expected)) return
  if (typeof expected === 'bigint' || typeof expected === 'symbol') refuseInBody(route, `a ${typeof expected}`)
  // A deeper expectation cannot be compiled either, and is refused there.
  if (!isObject(expected) || outer.length > DEEPEST) return
  if (outer.includes(expected)) refuseInBody(route, 'itself')
  if (!Array.isArray(expected) && !isPlainObject(expected)) {
    refuseInBody(route, `a ${expected.constructor?.name || 'class instance'}`)
  }
  for (const value of Object.values(expected)) checkBody(route, value, [...outer, expected])
}

function refuseInBody(route: Route, what: string): never {
  refuse(route, `no parsed body contains ${what}; use a function`, withMatch(route, 'body', '(body) => …'))
}
