import * as http from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import {
  createResolver,
  html,
  MynahError,
  type ResolverContext,
  redirect,
  rest,
  sequence,
  sse,
  status,
  stream,
  text,
} from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from './support.ts'

const circular: Record<string, unknown> = {}
circular.self = circular

const api = (path: string, init?: RequestInit) => fetch(`http://api.test${path}`, init)

describe('a payload is read once, at declaration', () => {
  test('a later change of a fixture has no effect', async () => {
    const user = { id: 1, roles: ['admin'] }
    start([rest.get('/users/1', user)])
    user.id = 2
    user.roles.push('guest')
    expect(await (await api('/users/1')).json()).toEqual({ id: 1, roles: ['admin'] })
  })

  test('a client that changes an answer does not change other answers', async () => {
    start([rest.get('/users', [{ id: 1 }])])
    const users = await (await api('/users')).json()
    users.push({ id: 2 })
    expect(await (await api('/users')).json()).toEqual([{ id: 1 }])
  })

  test('a later change of bytes has no effect', async () => {
    const bytes = Uint8Array.of(1, 2, 3)
    start([rest.get('/bytes', bytes), rest.get('/buffer', bytes.buffer)])
    bytes.fill(0)
    expect(await (await api('/bytes')).bytes()).toEqual(Uint8Array.of(1, 2, 3))
    expect(await (await api('/buffer')).bytes()).toEqual(Uint8Array.of(1, 2, 3))
  })

  test('a later change of search params or a form has no effect', async () => {
    const params = new URLSearchParams({ a: '1' })
    const form = new FormData()
    form.append('a', '1')
    start([rest.get('/params', params), rest.get('/form', form)])
    params.append('b', '2')
    form.append('b', '2')
    expect(await (await api('/params')).text()).toBe('a=1')
    expect([...(await (await api('/form')).formData())]).toEqual([['a', '1']])
  })

  test('one array of routes serves two mocks, and stays unchanged', async () => {
    const routes = [rest.get('/job', 'once', { times: 1 }), rest.get('/job', 'after')]
    const before = JSON.stringify(routes)
    for (let round = 0; round < 2; round++) {
      const mocks = startForgiving(routes)
      expect([await (await api('/job')).json(), await (await api('/job')).json()]).toEqual(['once', 'after'])
      mocks.stop()
    }
    expect(JSON.stringify(routes)).toBe(before)
    expect(routes.every(Object.isFrozen)).toBe(true)
  })
})

test.each([
  {
    engine: 'that has frames alone',
    stack: 'traceFrom@http://a.test/rest.ts:1:1\ndeclare@http://a.test/rest.ts:2:1\n@http://a.test/users.test.ts:12:3',
    place: '  users.test.ts',
  },
  { engine: 'that has no stack', stack: undefined, place: '' },
])('a stub has its place in an engine $engine, if the stack has one', ({ stack, place }) => {
  vi.stubGlobal('Error', function OtherError() {
    return { stack }
  })
  const stub = rest.get('/users', [])
  vi.unstubAllGlobals()
  expect(String(stub)).toBe(`rest.get('/users')${place}`)
})

describe('a Response is copied for each request', () => {
  const made = () =>
    new Response('{"id":1}', { status: 201, headers: { 'content-type': 'application/json', 'x-total': '1' } })

  test('a thousand times, one after the other', async () => {
    start([rest.get('/users', made())])
    for (let turn = 0; turn < 1000; turn++) expect(await (await api('/users')).text()).toBe('{"id":1}')
  })

  test('a thousand times at once', async () => {
    start([rest.get('/users', made())])
    const answers = await Promise.all(Array.from({ length: 1000 }, async () => (await api('/users')).text()))
    expect(new Set(answers)).toEqual(new Set(['{"id":1}']))
  })

  test('with status and headers', async () => {
    start([rest.get('/users', made()), rest.get('/made', made)])
    for (const response of [await api('/users'), await api('/made')]) {
      expect([response.status, response.headers.get('x-total'), await response.json()]).toEqual([201, '1', { id: 1 }])
    }
  })

  test('a Response without a body, and Response.json', async () => {
    start([rest.get('/none', new Response(null, { status: 204 })), rest.get('/json', Response.json([1]))])
    expect([(await api('/none')).status, await (await api('/json')).json()]).toEqual([204, [1]])
  })

  test('a Response that a resolver throws is sent', async () => {
    const mocks = start([
      rest.get('/me', () => {
        throw Response.json({ error: 'Unauthorized' }, { status: 401 })
      }),
    ])
    const response = await api('/me')
    expect([response.status, await response.json()]).toEqual([401, { error: 'Unauthorized' }])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
  })
})

