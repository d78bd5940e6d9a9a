import assert from 'node:assert/strict'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { certificate } from '../clients/certificate.ts'
import type { Sending } from './client.ts'
import { CLIENTS } from './clients.ts'
import { Recorder } from './compare.ts'
import { passthrough, rest, setupMocks } from './library.ts'
import { test } from './runner.ts'

/* Requests that wait when the mocks end: for an answer, or for a connection that requests which pass through have taken. */

const WAITING = ['/waits/1', '/waits/2', '/waits/3', '/waits/4', '/waits/5']

/** Returns the message of an error, and those of its causes. */
function messagesOf(error: unknown): string {
  return error instanceof Error ? `${error.message}\n${messagesOf(error.cause)}` : ''
}

/** A real server that answers requests below `/pass/` only when it is told to. */
function slowServer(protocol: 'http' | 'https' | 'h2c' = 'http') {
  const asked: string[] = []
  const open: (() => void)[] = []
  let arrive = () => {}
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { url = '' } = request
    asked.push(url)
    request.resume()
    if (url.startsWith('/pass/')) open.push(() => response.end('real'))
    else response.end('real')
    arrive()
  }
  const servers = {
    http: () => http.createServer(answer),
    https: () => https.createServer(certificate, answer),
    // The compatibility API of HTTP/2 has what `answer` uses.
    h2c: () => http2.createServer(answer as never),
  }
  return {
    server: servers[protocol](),
    asked,
    /** Resolves when this many requests have arrived. */
    async arrived(count: number) {
      while (asked.length < count) {
        await new Promise<void>((resolve) => {
          arrive = resolve
        })
      }
    },
    answerAll: () => {
      for (const end of open) end()
    },
  }
}

for (const [name, client] of Object.entries(CLIENTS)) {
  const title = `${name}: a request that waits for a connection when the mocks end reaches the server, or is left open`
  test(title, { timeout: 60_000 }, async () => {
    for (const connections of [1, 2]) {
      const recorder = new Recorder()
      const { server, asked, arrived, answerAll } = slowServer(client.protocol)
      const port = await recorder.bind(server)
      const origin = `${client.protocol === 'https' ? 'https' : 'http'}://127.0.0.1:${port}`
      const { send, close } = client.make(origin, connections)
      const mocks = setupMocks([
        rest.all('/pass/:id', () => passthrough()),
        rest.all('/waits/:id', [], { delay: Number.POSITIVE_INFINITY }),
      ])
      const by = (path: string, method: Sending['method'] = 'GET') =>
        new Promise((told) => send({ origin, path, method }, told))
      mocks.start()
      try {
        // A client of its own has one connection, and pools may be made for more than they have.
        const passing = name.endsWith('over Client') ? 1 : connections
        const passed = Array.from({ length: passing }, (_, at) => by(`/pass/${at}`))
        await arrived(passing)
        const waiting = WAITING.map((path, at) => by(path, at % 2 ? 'POST' : 'GET'))
        // got makes its request some turns after the call.
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
        mocks.stop()
        // An agent of another kind still holds the request: Node reports its error only when it gets its socket.
        if (name.includes('of another kind')) answerAll()
        for (const error of await Promise.all(waiting)) {
          assert.match(messagesOf(error), /The mocks ended before the request was answered/)
        }
        answerAll()
        assert.deepEqual(
          await Promise.all(passed),
          passed.map(() => 'real'),
        )
        assert.equal(await by('/later'), 'real')
        assert.deepEqual(asked.sort(), ['/later', ...passed.map((_, at) => `/pass/${at}`)])
      } finally {
        mocks.stop()
        await close()
        recorder.close()
      }
    }
  })
}
