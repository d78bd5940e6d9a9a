import type ts from 'typescript'
import type { Source } from '../read/source.ts'
import { urlText } from './interceptors/path.ts'

/** A construct that declares answers of one host: a chain, or a variable with all its chains. */
export interface Attempt {
  readonly node: ts.Node
  /** The origin; nothing if it is not written in the file. */
  readonly host: string | undefined
}

/** The origin of a base. */
export function hostOf(source: Source, base: ts.Expression | undefined): string | undefined {
  const text = base && urlText(source, base)
  return text === undefined ? undefined : /^https?:\/\/[^/]+/.exec(text)?.[0]
}

/**
 * nock answers each request of a host that it has a scope of, and rejects those without an interceptor. So a host is converted as a whole, or
 * stays as a whole. Returns the hosts that stay.
 */
export function leaveHosts(source: Source, attempts: readonly Attempt[]): string[] {
  const nodes = new Set(source.left.map(({ node }) => node))
  const left = attempts.filter(({ node }) => nodes.has(node))
  const hosts = new Set(left.map(({ host }) => host))
  if (left.length === 0) return []
  for (const { node, host } of attempts) {
    if (nodes.has(node) || !(hosts.has(undefined) || host === undefined || hosts.has(host))) continue
    source.refuse(node, `nock answers for all of ${host ?? 'its hosts'} while one of its scopes is left`)
  }
  return [...hosts].filter((host) => host !== undefined)
}