describe('a payload that is not JSON is sent as bytes, with its own content type', () => {
  const form = new FormData()
  form.append('name', 'Jo')
  form.append('file', new File(['text'], 'a.txt', { type: 'text/plain' }))

  test.for([
    { name: 'a Blob', payload: new Blob(['blob'], { type: 'text/x' }), type: 'text/x', body: 'blob' },
    { name: 'a File', payload: new File(['file'], 'f', { type: 'text/y' }), type: 'text/y', body: 'file' },
    { name: 'a Blob without a type', payload: new Blob(['blob']), type: null, body: 'blob' },
    { name: 'an ArrayBuffer', payload: new TextEncoder().encode('abc').buffer, type: null, body: 'abc' },
    { name: 'a typed array', payload: new Uint16Array([0x6261, 0x6463]), type: null, body: 'abcd' },
    {
      name: 'a DataView',
      payload: new DataView(new TextEncoder().encode('abcd').buffer, 1, 2),
      type: null,
      body: 'bc',
    },
    { name: 'a part of a buffer', payload: new TextEncoder().encode('abcd').subarray(1, 3), type: null, body: 'bc' },
    {
      name: 'URLSearchParams',
      payload: new URLSearchParams({ a: '1', b: 'ä' }),
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      body: 'a=1&b=%C3%A4',
    },
    { name: 'text()', payload: text('tëxt'), type: 'text/plain;charset=utf-8', body: 'tëxt' },
    { name: 'html()', payload: html('<p>'), type: 'text/html;charset=utf-8', body: '<p>' },
    {
      name: 'stream()',
      payload: stream(['a', Uint8Array.of(98), Uint8Array.of(99).buffer]),
      type: null,
      body: 'abc',
    },
  ])('$name, and only the head for HEAD', async ({ payload, type, body }) => {
    start([rest.get('/fixed', payload), rest.get('/made', () => payload)])
    for (const path of ['/fixed', '/fixed', '/made']) {
      const response = await api(path)
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, body])
      const head = await api(path, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type'), head.body]).toEqual([200, type, null])
    }
  })

  test('a FormData, with its boundary', async () => {
    start([rest.get('/form', form)])
    for (let turn = 0; turn < 2; turn++) {
      const received = await (await api('/form')).formData()
      const file = received.get('file') as File
      expect([received.get('name'), file.name, await file.text()]).toEqual(['Jo', 'a.txt', 'text'])
    }
  })

  test('a ReadableStream, for every request', async () => {
    const body = () =>
      new ReadableStream({
        start(controller) {
          for (const chunk of ['a', 'b']) controller.enqueue(new TextEncoder().encode(chunk))
          controller.close()
        },
      })
    start([rest.get('/fixed', body()), rest.get('/made', body)])
    for (const path of ['/fixed', '/made']) expect((await api(path, { method: 'HEAD' })).body).toBe(null)
    for (const path of ['/fixed', '/fixed', '/made', '/made']) expect(await (await api(path)).text()).toBe('ab')
    expect(await Promise.all([1, 2, 3].map(async () => (await api('/fixed')).text()))).toEqual(['ab', 'ab', 'ab'])
  })

  test('its own header wins over the type', async () => {
    start([rest.get('/blob', new Blob(['{}'], { type: 'text/x' }), { headers: { 'content-type': 'text/y' } })])
    expect((await api('/blob')).headers.get('content-type')).toBe('text/y')
  })

  test('server-sent events, one by one', async () => {
    start([rest.get('/events', sse(['one', { data: { n: 2 }, event: 'count', id: '7', retry: 10 }, 'two\nlines']))])
    const response = await api('/events')
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(await response.text()).toBe(
      'data: one\n\n' + 'event: count\nid: 7\nretry: 10\ndata: {"n":2}\n\n' + 'data: two\ndata: lines\n\n',
    )
  })

  test('redirect() sets the status and the location', async () => {
    start([rest.get('/old', redirect('/new')), rest.get('/moved', redirect('/new', 301))])
    const responses = [await api('/old', { redirect: 'manual' }), await api('/moved', { redirect: 'manual' })]
    expect(responses.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [302, '/new'],
      [301, '/new'],
    ])
  })

  test('the length is sent if it is known', async () => {
    start([
      rest.get('/json', { name: 'ä' }),
      rest.get('/bytes', new Uint8Array(7)),
      rest.get('/blob', new Blob(['abc'])),
      rest.get('/none', undefined),
      rest.get('/stream', stream(['a'])),
    ])
    const lengths = []
    for (const path of ['/json', '/bytes', '/blob', '/none', '/stream']) {
      lengths.push((await api(path)).headers.get('content-length'))
    }
    expect(lengths).toEqual(['13', '7', '3', '0', null])
  })
})

