import http from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import {
  type Call,
  MynahError,
  networkError,
  type RequestSnapshot,
  rest,
  setupMocks,
  UnmatchedRequestError,
} from '../../../src/entries/index.ts'
import { deferred, messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'

const send = (path: string, init?: RequestInit) => fetch(`http://api.test${path}`, init)
const pathsOf = (calls: readonly Call[]) =>
  calls.map(({ request: { method, url } }) => `${method} ${url.replace('http://api.test', '')}`)

test.for<[type: string, sent: string | Uint8Array<ArrayBuffer>, expected: unknown]>([
  ['application/json', '{"id":1,"list":[{"id":2}]}', { id: 1, list: [{ id: 2 }] }],
  ['application/x-www-form-urlencoded', 'id=1&list=2&list=3', { id: '1', list: ['2', '3'] }],
  ['application/octet-stream', new Uint8Array([1, 2, 3]), new Uint8Array([1, 2, 3])],
])('a resolver that changes what it was given changes what calls() shows: %s', async ([type, body, expected]) => {
  const asked = vi.fn(() => true)
  const mocks = start([
    rest.post(
      '/users/:id/*rest',
      ({ request }) => {
        for (const part of [request.params, request.queries, request.headers, request.cookies, request.body]) {
          for (const [key, value] of Object.entries(part as Record<string, unknown>)) {
            if (Array.isArray(value)) value.push('changed')
            Object.assign(part as object, { [key]: 0, added: 0 })
          }
        }
      },
      { match: { body: asked } },
    ),
  ])
  await send('/users/1/a/b?tag=1&tag=2', { method: 'POST', body, headers: { 'content-type': type, cookie: 'sid=1' } })
  const [call] = mocks.calls()
  expect(call?.request).toMatchObject({
    params: { id: '1', rest: ['a', 'b'] },
    queries: { tag: ['1', '2'] },
    headers: { 'content-type': type },
    cookies: { sid: '1' },
  })
  expect(call?.request.params).not.toHaveProperty('added')
  expect(call?.request.body).toEqual(expected)
  expect(asked).toHaveBeenCalledExactlyOnceWith(expected)
})

/** `Date.now()` follows corrections of the system's clock, which the journal's clock does not. */
const epochNow = () => performance.timeOrigin + performance.now()

describe('calls()', () => {
  const users = rest.get('/users', [{ id: 1 }], { headers: { 'x-total': '1' } })
  const user = rest.get('/users/:id', ({ request }) => request.params.id)
  test('have request, stub, outcome, response and time', async () => {
    const before = epochNow()
    const mocks = start([users, user])
    await send('/users/7?tag=a&tag=b', { headers: { 'X-Team': 'Red' } })
    await send('/users')
    const [first, second] = mocks.calls()
    expect(first).toMatchObject({
      request: {
        method: 'GET',
        url: 'http://api.test/users/7?tag=a&tag=b',
        params: { id: '7' },
        headers: { 'x-team': 'Red' },
      },
      outcome: 'answered',
      response: { status: 200, headers: { 'content-type': 'application/json', 'content-length': '3' } },
    })
    expect([first?.stub, second?.stub]).toEqual([user, users])
    expect(second?.response?.headers).toEqual({
      'content-type': 'application/json',
      'content-length': '10',
      'x-total': '1',
    })
    expect(first?.startedAt).toBeGreaterThanOrEqual(before - 1)
    expect(first?.startedAt).toBeLessThanOrEqual(epochNow() + 1)
    expect(first?.duration).toBeGreaterThanOrEqual(0)
  })

  test('have the outcome of each request', async () => {
    const bug = new Error('a bug')
    const mocks = startForgiving([
      rest.get('/answered', {}),
      rest.get('/down', networkError()),
      rest.get('/failed', () => {
        throw bug
      }),
      rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY }),
    ])
    const abort = new AbortController()
    mocks.on('request', ({ request }) => {
      if (request.url.endsWith('/slow')) abort.abort()
    })
    await send('/answered')
    const errors = []
    for (const path of ['/down', '/failed', '/unmatched']) errors.push(await rejectionOf(send(path)))
    await rejectionOf(send('/slow', { signal: abort.signal }))
    expect(mocks.calls().map(({ outcome, error }) => [outcome, error])).toEqual([
      ['answered', undefined],
      ['answered', undefined],
      ['failed', bug],
      ['unmatched', errors[2]],
      ['aborted', abort.signal.reason],
    ])
  })

  test('are in the order of arrival, not in the order of the answers', async () => {
    const gate = deferred()
    const mocks = start([
      rest.get('/slow', async () => {
        await gate.promise
      }),
      rest.get('/fast', {}),
    ])
    const slow = send('/slow')
    await send('/fast')
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([undefined, 'answered'])
    gate.resolve()
    await slow
    expect(pathsOf(mocks.calls())).toEqual(['GET /slow', 'GET /fast'])
  })

  test('belong to the caller: a changed list does not change another list', async () => {
    const mocks = start([rest.get('/users', [])])
    await send('/users')
    mocks.calls().length = 0
    expect(mocks.calls()).toHaveLength(1)
  })

  test('keep the body, which can still be read from the raw request', async () => {
    const mocks = start([rest.post('/users', {})])
    await send('/users', { method: 'POST', body: '{"id":1}', headers: { 'content-type': 'application/json' } })
    const [request] = mocks.calls().map((call) => call.request)
    expect([request?.body, await request?.raw.text()]).toEqual([{ id: 1 }, '{"id":1}'])
  })
})

