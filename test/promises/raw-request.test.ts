import * as http from 'node:http'
import { deflateSync, gzipSync } from 'node:zlib'
import * as undici from 'undici'
import { describe, expect, test } from 'vitest'
import { passthrough, type RequestSnapshot, redirect, rest } from '../../src/entries/index.ts'
import { IncomingRequest } from '../../src/request/incoming-request.ts'
import { loopback } from '../clients/loopback.ts'
import { start } from './support.ts'

const BODY = '{"id":1}'
const HEADERS = { 'content-type': 'application/json' }

const clients = [
  { client: 'fetch', post: byFetch },
  { client: 'fetch with bytes', post: (url: string, body?: string) => byFetch(url, Buffer.from(body ?? BODY)) },
  { client: 'http', post: byHttp },
]

async function byFetch(url: string, body: BodyInit = BODY): Promise<string> {
  return (await fetch(url, { method: 'POST', headers: HEADERS, body })).text()
}

function byHttp(url: string, body = BODY): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method: 'POST', headers: HEADERS }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
    request.on('error', reject).end(body)
  })
}

const read = (request: RequestSnapshot) => request.raw.text()

describe.each(clients)('the raw request is unread for each reader, over $client', ({ post }) => {
  test('for the next resolver, and for the journal', async () => {
    const mocks = start([rest.post('/users', async ({ request }) => [await read(request), request.body])])
    mocks.use(
      rest.post('/users', async ({ request, next }) => {
        await read(request)
        return next()
      }),
    )
    expect(JSON.parse(await post('http://api.test/users'))).toEqual([BODY, { id: 1 }])
    for (const _ of [1, 2]) expect(await Promise.all(mocks.calls().map(({ request }) => read(request)))).toEqual([BODY])
  })

  test('for the network, and for the journal after it', async () => {
    const server = await loopback()
    const mocks = start([
      rest.post('/users', async ({ request }) => {
        await read(request)
        return passthrough()
      }),
    ])
    expect(JSON.parse(await post(`${server}/users`))).toEqual({ method: 'POST', url: '/users', body: BODY })
    expect(await Promise.all(mocks.calls().map(({ request }) => read(request)))).toEqual([BODY])
  })
})

test('a raw request that was read is redirected with its body', async () => {
  start([
    rest.post('/old', async ({ request }) => {
      await read(request)
      return redirect('/new', 307)
    }),
    rest.post('/new', ({ request }) => request.body as object),
  ])
  expect(JSON.parse(await byFetch('http://api.test/old'))).toEqual({ id: 1 })
})

test.each(clients)('a byte order mark is not a part of JSON, over $client', async ({ post }) => {
  start([rest.post('/users', ({ request }) => request.body as object)])
  expect(JSON.parse(await post('http://api.test/users', `\ufeff${BODY}`))).toEqual({ id: 1 })
})

test('one snapshot has one raw request', async () => {
  start([rest.post('/users', async ({ request }) => [await read(request), request.raw.bodyUsed])])
  expect(JSON.parse(await byFetch('http://api.test/users'))).toEqual([BODY, true])
})

test('a compressed body arrives as broken text', async () => {
  const mocks = start([
    rest.post('/:case', async ({ request }) => [request.body, [...new Uint8Array(await request.raw.arrayBuffer())]]),
  ])
  const [json, type] = ['{"a":1}', 'application/json']
  const twice = gzipSync(deflateSync(json))
  const cases: [string, Uint8Array<ArrayBuffer>, unknown][] = [
    ['gzip', gzipSync(json), { a: 1 }],
    ['deflate, gzip', twice, { a: 1 }],
    ['identity', new TextEncoder().encode(json), { a: 1 }],
    ['gzip', new TextEncoder().encode(json), { a: 1 }],
  ]
  for (const [encoding, body, parsed] of cases) {
    const headers = { 'content-type': type, 'content-encoding': encoding }
    for (const send of [fetch, undici.fetch]) {
      const response = await send('http://api.test/users', { method: 'POST', headers, body })
      expect(await response.json()).toEqual([parsed, [...body]])
    }
  }
  expect(mocks.calls().map(({ request }) => request.body)).toEqual(Array(8).fill({ a: 1 }))
})

test('request.raw is refused by Node if a page, such as that of jsdom, has replaced AbortController', () => {
  class PageSignal extends EventTarget {
    readonly aborted = false
    readonly reason = new Error('left the page')
  }
  const signal = new PageSignal() as unknown as AbortSignal
  const request = new IncomingRequest({ method: 'GET', url: 'http://api.test/', headers: [], signal })
  expect(request.raw.url).toBe('http://api.test/')
  const followed = request.followSignal()
  signal.dispatchEvent(new Event('abort'))
  expect(followed).toMatchObject({ aborted: true, reason: signal.reason })
})

test('a listener that read request.raw of a streamed upload made its passthrough fail', async () => {
  const server = await loopback()
  const mocks = start([], { passthrough: [server] })
  const read: Promise<string>[] = []
  mocks.on('request', ({ request }) => {
    read.push(request.raw.text())
  })
  const body = new Blob([BODY]).stream()
  const upload: RequestInit & { duplex: 'half' } = { method: 'POST', headers: HEADERS, body, duplex: 'half' }
  expect(await (await fetch(`${server}/users`, upload)).json()).toEqual({ method: 'POST', url: '/users', body: BODY })
  expect(await Promise.all(read)).toEqual([BODY])
})
