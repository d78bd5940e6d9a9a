import { Writable } from 'node:stream'
import type * as undici from 'undici'

type Undici = typeof undici

/** A request to be sent. */
export interface Sending {
  readonly origin: string
  readonly path: string
  readonly method: 'GET' | 'POST'
}

/** Calls back with the text of the answer, or with the error, in the client's own callback if it has one. */
type Told = (text: unknown) => void
type Send = (sending: Sending, dispatcher: undici.Dispatcher, told: Told) => void

const bodyOf = ({ method }: Sending) => (method === 'POST' ? 'sent' : null)

const captured = globalThis.fetch

/** Resolves with what a callback is called with. */
function collected(told: (text: string) => void): Writable {
  const chunks: Buffer[] = []
  return new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk)
      done()
    },
    final(done) {
      told(Buffer.concat(chunks).toString())
      done()
    },
  })
}

/** A handler of each version: 6 calls the first methods, 8 the last ones. */
function handlerOf(told: Told) {
  let text = ''
  const add = (chunk: Buffer) => {
    text += chunk
  }
  return {
    onConnect() {},
    onHeaders: () => true,
    onData(chunk: Buffer) {
      add(chunk)
      return true
    },
    onComplete: () => told(text),
    onError: told,
    onRequestStart() {},
    onResponseStart() {},
    onResponseData: (_controller: unknown, chunk: Buffer) => add(chunk),
    onResponseEnd: () => told(text),
    onResponseError: (_controller: unknown, error: Error) => told(error),
  }
}

/** Returns the ways in which a version of undici sends a request over a dispatcher. */
export function waysOf(version: Undici): Readonly<Record<string, Send>> {
  const byFetch =
    (fetch: (url: string, init: object) => Promise<{ text(): Promise<string> }>, isGlobal = false): Send =>
    (sending, dispatcher, told) => {
      const init = { method: sending.method, body: bodyOf(sending), ...(!isGlobal && { dispatcher }) }
      fetch(sending.origin + sending.path, init)
        .then((response) => response.text())
        .then(told, told)
    }
  return {
    fetch: byFetch((url, init) => version.fetch(url, init)),
    'the global fetch': byFetch((url, init) => fetch(url, init), true),
    'a global fetch from before the start': byFetch((url, init) => captured(url, init), true),
    request(sending, dispatcher, told) {
      dispatcher
        .request({ ...sending, body: bodyOf(sending) })
        .then(({ body }) => body.text())
        .then(told, told)
    },
    dispatch(sending, dispatcher, told) {
      dispatcher.dispatch({ ...sending, body: bodyOf(sending) }, handlerOf(told) as undici.Dispatcher.DispatchHandler)
    },
    stream(sending, dispatcher, told) {
      let text = ''
      const sink = () => collected((all) => {
        text = all
      })
      dispatcher.stream({ ...sending, body: bodyOf(sending) }, sink).then(() => told(text), told)
    },
    pipeline(sending, dispatcher, told) {
      const pipe = dispatcher.pipeline(sending, ({ body }) => body)
      pipe.on('error', told).pipe(collected(told))
      pipe.end(bodyOf(sending) ?? undefined)
    },
  }
}

/** Returns the kinds of dispatchers of a version. The last ones send a request again that a server has answered with 503. */
export function dispatchersOf(version: Undici): Readonly<Record<string, (origin: string, connections: number) => undici.Dispatcher>> {
  const { Agent, Client, Pool, RetryAgent, interceptors } = version
  const settings = { minTimeout: 1, maxRetries: 3 }
  return {
    Agent: (_origin, connections) => new Agent({ connections }),
    Pool: (origin, connections) => new Pool(origin, { connections }),
    Client: (origin) => new Client(origin),
    composed: (_origin, connections) => new Agent({ connections }).compose(interceptors.retry(settings)),
    RetryAgent: (_origin, connections) => new RetryAgent(new Agent({ connections }), settings),
  }
}
