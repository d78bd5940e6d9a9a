import * as valibot from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import {
  cut,
  endsWith,
  equals,
  every,
  exists,
  file,
  fn,
  greater,
  haveEntries,
  html,
  includes,
  inRange,
  length,
  type NamedReply,
  networkError,
  not,
  oneOf,
  passthrough,
  type RequestSnapshot,
  redirect,
  rest,
  type Stub,
  sequence,
  setupMocks,
  some,
  sse,
  startsWith,
  stream,
  text,
  throttle,
} from '../../src/entries/index.ts'
import type { HookUndo } from '../../src/mocks/undo.ts'

/** Valid and invalid declarations, which the compiler checks. The valid ones are also run. */
interface User {
  readonly id: number
  name: string
  tags?: readonly string[]
}

const user: User = { id: 1, name: 'John' }

test('every method has the same signature, and returns a stub', () => {
  for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all'] as const) {
    expectTypeOf(rest[method]('/users/:id', user)).toEqualTypeOf<Stub>()
  }
  // @ts-expect-error: no method
  expect(rest.trace).toBe(undefined)
})

test('payloads', () => {
  const payloads = [
    rest.get('/a', user),
    rest.get('/a', [user] as readonly User[]),
    rest.get('/a', new Map([[1, user]]).get(1)),
    rest.get('/a', 'text'),
    rest.get('/a', 0),
    rest.get('/a', false),
    rest.get('/a', null),
    rest.get('/a', undefined),
    rest.get('/a', new Date(0)),
    rest.get('/a', new Response('a')),
    rest.get('/a', new Blob([])),
    rest.get('/a', new Uint8Array()),
    rest.get('/a', new ArrayBuffer(1)),
    rest.get('/a', new URLSearchParams()),
    rest.get('/a', new FormData()),
    rest.get('/a', new ReadableStream()),
    rest.get('/a', text('a')),
    rest.get('/a', html('a')),
    rest.get('/a', stream(['a', new Uint8Array()])),
    rest.get('/a', sse(['a', { data: user, event: 'b', id: '1', retry: 1 }])),
    rest.get('/a', redirect('/b', 301)),
    rest.get('/a', networkError('ETIMEDOUT')),
    rest.get('/a', passthrough()),
    rest.get(
      '/a',
      sequence(user, text('b'), () => null),
    ),
  ]
  expectTypeOf(payloads).toEqualTypeOf<Stub[]>()
  // @ts-expect-error: JSON cannot hold it
  expect(() => rest.get('/a', 1n)).toThrow('BigInt')
  // @ts-expect-error: JSON cannot hold it
  expect(() => rest.get('/a', Symbol('a'))).toThrow('symbol')
  // @ts-expect-error: its letters are no chunks
  expect(() => stream('abc')).toThrow('stream')
  // @ts-expect-error: its letters are no events
  expect(() => sse('abc')).toThrow('sse')
  // @ts-expect-error: no redirect
  expect(() => redirect('/a', 200)).toThrow('redirect')
  expect(() => sequence()).toThrow('sequence')
})

test('resolvers', () => {
  rest.get('/users/:id', ({ request, setStatusCode, setHeader, appendHeader, setCookie, setDelay, next }) => {
    expectTypeOf(request.method).toEqualTypeOf<string>()
    expectTypeOf(request.url).toEqualTypeOf<string>()
    expectTypeOf(request.queries).toEqualTypeOf<Record<string, string | string[]>>()
    expectTypeOf(request.headers).toEqualTypeOf<Record<Lowercase<string>, string>>()
    expectTypeOf(request.cookies).toEqualTypeOf<Record<string, string>>()
    expectTypeOf(request.body).toEqualTypeOf<unknown>()
    expectTypeOf(request.signal).toEqualTypeOf<AbortSignal>()
    expectTypeOf(request.raw).toEqualTypeOf<Request>()
    setStatusCode(201)
    setHeader('x-a', ['1', '2'])
    appendHeader('x-a', '3')
    setCookie('sid', '1', { httpOnly: true, maxAge: 60, sameSite: 'Lax', expires: new Date(0) })
    setDelay(10)
    // @ts-expect-error: no number
    setStatusCode('201')
    // @ts-expect-error: no attribute of a cookie
    setCookie('sid', '1', { ttl: 1 })
    expectTypeOf(next()).toEqualTypeOf<NamedReply>()
    return next()
  })
  rest.get('/a', () => user)
  rest.get('/a', async () => user)
  rest.get('/a', () => undefined)
  rest.get('/a', () => {})
  rest.get('/a', async ({ request }) => new Response(await request.raw.text()))
  rest.get('/a', ({ request }) => request.body)
  rest.get('/a', ({ next, request }) => (request.queries.a ? next() : text('a')))
  rest.get('/a', async ({ next, request }) => (request.queries.a ? next() : user))
  rest.get('/users/:id', ({ request, setStatusCode }) => {
    if (request.params.id === '0') {
      setStatusCode(404)
      return { error: 'Not Found' }
    }
    return { id: request.params.id }
  })
})