describe('unmatched() and unused()', () => {
  test('a stub whose client gave up before the answer was used', async () => {
    const stub = rest.get('/slow', 1, { delay: Number.POSITIVE_INFINITY, times: 1 })
    const mocks = start([stub])
    await rejectionOf(send('/slow', { signal: AbortSignal.timeout(1) }))
    expect(mocks.unused()).toEqual([])
    expect(mocks.verify({ unused: true })).toBeUndefined()
  })

  test('list the calls that no stub took, and the stubs that never answered', async () => {
    const [a, b, c] = [rest.get('/a', 1), rest.get('/b', 2), rest.get('/c', ({ next }) => next())]
    const mocks = startForgiving([a, b, c])
    const override = rest.get('/d', 3)
    mocks.use(override)
    await Promise.all([send('/a'), rejectionOf(send('/c')), rejectionOf(send('/x'))])
    expect(pathsOf(mocks.unmatched()).sort()).toEqual(['GET /c', 'GET /x'])
    expect(mocks.unused()).toEqual([override, b, c])
  })
})

describe('verify()', () => {
  test('throws nothing if nothing failed, and forgets nothing', async () => {
    const mocks = start([rest.get('/users', [])])
    await send('/users')
    expect([mocks.verify(), mocks.calls().length]).toEqual([undefined, 1])
  })

  test('throws a single error itself, each time', async () => {
    const mocks = startForgiving([])
    const error = await rejectionOf(send('/users'))
    expect([thrownBy(() => mocks.verify()), thrownBy(() => mocks.verify())]).toEqual([error, error])
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test('throws several errors as one, whose message lists them', async () => {
    const bug = new RangeError('a bug')
    const mocks = startForgiving([
      rest.get('/bug', () => {
        throw bug
      }),
    ])
    const errors = [await rejectionOf(send('/nowhere')), await rejectionOf(send('/bug'))]
    const thrown = thrownBy(() => mocks.verify())
    expect(thrown).toBeInstanceOf(AggregateError)
    expect((thrown as AggregateError).errors).toEqual(errors)
    expect(messageOf(thrown)).toBe(`2 failures

No stub answers GET http://api.test/nowhere

Nearest: rest.get('/bug')  test/mocks/session/journal.test.ts
  path segment 1  expected 'bug'
                  received 'nowhere'

To answer it: rest.get('/nowhere', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })

a bug`)
  })

  test('names a thrown value that is not an error', async () => {
    const mocks = startForgiving([
      rest.get('/nothing', () => Promise.reject(undefined)),
      rest.get('/text', () => Promise.reject('a text')),
    ])
    await rejectionOf(send('/nothing'))
    expect(thrownBy(() => mocks.verify())).toMatchObject({ code: 'RESOLVER', message: 'A resolver threw undefined' })
    await rejectionOf(send('/text'))
    expect(messageOf(thrownBy(() => mocks.verify()))).toBe('2 failures\n\nundefined\n\na text')
  })

  test('names a request once, although its client has retried it', async () => {
    const mocks = startForgiving([])
    for (const path of ['/users', '/posts', '/users', '/users']) await rejectionOf(send(path))
    const thrown = thrownBy(() => mocks.verify())
    expect((thrown as AggregateError).errors).toHaveLength(2)
    expect(messageOf(thrown)).toBe(`4 failures

No stub answers GET http://api.test/users

No routes are declared
To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })

This happened 3 times

No stub answers GET http://api.test/posts

No routes are declared
To answer it: rest.get('/posts', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
  })

  test('names the stubs that never answered with unused: true', async () => {
    const mocks = start([rest.get('/a', 1), rest.post('/b', 2), rest.get(/c/, 3)])
    expect(mocks.verify()).toBeUndefined()
    const all = thrownBy(() => mocks.verify({ unused: true }))
    expect(all).toBeInstanceOf(MynahError)
    expect(all).toMatchObject({ code: 'UNUSED_STUBS' })
    expect(messageOf(all)).toBe(`3 stubs never answered

  rest.get('/a')  test/mocks/session/journal.test.ts
  rest.post('/b')  test/mocks/session/journal.test.ts
  rest.get(/c/)  test/mocks/session/journal.test.ts`)
    await Promise.all([send('/a'), send('/c')])
    expect(messageOf(thrownBy(() => mocks.verify({ unused: true })))).toBe(
      "A stub never answered\n\n  rest.post('/b')  test/mocks/session/journal.test.ts",
    )
    await send('/b', { method: 'POST' })
    expect(mocks.verify({ unused: true })).toBeUndefined()
  })

  test('throws for an http request whose error the application swallows', async () => {
    const mocks = startForgiving([])
    await new Promise((resolve) => http.get('http://api.test/users').on('error', resolve))
    expect(thrownBy(() => mocks.verify())).toBeInstanceOf(UnmatchedRequestError)
  })
})

test('the journal only had the last one of several cookies of a response', async () => {
  const mocks = start([rest.get('/login', {}, { headers: { 'Set-Cookie': ['a=1', 'b=2'], 'x-list': ['1', '2'] } })])
  await send('/login')
  expect(mocks.calls()[0]?.response?.headers).toEqual({
    'content-length': '2',
    'content-type': 'application/json',
    'set-cookie': 'a=1, b=2',
    'x-list': '1, 2',
  })
})

describe('waitFor()', () => {
  test('resolves to the calls when they have been answered', async () => {
    const mocks = start([rest.get('/users/:id', ({ request }) => request.params.id)])
    const waiting = mocks.waitFor({ path: '/users/:id' }, { times: 2 })
    await send('/users/1')
    await send('/users/2')
    expect(pathsOf(await waiting)).toEqual(['GET /users/1', 'GET /users/2'])
  })

  test('counts calls that were answered before', async () => {
    const users = rest.get('/users', [])
    const mocks = start([users])
    await send('/users')
    expect(pathsOf(await mocks.waitFor(users))).toEqual(['GET /users'])
  })

  test('does not count a call that is pending, failed or unmatched', async () => {
    const gate = deferred()
    const mocks = startForgiving([
      rest.get('/slow', () => gate.promise),
      rest.get('/bug', () => {
        throw new Error('a bug')
      }),
    ])
    const calls: Call[][] = []
    const waiting = mocks.waitFor(() => true).then((answered) => calls.push(answered))
    const slow = send('/slow')
    await Promise.all([rejectionOf(send('/bug')), rejectionOf(send('/nowhere'))])
    expect(calls).toEqual([])
    gate.resolve()
    await Promise.all([slow, waiting])
    expect(calls.map(pathsOf)).toEqual([['GET /slow']])
  })

  test.for([
    {
      name: 'nothing arrived',
      paths: [],
      options: {},
      message: "mocks.waitFor: waited 1000 ms for 1 call of { path: '/users' }, but 0 arrived\n\nNo requests arrived",
    },
    {
      name: 'too few and others arrived',
      paths: ['/users', '/posts'],
      options: { times: 2, timeout: 50 },
      message:
        "mocks.waitFor: waited 50 ms for 2 calls of { path: '/users' }, but 1 arrived\n\nArrived:\n  GET http://api.test/users  answered\n  GET http://api.test/posts  answered",
    },
  ])('lists the arrived requests at its time-out: $name', async ({ paths, options, message }) => {
    const mocks = start([rest.get('/users', []), rest.get('/posts', [])])
    for (const path of paths) await send(path)
    vi.useFakeTimers()
    const rejection = rejectionOf(mocks.waitFor({ path: '/users' }, options))
    vi.advanceTimersByTime(1000)
    vi.useRealTimers()
    const error = await rejection
    expect(error).toBeInstanceOf(MynahError)
    expect(error).toMatchObject({ code: 'WAIT_TIMEOUT', message })
  })
})

describe('explain()', () => {
  test('returns the decision without the answer, and counts nothing', async () => {
    const once = rest.get('/users/:id', 'once', { times: 1 })
    const mocks = start([once, rest.get('/users/:id', 'after')])
    const explanation = await mocks.explain('http://api.test/users/7')
    expect([explanation.stub, explanation.params]).toEqual([once, { id: '7' }])
    expect(messageOf(explanation.message)).toBe(
      "GET http://api.test/users/7 is answered by rest.get('/users/:id')  test/mocks/session/journal.test.ts",
    )
    expect([mocks.calls(), mocks.unused().length]).toEqual([[], 2])
    expect(await (await send('/users/7')).json()).toBe('once')
  })

  test('returns the reasons of a miss as data, the nearest first', async () => {
    const [near, far] = [
      rest.post('/users', {}, { match: { body: { role: 'admin' } } }),
      rest.get('/posts', [], { match: { queries: { page: 1 } } }),
    ]
    const mocks = setupMocks([far, near])
    const request = new Request('http://api.test/users', {
      method: 'POST',
      body: '{"role":"guest"}',
      headers: { 'content-type': 'application/json' },
    })
    const { stub, misses, message } = await mocks.explain(request)
    expect(stub).toBeUndefined()
    expect(misses).toEqual([
      { stub: near, part: 'body', at: 'role', expected: 'admin', received: 'guest' },
      { stub: far, part: 'method', at: '', expected: 'GET', received: 'POST' },
      { stub: far, part: 'path', at: '1', expected: 'posts', received: 'users' },
    ])
    expect(messageOf(message)).toBe(`No stub answers POST http://api.test/users

Nearest: rest.post('/users')  test/mocks/session/journal.test.ts
  body.role  expected 'admin'
             received 'guest'

Also declared: GET /posts
To answer it: rest.post('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
  })

  test('has the error of a matcher that throws, and does not fail the test', async () => {
    const broken = () => {
      throw new RangeError('a bug')
    }
    const mocks = start([rest.get('/users', [], { match: { queries: broken } })])
    const { misses } = await mocks.explain('http://api.test/users')
    expect(misses).toMatchObject([{ part: 'queries', error: { message: 'a bug' } }])
    mocks.verify()
  })

  test('takes a URL, and a path with a baseUrl', async () => {
    const mocks = setupMocks([rest.get('/users', [])], { baseUrl: 'http://api.test/v1/' })
    expect((await mocks.explain(new URL('http://api.test/v1/users'))).stub).toBeDefined()
    expect((await mocks.explain('http://api.test/v1/users')).stub).toBeDefined()
  })
})

describe('on()', () => {
  test('tells of requests, answers and unmatched requests, until its undo', async () => {
    const mocks = startForgiving([rest.get('/users', [])])
    const events: string[] = []
    const undos = (['request', 'answered', 'unmatched'] as const).map((name) =>
      mocks.on(name, ({ request, outcome }) => events.push(`${name} ${new URL(request.url).pathname} ${outcome}`)),
    )
    await send('/users')
    await rejectionOf(send('/nowhere'))
    expect(events).toEqual([
      'request /users undefined',
      'answered /users answered',
      'request /nowhere undefined',
      'unmatched /nowhere unmatched',
    ])
    for (const undo of undos) undo()
    await send('/users')
    expect(events).toHaveLength(4)
  })

  test('a listener that was added twice was removed by the first undo', async () => {
    const heard: string[] = []
    const mocks = start([rest.get('/users', [])])
    const listener = ({ request }: Call) => heard.push(request.url)
    const undos = [mocks.on('request', listener), mocks.on('request', listener)]
    undos[0]?.()
    await send('/users')
    undos[1]?.()
    await send('/users')
    expect(heard).toEqual(['http://api.test/users'])
  })

  test('a listener that throws fails the test, but not the request', async () => {
    const bug = new Error('a bug')
    const mocks = startForgiving([rest.get('/users', [])])
    mocks.on('answered', () => {
      throw bug
    })
    expect((await send('/users')).status).toBe(200)
    expect(thrownBy(() => mocks.verify())).toBe(bug)
  })

  test('the snapshot is the same as in resolvers', async () => {
    const seen: Partial<RequestSnapshot>[] = []
    const mocks = start([
      rest.get('/users/:id', ({ request }) => {
        seen.push({ url: request.url, params: request.params })
      }),
    ])
    mocks.on('request', ({ request: { url, params } }) => seen.push({ url, params }))
    await send('/users/7')
    expect(seen).toEqual([
      { url: 'http://api.test/users/7', params: { id: '7' } },
      { url: 'http://api.test/users/7', params: { id: '7' } },
    ])
  })
})
