import type { ClientHttp2Session, connect, SecureClientSessionOptions } from 'node:http2'
import { addressOfSession } from '../../runtime/hosts/node.ts'
import { type Destination, originAt } from '../../transport/destination.ts'

export type Connect = typeof connect

export type Authority = Parameters<Connect>[0]
export type CreateConnection = NonNullable<SecureClientSessionOptions['createConnection']>

/** The arguments of `http2.connect(…)`, and where they lead. */
export interface Asked {
  readonly authority: Authority
  readonly options: SecureClientSessionOptions & { readonly servername?: string }
  readonly listener: Parameters<Connect>[2]
  readonly destination: Destination & { readonly host: string; readonly port: string; readonly protocol: string }
  readonly origin: string
}

/** Reads the arguments of `http2.connect(…)`; `undefined` if Node refuses them. */
export function readConnect(args: readonly unknown[]): Asked | undefined {
  const [authority, second, third] = args
  const options = (typeof second === 'function' ? {} : (second ?? {})) as Asked['options']
  const listener = (typeof second === 'function' ? second : third) as Asked['listener']
  const place = authorityPlace(authority)
  if (!place || typeof options !== 'object') return undefined
  const protocol = place.protocol || options.protocol || 'https:'
  const port =
    place.port !== undefined && place.port !== '' ? String(place.port) : place.protocol === 'http:' ? '80' : '443'
  const host = (place.hostname || place.host || 'localhost').replaceAll(/[[\]]/g, '')
  const destination = { protocol, host, port }
  const origin = originAt(protocol, { host: options.servername || host, port })
  if (!/^https?:$/.test(protocol) || !URL.canParse(origin)) return undefined
  return { authority: authority as Authority, options, listener, destination, origin }
}

interface Place {
  readonly protocol?: string
  readonly hostname?: string
  readonly host?: string
  readonly port?: string | number
}

function authorityPlace(authority: unknown): Place | undefined {
  if (typeof authority === 'object' && authority !== null) return authority
  return typeof authority === 'string' && URL.canParse(authority) ? new URL(authority) : undefined
}

/** Returns where a session leads that was opened before the mocks. */
export function originOfSession(session: ClientHttp2Session): string {
  return new URL(addressOfSession(session)).origin
}