test('settings', () => {
  const match = { queries: { page: 1 } }
  rest.get('/a', user, {
    match,
    status: 201,
    headers: { 'x-a': 'b', 'x-c': ['d', 'e'] },
    delay: Number.POSITIVE_INFINITY,
    times: 2,
  })
  // @ts-expect-error: no setting
  expect(() => rest.get('/a', user, { once: true })).toThrow('once')
  // @ts-expect-error: no setting; it belongs in a match
  expect(() => rest.get('/a', user, { queries: { page: 1 } })).toThrow('queries')
  // @ts-expect-error: no status
  expect(() => rest.get('/a', user, { status: '201' })).toThrow('status')
  // @ts-expect-error: no number
  expect(() => rest.get('/a', user, { times: '2' })).toThrow('times')
  // @ts-expect-error: no headers
  expect(() => rest.get('/a', user, { headers: new Map() })).toThrow('headers')
})

test('a match is typed by the path', () => {
  rest.get('/users/:id/:tab', user, { match: { params: { id: 1 } } })
  rest.get('/users/:id', user, { match: { params: { id: /^\d+$/ } } })
  rest.get('/users/:id', user, { match: { params: { id: (id: string) => id !== '' } } })
  rest.get('/users/:id', user, { match: { params: not(haveEntries({ id: 1 })) } })
  rest.get('/users/:id', user, { match: { params: expect.objectContaining({ id: '1' }) } })
  rest.get('/users/:id', user, { match: { params: z.object({ id: z.string() }) } })
  rest.get('/users/:id', user, { match: { params: ({ id }) => id === '1' } })
  rest.get('/users/:id', user, { match: ({ params, body }) => params.id === '1' && body === undefined })
  // @ts-expect-error: the path has no such param
  expect(() => rest.get('/users/:id', user, { match: { params: { userId: 1 } } })).toThrow('userId')
  // @ts-expect-error: the path has none
  expect(() => rest.get('/users', user, { match: { params: { id: 1 } } })).toThrow('id')
  // @ts-expect-error: no part of a request
  expect(() => rest.get('/users', user, { match: { query: { id: 1 } } })).toThrow('query')
  // @ts-expect-error: not an object of parts, and not a function
  expect(() => rest.get('/users', user, { match: 'page=1' })).toThrow('match')
  // @ts-expect-error: no parts
  expect(() => rest.get('/users', user, { match: { queries: 'page=1' } })).toThrow('queries')
  // @ts-expect-error: the path has no such param
  rest.get('/users/:id', user, { match: ({ params }) => params.userId === '1' })
})

test('matchers, schemas, asymmetric matchers and functions may be used anywhere in a match', () => {
  rest.post('/users', user, {
    match: {
      queries: { a: exists(), b: oneOf([1, '2']), c: includes('d'), e: [1, /f/], g: undefined, h: expect.any(String) },
      headers: { authorization: exists(), accept: some(/json/, endsWith('html')) },
      cookies: every(exists(), not({ sid: '1' })),
      body: {
        name: length(3),
        age: inRange([1, 9]),
        tags: [greater(1)],
        email: z.email(),
        id: fn((id: number) => id > 1),
      },
    },
  })
  rest.post('/users', user, {
    match: { queries: equals({ a: 1 }), headers: z.looseObject({}), body: valibot.string() },
  })
  rest.post('/users', user, { match: { body: user } })
  rest.post('/users', user, { match: { body: [1, null, 'a'] } })
  rest.post('/users', user, { match: { body: (body: unknown) => body === null } })
})

