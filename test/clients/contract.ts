import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  exists,
  networkError,
  passthrough,
  redirect,
  rest,
  sequence,
  stream,
  UnmatchedRequestError,
} from '../../src/index.ts'
import { deferred, messageOf, rejectionOf, start, thrownBy } from '../mocks/support.ts'
import { loopback } from './loopback.ts'

export interface ClientRequest {
  readonly method?: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal?: AbortSignal
}

export interface ClientResponse {
  readonly status: number
  /** Names in lower case, values of one name joined with `, `; without `set-cookie`. */
  readonly headers: Readonly<Record<string, string>>
  readonly setCookies: readonly string[]
  readonly bytes: Uint8Array
  /** Where the client ended up. */
  readonly url?: string | undefined
  readonly redirected?: boolean
}

/** What not every client can do. */
export type Ability =
  | 'cookies'
  | 'error objects'
  | 'following redirects'
  | 'keep-alive'
  | 'redirected'
  | 'set-cookie'
  | 'streaming'
  | 'url'

/** A client as the contract drives it. */
export interface Client {
  readonly name: string
  /** Where the mocked API is. */
  readonly origin: string
  /** Rejects where the client fails; a status of any kind is no failure. */
  request(request: ClientRequest): Promise<ClientResponse>
  /** Gives the chunks as the client hands them out. */
  readonly stream?: (request: ClientRequest) => Promise<AsyncIterable<Uint8Array>>
  /** Requests over one kept-alive connection. */
  readonly keptAlive?: () => { request(request: ClientRequest): Promise<ClientResponse>; close(): unknown }
  /** What the client's error looks like when a connection fails. */
  networkFailure(code: string): object
  /** What the client's error looks like when it is aborted; `reason` is the signal's own. */
  abortFailure(reason: unknown): unknown
  /** Whether the client decodes `content-encoding: gzip`. */
  readonly decodes: boolean
  /** What it cannot do, and why. */
  readonly cannot?: Partial<Record<Ability, string>>
}

