import { get, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { MynahError, rest, UnmatchedRequestError } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* Requests that are malformed, or have much of something: answered as they are, or refused with a clear error. */

const API = 'http://api.test'
const echo = rest.all('/*rest', ({ request: { url, params, queries, cookies, body } }) => ({
  url,
  params,
  queries,
  cookies,
  body,
}))

interface Received {
  readonly url: string
  readonly params: object
  readonly queries: object
  readonly cookies: object
  readonly body: unknown
}

const byFetch = async (path: string, init?: RequestInit): Promise<Received> => (await fetch(API + path, init)).json()

const byHttp = (path: string, headers: Record<string, string> = {}, body = ''): Promise<Received> =>
  new Promise((done, fail) => {
    const method = body ? 'POST' : 'GET'
    const length = String(Buffer.byteLength(body))
    request({ host: 'api.test', path, method, headers: { ...headers, 'content-length': length } }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      done(JSON.parse(Buffer.concat(chunks).toString()))
    })
      .on('error', fail)
      .end(body)
  })

describe('a URL', () => {
  const sent: readonly [path: string, params: object, queries: object][] = [
    ['/%', { rest: ['%'] }, {}],
    ['/%zz%20', { rest: ['%zz '] }, {}],
    ['/%E0%A4%A/b', { rest: ['%E0%A4%A', 'b'] }, {}],
    ['/a%00b', { rest: ['a\0b'] }, {}],
    ['//a//', { rest: ['', 'a', ''] }, {}],
    ['/a/..;/b', { rest: ['a', '..;', 'b'] }, {}],
    ['/a?', { rest: ['a'] }, {}],
    ['/a?%=%&%E0%A4%A', { rest: ['a'] }, { '%': '%', '\ufffd%A': '' }],
    ['/a?=&&=b&c', { rest: ['a'] }, { '': ['', 'b'], c: '' }],
    ['/a?b[c]=1&b[c]=2', { rest: ['a'] }, { 'b[c]': ['1', '2'] }],
    ['/a?b=1?c=2', { rest: ['a'] }, { b: '1?c=2' }],
  ]
  test.each(sent)('%s', async (path, params, queries) => {
    start([echo])
    expect(await byFetch(path)).toEqual({ url: API + path, params, queries, cookies: {} })
    expect(await byHttp(path)).toEqual({ url: API + path, params, queries, cookies: {} })
  })

  test('for the whole server', async () => {
    start([rest.options('/', ({ request }) => request.url)])
    const url = await new Promise((done, fail) => {
      request({ host: 'api.test', method: 'OPTIONS', path: '*' }, (response) => {
        response.setEncoding('utf8').on('data', done)
      })
        .on('error', fail)
        .end()
    })
    expect(url).toBe('"http://api.test/"')
  })

  test.each(['http://', 'http://[::1', 'http://a b/', 'http://api.test:99999/', 'http://u:p@api.test/'])(
    '%s fails as fetch itself does',
    async (url) => {
      const expected = await rejectionOf(fetch(url))
      const mocks = start([echo])
      const error = await rejectionOf(fetch(url))
      expect(error).toBeInstanceOf(TypeError)
      expect(error).toMatchObject({ message: (expected as Error).message })
      expect(mocks.calls()).toEqual([])
    },
  )

  test.each(['/\u00e9', 'a', '/a b'.replace(' ', '\u00a0')])(
    'that is not HTTP fails, and the error says so: %s',
    async (path) => {
      const mocks = startForgiving([echo])
      const error = await rejectionOf(byHttp(path))
      expect(error).toBeInstanceOf(MynahError)
      expect(thrownBy(() => mocks.verify())).toBe(error)
      expect(error).toMatchObject({ code: 'REQUEST' })
      expect((error as Error).message).toMatch(/^Node cannot parse the request: Parse Error: Invalid char/)
    },
  )
})

describe('a cookie header', () => {
  test.each<[header: string, cookies: object]>([
    ['', {}],
    [';', {}],
    ['=', {}],
    ['=a', {}],
    ['a', {}],
    ['a=', { a: '' }],
    ['a==', { a: '=' }],
    [';;a=1;;', { a: '1' }],
    ['a="', { a: '"' }],
    ['a="b;c"', { a: '"b' }],
    ['a=%', { a: '%' }],
    ['a=%zz%20', { a: '%zz ' }],
    ['a=1; a=2', { a: '1' }],
  ])('%s', async (cookie, cookies) => {
    start([echo])
    expect((await byFetch('/x', { headers: { cookie } })).cookies).toEqual(cookies)
    expect((await byHttp('/x', { cookie })).cookies).toEqual(cookies)
  })
})

