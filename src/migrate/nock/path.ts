import type ts from 'typescript'
import { isInline } from '../declare/resolver.ts'
import { conditionOn } from '../declare/url-condition.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { fromText, pathCode } from '../read/path.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import type { Base, Draft, Scope } from './links.ts'

interface Path {
  readonly path: string
  readonly queries?: string | undefined
  readonly at?: string
  readonly place?: string
}

/** Reads the path of an interceptor behind the base of its scope. */
export function pathOf(source: Source, scope: Scope, draft: Draft): Path {
  const { ts } = source
  const { base, pathFilter } = scope
  const { path } = draft
  if (pathFilter) return filteredPath(source, scope, draft)
  if (isInline(source, path) || kindOf(source, path) === 'function') return pathOfFunction(source, scope, draft)
  const isPattern = ts.isRegularExpressionLiteral(path)
  if (isPattern && asksQuery(path)) return behindQuery(source, scope, draft, path)
  if ('at' in base) {
    if (isPattern) {
      originOfPattern(base.text)
      return { path: source.code(path), at: base.at }
    }
    const { code, queries } = pathCode(source, [path])
    return { path: code, queries, at: base.at, ...placeOf(base.text, constantText(source, path)) }
  }
  if (ts.isRegularExpressionLiteral(base)) return behindPattern(source, base, draft)
  const origin = urlText(source, base)
  if (isPattern) {
    const replaced = originOfPattern(origin, true)
    const code = replaced === undefined ? baseCode(source, base) : source.quote(replaced)
    return { path: source.code(path), at: `${source.name('rest')}.at(${code})` }
  }
  const behind = constantText(source, path)
  // nock drops a slash at the end of a base.
  const whole = origin?.endsWith('/') && behind !== undefined ? origin.slice(0, -1) + behind : undefined
  const { code, queries } =
    whole !== undefined ? fromText(source, whole) : pathCode(source, [inURL(source, base), path])
  return { path: code, queries, ...placeOf(origin, behind) }
}

/** `new URL('https://api.test')` is its text. */
function inURL({ ts }: Source, base: ts.Expression): ts.Expression {
  const [text] = ts.isNewExpression(base) && base.expression.getText() === 'URL' ? (base.arguments ?? []) : []
  return text ?? base
}

export function urlText(source: Source, base: ts.Expression): string | undefined {
  return constantText(source, inURL(source, base))
}

export function baseCode(source: Source, base: ts.Expression): string {
  return source.code(inURL(source, base))
}

/** A RegExp as the base is tested on the origin, with the port that nock always names. */
function behindPattern(source: Source, base: ts.RegularExpressionLiteral, draft: Draft): Path {
  const { path, conditions } = draft
  if (/\$(?:\||\)|\/)|:\\?d|:\d|\\\/\//.test(base.text) && !/^\/\^?https\?:\\\/\\\/[\w\\.-]+\/[a-z]*$/.test(base.text))
    leaveByHand('nock tests this RegExp on an origin with its port: match: ({ url }) => … of a path alone')
  conditions.tests.push({ code: `${source.code(base)}.test(new URL(url).origin)`, field: 'url' })
  if (source.ts.isRegularExpressionLiteral(path)) return { path: source.code(path) }
  const { code, queries } = pathCode(source, [path])
  return { path: code, queries }
}

/** nock hands over the whole path, also that of the base, with the query if `query()` does not ask for one. */
function pathOfFunction(source: Source, { base }: Scope, { path, conditions }: Draft): Path {
  conditions.tests.push({
    code: conditionOn(source, path, pathIn(source, conditions.isAnyQuery === true)),
    field: 'url',
  })
  return anyPathOf(source, base)
}

/** `filteringPath` rewrites the path of a request before it is compared. */
function filteredPath(source: Source, { base, pathFilter }: Scope, { path, conditions }: Draft): Path {
  const text = constantText(source, path)
  const prefix = 'at' in base ? base.text : urlText(source, base)
  const isPlain = text !== undefined && prefix !== undefined && !text.includes('?') && !conditions.queries
  if (!isPlain || !pathFilter) return leaveByHand('write filteringPath() as match: ({ url }) => …')
  const whole = prefix.replace(/^https?:\/\/[^/]*/, '').replace(/\/$/, '') + text
  const filtered = pathFilter(pathIn(source, conditions.isAnyQuery === true))
  conditions.tests.push({ code: `${filtered} === ${source.quote(whole)}`, field: 'url' })
  return anyPathOf(source, base)
}

function pathIn(_: Source, isWithoutQuery: boolean): string {
  return isWithoutQuery ? 'new URL(url).pathname' : 'url.slice(new URL(url).origin.length)'
}

/** Any path of the base's origin. */
function anyPathOf(source: Source, base: Base): Path {
  const { ts } = source
  const path = '/.*/'
  if ('at' in base) return isOrigin(base.text) ? { path, at: base.at } : leaveByHand(WHOLE)
  if (ts.isRegularExpressionLiteral(base)) return leaveByHand(WHOLE)
  const text = urlText(source, base)
  const [, origin] = /^(https?:\/\/[^/]+)/.exec(text ?? '') ?? []
  if (origin === undefined) return leaveByHand(WHOLE)
  const code = isOrigin(text) ? baseCode(source, base) : source.quote(origin)
  return { path, at: `${source.name('rest')}.at(${code})` }
}

const WHOLE =
  'write rest.at(origin).get(/.*/, payload, { match: ({ url }) => … }): the function gets the base’s path too'

function isOrigin(base: string | undefined): boolean {
  return base !== undefined && /^https?:\/\/[^/]+\/?$/.test(base)
}

/** Whether a RegExp reads the query too, which mynah's paths do not have. */
function asksQuery({ text }: ts.RegularExpressionLiteral): boolean {
  return /\\\?|\[[^\]]*\?/.test(text)
}

function behindQuery(source: Source, { base }: Scope, { conditions }: Draft, path: ts.Expression): Path {
  conditions.isAnyQuery = true
  conditions.tests.push({ code: `${source.code(path)}.test(${pathIn(source, false)})`, field: 'url' })
  return anyPathOf(source, base)
}

/** nock tests a RegExp on the path and the query together, the base's own path among them; mynah on what is behind the base. */
function originOfPattern(base: string | undefined, isReplaced = false): string | undefined {
  const [, origin, path = ''] = /^(https?:\/\/[^/]+)(.*)$/s.exec(base ?? '') ?? []
  if (path === '' || path === '/') return undefined
  if (!isReplaced) leaveByHand('nock tests this RegExp on the base’s path too: write it for what is behind the base')
  return origin
}

function placeOf(base: string | undefined, path: string | undefined): { place?: string } {
  return base === undefined || path === undefined
    ? {}
    : { place: (base.replace(/\/$/, '') + path).replace(/\?.*$/s, '') }
}
