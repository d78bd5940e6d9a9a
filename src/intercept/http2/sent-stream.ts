import { AsyncResource } from 'node:async_hooks'
import type { ClientHttp2Session, ClientHttp2Stream, OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { IncomingRequest } from '../../request/incoming-request.ts'

export type SentHeaders = Parameters<ClientHttp2Session['request']>[0]
export type StreamOptions = Parameters<ClientHttp2Session['request']>[1]

/** Both ends of a mocked stream. */
export interface StreamEnds {
  readonly arrived: ServerHttp2Stream
  readonly sent: ClientHttp2Stream
}

/** Whether a stream can still be answered. One whose client has reset it is closed before it is destroyed, if its body is unread. */
export function isOpen(stream: ClientHttp2Stream | ServerHttp2Stream): boolean {
  return !stream.closed && !stream.destroyed
}

/** What a client asks its session for. */
export interface SentStream {
  readonly request: IncomingRequest
  /** The async context of the code that sends it. */
  readonly context: AsyncResource
  /** Told of the client's stream when it is made: the client may give up before the request arrives. */
  watch(sent: ClientHttp2Stream): void
  /** Told of the stream at its other end, before its body is read. */
  arrive(arrived: ServerHttp2Stream): void
}

/**
 * Reads the arguments of `session.request(…)`; `origin` is the session's own.
 * @throws {TypeError} if they make no valid URL, or no valid headers.
 */
export function readStream(headers: SentHeaders, options: StreamOptions, origin: string): SentStream {
  const { pseudo, regular } = partsOf(headers)
  const method = pseudo.get(':method') ?? 'GET'
  const path = pathOf(pseudo.get(':path') ?? '/')
  const authority = pseudo.get(':authority') ?? regular.get('host')
  const scheme = pseudo.get(':scheme') ?? new URL(origin).protocol
  const url = new URL((authority === null ? origin : `${scheme.replace(/:$/, '')}://${authority}`) + path)
  const aborted = new AbortController()
  let arrived: ServerHttp2Stream | undefined
  return {
    request: new IncomingRequest({
      method,
      url: url.href,
      headers: regular,
      signal: aborted.signal,
      // A client can write any authority, but its session leads to one place.
      sentTo: url.origin === origin ? undefined : origin + path,
      ...(isBodied(method, options) && { readBody: () => bytesOfStream(arrived as ServerHttp2Stream) }),
    }),
    context: new AsyncResource('mynah', { requireManualDestroy: true }),
    watch(sent) {
      sent.once('close', () => {
        if (arrived?.writableEnded) return
        // A session that is destroyed resets none of its streams.
        arrived?.destroy()
        aborted.abort()
      })
    },
    arrive(stream) {
      arrived = stream
      stream.once('aborted', () => aborted.abort())
    },
  }
}

/** A path without a slash must not become a part of the host. `OPTIONS *` asks about the server as a whole. */
function pathOf(path: string): string {
  if (path === '*') return ''
  return path.startsWith('/') ? path : `/${path}`
}

/** Some clients write `https:`, which real servers take, and Node's refuses: it would reset a mocked stream before it arrives. */
export function withPlainScheme(headers: SentHeaders): SentHeaders {
  const withoutColon = (scheme: unknown) => String(scheme).replace(/:$/, '')
  if (Array.isArray(headers)) {
    const list: readonly unknown[] = headers
    return list.map((item, at) => (list[at - 1] === ':scheme' && at % 2 === 1 ? withoutColon(item) : item)) as never
  }
  const scheme = (headers as OutgoingHttpHeaders | undefined)?.[':scheme']
  return scheme === undefined ? headers : { ...headers, ':scheme': withoutColon(scheme) }
}

interface Parts {
  /** The names that begin with a colon: a request's own line. */
  readonly pseudo: ReadonlyMap<string, string>
  readonly regular: Headers
}

/** Reads an object of headers, or a list of names and values in turn. */
function partsOf(headers: SentHeaders = {}): Parts {
  const pseudo = new Map<string, string>()
  const regular = new Headers()
  const add = (name: string, value: unknown) => {
    if (name.startsWith(':')) pseudo.set(name, String(value))
    else regular.append(name, String(value))
  }
  if (Array.isArray(headers)) {
    const list: readonly unknown[] = headers
    for (let at = 0; at + 1 < list.length; at += 2) add(String(list[at]), list[at + 1])
    return { pseudo, regular }
  }
  for (const [name, value] of Object.entries(headers)) {
    // As in Node, a name without a value is not sent.
    for (const one of [value ?? []].flat()) add(name, one)
  }
  return { pseudo, regular }
}

/** The methods whose stream Node ends at once, unless its options say otherwise. */
const BODILESS_METHODS = ['GET', 'HEAD', 'DELETE']

function isBodied(method: string, options: StreamOptions): boolean {
  return !(options?.endStream ?? BODILESS_METHODS.includes(method))
}

/** @throws {Error} if the client resets the stream before its end. */
async function bytesOfStream(stream: ServerHttp2Stream): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  // The stream still has to be answered.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) chunks.push(chunk)
  if (stream.aborted) throw new Error('The client has reset the stream')
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
