import { isIP } from 'node:net'
import type { UndiciRequest } from '../../runtime/hosts/undici.ts'
import type { Destination } from '../../transport/destination.ts'

/** A request of undici. */
export interface SentByUndici extends UndiciRequest {
  readonly origin?: string | URL
  readonly method: string
  readonly path: string
  readonly headers?: string | readonly (string | readonly string[])[]
}

/** Returns the origin of a request; `undefined` if it has no valid one. */
export function originOfSent({ origin }: SentByUndici): string | undefined {
  const text = String(origin)
  return URL.canParse(text) ? new URL(text).origin : undefined
}

/** Returns the place of an origin that a client asked for. undici's connector may connect to a proxy. */
export function destinationOf(origin: string | undefined): Destination | undefined {
  if (origin === undefined) return undefined
  const { protocol, hostname, port } = new URL(origin)
  return { protocol, host: hostname.replaceAll(/[[\]]/g, ''), port }
}

/** Returns the origin that a request asks for: undici's `dns` interceptor replaces the name by an address, and keeps it as the `host`. */
export function askedOrigin(request: SentByUndici): string | undefined {
  const origin = originOfSent(request)
  if (origin === undefined) return undefined
  const { protocol, hostname } = new URL(origin)
  const { host } = request
  const named = `${protocol}//${host}`
  const isResolved = Boolean(host) && isAddress(hostname) && URL.canParse(named) && !isAddress(new URL(named).hostname)
  return isResolved ? new URL(named).origin : origin
}

function isAddress(hostname: string): boolean {
  return isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
}

/** Returns the headers that a request has so far. undici 5 keeps them as text, later versions as names and values in turn. */
export function headersOfSent({ headers = [] }: SentByUndici): [string, string][] {
  if (typeof headers === 'string') {
    return headers.split('\r\n').flatMap((line): [string, string][] => {
      const colon = line.indexOf(':')
      return colon > 0 ? [[line.slice(0, colon), line.slice(colon + 1).trim()]] : []
    })
  }
  const pairs: [string, string][] = []
  for (let at = 0; at + 1 < headers.length; at += 2) pairs.push([String(headers[at]), String(headers[at + 1])])
  return pairs
}
