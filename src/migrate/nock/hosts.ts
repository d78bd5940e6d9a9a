import type ts from 'typescript'
import type { Source } from '../read/source.ts'
import { originIn, urlText } from './interceptors/path.ts'

/** A construct that declares answers of one host: a chain, or a variable with all its chains. */
export interface Attempt {
  readonly node: ts.Node
  /** The origin; nothing if it is not written in the file. */
  readonly host: string | undefined
}

/** The origin of a base. */
export function hostOf(source: Source, base: ts.Expression | undefined): string | undefined {
  return base && originIn(urlText(source, base))
}

/**
 * nock answers each request of a host that it has a scope of, and rejects those without an interceptor. So a host is converted as a whole, or
 * stays as a whole, and all hosts if the file asks for the answers of all. Returns the code of the hosts that stay.
 */
export function leaveHosts(source: Source, attempts: readonly Attempt[], isAsked: boolean): string[] {
  const left = attempts.filter(({ node }) => source.isLeft(node))
  const hosts = new Set(left.map(({ host }) => host))
  if (left.length === 0) return []
  for (const { node, host } of attempts) {
    const isOther = host !== undefined && !hosts.has(undefined) && !hosts.has(host)
    if (source.isLeft(node) || (isOther && !isAsked)) continue
    source.refuse(
      node,
      isOther ? ASKED : `nock answers for all of ${host ?? 'its hosts'} while one of its scopes is left`,
    )
  }
  return [...hosts].flatMap((host) => (host === undefined ? [] : source.quote(host)))
}

const ASKED = 'this file asks nock for the answers of all hosts, and one of its scopes is left'
