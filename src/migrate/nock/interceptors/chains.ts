import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { assertionOf } from '../../read/assertions.ts'
import { type Chain, propertyOf } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import type { Conditions } from '../../request/conditions.ts'
import type { Base, Scope } from './links.ts'
import { readOptions } from './options.ts'
import { originTest } from './origin.ts'
import { originIn, urlText } from './path.ts'

export function scopeOf(source: Source, call: ts.CallExpression): Scope {
  const [base, options] = call.arguments
  return base ? scopeFrom(source, base, options) : leaveByHand('nock() needs a base: write rest.at(origin)')
}

export function scopeFrom(source: Source, base: ts.Expression, options: ts.Expression | undefined): Scope {
  const { ts } = source
  const origin = originTest(source, base, options)
  const conditions: Conditions = { headers: [], tests: origin ? [{ code: origin, field: 'url' }] : [] }
  const isOpen = options ? readOptions(source, conditions, options) : false
  const encoded = options && ts.isObjectLiteralExpression(options) && propertyOf(source, options, 'encodedQueryParams')
  const isEncoded = encoded ? encoded.kind === ts.SyntaxKind.TrueKeyword : false
  return { ...bareScope(base), isAnyOrigin: origin !== undefined, isOpen, isEncoded, conditions }
}

/** What a base alone says of its interceptors. */
export function bareScope(base: Base, isPersisted = false): Scope {
  const conditions = { headers: [], tests: [] }
  return { base, isAnyOrigin: false, isPersisted, isOpen: false, isEncoded: false, conditions, replyHeaders: undefined }
}

/** The text of a chain's base, if it is written in the file. */
export function baseText(source: Source, { root }: Chain): string | undefined {
  const [base] = source.ts.isCallExpression(root) ? root.arguments : []
  return base && urlText(source, base)
}

export function hasInterceptor(links: Chain['links']): boolean {
  return links.some(({ name }) => /^reply|^passthrough$/.test(name))
}

const METHOD = /^(?:get|post|put|patch|delete|head|options|merge|intercept)$/

/** Whether a chain ends before its reply: a variable holds the interceptor. */
export function isDraft(links: Chain['links']): boolean {
  return !isBase(links) && !hasInterceptor(links)
}

/** Whether a chain is a scope without an interceptor, by the names of its calls. */
export function isBase(links: readonly { readonly name: string }[]): boolean {
  return !links.some(({ name }) => METHOD.test(name))
}

export function countOf({ links }: Chain): number {
  return Math.max(1, links.filter(({ name }) => /^(?:reply(?:With|$)|passthrough$)/.test(name)).length)
}

/** Whether a use of nock demands all requests of a file: `expect(nock.isDone()).toBe(true)`. */
export function isGlobalDemand(source: Source, { parent: access }: ts.Identifier): boolean {
  const { ts } = source
  const isAsked = ts.isPropertyAccessExpression(access) && access.name.text === 'isDone'
  return isAsked && ts.isCallExpression(access.parent) && assertionOf(source, access.parent)?.isTrue === true
}

/** The option of `setupMocks` that lets the requests of a scope's host pass, if no stub takes them. */
export function passOption(source: Source, { base }: Scope): string {
  const origin = originIn('at' in base ? base.text : urlText(source, base))
  return origin === undefined ? leaveByHand(PASSTHROUGH) : `{ passthrough: [${source.quote(origin)}] }`
}
