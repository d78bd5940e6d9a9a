import http, { createServer, type RequestListener } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { passthrough, rest } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving } from '../promises/support.ts'
import { listen } from './listen.ts'

/** Starts a real server; returns its origin. */
async function serve(answer: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(answer))}`
}

/** A server that redirects `/to?url=…&status=…`, and otherwise answers with what it received. */
function redirecting(hits: string[] = []): Promise<string> {
  return serve(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server')
    hits.push(pathname)
    if (pathname === '/to') {
      response.writeHead(Number(searchParams.get('status') ?? 302), { location: searchParams.get('url') ?? '' })
      response.end('moved')
      return
    }
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { authorization, 'content-type': type } = request.headers
    response.end(JSON.stringify({ method: request.method, pathname, body, authorization, type }))
  })
}

const redirectTo = (origin: string, url: string, status = 302) =>
  `${origin}/to?url=${encodeURIComponent(url)}&status=${status}`

describe('a redirect of a passed fetch is a new request', () => {
  test('a passed global fetch does not follow a redirect out of the allowlist', async () => {
    const [hits, leaked]: [string[], string[]] = [[], []]
    const [inside, outside] = [await redirecting(hits), await redirecting(leaked)]
    const mocks = startForgiving([], { passthrough: [inside] })
    const error = await rejectionOf(fetch(redirectTo(inside, `${outside}/leak`)))
    expect(error).toMatchObject({ name: 'UnmatchedRequestError', code: 'UNMATCHED_REQUEST' })
    expect([hits, leaked]).toEqual([['/to'], []])
    expect(mocks.calls().map(({ request, outcome }) => [request.url, outcome])).toEqual([
      [redirectTo(inside, `${outside}/leak`), 'passed'],
      [`${outside}/leak`, 'unmatched'],
    ])
  })

  test('a stub answers at the end of a real redirect', async () => {
    const origin = await redirecting()
    start([rest.get('https://api.test/users', 'mocked')], { passthrough: [origin] })
    const response = await fetch(redirectTo(origin, 'https://api.test/users'))
    expect([response.url, response.redirected, await response.json()]).toEqual([
      'https://api.test/users',
      true,
      'mocked',
    ])
  })

  test('onUnmatched decides on each hop', async () => {
    const [first, second] = [await redirecting(), await redirecting()]
    const asked: string[] = []
    start([], {
      onUnmatched: ({ url }) => {
        asked.push(new URL(url).pathname)
        return 'passthrough'
      },
    })
    expect(await (await fetch(redirectTo(first, `${second}/end`))).json()).toMatchObject({ pathname: '/end' })
    expect(asked).toEqual(['/to', '/end'])
  })

  const init = (body: BodyInit | undefined, extra: RequestInit = {}): RequestInit => ({
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: 'secret' },
    ...(body !== undefined && { body }),
    ...extra,
  })
  const stream = () => new Blob(['abc']).stream()

  const CASES: readonly { title: string; status: number; make: () => RequestInit; target?: string }[] = [
    ...[301, 302, 303, 307, 308].flatMap((status) => [
      { title: `GET, ${status}`, status, make: () => init(undefined) },
      { title: `POST a text, ${status}`, status, make: () => init('abc') },
      { title: `POST a stream, ${status}`, status, make: () => init(stream(), { duplex: 'half' } as RequestInit) },
      { title: `POST a Blob, ${status}`, status, make: () => init(new Blob(['abc'])) },
    ]),
    { title: 'manual', status: 302, make: () => init(undefined, { redirect: 'manual' }) },
    { title: 'error', status: 302, make: () => init(undefined, { redirect: 'error' }) },
    { title: 'to another origin', status: 302, make: () => init(undefined), target: 'http://localhost:PORT/end' },
    { title: 'with credentials', status: 302, make: () => init(undefined), target: 'http://a:b@localhost:PORT/end' },
    { title: 'to an invalid URL', status: 302, make: () => init(undefined), target: 'http://[' },
    { title: 'to ftp:', status: 302, make: () => init(undefined), target: 'ftp://localhost/' },
    { title: 'in a circle', status: 302, make: () => init(undefined), target: '' },
    { title: 'integrity that is right', status: 302, make: () => init(undefined, { integrity: 'md5-x' }) },
    { title: 'integrity that is wrong', status: 302, make: () => init(undefined, { integrity: 'sha256-AAAA' }) },
  ]

  test.each(CASES)('as without mynah: $title', async ({ status, make, target = '/end' }) => {
    const origin = await redirecting()
    const { port } = new URL(origin)
    const url = redirectTo(origin, target.replace('PORT', port), status)
    const ask = () => outcomeOf(fetch(url, make()))
    const real = await ask()
    start([], { onUnmatched: 'passthrough' })
    expect(await ask()).toEqual(real)
    // Mocked, the redirect is followed in the same way.
    const mocked = start(
      [rest.all(`${origin}/to`, undefined, { status, headers: { location: target.replace('PORT', port) } })],
      { onUnmatched: 'passthrough' },
    )
    if (target !== '') expect(withoutBody(await ask())).toEqual(withoutBody(real))
    mocked.reset()
  })

  /** A mocked redirect that is not followed has no body. */
  const withoutBody = (outcome: Outcome) =>
    'status' in outcome && outcome.status === 302 ? { ...outcome, text: '' } : outcome
})

type Outcome = { status: number; url: string; redirected: boolean; type: string; text: string } | { error: string }

async function outcomeOf(fetching: Promise<Response>): Promise<Outcome> {
  try {
    const response = await fetching
    const { status, url, redirected, type } = response
    return { status, url, redirected, type, text: await response.text() }
  } catch (error) {
    const { name, message, cause } = error as Error
    return { error: `${name}: ${message}, ${(cause as Error).name}: ${causeMessage((cause as Error).message)}` }
  }
}

/** Node has no text for a stream that would have to be sent again. */
function causeMessage(message: string): string {
  return message.replace(/^a stream is read once.*/, '').replace(/^undefined$/, '')
}

describe('a real answer of compressed bytes as the answer of a stub', () => {
  const text = JSON.stringify({ hello: 'world'.repeat(20) })
  const ENCODINGS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

  const compressed = (encoding: keyof typeof ENCODINGS) =>
    serve((_request, response) => {
      const bytes = ENCODINGS[encoding](text)
      response.writeHead(200, {
        'content-encoding': encoding,
        'content-length': bytes.byteLength,
        'content-type': 'application/json',
      })
      response.end(bytes)
    })

  const viaHttp = (url: string) =>
    new Promise<{ text: string; encoding: string | undefined }>((resolve, reject) => {
      http
        .get(url, { agent: false }, async (response) => {
          let received = ''
          for await (const chunk of response.setEncoding('utf8')) received += chunk
          resolve({ text: received, encoding: response.headers['content-encoding'] })
        })
        .on('error', reject)
    })

  test.each(['gzip', 'deflate', 'br'] as const)('%s', async (encoding) => {
    const origin = await compressed(encoding)
    const real = await fetch(origin)
    start(
      [
        rest.get('http://api.test/fetched', () => fetch(origin)),
        rest.get('http://api.test/copied', async () => new Response(await (await fetch(origin)).text(), real)),
        rest.get('http://api.test/encoded', () => new Response(ENCODINGS[encoding](text), real)),
        rest.get('http://api.test/declared', new Response(text, real)),
      ],
      { passthrough: [origin], onUnmatched: () => fetch(origin) },
    )
    for (const path of ['fetched', 'copied', 'encoded', 'declared', 'unmatched']) {
      expect(await (await fetch(`http://api.test/${path}`)).text()).toBe(text)
    }
    for (const path of ['fetched', 'copied', 'declared', 'unmatched']) {
      expect(await viaHttp(`http://api.test/${path}`)).toEqual({ text, encoding: undefined })
    }
    expect((await viaHttp('http://api.test/encoded')).encoding).toBe(encoding)
  })
})