/** The whole contract for one client: what a stub promises, whoever asks. */
export function contract(client: Client): void {
  const { origin } = client
  const at = (path: string) => `${origin}${path}`
  const get = (path: string, more: Partial<ClientRequest> = {}) => client.request({ url: at(path), ...more })
  const send = (method: string, path: string, body?: string, type = 'application/json') =>
    client.request({
      method,
      url: at(path),
      ...(body !== undefined && { body, headers: { 'content-type': type } }),
    })
  const needs = (ability: Ability, title: string, run: () => Promise<void>) => {
    const reason = client.cannot?.[ability]
    return reason === undefined ? test(title, run) : test.skip(`${title} (${reason})`, run)
  }

  describe(`${client.name}: choosing a stub`, () => {
    test('a static list is the same whatever query, headers, cookies and body are sent', async () => {
      start([rest.get('/users', [{ id: 1 }, { id: 2 }]), rest.post('/users', [{ id: 1 }, { id: 2 }])])
      const responses = [
        await get('/users'),
        await get('/users?role=admin&page=2'),
        await get('/users', { headers: { 'x-team': 'a', accept: 'text/html' } }),
        await send('POST', '/users', '{"a":1}'),
        await send('POST', '/users', 'a=1', 'application/x-www-form-urlencoded'),
      ]
      expect(responses.map(seen)).toEqual(responses.map(() => [200, [{ id: 1 }, { id: 2 }]]))
    })

    const admin = rest.get('/users', ['admin'], { match: { queries: { role: 'admin' } } })
    const known = rest.get('/users', ['known'], { match: { headers: { authorization: exists() } } })
    const everybody = rest.get('/users', ['everybody'])
    test.for([
      { place: 'first', routes: [admin, known, everybody] },
      { place: 'in the middle', routes: [admin, everybody, known] },
      { place: 'last', routes: [everybody, known, admin] },
    ])('matched stubs answer what they match, and the default the rest, the matched $place', async ({ routes }) => {
      start(routes)
      expect(json(await get('/users?role=admin'))).toEqual(['admin'])
      expect(json(await get('/users?role=admin&page=2'))).toEqual(['admin'])
      expect(json(await get('/users?role=guest'))).toEqual(['everybody'])
      expect(json(await get('/users', { headers: { Authorization: 'Bearer x' } }))).toEqual(['known'])
      expect(json(await get('/users'))).toEqual(['everybody'])
    })

    test('an error stub answers with its status, with a payload and without', async () => {
      start([rest.get('/gone', undefined, { status: 410 }), rest.get('/missing', { error: 'No' }, { status: 404 })])
      const gone = await get('/gone')
      expect([gone.status, text(gone), gone.headers['content-type']]).toEqual([410, '', undefined])
      expect(seen(await get('/missing'))).toEqual([404, { error: 'No' }])
    })

    test('an error stub is what is left where the matched stub does not match', async () => {
      start([
        rest.get('/profile', { error: 'Unauthorized' }, { status: 401 }),
        rest.get('/profile', { id: 1 }, { match: { headers: { authorization: exists() } } }),
      ])
      expect(seen(await get('/profile', { headers: { authorization: 'Bearer x' } }))).toEqual([200, { id: 1 }])
      expect(seen(await get('/profile'))).toEqual([401, { error: 'Unauthorized' }])
    })

    test('a resolver answers one id with 404, and the others by their params', async () => {
      start([
        rest.get('/posts/:id', ({ request, setStatusCode }) => {
          if (request.params.id !== '0') return { id: request.params.id }
          setStatusCode(404)
          return { error: 'Not Found' }
        }),
      ])
      expect(seen(await get('/posts/7'))).toEqual([200, { id: '7' }])
      expect(seen(await get('/posts/0'))).toEqual([404, { error: 'Not Found' }])
      expect(seen(await get('/posts/a%2Fb'))).toEqual([200, { id: 'a/b' }])
    })

    test('an unmatched request fails, and the whole report is in verify()', async () => {
      const mocks = start([rest.get('/users', [], { match: { queries: { role: 'admin' } } })])
      await expect(get('/users?role=guest')).rejects.toThrow()
      expect(messageOf(thrownBy(() => mocks.verify()))).toEqual(reportOfGuest(origin))
      expect(mocks.unmatched().map(({ request }) => request.url)).toEqual([at('/users?role=guest')])
      mocks.reset()
    })

    needs('error objects', 'an unmatched request rejects with the report as its message', async () => {
      const mocks = start([rest.get('/users', [], { match: { queries: { role: 'admin' } } })])
      const error = await rejectionOf(get('/users?role=guest'))
      const cause = causes(error).find((one) => one instanceof UnmatchedRequestError)
      expect(messageOf(cause)).toEqual(reportOfGuest(origin))
      mocks.reset()
    })

    needs('error objects', 'what a resolver throws is the very error at the client', async () => {
      const bug = new RangeError('a bug in the test')
      const mocks = start([
        rest.get('/bug', () => {
          throw bug
        }),
      ])
      expect(causes(await rejectionOf(get('/bug')))).toContain(bug)
      expect(thrownBy(() => mocks.verify())).toBe(bug)
      mocks.reset()
    })

    test('times: 1 under ten requests in flight answers exactly one', async () => {
      start([rest.get('/turn', 'once', { times: 1 }), rest.get('/turn', 'after')])
      const answers = await Promise.all(Array.from({ length: 10 }, () => get('/turn')))
      expect(answers.map(json).sort()).toEqual([...Array(9).fill('after'), 'once'])
    })

    test('a sequence answers in order, and its last one stays', async () => {
      start([rest.get('/job', sequence({ state: 'new' }, { state: 'running' }, { state: 'done' }))])
      const states = []
      for (let index = 0; index < 4; index++) states.push(json(await get('/job')))
      expect(states).toEqual([{ state: 'new' }, { state: 'running' }, { state: 'done' }, { state: 'done' }])
    })

    test('next() hands the request to the next candidate', async () => {
      start([
        rest.get('/files/:name', ({ request, next }) => (request.params.name === 'a' ? 'a' : next())),
        rest.get('/files/*path', 'any'),
      ])
      expect([json(await get('/files/a')), json(await get('/files/b'))]).toEqual(['a', 'any'])
    })
  })

  describe(`${client.name}: the request`, () => {
    test.for(['POST', 'PUT', 'PATCH', 'DELETE'])('%s is matched by its JSON body', async (method) => {
      start([
        rest.all('/users', { role: 'admin' }, { match: { body: { role: 'admin' } } }),
        rest.all('/users', { role: 'any' }),
      ])
      expect(json(await send(method, '/users', '{"role":"admin","id":1}'))).toEqual({ role: 'admin' })
      expect(json(await send(method, '/users', '{"role":"guest"}'))).toEqual({ role: 'any' })
    })

    test.for(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
      '%s reaches its own stub',
      async (method) => {
        const methods = ['get', 'post', 'put', 'patch', 'delete', 'options'] as const
        start(methods.map((name) => rest[name]('/things/1', { name })))
        expect(json(await send(method, '/things/1'))).toEqual({ name: method.toLowerCase() })
      },
    )

    test('HEAD is answered by the GET stub, without its body', async () => {
      const mocks = start([rest.get('/users', [{ id: 1 }], { headers: { 'x-total': '1' } })])
      const response = await send('HEAD', '/users')
      expect([response.status, text(response), response.headers['x-total']]).toEqual([200, '', '1'])
      expect(mocks.calls().map(({ request }) => request.method)).toEqual(['HEAD'])
    })

    test('an urlencoded body is a record of strings, arrays where repeated', async () => {
      start([rest.post('/form', ({ request }) => request.body)])
      const response = await send('POST', '/form', 'name=J%20D&tag=a&tag=b', 'application/x-www-form-urlencoded')
      expect(json(response)).toEqual({ name: 'J D', tag: ['a', 'b'] })
    })

    test('a multipart body is a record of strings and files, arrays where repeated', async () => {
      const mocks = start([rest.post('/upload', undefined, { status: 204 })])
      const parts = [
        'name="na%22me"\r\n\r\nJö',
        'name="tag"\r\n\r\n1\r\n2',
        'name="tag"\r\n\r\n',
        'name="file"; filename="a.bin"\r\nContent-Type: image/png\r\n\r\n',
      ].map((part) => `--edge\r\nContent-Disposition: form-data; ${part}`)
      const body = Buffer.concat([Buffer.from(parts.join('\r\n')), everyByte(), Buffer.from('\r\n--edge--\r\n')])
      const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
      await client.request({ method: 'POST', url: at('/upload'), body: new Uint8Array(body), headers })
      const [received] = mocks.calls().map(({ request }) => request.body as { file: File })
      const file = received?.file
      expect(received).toEqual({ 'na"me': 'Jö', tag: ['1\r\n2', ''], file })
      expect([file?.name, file?.type]).toEqual(['a.bin', 'image/png'])
      expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(everyByte())
    })

    test('bytes reach a resolver as they were sent', async () => {
      const mocks = start([rest.post('/upload', undefined, { status: 204 })])
      await client.request({
        method: 'POST',
        url: at('/upload'),
        body: everyByte(),
        headers: { 'content-type': 'application/octet-stream' },
      })
      expect(mocks.calls().map(({ request }) => request.body)).toEqual([everyByte()])
    })

    test('five megabytes reach a resolver whole', async () => {
      const bytes = new Uint8Array(5 * 1024 * 1024).map((_, index) => (index * 31) % 251)
      start([rest.put('/large', ({ request }) => Buffer.compare(request.body as Uint8Array, bytes))])
      const headers = { 'content-type': 'application/octet-stream' }
      expect(json(await client.request({ method: 'PUT', url: at('/large'), body: bytes, headers }))).toBe(0)
    })

    test('a resolver sees method, url, params, queries and headers', async () => {
      start([
        rest.get('/users/:id', ({ request: { method, url, params, queries, headers } }) => {
          return { method, url, params, queries, team: headers['x-team'] }
        }),
      ])
      const response = await get('/users/7?tag=a&tag=b&q=%C3%A4', { headers: { 'X-Team': 'Red' } })
      expect(json(response)).toEqual({
        method: 'GET',
        url: at('/users/7?tag=a&tag=b&q=%C3%A4'),
        params: { id: '7' },
        queries: { tag: ['a', 'b'], q: 'ä' },
        team: 'Red',
      })
    })

    needs('cookies', 'a resolver sees the cookies, decoded', async () => {
      start([rest.get('/me', ({ request }) => request.cookies)])
      const response = await get('/me', { headers: { cookie: 'session=abc; name=J%C3%A4' } })
      expect(json(response)).toEqual({ session: 'abc', name: 'Jä' })
    })
  })

  describe(`${client.name}: the response`, () => {
    test.for([
      { payload: { status: 'ok' } },
      { payload: { body: 1 } },
      { payload: { headers: {} } },
      { payload: [] },
      { payload: '' },
      { payload: 'text' },
      { payload: 0 },
      { payload: false },
      { payload: null },
    ])('$payload is a payload, and arrives as JSON', async ({ payload }) => {
      start([rest.get('/value', payload), rest.get('/made', () => payload)])
      for (const response of [await get('/value'), await get('/made')]) {
        expect(text(response)).toBe(JSON.stringify(payload))
        expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json'])
      }
    })

    test('undefined is no body, and no content type', async () => {
      start([rest.get('/nothing', undefined)])
      const response = await get('/nothing')
      expect([response.status, text(response), response.headers['content-type']]).toEqual([200, '', undefined])
    })

    test('headers arrive, also with several values', async () => {
      start([rest.get('/list', [], { headers: { 'x-total': '3', 'x-tag': ['a', 'b'], 'content-type': 'text/x' } })])
      const { headers } = await get('/list')
      expect(headers).toMatchObject({ 'x-total': '3', 'x-tag': 'a, b', 'content-type': 'text/x' })
    })

    needs('set-cookie', 'several set-cookie headers arrive apart', async () => {
      start([
        rest.get('/login', {}, { headers: { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] } }),
        rest.get('/made', ({ setCookie }) => {
          setCookie('a', '1', { path: '/' })
          setCookie('b', '2', { httpOnly: true })
        }),
      ])
      expect((await get('/login')).setCookies).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
      expect((await get('/made')).setCookies).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    })

    test('all 256 bytes arrive as they are', async () => {
      start([rest.get('/bytes', everyByte())])
      expect(hex((await get('/bytes')).bytes)).toBe(hex(everyByte()))
    })

    test('five megabytes arrive whole', async () => {
      const bytes = new Uint8Array(5 * 1024 * 1024).map((_, index) => (index * 31) % 251)
      start([rest.get('/large', bytes)])
      expect(Buffer.compare((await get('/large')).bytes, bytes)).toBe(0)
    })

    test(`a gzipped body arrives ${client.decodes ? 'decoded' : 'as it was sent, as from a server'}`, async () => {
      const zipped = gzipSync('a text, zipped')
      start([rest.get('/zipped', zipped, { headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' } })])
      const { bytes } = await get('/zipped')
      expect(hex(bytes)).toBe(hex(client.decodes ? Buffer.from('a text, zipped') : zipped))
    })

    needs('streaming', 'chunks of a stream arrive one by one, each before the next is made', async () => {
      const gate = [deferred(), deferred()] as const
      const chunks = async function* () {
        yield 'one'
        await gate[0].promise
        yield new TextEncoder().encode('two')
        await gate[1].promise
        yield 'three'
      }
      start([rest.get('/stream', () => stream(chunks()))])
      const arrived: string[] = []
      for await (const chunk of (await client.stream?.({ url: at('/stream') })) ?? []) {
        arrived.push(new TextDecoder().decode(chunk))
        gate[arrived.length - 1]?.resolve()
      }
      expect(arrived).toEqual(['one', 'two', 'three'])
    })

    test('a stream is whole where the client reads it at once', async () => {
      start([rest.get('/stream', stream(['one,', 'two,', 'three']))])
      expect(text(await get('/stream'))).toBe('one,two,three')
      expect(text(await get('/stream'))).toBe('one,two,three')
    })

    test('a stream that fails is a failure, not a short success', async () => {
      const broken = async function* () {
        yield 'one'
        throw new Error('the source broke')
      }
      start([rest.get('/broken', () => stream(broken()))])
      await expect(get('/broken')).rejects.toThrow()
    })

    test.for([204, 205, 304])('%i arrives without a body', async (status) => {
      start([rest.get('/empty', undefined, { status })])
      const response = await get('/empty')
      expect([response.status, text(response)]).toEqual([status, ''])
    })

    needs('following redirects', 'redirects are followed by the standard’s rules for method and body', async () => {
      const statuses = [301, 302, 303, 307, 308] as const
      const mocks = start([
        ...statuses.map((status) => rest.all(`/old/${status}`, redirect('/new?a=1', status))),
        rest.all('/new', ({ request }) => ({ method: request.method, body: request.body ?? null })),
      ])
      const answers = []
      for (const status of statuses) answers.push(json(await send('POST', `/old/${status}`, '{"id":1}')))
      expect(answers).toEqual([
        { method: 'GET', body: null },
        { method: 'GET', body: null },
        { method: 'GET', body: null },
        { method: 'POST', body: { id: 1 } },
        { method: 'POST', body: { id: 1 } },
      ])
      expect(mocks.calls()).toHaveLength(10)
    })

    needs('url', 'the response says where a redirect led', async () => {
      start([rest.get('/old', redirect(at('/new?a=1'))), rest.get('/new', 'there')])
      const [direct, led] = [await get('/new?a=1'), await get('/old')]
      expect([direct.url, led.url, json(led)]).toEqual([at('/new?a=1'), at('/new?a=1'), 'there'])
    })

    needs('redirected', 'the response says whether it was redirected', async () => {
      start([rest.get('/old', redirect('/new')), rest.get('/new', 'there')])
      expect([(await get('/new')).redirected, (await get('/old')).redirected]).toEqual([false, true])
    })
  })

  describe(`${client.name}: failing and ending`, () => {
    test.for(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND'])('networkError(%s) is the client’s own', async (code) => {
      const mocks = start([rest.get('/down', networkError(code)), rest.get('/made', () => networkError(code))])
      expect(await rejectionOf(get('/down'))).toMatchObject(client.networkFailure(code))
      expect(await rejectionOf(get('/made'))).toMatchObject(client.networkFailure(code))
      expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
    })

    test('Response.error() is a refused connection', async () => {
      start([rest.get('/down', Response.error()), rest.get('/made', () => Response.error())])
      expect(await rejectionOf(get('/down'))).toMatchObject(client.networkFailure('ECONNREFUSED'))
      expect(await rejectionOf(get('/made'))).toMatchObject(client.networkFailure('ECONNREFUSED'))
    })

    test('a request whose signal is aborted already rejects, and answers nobody', async () => {
      const mocks = start([rest.get('/slow', 'never')])
      const reason = new Error('enough')
      const error = await rejectionOf(get('/slow', { signal: AbortSignal.abort(reason) }))
      expectAborted(client, error, reason)
      expect(mocks.calls({ path: '/slow' }).filter(({ outcome }) => outcome === 'answered')).toEqual([])
    })

    test('a request aborted under way rejects, and is aborted in the journal and for its resolver', async () => {
      const mocks = start([rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY })])
      const abort = new AbortController()
      const reason = new Error('enough')
      const arrived = deferred<AbortSignal>()
      mocks.on('request', ({ request }) => arrived.resolve(request.signal))
      const rejection = rejectionOf(get('/slow', { signal: abort.signal }))
      const signal = await arrived.promise
      abort.abort(reason)
      expectAborted(client, await rejection, reason)
      await aborted(signal)
      await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
    })

    needs('streaming', 'a body aborted while it streams fails its reader, and its source is told', async () => {
      const ended = deferred<unknown>()
      const turns = [Promise.resolve({ done: false, value: 'one' } as const), new Promise<never>(() => {})]
      const endless: AsyncIterator<string> = {
        next: () => turns.shift() as Promise<IteratorResult<string>>,
        return: async (value) => {
          ended.resolve(undefined)
          return { done: true, value }
        },
      }
      start([rest.get('/endless', stream({ [Symbol.asyncIterator]: () => endless }))])
      const abort = new AbortController()
      const chunks = await client.stream?.({ url: at('/endless'), signal: abort.signal })
      const reading = rejectionOf(
        (async () => {
          for await (const _ of chunks ?? []) abort.abort(new Error('enough'))
        })(),
      )
      expect(await reading).toBeInstanceOf(Error)
      expect(await ended.promise).toBeUndefined()
    })
  })

  describe(`${client.name}: the network`, () => {
    test('passthrough() makes the real request, seen once in the journal', async () => {
      const server = await loopback(new URL(origin).protocol as 'http:' | 'https:')
      const mocks = start([rest.post('/real', passthrough())])
      const response = await client.request({
        method: 'POST',
        url: `${server}/real?a=1`,
        body: '{"id":1}',
        headers: { 'content-type': 'application/json' },
      })
      expect(json(response)).toEqual({ method: 'POST', url: '/real?a=1', body: '{"id":1}' })
      expect(mocks.calls().map(({ request, outcome }) => [request.url, outcome])).toEqual([
        [`${server}/real?a=1`, 'passed'],
      ])
    })

    test('what the option passthrough lets out makes the real request, seen once in the journal', async () => {
      const server = await loopback(new URL(origin).protocol as 'http:' | 'https:')
      const mocks = start([rest.get('/users', ['mocked'])], { passthrough: [new URL(server).origin] })
      expect(json(await client.request({ url: `${server}/real` }))).toEqual({ method: 'GET', url: '/real', body: '' })
      expect(json(await client.request({ url: `${server}/users` }))).toEqual(['mocked'])
      expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed', 'answered'])
    })

    test('after stop the client reaches the network again', async () => {
      const server = await loopback(new URL(origin).protocol as 'http:' | 'https:')
      const mocks = start([rest.get('/users', ['mocked'])])
      expect(json(await client.request({ url: `${server}/users` }))).toEqual(['mocked'])
      mocks.stop()
      expect(json(await client.request({ url: `${server}/users` }))).toEqual({ method: 'GET', url: '/users', body: '' })
    })

    needs('keep-alive', 'two requests in a row over a kept-alive connection', async () => {
      start([
        rest.get('/first', { n: 1 }),
        rest.post('/second', ({ request }) => request.body),
        rest.get('/s', stream(['x'])),
      ])
      const kept = client.keptAlive?.()
      onTestFinished(async () => {
        await kept?.close()
      })
      const first = await kept?.request({ url: at('/first') })
      const streamed = await kept?.request({ url: at('/s') })
      const second = await kept?.request({
        method: 'POST',
        url: at('/second'),
        body: '{"n":2}',
        headers: { 'content-type': 'application/json' },
      })
      expect([first && json(first), streamed && text(streamed), second && json(second)]).toEqual([
        { n: 1 },
        'x',
        { n: 2 },
      ])
    })
  })
}

function seen(response: ClientResponse): [status: number, payload: unknown] {
  return [response.status, json(response)]
}

function json(response: ClientResponse): unknown {
  return JSON.parse(text(response))
}

function text({ bytes }: ClientResponse): string {
  return new TextDecoder().decode(bytes)
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function everyByte(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: 256 }, (_, index) => index)
}

function reportOfGuest(origin: string): string {
  return `No stub answers GET ${origin}/users?role=guest

Nearest: rest.get('/users')  test/clients/contract.ts
  queries.role  expected 'admin'
                received 'guest'

To let it reach the network: setupMocks(routes, { passthrough: ['${origin}'] })`
}

function causes(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : error === undefined ? [] : [error]
}

function expectAborted(client: Client, error: unknown, reason: Error): void {
  const expected = client.abortFailure(reason)
  if (expected === reason) expect(error).toBe(reason)
  else expect(error).toMatchObject(expected as object)
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}