test('not((v) => …), some(…) and every(…) are implicit any, and fn((v) => v.length > 1) does not compile', () => {
  const matchers = [
    fn((v) => v.length > 1),
    fn((v: string) => v.length > 1),
    fn(({ name }) => name === 'Ada'),
    not((v) => v.length > 1),
    not((v: number) => v > 1),
    some((v) => v.length > 1, 'a'),
    every(exists(), (v) => v.length > 1),
    oneOf([(v) => v.length > 1, 'a']),
    equals((v) => v.length > 1),
    equals({ name: (v) => v === 'Ada' }),
    haveEntries({ name: (v) => v.length > 1 }),
    haveEntries([(v) => v.length > 1]),
    includes((v) => v.length > 1),
    startsWith((v) => v.length > 1),
    endsWith((v) => v.length > 1),
    not(user),
    every(...([user, user] as const)),
    oneOf(['a', 1, null, undefined, user] as readonly unknown[]),
  ]
  rest.post('/users', user, {
    match: { queries: { a: fn((v) => v > 1), b: not((v) => v > 1) }, body: every(...matchers) },
  })
  // @ts-expect-error: not a function
  expect(() => fn('a')).toThrow('fn')
})

test('shapes written by hand', () => {
  rest.get<{ params: { id: string } }>(/users.(?<id>.)/, ({ request }) => {
    expectTypeOf(request.params).toEqualTypeOf<{ id: string }>()
    expectTypeOf(request.queries).toEqualTypeOf<RequestSnapshot['queries']>()
    expectTypeOf(request.body).toEqualTypeOf<unknown>()
    return null
  })
  rest.post<{ body: User; response: User; queries: { page?: string } }>('/users', async ({ request }) => {
    expectTypeOf(request.body).toEqualTypeOf<User>()
    expectTypeOf(request.queries).toEqualTypeOf<{ page?: string }>()
    return { ...request.body, id: 1 }
  })
  rest.post<{ headers: { accept: string }; cookies: { sid: string } }>('/users', ({ request }) => {
    expectTypeOf(request.headers).toEqualTypeOf<{ accept: string }>()
    expectTypeOf(request.cookies).toEqualTypeOf<{ sid: string }>()
    return null
  })
  rest.get<{ params: { id: string } }>('/users/:id', user, { match: { params: { id: 1 } } })
  // @ts-expect-error: the shape has no such param
  expect(() => rest.get<{ params: { id: string } }>('/users/:id', user, { match: { params: { userId: 1 } } })).toThrow(
    'userId',
  )
  // @ts-expect-error: no part of a shape
  rest.get<{ parms: { id: string } }>('/users/:id', user)
})

test('a resolver’s return is checked too if a function has the fields of the declared response', () => {
  type Named = { name: string }
  type Long = { length: number }
  rest.get<{ response: Named }>('/a', { name: 'Ada' })
  rest.get<{ response: Named }>('/a', () => ({ name: 'Ada' }))
  rest.get<{ response: Named }>('/a', async ({ request }) => ({ name: request.url }))
  rest.get<{ response: Long }>('/a', [1, 2])
  rest.get<{ response: Long }>('/a', () => ({ length: 2 }))
  rest.get<{ response: Long | string }>('/a', () => 'ab')
  rest.get<{ response: object }>('/a', () => ({}))
  // @ts-expect-error a number has no name
  rest.get<{ response: Named }>('/a', () => 5)
  // @ts-expect-error another field
  rest.get<{ response: Named }>('/a', () => ({ title: 'Ada' }))
  // @ts-expect-error another field, later
  rest.get<{ response: Named }>('/a', async () => ({ title: 'Ada' }))
  // @ts-expect-error another type
  rest.get<{ response: Long }>('/a', () => ({ length: '2' }))
  // @ts-expect-error another type
  rest.get<{ response: Named }>('/a', { name: 5 })
})