test('each answer of a function has its own length and headers, however many lengths there are', async () => {
  const { fetch } = createResolver([
    rest.post('/echo', ({ request }) => request.body),
    rest.get('/three', () => '123'),
    rest.get('/other', () => '123', { headers: { 'x-own': '1' } }),
  ])
  for (const count of Array.from({ length: 1010 }, (_, index) => index + 1)) {
    const body = 'ä'.repeat(count)
    const { headers } = await fetch(new Request('http://api.test/echo', { method: 'POST', body }))
    expect(headers.get('content-length')).toBe(String(2 * count + 2))
    headers.set('x-mine', '1')
  }
  const seen = async (path: string) => [...(await fetch(new Request(`http://api.test${path}`))).headers]
  const common = [
    ['content-length', '5'],
    ['content-type', 'application/json'],
  ]
  expect([await seen('/three'), await seen('/three'), await seen('/other')]).toEqual([
    common,
    common,
    [...common, ['x-own', '1']],
  ])
})

describe('a resolver', () => {
  /** Declares a resolver for `/it/:id`, and returns the answer to a request. */
  async function resolving(resolver: (context: ResolverContext) => unknown, init: RequestInit = {}): Promise<Response> {
    start([rest.all('/it/:id', (context) => resolver(context as ResolverContext))])
    return api('/it/7?a=1&b=2&b=3', init)
  }

  /** Gives the body as the resolver sees it. */
  async function bodySeen(init: RequestInit): Promise<unknown> {
    const bodies: unknown[] = []
    await resolving(({ request }) => {
      bodies.push(request.body)
    }, init)
    expect(bodies).toHaveLength(1)
    return bodies[0]
  }

  test('gets the request as plain data', async () => {
    let seen: ResolverContext['request'] | undefined
    await resolving(
      ({ request }) => {
        seen = request
      },
      {
        method: 'POST',
        body: '{"n":1}',
        headers: { 'Content-Type': 'application/json', 'X-Team': 'Red', Cookie: 'a=%C3%A4; b="2"' },
      },
    )
    const { method, url, params, queries, headers, cookies, body } = seen ?? expect.unreachable()
    expect({ method, url, params, queries, cookies, body }).toEqual({
      method: 'POST',
      url: 'http://api.test/it/7?a=1&b=2&b=3',
      params: { id: '7' },
      queries: { a: '1', b: ['2', '3'] },
      cookies: { a: 'ä', b: '2' },
      body: { n: 1 },
    })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-team': 'Red' })
    for (const record of [params, queries, headers, cookies])
      expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
  })

  test('gets the raw request with an unread body, and a signal', async () => {
    const response = await resolving(
      async ({ request }) => [await request.raw.json(), request.signal.aborted, request.raw.method],
      { method: 'PUT', body: '{"n":1}', headers: { 'content-type': 'application/json' } },
    )
    expect(await response.json()).toEqual([{ n: 1 }, false, 'PUT'])
  })

  test.for([
    { name: 'JSON', type: 'application/json', sent: '{"a":[1]}', body: { a: [1] } },
    { name: 'JSON by its suffix', type: 'application/problem+json; charset=utf-8', sent: '{"a":1}', body: { a: 1 } },
    { name: 'malformed JSON', type: 'application/json', sent: '{"a":', body: '{"a":' },
    {
      name: 'urlencoded',
      type: 'application/x-www-form-urlencoded',
      sent: 'a=1&b=2&b=3',
      body: { a: '1', b: ['2', '3'] },
    },
    { name: 'text', type: 'text/csv', sent: 'a,b', body: 'a,b' },
    { name: 'XML', type: 'application/xml', sent: '<a/>', body: '<a/>' },
    { name: 'anything else', type: 'application/octet-stream', sent: 'ab', body: Uint8Array.of(97, 98) },
    {
      name: 'a key named __proto__',
      type: 'application/json',
      sent: '{"__proto__":{"x":1}}',
      body: JSON.parse('{"__proto__":{"x":1}}'),
    },
  ])('parses a body by its content type: $name', async ({ type, sent, body }) => {
    expect(await bodySeen({ method: 'POST', body: sent, headers: { 'content-type': type } })).toEqual(body)
  })

  test('gets `undefined` if there is no body', async () => {
    expect(await bodySeen({ method: 'POST' })).toBeUndefined()
  })

  test('gets a form as a record of strings and files, with arrays for repeated names', async () => {
    const form = new FormData()
    for (const tag of ['a', 'b']) form.append('tag', tag)
    form.append('file', new File(['text'], 'a "b".txt', { type: 'text/plain' }))
    const { tag, file } = (await bodySeen({ method: 'POST', body: form })) as { tag: string[]; file: File }
    expect([tag, file.name, file.type, await file.text()]).toEqual([['a', 'b'], 'a "b".txt', 'text/plain', 'text'])
  })

  test('sets the status, headers and cookies', async () => {
    const response = await resolving(({ setStatusCode, setHeader, appendHeader, setCookie }) => {
      setStatusCode(201)
      setHeader('X-One', 'first')
      setHeader('x-one', 'second')
      setHeader('x-list', ['a', 'b'])
      appendHeader('X-List', 'c')
      setCookie('session', 'a b', {
        domain: 'api.test',
        expires: new Date(0),
        httpOnly: true,
        maxAge: 60,
        path: '/',
        sameSite: 'Lax',
        secure: true,
      })
      setCookie('plain', '1')
      return { id: 1 }
    })
    expect(response.status).toBe(201)
    expect([response.headers.get('x-one'), response.headers.get('x-list')]).toEqual(['second', 'a, b, c'])
    expect(response.headers.getSetCookie()).toEqual([
      'session=a%20b; Max-Age=60; Domain=api.test; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=Lax',
      'plain=1',
    ])
  })

  test('sets a status that wins over the setting, and headers beside the setting', async () => {
    start([
      rest.get(
        '/users',
        ({ setStatusCode, appendHeader }) => {
          setStatusCode(202)
          appendHeader('x-tag', 'b')
        },
        { status: 404, headers: { 'x-tag': 'a' } },
      ),
    ])
    const response = await api('/users')
    expect([response.status, response.headers.get('x-tag')]).toEqual([202, 'a, b'])
  })

  test('that returns a sequence sends its first response each time', async () => {
    start([rest.get('/users', () => sequence({ id: 1 }, { id: 2 }))])
    expect([await (await api('/users')).json(), await (await api('/users')).json()]).toEqual([{ id: 1 }, { id: 1 }])
  })

  test('changes one answer only, not the next one', async () => {
    start([
      rest.get('/users/:id', ({ request, setStatusCode, setHeader }) => {
        if (request.params.id !== '0') return
        setStatusCode(404)
        setHeader('x-error', 'yes')
      }),
    ])
    const seen = []
    for (const id of ['0', '1']) {
      const { status, headers } = await api(`/users/${id}`)
      seen.push([status, headers.get('x-error')])
    }
    expect(seen).toEqual([
      [404, 'yes'],
      [200, null],
    ])
  })

  test.for([
    {
      name: 'a status out of range',
      resolver: ({ setStatusCode }: ResolverContext) => setStatusCode(600),
      message: 'setStatusCode(600): a status is an integer from 200 to 599',
    },
    {
      name: 'a header that cannot be sent',
      resolver: ({ setHeader }: ResolverContext) => setHeader('x-note', 'a\nb'),
      message: "setHeader('x-note', …): the header 'x-note' has a value that cannot be sent: 'a\\nb'",
    },
    {
      name: 'a cookie whose value is not a text',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', {} as string),
      message: "setCookie('sid', …): a cookie value must be a string, number or boolean, not {}",
    },
    {
      name: 'a cookie without a name',
      resolver: ({ setCookie }: ResolverContext) => setCookie('', 'a'),
      message: "setCookie('', …): '' is not a cookie name",
    },
    {
      name: 'a cookie whose name has an equals sign',
      resolver: ({ setCookie }: ResolverContext) => setCookie('a=b', 'c'),
      message: "setCookie('a=b', …): 'a=b' is not a cookie name",
    },
    {
      name: 'a cookie with an unknown option',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { httponly: true } as object),
      message:
        "setCookie('sid', …): 'httponly' is not an option; use domain, expires, httpOnly, maxAge, path, sameSite or secure",
    },
    {
      name: 'a cookie whose path has a semicolon',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { path: '/; Secure' }),
      message: "setCookie('sid', …): path is a string without a semicolon, not '/; Secure'",
    },
    {
      name: 'a cookie whose domain is not a text',
      resolver: ({ setCookie }: ResolverContext) =>
        setCookie('sid', 'a', { domain: new URL('http://a.test') as never }),
      message: "setCookie('sid', …): domain is a string without a semicolon, not [URL]",
    },
    {
      name: 'a cookie with an invalid date',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { expires: new Date(Number.NaN) }),
      message: "setCookie('sid', …): expires is a Date, not Invalid Date",
    },
    {
      name: 'a cookie whose date is a text',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { expires: '2030-01-01' as never }),
      message: "setCookie('sid', …): expires is a Date, not '2030-01-01'",
    },
    {
      name: 'a cookie with a fraction of a second',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { maxAge: 0.5 }),
      message: "setCookie('sid', …): maxAge is a whole number of seconds, not 0.5",
    },
    {
      name: 'a cookie with an unknown sameSite',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { sameSite: 'Some' as never }),
      message: "setCookie('sid', …): sameSite is 'Strict', 'Lax' or 'None', not 'Some'",
    },
    {
      name: 'a cookie whose secure is a text',
      resolver: ({ setCookie }: ResolverContext) => setCookie('sid', 'a', { secure: 'false' as never }),
      message: "setCookie('sid', …): secure is true or false, not 'false'",
    },
    {
      name: 'a delay below 0',
      resolver: ({ setDelay }: ResolverContext) => setDelay(-1),
      message: 'setDelay(-1): a delay is a number of milliseconds, 0 or more',
    },
  ])('that sets $name is a bug in the test', async ({ resolver, message }) => {
    const stub = rest.get('/it', (context) => resolver(context as ResolverContext))
    const mocks = startForgiving([stub])
    const error = await rejectionOf(api('/it'))
    expect(error).toEqual(new MynahError('RESOLVER', `${message}\n\n  ${stub}`))
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test.for([
    {
      name: 'a payload with a status that has no body',
      resolver: ({ setStatusCode }: ResolverContext) => {
        setStatusCode(204)
        return { id: 1 }
      },
      problem: 'returned a payload, but a response with status 204 has no body; return undefined',
    },
    {
      name: 'a Response, having set a status',
      resolver: ({ setStatusCode }: ResolverContext) => {
        setStatusCode(201)
        return new Response()
      },
      problem: 'set a status or a header, and returned a Response, which has its own',
    },
    {
      name: 'a redirect, having set a status',
      resolver: ({ setStatusCode }: ResolverContext) => {
        setStatusCode(201)
        return redirect('/')
      },
      problem: 'set a status, and returned redirect(), which has its own',
    },
    {
      name: 'a function',
      resolver: () => () => 1,
      problem: 'returned a function; return its result instead',
    },
  ])('that returns $name is a bug in the test, and the error names the value', async ({ resolver, problem }) => {
    const stub = rest.get('/it', (context) => resolver(context as ResolverContext))
    const mocks = startForgiving([stub])
    const error = await rejectionOf(api('/it'))
    expect(error).toEqual(new MynahError('RESOLVER', `A resolver ${problem}\n\n  ${stub}`))
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test.for([
    {
      name: 'status() with a payload that JSON cannot hold',
      resolver: () => status(404, { at: new Map() }),
      message: 'status(404, …): a payload cannot be sent as JSON: a Map would become {}, at at',
    },
    {
      name: 'status() with a circular payload, later',
      resolver: async () => status(404, circular),
      message: 'status(404, …): a payload cannot be sent as JSON: it is circular, at self',
    },
    {
      name: 'status() with a status that has no body',
      resolver: () => status(204, {}),
      message: 'status(204, {}): a response with status 204 has no body\n\nWrite  status(204)',
    },
    {
      name: 'text() without a text',
      resolver: () => text(1 as never),
      message: 'text(1): it takes a string',
    },
    {
      name: 'redirect() with a wrong status',
      resolver: () => redirect('/', 200 as never),
      message: "redirect('/', 200): a redirect has the status 301, 302, 303, 307 or 308",
    },
  ])('that returns $name: the error names the stub', async ({ resolver, message }) => {
    const stub = rest.get('/it', resolver)
    const mocks = startForgiving([stub])
    const error = await rejectionOf(api('/it'))
    expect(error).toEqual(new MynahError('RESOLVER', `${message}\n\n  ${stub}`))
    expect(error).toMatchObject({ cause: { name: 'RouteDefinitionError' } })
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test('that throws or returns a Response sends the response, whatever status was set before', async () => {
    const gone = () => new Response('gone', { status: 410 })
    start([
      rest.get('/set', ({ setStatusCode }) => {
        setStatusCode(204)
        throw gone()
      }),
      rest.get('/thrown', () => Promise.reject(gone()), { status: 204 }),
      rest.get('/returned', gone, { status: 304 }),
    ])
    for (const path of ['/set', '/thrown', '/returned']) {
      const response = await api(path)
      expect([response.status, await response.text()]).toEqual([410, 'gone'])
    }
  })

  test.for([
    { name: 'an Error', thrown: new RangeError('a bug') },
    { name: 'no Error', thrown: 'a text' },
    { name: 'undefined', thrown: undefined },
  ])('that throws $name: the client, the journal and verify() get the same value', async ({ thrown }) => {
    const mocks = startForgiving([
      rest.get('/sync', () => {
        throw thrown
      }),
    ])
    expect(await rejectionOf(api('/sync'))).toBe(thrown)
    expect(mocks.calls().map(({ outcome, error }) => [outcome, error])).toEqual([['failed', thrown]])
    if (thrown !== undefined) expect(thrownBy(() => mocks.verify())).toBe(thrown)
  })

  test('that rejects fails its request with the same error, over http too', async () => {
    const bug = new RangeError('a bug')
    const mocks = startForgiving([rest.get('/it', () => Promise.reject(bug))])
    const error = await rejectionOf(
      new Promise((resolve, reject) => http.get('http://api.test/it', resolve).on('error', reject)),
    )
    expect(error).toBe(bug)
    expect(thrownBy(() => mocks.stop())).toBe(bug)
  })
})
