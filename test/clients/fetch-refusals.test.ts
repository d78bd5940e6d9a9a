import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { rest, text } from '../../src/entries/index.ts'
import { startForgiving } from '../promises/support.ts'
import { compareCall, seenFetch } from './fetch-oracle.ts'

/* The calls that `Request` and the platform's fetch refuse are refused, and what they take is taken. */

describe('the headers of a request', () => {
  const post = { method: 'POST', body: 'hello' }

  test.for<[name: string, value: string, init?: RequestInit]>([
    ['connection', 'close'],
    ['connection', 'keep-alive'],
    ['te', 'trailers'],
    ['trailer', 'x'],
    ['content-length', '5', post],
    ['content-length', '05', post],
    ['x-team', 'a\tb'],
    ['x-team', 'é'],
  ])('%s: %s %o', async ([name, value, init]) => {
    await compareCall((origin) => fetch(`${origin}/echo`, { ...init, headers: { [name]: value } }))
  })

  test.for<[name: string, value: string]>([
    ['transfer-encoding', 'chunked'],
    ['keep-alive', 'timeout=5'],
    ['upgrade', 'h2c'],
    ['expect', '100-continue'],
    ['connection', 'a b'],
    ['content-length', '6'],
    ['content-length', '0'],
    ['content-length', '5, 5'],
    ['content-length', 'five'],
    ['x-team', 'a\u0001b'],
    ['x-big', 'a'.repeat(20_000)],
  ])('a mock takes what a real fetch refuses, or a server: %s: %s', async ([name, value]) => {
    startForgiving([
      rest.post('/team', ({ request }) => text(`${request.headers[name as Lowercase<string>]}, ${request.text}`)),
    ])
    const response = await fetch('http://api.test/team', { ...post, headers: { [name]: value } })
    expect(await response.text()).toBe(`${value}, hello`)
  })
})

test.for<[title: string, url: string, init: RequestInit | undefined]>([
  ['a port that fetch never connects to', 'http://127.0.0.1:25/file', undefined],
  ['an integrity that the body does not have', 'http://api.test/file', { integrity: 'sha256-AAAA' }],
])('a mock takes what a real fetch refuses: %s', async ([, url, init]) => {
  startForgiving([rest.get('/file', text('right'))])
  expect(await (await fetch(url, init)).text()).toBe('right')
})

test('a mock sends a header over 16 kB, which a real fetch refuses', async () => {
  startForgiving([rest.get('/file', text('right'), { headers: { 'x-big': 'a'.repeat(40_000) } })])
  expect((await fetch('http://api.test/file')).headers.get('x-big')).toHaveLength(40_000)
})

test('the status 407, which a server that is no proxy does not send', async () => {
  await compareCall((origin) => fetch(`${origin}/file`), {
    server: (_request, response) => response.writeHead(407, { 'proxy-authenticate': 'Basic' }).end('no'),
    routes: [rest.get('/file', text('no'), { status: 407, headers: { 'proxy-authenticate': 'Basic' } })],
  })
})

describe('methods', () => {
  test.for([null, undefined, 'get', 'patch', 'PURGE', 5, 'CONNECT', 'TRACE', '', 'a b'])('%o', async (method) => {
    const server = net.createServer((socket) => {
      socket.once('data', (head) => {
        const [line = ''] = head.toString().split(' ')
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${line.length}\r\nconnection: close\r\n\r\n${line}`)
      })
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void server.close())
    const origin = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`
    const call = () => seenFetch(origin, () => fetch(`${origin}/echo`, { method } as RequestInit))
    const real = await call()
    startForgiving([rest.all('/echo', ({ request }) => text(request.method))])
    expect(await call()).toEqual(real)
  })
})

describe('the other parts of a call', () => {
  const streamOf = (...chunks: unknown[]) =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    })
  const failing = (error: unknown) =>
    new ReadableStream({
      pull(controller) {
        controller.error(error)
      },
    })
  async function* generate() {
    yield Buffer.from('ab')
  }
  const form = <Form extends { append(name: string, value: string): void }>(empty: Form): Form => {
    empty.append('name', 'value')
    return empty
  }
  /** As in the npm package `form-data`. */
  class NodeForm {
    readonly [Symbol.toStringTag] = 'FormData'
    append(): void {}
  }
  const bodies: Readonly<Record<string, () => unknown>> = {
    'a FormData of the npm package form-data': () => form(new NodeForm()),
    'a class named Blob': () => new (class Blob {})(),
    'a class named URLSearchParams': () => new (class URLSearchParams {})(),
    'a stream of strings': () => streamOf('a', 'b'),
    'a stream of views': () => streamOf(new DataView(new ArrayBuffer(1)), new Uint16Array([0x6161])),
    'a stream of numbers': () => streamOf(5),
    'a stream that fails': () => failing(new RangeError('mine')),
    'a stream that fails with a text': () => failing('mine'),
    'an async generator': generate,
    'a lone surrogate': () => 'a\ud800b',
    'a number': () => 5,
    'an object': () => ({}),
    'a Map': () => new Map(),
  }

  test.for(Object.entries(bodies))('a body that is %s', async ([, make]) => {
    const init = () => ({ method: 'POST', duplex: 'half', body: make() }) as RequestInit
    await compareCall((origin) => fetch(`${origin}/echo`, init()))
  })

  const inits: Readonly<Record<string, object>> = {
    'an invalid signal': { signal: {} },
    'a signal that is a text': { signal: 'x' },
    'a signal of another class': { signal: Object.assign(new EventTarget(), { aborted: false, reason: undefined }) },
    'an unknown redirect mode': { redirect: 'x' },
    'an unknown mode': { mode: 'x' },
    'mode navigate': { mode: 'navigate' },
    'an invalid integrity': { integrity: 5 },
    'no headers': { headers: null },
    'headers that are a number': { headers: 5 },
    'a window': { window: 1 },
    keepalive: { keepalive: true },
    'a cache mode for pages': { cache: 'only-if-cached' },
  }

  test.for(Object.entries(inits))('%s', async ([, init]) => {
    await compareCall((origin) => fetch(`${origin}/echo`, init as RequestInit))
  })

  test.for([null, undefined, 5, 'http://', 'ftp://x/y', 'about:blank', 'file:///etc/hosts', 'blob:nodedata:x'])(
    'the URL %o',
    async (input) => {
      await compareCall(() => fetch(input as unknown as string))
    },
  )

  test('a stream without duplex', async () => {
    await compareCall((origin) => fetch(`${origin}/echo`, { method: 'POST', body: streamOf('a') }))
  })

  test.for(['locked', 'disturbed'])('a stream that is %s', async (state) => {
    await compareCall(async (origin) => {
      const body = new Blob(['a']).stream()
      if (state === 'locked') body.getReader()
      else await body.cancel()
      return fetch(`${origin}/echo`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    })
  })

  test('a Request that has been sent', async () => {
    await compareCall(async (origin) => {
      const request = new Request(`${origin}/echo`, { method: 'POST', body: 'a' })
      await (await fetch(request)).text()
      return fetch(request)
    })
  })
})
