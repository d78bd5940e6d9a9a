import { once } from 'node:events'
import * as http from 'node:http'
import * as net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, setupMocks, stream } from '../../src/entries/index.ts'
import { start } from '../promises/support.ts'
import { loopback } from './loopback.ts'

/** Taken before any mocks start: it sends over undici's pool. */
const captured = globalThis.fetch

async function* endless() {
  yield 'x'
  await new Promise(() => {})
}

// undici connects again after an answer that nobody read. An error of that spare connection would fail the next request.
test.for([0, 1, 2, 5])(
  'a fetch that is sent %i turns after other mocks end in the same tick gets its answer',
  async (turns) => {
    const url = `http://pooled-${turns}.test/`
    const first = setupMocks([rest.get(url, () => stream(endless()))])
    first.start()
    const kept = await captured(url)
    await kept.body?.getReader().read()
    for await (const _ of (await captured(url)).body ?? []) break
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    first.stop()
    start([rest.get(url, 'next')])
    expect(await (await captured(url)).json()).toBe('next')
  },
)

test('a request over a socket that was opened before the mocks, and not for it, is mocked or passes through', async () => {
  const { port, origin } = new URL(await loopback())
  const sockets = [net.connect(Number(port), '127.0.0.1'), net.connect(Number(port), '127.0.0.1')]
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  start([rest.get('/mocked', 'mocked'), rest.get(`${origin}/real`, passthrough())])
  const asked = ['/mocked', '/real'].map(async (path, index) => {
    const createConnection = () => sockets[index] as net.Socket
    const [response] = await once(http.get(origin + path, { createConnection }), 'response')
    return JSON.parse(String(await once(response, 'data')))
  })
  expect(await Promise.all(asked)).toEqual(['mocked', { method: 'GET', url: '/real', body: '' }])
})

test('a kept socket without a connection gains a listener with each request', async () => {
  start([rest.get('http://pooled.test/', [])])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const listeners: number[] = []
  for (let request = 0; request < 3; request++) {
    const [response] = await once(http.get('http://pooled.test/', { agent }), 'response')
    listeners.push(response.socket.listenerCount('connect'))
    await once(response.resume(), 'close')
  }
  expect(listeners).toEqual([listeners[0], listeners[0], listeners[0]])
})
