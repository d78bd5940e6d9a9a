import type { ClientHttp2Session, ClientHttp2Stream } from 'node:http2'
import { MynahError } from '../../core/errors.ts'
import { isThenable } from '../../core/type-guards.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import type { Verdict } from '../../response/verdict.ts'
import type { SourceOptions } from '../interceptor.ts'
import { forwardStream } from './forward-stream.ts'
import type { MockedSession } from './mocked-session.ts'
import { onceClosed } from './open-session.ts'
import {
  isOpen,
  readStream,
  type SentHeaders,
  type SentStream,
  type StreamEnds,
  type StreamOptions,
  withPlainScheme,
} from './sent-stream.ts'
import { serveStream } from './serve-stream.ts'

/** The two sessions that streams of a client's session are sent over: one is the client's own, the other is opened behind it. */
export interface ClientSessions {
  readonly origin: string
  /** Called once. */
  openMocked(): MockedSession
  /** Called once. */
  openReal(): ClientHttp2Session
  /** Node's own method, which sends a stream. */
  readonly send: ClientHttp2Session['request']
}

interface ClientSessionOptions extends ClientSessions, Pick<SourceOptions, 'fault' | 'isPassthroughByHead'> {
  /** The session that the client holds. */
  readonly front: ClientHttp2Session
  /** Asks the listeners of the source. Never throws or rejects. */
  handle(request: IncomingRequest): Verdict | Promise<Verdict>
}

/**
 * A session of a client, with a second one behind it: a mocked one for the mocked streams of a real session, a real one for the
 * streams of a mocked session that pass through.
 */
export class ClientSession {
  readonly #options: ClientSessionOptions
  #mockedSession: MockedSession | undefined
  #realSession: ClientHttp2Session | undefined
  #realStreams = 0

  constructor(options: ClientSessionOptions) {
    this.#options = options
    onceClosed(options.front, () => {
      for (const session of [this.#mockedSession?.client, this.#realSession]) {
        if (session && !session.closed) session.close()
      }
    })
  }

  /** Sends a stream where it is answered. */
  request(headers: SentHeaders, options: StreamOptions): ClientHttp2Stream {
    const { origin, handle, isPassthroughByHead } = this.#options
    let sent: SentStream
    try {
      sent = readStream(headers, options, origin)
    } catch (error) {
      return this.#refuse(headers, options, new MynahError('REQUEST', `The request of HTTP/2 is not valid: ${error}`))
    }
    const { request } = sent
    const known = isPassthroughByHead(request) ? handle(request) : undefined
    if (known && !isThenable(known) && known.kind === 'passthrough') return this.sendReal(headers, options, request)
    if (request.method === 'CONNECT') {
      return this.#refuse(headers, options, new MynahError('REQUEST', 'A CONNECT stream of HTTP/2 cannot be mocked'))
    }
    const stream = this.#send(this.#mocked.client, withPlainScheme(headers), options)
    sent.watch(stream)
    this.#mocked.expect(stream, (arrived) => {
      const ends = { arrived, sent: stream }
      sent.context.runInAsyncScope(async () => {
        try {
          sent.arrive(arrived)
          const verdict = await (known ?? handle(request))
          if (verdict.kind === 'passthrough') this.#forward(headers, options, request, ends)
          else await serveStream(verdict, ends, request)
        } catch (thrown) {
          if (!stream.destroyed) stream.destroy(this.#options.fault(request, thrown))
        }
      })
    })
    return stream
  }

  #send(session: ClientHttp2Session, headers: SentHeaders, options: StreamOptions): ClientHttp2Stream {
    return Reflect.apply(this.#options.send, session, [headers, options])
  }

  get #mocked(): MockedSession {
    this.#mockedSession ??= this.#options.openMocked()
    return this.#mockedSession
  }

  /** Sends a stream over the real session, which keeps the process open only as long as it has streams. */
  sendReal(headers: SentHeaders, options: StreamOptions, request?: IncomingRequest): ClientHttp2Stream {
    this.#realSession ??= this.#options.openReal()
    const session = this.#realSession
    const stream = this.#send(session, headers, options)
    if (request)
      stream.once('response', ({ ':status': status = 0, ...answered }) => {
        const lines = Object.entries(answered).flatMap(([name, value]) =>
          [value as string | string[]].flat().map((one): [string, string] => [name, one]),
        )
        request.receiveHead({ status, headers: lines })
      })
    if (session === this.#options.front) return stream
    if (this.#realStreams++ === 0) session.ref()
    stream.once('close', () => {
      if (--this.#realStreams === 0) session.unref()
    })
    return stream
  }

  #forward(headers: SentHeaders, options: StreamOptions, request: IncomingRequest, ends: StreamEnds): void {
    if (!isOpen(ends.sent) || !isOpen(ends.arrived)) return
    const { signal: _signal, waitForTrailers: _waitForTrailers, ...others } = options ?? {}
    // A stream's body is read as bytes.
    forwardStream(this.sendReal(headers, others, request), ends, request.sentBody as ArrayBuffer | undefined)
  }

  /** Fails a stream, and the test. */
  #refuse(headers: SentHeaders, options: StreamOptions, problem: MynahError): ClientHttp2Stream {
    const stream = this.#send(this.#mocked.client, headers, options)
    stream.destroy(this.#options.fault({ method: 'CONNECT', url: this.#options.origin }, problem))
    return stream
  }
}
