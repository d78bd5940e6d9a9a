import { copyBytes } from '../match/bytes.ts'
import { DEEPEST, isPredicate } from '../match/compile.ts'
import { compileMatch, type Match } from '../match/match.ts'
import { oneOf } from '../match/matchers.ts'
import { isMatcher } from '../matcher.ts'
import { findOwn, isMaker, KINDS, MAKER, type Maker } from '../own-kind.ts'
import { type Pattern, paramNames, paramTypes } from '../path/path.ts'
import { asCode, objectCode, paramText, reasonOf } from '../refusal.ts'
import { isNamedReply } from '../reply.ts'
import { MATCH_PARTS, type MatchPart } from '../request.ts'
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
import { foreignPart, saidElsewhere } from './foreign-names.ts'

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
  if (match === undefined || (typeof match === 'function' && !isMaker(match))) return
  if (!isPlainObject(match) || isPredicate(match)) {
    refuse(
      route,
      `match must be an object of parts or a function of the request, got ${show(match)}`,
      withMatch(
        route,
        'queries',
        isMatcher(match) || isMaker(match) ? objectCode('role', asCode(match)) : "{ role: 'admin' }",
      ),
    )
  }
  for (const key of Object.keys(match)) {
    if (!MATCH_PARTS.includes(key as never))
      refuseKey(route, key, 'part of a match', MATCH_PARTS, (right) => {
        const elsewhere = saidElsewhere(route, key, match[key])
        if (elsewhere !== undefined) return elsewhere
        const { part, value } = foreignPart(key, match[key]) ?? { part: right, value: match[key] }
        if (part === undefined) return withMatch(route, 'queries', "{ role: 'admin' }")
        const code = asRightCode(value, () => checkParts(route, pattern, { [part]: value }))
        return withMatch(route, part, code)
      })
  }
  for (const part of MATCH_PARTS) checkKinds(route, part, match[part])
  const names = paramNames(pattern)
  if (isNamed(match.params)) checkParams(route, names, match.params)
  for (const part of TEXT_PARTS) {
    checkTextPart(route, part, match[part], part === 'params' ? names[0] : 'id')
  }
  if (isNamed(match.params)) checkParamTypes(route, pattern, match.params)
  // The raw body may be compared with bytes; no value in a parsed body can.
  if (!copyBytes(match.body)) checkBody(route, match.body, [])
}

/** A function that was not called returns a matcher, which is truthy: it would match whatever arrives. */
function checkKinds(route: Route, part: MatchPart, expected: unknown): void {
  const wrong = findOwn(expected, ['maker', 'reply', 'stub', 'mocks'])
  if (!wrong) return
  const place = [part, ...wrong.keys].join('.')
  if (wrong.kind !== 'maker' || (wrong.value as Maker)[MAKER].makes === 'reply') {
    const text = isNamedReply(expected) ? expected.args[0] : undefined
    const right = part === 'body' && typeof text === 'string' ? asCode(text) : '{ id: exists() }'
    refuse(
      route,
      `${place} is ${wrong.kind === 'maker' ? KINDS.reply : KINDS[wrong.kind]}, which no request contains`,
      withMatch(route, part, right),
    )
  }
  const { name } = wrong.value as Maker
  refuse(route, `${place} is the function ${name} itself; call it`, withMatch(route, part, asCode(expected)))
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
