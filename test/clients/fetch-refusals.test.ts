import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { redirect, rest, text } from '../../src/entries/index.ts'
import { startForgiving } from '../promises/support.ts'
import { answering, compareCall, echo, seenError, seenFetch } from './fetch-oracle.ts'

/* What a real fetch refuses is refused, and what it takes is taken. */

describe('the headers of a request', () => {
  const post = { method: 'POST', body: 'hello' }
  const rows: readonly [name: string, value: string, init?: RequestInit][] = [
    ['transfer-encoding', 'chunked', post],
    ['keep-alive', 'timeout=5'],
    ['upgrade', 'h2c'],
    ['expect', '100-continue', post],
    ['connection', 'close'],
    ['connection', 'keep-alive'],
    ['connection', 'a b'],
    ['te', 'trailers'],
    ['trailer', 'x'],
    ['content-length', '5', post],
    ['content-length', '05', post],
    ['content-length', '6', post],
    ['content-length', 'five', post],
    ['content-length', 'five'],
    ['x-team', 'a\u0001b'],
    ['x-team', 'a\u007fb'],
    ['x-team', 'a\tb'],
    ['x-team', 'é'],
  ]

  /** mynah follows the fetch of Node 24, undici 7, on each Node. The fetch of Node 20 and 22 has other rules for these. */
  const newer: typeof rows = [
    ['connection', 'x-team'],
    ['content-length', '5, 5', post],
  ]
  const hasUndici7 = Number.parseInt(process.versions.undici ?? '', 10) >= 7

  test('a list of connection options is taken, and a list of lengths is refused, on each Node', async () => {
    startForgiving(echo.routes)
    const send = (name: string, value: string) => fetch('http://api.test/echo', { ...post, headers: { [name]: value } })
    expect((await send('connection', 'x-team')).status).toBe(200)
    await expect(send('content-length', '5, 5')).rejects.toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  })

  test.for(hasUndici7 ? [...rows, ...newer] : rows)('%s: %s %o', async ([name, value, init]) => {
    const mocked = await compareCall((origin) => fetch(`${origin}/echo`, { ...init, headers: { [name]: value } }))
    if ('error' in mocked) expect(mocked.error).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  })

  test('in a Request', async () => {
    await compareCall((origin) => fetch(new Request(`${origin}/echo`, { headers: { expect: '100-continue' } })))
  })

  test('the length of a stream, if it is longer than its body', async () => {
    const init = () => ({ method: 'POST', body: new Blob(['hello']).stream(), duplex: 'half' })
    await compareCall((origin) =>
      fetch(`${origin}/echo`, { ...init(), headers: { 'content-length': '6' } } as RequestInit),
    )
  })

  test.for(['4', '0'])('a length shorter than its body, %s: the real fetch never ends', async (length) => {
    const mocks = startForgiving(echo.routes)
    const call = fetch('http://api.test/echo', { ...post, headers: { 'content-length': length } })
    const error = await call.catch(seenError)
    expect(error).toEqual({ name: 'TypeError', message: 'fetch failed', cause: 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH' })
    expect(mocks.calls()).toEqual([])
  })
})

describe('a mocked response with a header over 16 kB is taken, which a real fetch refuses', () => {
  const big = (length: number) => ({ 'x-big': 'a'.repeat(length) })

  test.for([15_000, 16_384, 40_000])('%i characters', async (length) => {
    await compareCall((origin) => fetch(`${origin}/file`), answering('x', big(length)))
  })

  test('in a redirect', async () => {
    await compareCall((origin) => fetch(`${origin}/from`), {
      server: (_request, response) => response.writeHead(302, { location: '/to', ...big(20_000) }).end(),
      routes: [rest.get('/from', redirect('/to'), { headers: big(20_000) })],
    })
  })
})

test('a request with a header over 16 kB reaches its stub: servers have other limits than clients', async () => {
  startForgiving([rest.get('/team', ({ request }) => text(`${request.headers['x-big']?.length}`))])
  const response = await fetch('http://api.test/team', { headers: { 'x-big': 'a'.repeat(20_000) } })
  expect(await response.text()).toBe('20000')
})

describe('bad ports', () => {
  test.for([1, 22, 25, 6000, 6667, 10080])('%i', async (port) => {
    const real = await seenFetch('', fetch(`http://127.0.0.1:${port}/echo`))
    const mocks = startForgiving(echo.routes)
    expect(await seenFetch('', fetch(`http://127.0.0.1:${port}/echo`))).toEqual(real)
    expect(real).toEqual({ error: { name: 'TypeError', message: 'fetch failed', cause: 'Error' } })
    expect(mocks.calls()).toEqual([])
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
