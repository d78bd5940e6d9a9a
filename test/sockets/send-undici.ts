import { Writable } from 'node:stream'
import type * as undici from 'undici'
import { bodyOf, type Client, type Sending, type Told } from './client.ts'

type Undici = typeof undici

type Send = (sending: Sending, dispatcher: undici.Dispatcher, told: Told) => void

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
function waysOf(version: Undici): Readonly<Record<string, Send>> {
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
      const sink = () =>
        collected((all) => {
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

/** On a busy machine a request may wait for longer than undici allows. */
const UNHURRIED = { connect: { timeout: 0 }, headersTimeout: 0, bodyTimeout: 0 }

/** Returns the kinds of dispatchers of a version. */
function dispatchersOf({ Agent, Client, Pool, RetryAgent, interceptors }: Undici) {
  const settings = { minTimeout: 1, maxRetries: 3 }
  const agentOf = (connections: number) => new Agent({ connections, ...UNHURRIED })
  const kinds: Record<string, (origin: string, connections: number) => undici.Dispatcher> = {
    Agent: (_origin, connections) => agentOf(connections),
    Pool: (origin, connections) => new Pool(origin, { connections, ...UNHURRIED }),
    Client: (origin) => new Client(origin, UNHURRIED),
    'composed retries': (_origin, connections) => agentOf(connections).compose(interceptors.retry(settings)),
    'composed redirects': (_origin, connections) =>
      agentOf(connections).compose(interceptors.redirect({ maxRedirections: 3 })),
    RetryAgent: (_origin, connections) => new RetryAgent(agentOf(connections), settings),
  }
  return kinds
}

/** Whether Node's own fetch uses the global dispatcher of each version. That of Node 26 uses undici 8's alone. */
const SHARES_DISPATCHER = Number.parseInt(process.versions.undici ?? '8', 10) < 8

/** Returns the clients of a version: each of its ways over each of its dispatchers. */
export function undiciClients(name: string, version: Undici): Record<string, Client> {
  const clients: Record<string, Client> = {}
  for (const [way, send] of Object.entries(waysOf(version))) {
    for (const [kind, makeDispatcher] of Object.entries(dispatchersOf(version))) {
      const isGlobal = way.includes('global')
      // A pipeline has a stream for a body, which cannot be sent again.
      const isRepeating = way !== 'pipeline' && (!isGlobal || SHARES_DISPATCHER)
      clients[`${name}, ${way} over ${kind}`] = {
        repeats: isRepeating && ['composed retries', 'RetryAgent'].includes(kind),
        follows: way.includes('fetch') || (way !== 'pipeline' && kind === 'composed redirects'),
        make(origin, connections) {
          const before = version.getGlobalDispatcher()
          const dispatcher = makeDispatcher(origin, connections)
          if (isGlobal) version.setGlobalDispatcher(dispatcher)
          return {
            send: (sending, told) => send(sending, dispatcher, told),
            close() {
              if (isGlobal) version.setGlobalDispatcher(before)
              return dispatcher.destroy()
            },
          }
        },
      }
    }
  }
  return clients
}
