import { DEEPEST, isAsked } from './condition.ts'
import { isObject, isPlainObject, isRegExp } from './kinds.ts'
import { compileMatch, MATCH_PARTS, type Match, type MatchPart } from './match.ts'
import { exists, not, oneOf } from './matchers.ts'
import { type Pattern, paramNames, paramTypes } from './path.ts'
import {
  asCode,
  asRightCode,
  paramText,
  type Route,
  reasonOf,
  refuse,
  refuseKey,
  withPath,
  withSettings,
} from './refuse.ts'
import { propertyName, quote, show } from './show.ts'

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
      withSettings(route, "{ match: { queries: { role: 'admin' } } }"),
    )
  }
  for (const key of Object.keys(match)) {
    if (!MATCH_PARTS.includes(key as never))
      refuseKey(route, key, 'part of a match', MATCH_PARTS, (right) => {
        if (right === undefined) return withMatch(route, 'queries', "{ role: 'admin' }")
        return withMatch(
          route,
          right,
          asRightCode(match[key], () => refuseParts(route, pattern, { [right]: match[key] })),
        )
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

function withMatch(route: Route, part: string, expected: string): string {
  return withSettings(route, `{ match: { ${part}: ${expected} } }`)
}

/** Whether an expectation of a part names what it asks for. */
function isNamed(expected: unknown): expected is Record<string, unknown> {
  return isPlainObject(expected) && !isAsked(expected)
}

function refuseParams(route: Route, names: readonly string[], expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    if (names.includes(name)) continue
    if (names.length > 0) {
      refuseKey(route, name, 'param of this path', names, (right) =>
        withMatch(route, 'params', `{ ${propertyName(right ?? (names[0] as string))}: ${asTextCode(route, value)} }`),
      )
    }
    const start = typeof route.path === 'string' ? route.path.replace(/\/$/, '') : '/users'
    refuse(
      route,
      `${quote(name)} is no param of this path, which has none`,
      withPath(
        route,
        `${start}/${paramText(name)}`,
        `{ match: { params: { ${propertyName(name)}: ${asTextCode(route, value)} } } }`,
      ),
    )
  }
}

function asTextCode(route: Route, value: unknown): string {
  return asRightCode(value, () => refuseTextPart(route, 'params', { id: value }, 'id'))
}

function refuseTextPart(route: Route, part: MatchPart, expected: unknown, example: string | undefined): void {
  if (expected === undefined || isAsked(expected)) return
  if (!isNamed(expected)) {
    refuse(
      route,
      `${part} in a match are an object of names and values, not ${show(expected)}`,
      example === undefined
        ? `${withSettings(route, '{}')}`
        : withMatch(route, part, `{ ${propertyName(example)}: '1' }`),
    )
  }
  for (const [name, value] of Object.entries(expected)) {
    const inner = (Array.isArray(value) ? value : [value]).find(isNeverText)
    if (inner !== undefined) {
      const flat = part === 'queries' ? flatten(name, inner) : []
      const texts = flat.map(([key, one]) => `${propertyName(key)}: ${asCode(one)}`)
      refuse(
        route,
        `${part}.${name} arrives as text and is never ${Array.isArray(inner) ? 'a list of lists' : 'an object'}`,
        withMatch(route, part, `{ ${texts.join(', ') || `${propertyName(name)}: 'a text'`} }`),
      )
    }
    if (Array.isArray(value) && part === 'queries' && value.length < 2) {
      const right = value.length === 0 ? not(exists()) : value[0]
      refuse(
        route,
        `queries.${name} arrives as a list only where it is repeated, and so never as one of ${value.length}`,
        withMatch(route, part, `{ ${propertyName(name)}: ${asCode(right)} }`),
      )
    }
    if (Array.isArray(value) && (part === 'headers' || part === 'cookies')) {
      refuse(
        route,
        `${part}.${name} arrives as one text and is never a list`,
        withMatch(route, part, `{ ${propertyName(name)}: ${asCode(asOneText(value))} }`),
      )
    }
  }
}

/** What a list in a header or a cookie was meant for: several values arrive in one text. */
function asOneText(values: readonly unknown[]): unknown {
  if (values.length === 1) return values[0]
  return values.some((value) => isAsked(value) || isRegExp(value)) ? oneOf(values) : values.join(', ')
}

/** A `:name` arrives as one text, a `*name` as a list of its segments. */
function refuseParamTypes(route: Route, pattern: Pattern, expected: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(expected)) {
    const types = paramTypes(pattern, name)
    const as = (right: unknown) => withMatch(route, 'params', `{ ${propertyName(name)}: ${asCode(right)} }`)
    if (Array.isArray(value) && !types.has('wildcard')) {
      refuse(route, `params.${name} arrives as one text and is never a list`, as(oneOf(value)))
    }
    if (!(types.has('param') || Array.isArray(value) || value === undefined || isAsked(value))) {
      const right = isRegExp(value) ? [value] : String(value).split('/')
      refuse(route, `params.${name} arrives as a list of segments and is never one text`, as(right))
    }
  }
}

/** Whether no text is equal to it: a date or a URL can be written as text, a map cannot. */
function isNeverText(value: unknown): boolean {
  if (typeof value !== 'object' || isAsked(value) || isRegExp(value)) return false
  return Array.isArray(value) || isPlainObject(value) || String(value).startsWith('[object ')
}

/** How most clients write an object into a query: `filter[role]=admin`. */
function flatten(name: string, value: unknown): [string, unknown][] {
  if (!isNamed(value)) return isNeverText(value) ? [] : [[name, value]]
  return Object.entries(value).flatMap(([key, inner]) => flatten(`${name}[${key}]`, inner))
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
