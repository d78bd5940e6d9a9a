import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { ownerOf } from '../../declare/override.ts'
import { objectOf } from '../../declare/reply-value.ts'
import { type Chain, chainFrom, isReachable, nameOf, nodesIn, propertyOf, propertyValue } from '../../read/nodes.ts'
import type { MadeBase } from '../../read/rulings.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { type Conditions, readHeaders } from '../../request/conditions.ts'
import { isInline } from '../../request/resolver.ts'
import { originIn, readScopeLink, type Scope, urlText } from './links.ts'

/** What the function that a call runs returns, if its callers add the interceptors. */
export function baseOf({ checker, rulings }: Source, call: ts.CallExpression): MadeBase | undefined {
  const called = (one: ts.CallExpression) => {
    const declaration = checker.getResolvedSignature(one)?.declaration
    return declaration && rulings.bases.get(declaration)
  }
  const made = rulings.bases.size > 0 ? called(call) : undefined
  for (let one = made; one; one = called(one.root)) if (one.refused !== undefined) return undefined
  return made
}

export function scopeOf(source: Source, root: ts.Expression): Scope {
  const call = root as ts.CallExpression
  const made = baseOf(source, call)
  const conditions: Conditions = { headers: [], tests: [] }
  const [base, options] = call.arguments
  if (made) {
    const scope = made.scope ?? leaveByHand('this function stays with its callers')
    // Of what a caller hands over, the functions are those that headers are compared with.
    const isHeader = (node: ts.Node): node is ts.PropertyAssignment =>
      source.ts.isPropertyAssignment(node) && isInline(source, node.initializer)
    for (const { initializer } of scope.isAsking ? nodesIn(source.ts, call, isHeader) : [])
      source.replace(initializer, `${source.name('fn')}(${initializer.getText()})`)
    return { ...scope, made: scope, base: root, isOpen: false, conditions, replyHeaders: undefined }
  }
  if (!base) return leaveByHand('nock() needs a base: write rest.at(origin)')
  if (source.ts.isRegularExpressionLiteral(base))
    leaveByHand('write match: ({ url }) => …, of a path alone, which any origin has')
  const isOpen = options ? readOptions(source, conditions, options) : false
  const encoded =
    options && source.ts.isObjectLiteralExpression(options) && propertyOf(source, options, 'encodedQueryParams')
  const isEncoded = encoded ? encoded.kind === source.ts.SyntaxKind.TrueKeyword : false
  return { base, isPersisted: false, isOpen, isEncoded, conditions, replyHeaders: undefined }
}

/** What the scope of a variable says of an interceptor that it gets at a place. */
export function scopeAt(
  source: Source,
  { name, roots }: { readonly name: ts.Identifier; readonly roots: readonly ts.Identifier[] },
  [chain, ...others]: readonly Chain[],
  at: ts.Identifier,
): Scope {
  const root = chain?.root as ts.CallExpression | undefined
  const base = root && baseOf(source, root) ? root : root?.arguments[0]
  const isOne = others.every((one) => one.node.getText() === chain?.node.getText())
  if (!chain || !base || !isOne || !isReachable(source, base, at))
    return leaveByHand(
      `write the base of ${name.text} where it gets its interceptors: mocks.use.get(base + path, payload)`,
    )
  const [setting] = settingsOf(chainFrom(source, at).links)
  if (setting && roots.length > 1)
    leaveByHand(`call ${setting.name}() where ${name.text} is made: nock applies it to all that ${name.text} declares`)
  const scope = scopeOf(source, chain.root)
  for (const link of settingsOf(chain.links)) readScopeLink(source, scope, link)
  return scope
}

export const REPLY = /^(?:reply(?:With(?:Error|File))?|passthrough)$/

export function hasInterceptor(links: Chain['links']): boolean {
  return links.some(({ name }) => REPLY.test(name))
}

export const METHOD = /^(?:get|post|put|patch|delete|head|options|merge|intercept)$/

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
  const origin = originIn(urlText(source, base))
  return origin === undefined ? leaveByHand(PASSTHROUGH) : `{ passthrough: [${source.quote(origin)}] }`
}

/** Reads the options of a scope. Returns whether what is not mocked passes. */
export function readOptions(source: Source, conditions: Conditions, options: ts.Expression): boolean {
  const { ts } = source
  const object = objectOf(source, options) ?? leaveByHand('write the options of nock() inline, as an object')
  let isOpen = false
  for (const property of object.properties) {
    const name = nameOf(ts, property)
    const value = propertyValue(ts, property)
    if (!value) leaveByHand(`write the option ${name} as match: (request) => …`)
    else if (name === 'reqheaders') readHeaders(source, conditions, value)
    else if (name === 'allowUnmocked' && value.kind === ts.SyntaxKind.TrueKeyword) isOpen = true
    else if (name === 'allowUnmocked' && value.kind !== ts.SyntaxKind.FalseKeyword) leaveByHand(PASSTHROUGH)
    else if (/^(?:badheaders|filteringScope|conditionally)$/.test(name))
      leaveByHand(`the option ${name} has no counterpart: remove it, or write match: (request) => …`)
  }
  return isOpen
}

export function chainsOf(source: Source, roots: readonly ts.CallExpression[], symbol: ts.Symbol): Chain[] {
  return roots.flatMap((root) => {
    const chain = chainFrom(source, root)
    const owner = ownerOf(source, chain.node)
    return owner && source.checker.getSymbolAtLocation(owner) === symbol ? [chain] : []
  })
}
