import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type net from 'node:net'
import { Agent, request as send } from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'
import { certificate } from './certificate.ts'
import { listen } from './listen.ts'

/* Requests whose client believes to be connected when it is decided that they pass through: over a real connection of their own. */

const ca = certificate.cert

async function serve(secure: boolean) {
  const sockets: net.Socket[] = []
  const server = secure ? https.createServer(certificate) : http.createServer()
  server.on('request', async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.end(`real ${request.url} ${Buffer.concat(chunks).length}`)
  })
  server.on(secure ? 'secureConnection' : 'connection', (socket: net.Socket) => sockets.push(socket))
  const port = await listen(server as http.Server)
  return { origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`, sockets, server }
}

type Ask = (path: string, body?: string | Buffer) => Promise<string>

const CLIENTS: Readonly<Record<string, (origin: string) => Ask>> = {
  'http, its agent': (origin) => {
    const { Agent: Kept, request } = origin.startsWith('https') ? https : http
    const agent = new Kept({ keepAlive: true, maxSockets: 1, ca })
    onTestFinished(() => agent.destroy())
    return async (path, body) => {
      const asked = request(origin + path, { agent, method: body === undefined ? 'GET' : 'POST' }).end(body)
      const [response] = await once(asked, 'response')
      let text = ''
      for await (const chunk of response) text += chunk
      await new Promise(setImmediate)
      return text
    }
  },
  undici: (origin) => {
    const dispatcher = new Agent({ connections: 1, connect: { ca } })
    onTestFinished(() => dispatcher.destroy())
    return async (path, body) => {
      const method = body === undefined ? 'GET' : 'POST'
      const response = await send(origin + path, { dispatcher, method, ...(body !== undefined && { body }) })
      return response.body.text()
    }
  },
}

describe.each(Object.keys(CLIENTS))('%s', (client) => {
  test.each([false, true])('a kept socket serves mocked and late real requests in turn (TLS: %s)', async (secure) => {
    const { origin, sockets } = await serve(secure)
    const ask = (CLIENTS[client] as (origin: string) => Ask)(origin)
    const mocks = start([rest.get('/mocked', 'mocked')], { onUnmatched: async () => 'passthrough' })
    const big = Buffer.alloc(3_000_000)
    expect([
      await ask('/mocked'),
      await ask('/real?1'),
      await ask('/mocked'),
      await ask('/real?2', big),
      await ask('/mocked'),
    ]).toEqual(['"mocked"', 'real /real?1 0', '"mocked"', 'real /real?2 3000000', '"mocked"'])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([
      'answered',
      'passed',
      'answered',
      'passed',
      'answered',
    ])
    expect(mocks.calls().map(({ response }) => response?.status)).toEqual([200, 200, 200, 200, 200])
    expect(sockets).toHaveLength(2)
  })

  test('a late real request that waits for its answer completes after the end of the mocks, and so does the next', async () => {
    const { origin } = await serve(false)
    const ask = (CLIENTS[client] as (origin: string) => Ask)(origin)
    const mocks = setupMocks([rest.get('/mocked', 'mocked')], { onUnmatched: async () => 'passthrough' })
    mocks.start()
    await ask('/mocked')
    const answer = ask('/real')
    await expect.poll(() => mocks.calls().at(-1)?.outcome).toBe('passed')
    mocks.stop()
    expect(await answer).toBe('real /real 0')
    expect(await ask('/real?2')).toBe('real /real?2 0')
    start([rest.get('/mocked', 'again')])
    expect(await ask('/mocked')).toBe('"again"')
  })
})

test('the real connection of a request stays open when its client gives up', async () => {
  const { server, origin } = await serve(false)
  server.removeAllListeners('request')
  const closed = new Promise<void>((resolve) => {
    server.on('request', (request: http.IncomingMessage) => request.socket.once('close', () => resolve()))
  })
  const arrived = once(server, 'request')
  start([], { onUnmatched: async () => 'passthrough' })
  const request = http.get(`${origin}/`, { agent: false })
  const failed = rejectionOf(once(request, 'response'))
  await arrived
  request.destroy(new Error('given up'))
  expect(await failed).toMatchObject({ message: 'given up' })
  await closed
})

test('a mocked request fails when the server of an earlier real one closes its connection', async () => {
  const { origin, sockets } = await serve(false)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) => {
    const [response] = await once(http.get(origin + path, { agent }), 'response')
    const [bytes] = await once(response, 'data')
    return String(bytes)
  }
  start(
    [
      rest.get('/mocked', async () => {
        for (const socket of sockets) socket.resetAndDestroy()
        await new Promise((resolve) => setTimeout(resolve, 20))
        return 'mocked'
      }),
      rest.get('/first', 'first'),
    ],
    { onUnmatched: async () => 'passthrough' },
  )
  expect(await ask('/first')).toBe('"first"')
  expect(await ask('/real')).toBe('real /real 0')
  expect(await ask('/mocked')).toBe('"mocked"')
})
