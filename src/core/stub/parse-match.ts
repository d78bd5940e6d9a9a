import { DEEPEST, isAsked } from '../match/compile.ts'
import { compileMatch, MATCH_PARTS, type Match } from '../match/match.ts'
import { oneOf } from '../match/matchers.ts'
import { type Pattern, paramNames, paramTypes } from '../path/path.ts'
import { asCode, objectCode, paramText, reasonOf } from '../refusal.ts'
import { quote, show } from '../show.ts'
import { isObject, isPlainObject, isRegExp } from '../type-guards.ts'
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
import { isNamed, refuseTextPart } from './refuse-text-part.ts'

/** Takes a `match` apart, or says why no request could satisfy it. */
export function refuseMatch(route: Route, pattern: Pattern, match: unknown): Match | undefined {
  refuseParts(route, pattern, match)
  try {
    return compileMatch(match)
  } catch (error) {
    const problem = `the match cannot be read: ${reasonOf(error)}`
    return refuse(route, problem, withSettings(route, '{ match: (request) => … }'), { cause: error })
  }
}

function refuseParts(route: Route, pattern: Pattern, match: unknown): void {
  if (match === undefined || typeof match === 'function') return
  if (!isPlainObject(match) || isAsked(match)) {
    refuse(
      route,
      `match is an object of parts, or a function of the request, not ${show(match)}`,
      withMatch(route, 'queries', "{ role: 'admin' }"),
    )
  }
  for (const key of Object.keys(match)) {
    if (!MATCH_PARTS.includes(key as never))
      refuseKey(route, key, 'part of a match', MATCH_PARTS, (right) => {
        if (right === undefined) return withMatch(route, 'queries', "{ role: 'admin' }")
        const code = asRightCode(match[key], () => refuseParts(route, pattern, { [right]: match[key] }))
        return withMatch(route, right, code)
      })
  }
  const names = paramNames(pattern)
  if (isNamed(match.params)) refuseParams(route, names, match.params)
  for (const part of ['params', 'queries', 'headers', 'cookies'] as const) {
    refuseTextPart(route, part, match[part], part === 'params' ? names[0] : 'id')
  }
  if (isNamed(match.params)) refuseParamTypes(route, pattern, match.params)
  refuseBody(route, match.body, [])
}

function refuseParams(route: Route, names: readonly string[], expected: Record<string, unknown>): void {
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
      `${quote(name)} is no param of this path, which has none`,
      withPath(route, `${start}/${paramText(name)}`, matchCode('params', objectCode(name, asTextCode(route, value)))),
    )
  }
}

function asTextCode(route: Route, value: unknown): string {
  return asRightCode(value, () => refuseTextPart(route, 'params', { id: value }, 'id'))
}

/** A `:name` arrives as one text, a `*name` as a list of its segments. */
function refuseParamTypes(route: Route, pattern: Pattern, expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    const types = paramTypes(pattern, name)
    const as = (right: unknown) => withMatch(route, 'params', objectCode(name, asCode(right)))
    if (Array.isArray(value) && !types.has('wildcard')) {
      refuse(route, `params.${name} arrives as one text and is never a list`, as(oneOf(value)))
    }
    if (!(types.has('param') || Array.isArray(value) || value === undefined || isAsked(value))) {
      const right = isRegExp(value) ? [value] : String(value).split('/')
      refuse(route, `params.${name} arrives as a list of segments and is never one text`, as(right))
    }
  }
}

/** A parsed body has nothing in it that could be compared by value but JSON's own; a function can look at whatever arrives. */
function refuseBody(route: Route, expected: unknown, outer: readonly unknown[]): void {
  if (isAsked(expected) || isRegExp(expected)) return
  if (typeof expected === 'bigint' || typeof expected === 'symbol') refuseInBody(route, `a ${typeof expected}`)
  // What is deeper cannot be taken apart either, which is found there.
  if (!isObject(expected) || outer.length > DEEPEST) return
  if (outer.includes(expected)) refuseInBody(route, 'itself')
  if (!Array.isArray(expected) && !isPlainObject(expected)) {
    refuseInBody(route, `a ${expected.constructor?.name || 'class instance'}`)
  }
  for (const value of Object.values(expected)) refuseBody(route, value, [...outer, expected])
}

function refuseInBody(route: Route, what: string): never {
  refuse(route, `no parsed body has ${what} in it; ask with a function`, withMatch(route, 'body', '(body) => …'))
}