describe('a body', () => {
  const part = (head: string) => `--b\r\n${head}\r\n\r\nx\r\n--b--`
  const disposition = 'Content-Disposition: form-data; name="a"'
  const multipart = 'multipart/form-data; boundary=b'
  const form = 'application/x-www-form-urlencoded'
  /** The text itself by default. */
  const sent: readonly [type: string, body: string, parsed?: unknown][] = [
    ['application/json', '{"a":'],
    ['application/json', '{"a":1}}'],
    ['application/json', '\0'],
    ['application/json', 'NaN'],
    ['application/json', "{'a':1}"],
    ['application/json', '\ufeff{"a":1}', { a: 1 }],
    ['application/json', '"\\ud800"', '\ud800'],
    ['application/json, text/plain', '{"a":1}', { a: 1 }],
    ['application/json; charset=__proto__', '{"a":1}', { a: 1 }],
    [form, '%&=%=%E0%A4%A&&=&a', { '%': '', '': ['%=\ufffd%A', ''], a: '' }],
    [form, 'a=1;b=2&a[]=3', { a: '1;b=2', 'a[]': '3' }],
    ['multipart/form-data', part(disposition)],
    ['multipart/form-data; boundary=', part(disposition)],
    [multipart, ''.padEnd(3, '-')],
    [multipart, '--b'],
    [multipart, '--b\r\n'],
    [multipart, part('')],
    [multipart, part('Content-Disposition: form-data')],
    [multipart, part('Content-Disposition: form-data; name=a'), { a: 'x' }],
    [multipart, part(disposition).replace('--b--', '')],
    [multipart, `${part(disposition)}\r\nepilogue`, { a: 'x' }],
    [multipart, `preamble\r\n${part(disposition)}`, { a: 'x' }],
    ['text/plain; charset="no such thing"', 'x'],
  ]
  test.each(sent)('%s: %j', async (type, body, parsed = body) => {
    start([echo])
    const headers = { 'content-type': type }
    expect((await byFetch('/x', { method: 'POST', body, headers })).body).toEqual(parsed)
    expect((await byHttp('/x', headers, body)).body).toEqual(parsed)
  })
})

describe('10,000', () => {
  const headers = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`x-${index}`, `${index}`]))

  test('headers of a request, by fetch and by http', async () => {
    start([rest.get('/', ({ request }) => Object.keys(request.headers).filter((name) => name.startsWith('x-')).length)])
    expect(await (await fetch(API, { headers })).json()).toBe(10_000)
    expect(await byHttp('/', headers)).toBe(10_000)
  })

  test('headers of a response, within the limits of http', async () => {
    start([
      rest.get('/static', null, { headers }),
      rest.get('/made', ({ setHeader, appendHeader }) => {
        for (const [name, value] of Object.entries(headers)) {
          setHeader(name, 'first')
          setHeader(name, value)
          appendHeader('x-all', value)
        }
      }),
    ])
    for (const path of ['/static', '/made']) {
      const received = await new Promise((done, fail) => {
        const sent = get(API + path, { maxHeaderSize: 2 ** 20 }, (response) => done(response.resume().headers))
        sent.maxHeadersCount = 0
        sent.on('error', fail)
      })
      expect(received).toMatchObject({ 'x-9999': '9999' })
      expect((await fetch(API + path)).headers.get('x-9999')).toBe('9999')
    }
    const overflow = rejectionOf(
      new Promise((done, fail) => {
        get(`${API}/static`, done).on('error', fail)
      }),
    )
    expect(await overflow).toMatchObject({ code: 'HPE_HEADER_OVERFLOW' })
  })

  test('expected headers that differ', async () => {
    const others = Object.fromEntries(Object.keys(headers).map((name) => [name, 'other']))
    startForgiving([rest.get('/', null, { match: { headers: others } })])
    const error = await rejectionOf(fetch(API, { headers }))
    expect(error).toBeInstanceOf(UnmatchedRequestError)
    expect((error as Error).message).toContain('\n  and 9988 more differences\n')
  })

  test('levels of JSON', async () => {
    const body = '{"a":'.repeat(10_000) + '1'.padEnd(10_001, '}')
    const type = { 'content-type': 'application/json' }
    const depthOf = (value: unknown): number => {
      let depth = 0
      for (let inner = value; typeof inner === 'object' && inner; inner = (inner as { a: unknown }).a) depth++
      return depth
    }
    const mocks = startForgiving([
      rest.post('/read', ({ request }) => depthOf(request.body)),
      rest.post('/given', ({ request }) => request.body),
      rest.post('/asked', null, { match: { body: { a: { b: 1 } } } }),
    ])
    expect(await (await fetch(`${API}/read`, { method: 'POST', body, headers: type })).json()).toBe(10_000)
    expect(await byHttp('/read', type, body)).toBe(10_000)
    expect(depthOf(mocks.calls()[0]?.request.body)).toBe(10_000)
    const miss = await rejectionOf(fetch(`${API}/asked`, { method: 'POST', body, headers: type }))
    expect((miss as Error).message).toContain('\n  body.a.b  expected 1\n            received nothing\n')
    expect(await rejectionOf(fetch(`${API}/given`, { method: 'POST', body, headers: type }))).toMatchObject({
      code: 'RESOLVER',
      cause: { message: 'it is nested too deeply' },
    })
  })
})
