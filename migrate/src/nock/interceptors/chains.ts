import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { type Chain, propertyOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import type { Conditions } from '../../request/conditions.ts'
import type { Scope } from './links.ts'
import { readOptions } from './options.ts'
import { baseText, originIn } from './path.ts'

export function scopeFrom(source: Source, base: ts.Expression, options?: ts.Expression): Scope {
  if (source.ts.isRegularExpressionLiteral(base))
    leaveByHand('write match: ({ url }) => …, of a path alone, which any origin has')
  const conditions: Conditions = { headers: [], tests: [] }
  const isOpen = options ? readOptions(source, conditions, options) : false
  const encoded =
    options && source.ts.isObjectLiteralExpression(options) && propertyOf(source, options, 'encodedQueryParams')
  const isEncoded = encoded ? encoded.kind === source.ts.SyntaxKind.TrueKeyword : false
  return { base, isPersisted: false, isOpen, isEncoded, conditions, replyHeaders: undefined }
}

/** The calls that end an interceptor. */
export const REPLY = /^(?:reply(?:With(?:Error|File))?|passthrough)$/

export function hasInterceptor(links: Chain['links']): boolean {
  return links.some(({ name }) => REPLY.test(name))
}

export const METHOD = /^(?:get|post|put|patch|delete|head|options|merge|intercept)$/

/** Whether a chain is a scope without an interceptor, by the names of its calls. */
export function isBase(links: readonly { readonly name: string }[]): boolean {
  return !links.some(({ name }) => METHOD.test(name))
}

/** The calls of a chain on its scope that count for all interceptors of it, since nock reads them at each request. */
export function settingsOf(links: Chain['links']): Chain['links'] {
  let isOfScope = true
  return links.filter(({ name }) => {
    if (METHOD.test(name)) isOfScope = false
    else if (REPLY.test(name)) isOfScope = true
    else return isOfScope
    return false
  })
}

export function countOf({ links }: Chain): number {
  return Math.max(1, links.filter(({ name }) => REPLY.test(name)).length)
}

/** The option of `setupMocks` that lets the requests of a scope's host pass, if no stub takes them. */
export function passOption(source: Source, { base }: Scope): string {
  const origin = originIn(baseText(source, base))
  return origin === undefined ? leaveByHand(PASSTHROUGH) : `{ passthrough: [${source.quote(origin)}] }`
}
