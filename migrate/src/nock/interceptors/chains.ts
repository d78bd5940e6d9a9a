import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { assertionOf } from '../../read/assertions.ts'
import { type Chain, propertyOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import type { Conditions } from '../../request/conditions.ts'
import { conditionOn } from '../../request/url-condition.ts'
import type { Base, Scope } from './links.ts'
import { readOptions } from './options.ts'
import { baseText, originIn, urlText } from './path.ts'

export function scopeFrom(source: Source, base: ts.Expression, options?: ts.Expression): Scope {
  const { ts } = source
  const option = (name: string) =>
    options && ts.isObjectLiteralExpression(options) ? propertyOf(source, options, name) : undefined
  const origin = originTest(source, base, option('filteringScope'))
  const conditions: Conditions = { headers: [], tests: origin ? [{ code: origin, field: 'url' }] : [] }
  const isOpen = options ? readOptions(source, conditions, options) : false
  const isEncoded = option('encodedQueryParams')?.kind === ts.SyntaxKind.TrueKeyword
  return { ...bareScope(base), isAnyOrigin: origin !== undefined, isOpen, isEncoded, conditions }
}

/** What a base alone says of its interceptors. */
export function bareScope(base: Base, isPersisted = false): Scope {
  const conditions = { headers: [], tests: [] }
  return { base, isAnyOrigin: false, isPersisted, isOpen: false, isEncoded: false, conditions, replyHeaders: undefined }
}

const FILTERING = 'write filteringScope as match: ({ url }) => …, of a path alone, which any origin has'

/** A RegExp of names alone, which fits an origin with its port and without. */
const WITHOUT_PORT = /^\/\^?(?:https\??:\\\/\\\/)?(?:[a-z][\w-]*|\\\.|\.\*|\(\?:|[(|)])+\/i?$/

/**
 * The condition on the origin of a request, if a scope has no fixed one: its base is a RegExp, or it has `filteringScope`. nock tests an origin
 * that names its port always.
 */
function originTest(source: Source, base: ts.Expression, filter: ts.Expression | undefined): string | undefined {
  if (source.ts.isRegularExpressionLiteral(base)) {
    if (filter) leaveByHand(FILTERING)
    return `${source.code(base)}.test(${WITHOUT_PORT.test(base.text) ? 'new URL(url).origin' : originWithPort(source)})`
  }
  if (!filter) return undefined
  const text = urlText(source, base)
  if (text === undefined) return leaveByHand(FILTERING)
  const isOwn = `new URL(url).origin === ${source.quote(new URL(text).origin)}`
  return `(${conditionOn(source, filter, originWithPort(source))} || ${isOwn})`
}

export function originWithPort({ style: { quote } }: Source): string {
  const ports = ['http', 'https'].map(
    (scheme) => `${String.raw`.replace(/^${scheme}:\/\/[^:]+$/, `}${quote}$&:${scheme === 'http' ? 80 : 443}${quote})`,
  )
  return `new URL(url).origin${ports.join('')}`
}

/** The calls that end an interceptor. */
export const REPLY = /^(?:reply(?:With(?:Error|File))?|passthrough)$/

export function hasInterceptor(links: Chain['links']): boolean {
  return links.some(({ name }) => REPLY.test(name))
}

export const METHOD = /^(?:get|post|put|patch|delete|head|options|merge|intercept)$/

/** Whether a chain ends before its reply: a variable holds the interceptor. */
export function isDraft(links: Chain['links']): boolean {
  return !isBase(links) && !hasInterceptor(links)
}

/** Whether a chain is a scope without an interceptor, by the names of its calls. */
export function isBase(links: readonly { readonly name: string }[]): boolean {
  return !links.some(({ name }) => METHOD.test(name))
}

/** The calls of a chain on its scope that count for all interceptors of it, since nock reads them at each request. The date is read when reply() is called, so replyDate() is not one of them. */
export function settingsOf(links: Chain['links']): Chain['links'] {
  let isOfScope = true
  return links.filter(({ name }) => {
    if (METHOD.test(name)) isOfScope = false
    else if (REPLY.test(name)) isOfScope = true
    else return isOfScope && name !== 'replyDate'
    return false
  })
}

export function countOf({ links }: Chain): number {
  return Math.max(1, links.filter(({ name }) => REPLY.test(name)).length)
}

/** Whether a use of nock demands all requests of a file: `expect(nock.isDone()).toBe(true)`. */
export function isGlobalDemand(source: Source, { parent: access }: ts.Identifier): boolean {
  const { ts } = source
  const isAsked = ts.isPropertyAccessExpression(access) && access.name.text === 'isDone'
  return isAsked && ts.isCallExpression(access.parent) && assertionOf(source, access.parent)?.isTrue === true
}

/** The option of `setupMocks` that lets the requests of a scope's host pass, if no stub takes them. */
export function passOption(source: Source, { base }: Scope): string {
  const origin = originIn(baseText(source, base))
  return origin === undefined ? leaveByHand(PASSTHROUGH) : `{ passthrough: [${source.quote(origin)}] }`
}
