import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { assertionOf } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { readOptions, type Scope } from './read-interceptors.ts'

export function scopeOf(source: Source, call: ts.CallExpression): Scope {
  const [base, options] = call.arguments
  if (!base) return leaveByHand('nock() needs a base')
  const scope: Scope = { base, isPersisted: false, conditions: { headers: [] }, replyHeaders: undefined }
  if (options) readOptions(source, scope.conditions, options)
  return scope
}

/** The text of a chain's base, if it is written in the file. */
export function baseText(source: Source, { root }: Chain): string | undefined {
  const [base] = source.ts.isCallExpression(root) ? root.arguments : []
  return base && constantText(source, base)
}

export function hasInterceptor(links: Chain['links']): boolean {
  return links.some(({ name }) => /^reply/.test(name))
}

export function countOf({ links }: Chain): number {
  return Math.max(1, links.filter(({ name }) => /^reply(?:With|$)/.test(name)).length)
}

/** `expect(nock.isDone()).toBe(true)`, `expect(nock.pendingMocks()).toEqual([])` demand all requests of a file. */
export function isGlobalDemand(source: Source, use: ts.Identifier): boolean {
  const { ts } = source
  const { parent } = use
  if (!ts.isPropertyAccessExpression(parent) || !ts.isCallExpression(parent.parent)) return false
  if (parent.name.text === 'isDone') return assertionOf(source, parent.parent)?.isTrue === true
  return false
}