test('a response type written by hand is checked, and allows named replies and Responses', () => {
  rest.get<{ response: User }>('/a', user)
  rest.get<{ response: User }>('/a', text('a'))
  rest.get<{ response: User }>('/a', new Response('a'))
  rest.get<{ response: User }>('/a', ({ next }) => next())
  rest.get<{ response: User }>('/a', async ({ next, request }) => (request.queries.a ? next() : user))
  rest.get<{ response: User }>('/a', () => new Response('a'))
  rest.get<{ response: User | { error: string } }>('/a', ({ request }) => (request.queries.a ? user : { error: 'b' }))
  // @ts-expect-error: no user
  rest.get<{ response: User }>('/a', { id: '1' })
  // @ts-expect-error: no user
  rest.get<{ response: User }>('/a', () => ({ id: '1' }))
  // @ts-expect-error: no user
  rest.get<{ response: User }>('/a', async () => ({ id: '1' }))
})

test('rest.at(base) has the same methods, and their types', () => {
  const api = rest.at('https://api.test/v1')
  for (const method of ['get', 'head', 'post', 'put', 'patch', 'delete', 'options', 'all'] as const) {
    expectTypeOf(api[method]).toEqualTypeOf<(typeof rest)[typeof method]>()
  }
  api.get('/users/:id', ({ request }) => {
    expectTypeOf(request.params).toEqualTypeOf<{ id: string }>()
    return {}
  })
  // @ts-expect-error: a base is no RegExp
  expect(() => rest.at(/users/)).toThrow()
  // @ts-expect-error: the methods of a base have none of their own
  expect(api.at).toBe(undefined)
})

test('mocks.expect takes stubs, and returns an undo', () => {
  using mocks = setupMocks([])
  mocks.start()
  const undo = mocks.expect(rest.get('/users', []), rest.post('/users', {}))
  expectTypeOf(undo).toEqualTypeOf<HookUndo>()
  undo()
  // @ts-expect-error: a payload is no stub
  expect(() => mocks.expect({ id: 1 })).toThrow()
})

test('replies of files and of broken and slow connections', () => {
  expectTypeOf(file('package.json')).toEqualTypeOf<NamedReply>()
  expectTypeOf(file(new URL('../../package.json', import.meta.url))).toEqualTypeOf<NamedReply>()
  expectTypeOf(cut({ id: 1 }, 1)).toEqualTypeOf<NamedReply>()
  expectTypeOf(throttle({ id: 1 }, 10)).toEqualTypeOf<NamedReply>()
  expectTypeOf(stream(['a', networkError()])).toEqualTypeOf<NamedReply>()
  rest.get<{ response: User }>('/users/1', cut(user, 3))
  // @ts-expect-error: a path is no number
  expect(() => file(1)).toThrow()
  // @ts-expect-error: it takes how many bytes
  expect(() => cut({ id: 1 })).toThrow()
  // @ts-expect-error: a speed is a number
  expect(() => throttle({ id: 1 }, '10')).toThrow()
})

test('request.queries.page is string | string[], which fails in code that every peer compiles', () => {
  const users = [user]
  const byMsw = rest.get('/users', ({ request }) => {
    const url = new URL(request.url)
    const name = url.searchParams.get('name')
    const page = Number(url.searchParams.get('page') ?? 1)
    return Response.json({ page, users: name ? users.filter((one) => one.name.includes(name)) : users })
  })
  const byNock = rest.get('/users/:id', ({ request: { url, headers }, setStatusCode }) => {
    const id = new URL(url).pathname.split('/').at(-1)
    if (headers.authorization?.startsWith('Bearer '))
      return { id, fields: new URL(url).searchParams.get('fields')?.split(',') }
    setStatusCode(401)
    return { error: 'Unauthorized' }
  })
  const byFetchMock = rest.get('/users', ({ request }) => {
    const limit = Number.parseInt(request.searchParams.get('limit') ?? '10', 10)
    const tags = request.searchParams.getAll('tag').map((tag) => tag.toLowerCase())
    return users.filter((one) => tags.every((tag) => one.tags?.includes(tag))).slice(0, limit)
  })
  const byMatch = rest.get('/users', users, { match: ({ searchParams }) => searchParams.get('page')?.length === 1 })
  expectTypeOf([byMsw, byNock, byFetchMock, byMatch]).toEqualTypeOf<Stub[]>()
})