describe('fetchReal', () => {
  test('makes the real request of the resolver, past all mocks', async () => {
    const hits: string[] = []
    const origin = await redirecting(hits)
    const mocks = start([
      rest.post(`${origin}/users`, async ({ fetchReal }) => {
        const [first, second] = [await (await fetchReal()).json(), await (await fetchReal()).json()]
        return { first, second }
      }),
    ])
    const init = {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', authorization: 'x' },
    }
    const received = {
      method: 'POST',
      pathname: '/users',
      body: '{"a":1}',
      authorization: 'x',
      type: 'application/json',
    }
    expect(await (await fetch(`${origin}/users`, init)).json()).toEqual({ first: received, second: received })
    expect(hits).toEqual(['/users', '/users'])
    expect(mocks.calls()).toHaveLength(1)
  })

  test('makes it for a node:http client too, and sends request.raw anew', async () => {
    const origin = await redirecting()
    start([
      rest.post(`${origin}/users`, async ({ request, fetchReal }) => {
        await fetchReal(request.raw)
        return fetchReal(request.raw, { headers: { authorization: 'changed' } })
      }),
    ])
    const text = await new Promise<string>((resolve, reject) => {
      const request = http.request(`${origin}/users`, { method: 'POST', agent: false }, async (response) => {
        let received = ''
        for await (const chunk of response.setEncoding('utf8')) received += chunk
        resolve(received)
      })
      request.on('error', reject)
      request.write('a')
      request.end('bc')
    })
    expect(JSON.parse(text)).toMatchObject({ method: 'POST', body: 'abc', authorization: 'changed' })
  })

  test('sends the headers of a node:http client without those of its connection', async () => {
    const origin = await redirecting()
    start([rest.put(`${origin}/a`, ({ request, fetchReal }) => fetchReal(request.raw, { headers: request.headers }))])
    const headers = { expect: '100-continue', 'transfer-encoding': 'chunked', authorization: 'mine' }
    const text = await new Promise<string>((resolve, reject) => {
      const request = http.request(`${origin}/a`, { method: 'PUT', headers, agent: false }, async (response) => {
        let received = ''
        for await (const chunk of response.setEncoding('utf8')) received += chunk
        resolve(received)
      })
      request.on('error', reject)
      request.on('continue', () => request.end('body'))
    })
    expect(JSON.parse(text)).toMatchObject({ method: 'PUT', body: 'body', authorization: 'mine' })
  })

  test('ends with its own signal, also if the global AbortSignal is of another realm, as in jsdom', async () => {
    const origin = await serve(() => {})
    vi.stubGlobal('AbortSignal', { any: () => expect.unreachable() })
    try {
      const [late, early] = [new AbortController(), new AbortController()]
      early.abort(new Error('early'))
      start([
        rest.get(`${origin}/late`, async ({ fetchReal }) => {
          const failed = rejectionOf(fetchReal(`${origin}/a`, { signal: late.signal }))
          late.abort(new Error('late'))
          return String(await failed)
        }),
        rest.get(`${origin}/early`, async ({ fetchReal }) =>
          String(await rejectionOf(fetchReal(`${origin}/a`, { signal: early.signal }))),
        ),
      ])
      expect(await (await fetch(`${origin}/late`)).json()).toBe('Error: late')
      expect(await (await fetch(`${origin}/early`)).json()).toBe('Error: early')
    } finally {
      vi.unstubAllGlobals()
    }
  })

  test('takes another URL, absolute or relative to the request, and follows redirects past all mocks', async () => {
    const origin = await redirecting()
    start([
      rest.get(`${origin}/a`, ({ fetchReal }) => fetchReal('/b')),
      rest.get(`${origin}/b`, 'mocked'),
      rest.get(`${origin}/c`, ({ fetchReal }) => fetchReal(redirectTo(origin, '/b'), { method: 'GET' })),
      rest.get(`${origin}/d`, ({ fetchReal }) => fetchReal(new URL('/b', origin))),
    ])
    expect(await (await fetch(`${origin}/d`)).json()).toMatchObject({ pathname: '/b' })
    expect(await (await fetch(`${origin}/a`)).json()).toMatchObject({ pathname: '/b' })
    expect(await (await fetch(`${origin}/c`)).json()).toMatchObject({ pathname: '/b' })
  })

  test('passes through a wrapper of fetch that sends the URL alone', async () => {
    const origin = await redirecting()
    start([rest.get(`${origin}/b`, async ({ fetchReal }) => ({ real: await (await fetchReal()).json() }))])
    const { fetch: mocked } = globalThis
    vi.stubGlobal('fetch', (input: Request | string) => mocked(typeof input === 'string' ? input : input.url))
    onTestFinished(() => void vi.unstubAllGlobals())
    expect(await (await fetch(`${origin}/b`)).json()).toMatchObject({ real: { pathname: '/b' } })
  })

  test('does not make what the resolver sends otherwise pass', async () => {
    const origin = await redirecting()
    const mocks = startForgiving([
      rest.get(`${origin}/a`, async ({ fetchReal }) => {
        await (await fetchReal()).text()
        return fetch(`${origin}/b`)
      }),
    ])
    expect(await rejectionOf(fetch(`${origin}/a`))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(mocks.unmatched()).toHaveLength(1)
  })

  test.each(['the client', 'the mocks'])('ends with %s', async (who) => {
    let closed: () => void = () => {}
    const hasClosed = new Promise<void>((resolve) => {
      closed = resolve
    })
    let arrived: () => void = () => {}
    const hasArrived = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const origin = await serve((request) => {
      request.socket.once('close', () => closed())
      arrived()
    })
    const mocks = startForgiving([rest.get(`${origin}/a`, ({ fetchReal }) => fetchReal())])
    const client = new AbortController()
    const rejection = rejectionOf(fetch(`${origin}/a`, { signal: client.signal }))
    await hasArrived
    if (who === 'the client') client.abort()
    else {
      mocks.reset()
      try {
        mocks.stop()
      } catch {}
    }
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    await hasClosed
  })

  test('is not needed for passthrough()', async () => {
    const origin = await redirecting()
    start([rest.get(`${origin}/a`, passthrough())])
    expect(await (await fetch(`${origin}/a`)).json()).toMatchObject({ pathname: '/a' })
  })
})

test('a redirect of a real fetch with integrity left the allowlist', async () => {
  const asked: string[] = []
  const other = await listen(createServer((request, response) => response.end(asked.push(`${request.url}`).toString())))
  const location = `http://127.0.0.1:${other}/end`
  const allowed = await listen(createServer((_request, response) => response.writeHead(302, { location }).end()))
  startForgiving([], { passthrough: [`http://127.0.0.1:${allowed}`] })
  const error = await rejectionOf(fetch(`http://127.0.0.1:${allowed}/`, { integrity: 'sha256-AAAA' }))
  expect(error).toMatchObject({ code: 'UNMATCHED_REQUEST' })
  expect(asked).toEqual([])
})
