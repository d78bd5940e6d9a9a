import { once } from 'node:events'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, stream } from '../../src/index.ts'
import { start } from '../mocks/support.ts'

async function listen<Server extends net.Server>(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return (server.address() as AddressInfo).port
}

describe('a socket that speaks no HTTP is let alone', () => {
  test('where the client speaks first', async () => {
    const port = await listen(net.createServer((socket) => socket.pipe(socket)))
    const mocks = start([])
    const socket = net.connect(port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
    })
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toBe('PING\r\n')
    expect(mocks.calls()).toEqual([])
  })

  test('where the server speaks first', async () => {
    const port = await listen(net.createServer((socket) => socket.end('220 ready\r\n')))
    const mocks = start([])
    const socket = net.connect(port, '127.0.0.1')
    onTestFinished(() => {
      socket.destroy()
    })
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toBe('220 ready\r\n')
    expect(mocks.calls()).toEqual([])
  })
})

describe('what passes through reaches the server as it was sent', () => {
  type Send = (url: string) => Promise<unknown>
  const headers = { 'X-Team': 'Red', 'x-list': 'a, b', Cookie: 'a=1; b=2', 'Content-Type': 'text/plain; charset=utf-8' }
  const clients: { name: string; send: Send }[] = [
    {
      name: 'http',
      send: (url) =>
        new Promise((resolve, reject) => {
          const request = http.request(url, { method: 'POST', headers }, (response) =>
            response.resume().on('end', resolve),
          )
          request.on('error', reject)
          request.write('first ä,')
          request.end(Buffer.from('second ö'))
        }),
    },
    {
      name: 'undici',
      send: async (url) =>
        (await undici.request(url, { method: 'POST', headers, body: 'first ä,second ö' })).body.text(),
    },
    {
      name: 'fetch',
      send: async (url) => (await fetch(url, { method: 'POST', headers, body: 'first ä,second ö' })).text(),
    },
  ]

  test.for(clients)('$name: its headers and its body', async ({ send }) => {
    const seen: unknown[] = []
    const port = await listen(
      http.createServer(async (request, response) => {
        const chunks: Buffer[] = []
        for await (const chunk of request) chunks.push(chunk)
        seen.push({ rawHeaders: request.rawHeaders, body: Buffer.concat(chunks).toString() })
        response.setHeader('connection', 'close').end()
      }),
    )
    const url = `http://127.0.0.1:${port}/real`
    await send(url)
    start([rest.post('/real', passthrough())])
    await send(url)
    expect(seen[1]).toEqual(seen[0])
  })
})

test('a mocked answer keeps its handle and its socket for good', async () => {
  start([rest.get('/list', [1]), rest.get('/stream', stream(['a'])), rest.get('/none', undefined)])
  const handles = () => process.getActiveResourcesInfo().filter((name) => /TCP|Pipe|TLS/.test(name)).length
  const get = (path: string) =>
    new Promise((resolve, reject) => {
      http
        .get(`http://api.test${path}`, { agent: false }, (response) => response.resume().on('close', resolve))
        .on('error', reject)
    })
  const before = handles()
  for (let turn = 0; turn < 20; turn++) for (const path of ['/list', '/stream', '/none']) await get(path)
  await expect.poll(() => handles() - before).toBeLessThan(5)
})
