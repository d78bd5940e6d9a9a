import { AsyncResource } from 'node:async_hooks'
import type { ClientHttp2Session, ClientHttp2Stream, ServerHttp2Stream } from 'node:http2'
import { IncomingRequest } from '../../request/incoming-request.ts'

export type SentHeaders = Parameters<ClientHttp2Session['request']>[0]
export type StreamOptions = Parameters<ClientHttp2Session['request']>[1]

/** Both ends of a mocked stream. */
export interface StreamEnds {
  readonly arrived: ServerHttp2Stream
  readonly sent: ClientHttp2Stream
}

/** What a client asks its session for. */
export interface SentStream {
  readonly request: IncomingRequest
  /** The async context of the code that sends it. */
  readonly context: AsyncResource
  /** Told of the stream at whose other end the request arrives, before its body is read. */
  arrive(ends: StreamEnds): void
}

/**
 * Reads the arguments of `session.request(…)`; `origin` is the session's own.
 * @throws {TypeError} if they make no valid URL, or no valid headers.
 */
export function readStream(headers: SentHeaders, options: StreamOptions, origin: string): SentStream {
  const { pseudo, plain } = partsOf(headers)
  const method = pseudo.get(':method') ?? 'GET'
  const path = pseudo.get(':path') ?? '/'
  const authority = pseudo.get(':authority') ?? plain.get('host')
  const scheme = pseudo.get(':scheme') ?? new URL(origin).protocol.slice(0, -1)
  // `OPTIONS *` asks about the server as a whole.
  const url = new URL((authority === null ? origin : `${scheme}://${authority}`) + (path === '*' ? '' : path))
  const aborted = new AbortController()
  let arrived: ServerHttp2Stream | undefined
  return {
    request: new IncomingRequest({
      method,
      url: url.href,
      headers: plain,
      signal: aborted.signal,
      // A client can write any authority, but its session leads to one place.
      sentTo: url.origin === origin ? undefined : origin + path,
      ...(isBodied(method, options) && { readBody: () => bytesOf(arrived as ServerHttp2Stream) }),
    }),
    context: new AsyncResource('mynah', { requireManualDestroy: true }),
    arrive(ends) {
      arrived = ends.arrived
      ends.arrived.once('aborted', () => aborted.abort())
      ends.sent.once('close', () => {
        if (ends.arrived.writableEnded) return
        // A session that is destroyed resets none of its streams.
        ends.arrived.destroy()
        aborted.abort()
      })
    },
  }
}

interface Parts {
  /** The names that begin with a colon: a request's own line. */
  readonly pseudo: ReadonlyMap<string, string>
  readonly plain: Headers
}

/** Reads an object of headers, or a list of names and values in turn. */
function partsOf(headers: SentHeaders = {}): Parts {
  const pseudo = new Map<string, string>()
  const plain = new Headers()
  const add = (name: string, value: unknown) => {
    if (name.startsWith(':')) pseudo.set(name, String(value))
    else plain.append(name, String(value))
  }
  if (Array.isArray(headers)) {
    const list: readonly unknown[] = headers
    for (let at = 0; at + 1 < list.length; at += 2) add(String(list[at]), list[at + 1])
    return { pseudo, plain }
  }
  for (const [name, value] of Object.entries(headers)) {
    // As in Node, a name without a value is not sent.
    for (const one of [value ?? []].flat()) add(name, one)
  }
  return { pseudo, plain }
}

/** The methods whose stream Node ends at once, unless its options say otherwise. */
const BODILESS = ['GET', 'HEAD', 'DELETE']

function isBodied(method: string, options: StreamOptions): boolean {
  return !(options?.endStream ?? BODILESS.includes(method))
}

/** @throws {Error} if the client resets the stream before its end. */
async function bytesOf(stream: ServerHttp2Stream): Promise<ArrayBuffer> {
  const chunks: Buffer[] = []
  // The stream still has to be answered.
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) chunks.push(chunk)
  if (stream.aborted) throw new Error('The client has reset the stream')
  return new Uint8Array(Buffer.concat(chunks)).buffer
}
