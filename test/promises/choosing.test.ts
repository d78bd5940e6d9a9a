import { describe, expect, test, vi } from 'vitest'
import { exists, not, rest, type Stub, sequence, some, UnmatchedRequestError } from '../../src/entries/index.ts'
import { deferred, messageOf, rejectionOf, start, startForgiving, thrownBy } from './support.ts'

const ask = async (path: string, init?: RequestInit) => (await fetch(`http://api.test${path}`, init)).json()

/** Every order of a list. */
function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]]
  return items.flatMap((item, index) => orders(items.toSpliced(index, 1)).map((rest) => [item, ...rest]))
}

describe('the order of declaration never makes a default stub hide a matched stub', () => {
  const stubs: Stub[] = [
    rest.get('/users', 'default'),
    rest.get('/users', 'admin', { match: { queries: { role: 'admin' } } }),
    rest.get('/users', 'admin on page 2', { match: { queries: { role: 'admin', page: 2 } } }),
    rest.get('/users', 'with a token', { match: { headers: { authorization: exists() } } }),
  ]

  test.for(orders(stubs).map((routes) => ({ routes })))('order %#', async ({ routes }) => {
    start(routes)
    const answers = [
      await ask('/users'),
      await ask('/users?role=guest'),
      await ask('/users?role=admin'),
      await ask('/users?role=admin&page=2'),
      await ask('/users', { headers: { authorization: 'x' } }),
    ]
    expect(answers).toEqual(['default', 'default', 'admin', 'admin on page 2', 'with a token'])
  })
})

describe('the more specific path answers, whatever the order of declaration is', () => {
  const stubs: Stub[] = [
    rest.get('/users/me', 'literal'),
    rest.get('/users/:id', 'param'),
    rest.get('/users/*path', 'wildcard'),
    rest.get(/\/users\//, 'regexp'),
    rest.get('http://other.test/users/:id', 'absolute'),
    rest.all('/users/me', 'all'),
  ]

  test.for(
    orders(stubs)
      .filter((_, index) => index % 30 === 0)
      .map((routes) => ({ routes })),
  )('order %#', async ({ routes }) => {
    start(routes)
    const answers = [
      await ask('/users/me'),
      await ask('/users/7'),
      await ask('/users/7/posts'),
      await ask('/v1/users/7'),
      await ask('/users/me', { method: 'POST' }),
      await (await fetch('http://other.test/users/me')).json(),
    ]
    expect(answers).toEqual(['literal', 'param', 'wildcard', 'regexp', 'all', 'absolute'])
  })
})

test('a trailing slash does not count, but case does', async () => {
  const mocks = startForgiving([rest.get('/users/', 'users'), rest.get('/posts', 'posts')])
  expect([await ask('/users'), await ask('/users/'), await ask('/posts/')]).toEqual(['users', 'users', 'posts'])
  expect(await rejectionOf(ask('/Users'))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
  expect(mocks.unmatched()).toHaveLength(1)
})

test('a stub with two fitting paths was only asked with the params of the first path', async () => {
  start([
    rest.get('/reports{/:year}{/:kind}', 'of a kind', { match: { params: { kind: 'yearly' } } }),
    rest.get('/reports/:year', 'of a year'),
  ])
  expect(
    await Promise.all(['/reports/yearly', '/reports/2024', '/reports/2024/yearly'].map((path) => ask(path))),
  ).toEqual(['of a kind', 'of a year', 'of a kind'])
})

test('a HEAD request prefers a HEAD stub, then a GET stub, then an ALL stub', async () => {
  start([
    rest.head('/own', undefined, { status: 204 }),
    rest.get('/own', 'get'),
    rest.get('/get', 'get', { status: 202 }),
    rest.all('/get', 'all'),
    rest.all('/all', 'all', { status: 203 }),
  ])
  const statuses = []
  for (const path of ['/own', '/get', '/all']) {
    statuses.push((await fetch(`http://api.test${path}`, { method: 'HEAD' })).status)
  }
  expect(statuses).toEqual([204, 202, 203])
})

test('a match function gets the whole request', async () => {
  start([
    rest.post('/orders', 'large', { match: ({ body }) => (body as { total: number }).total > 100 }),
    rest.post('/orders', 'small'),
  ])
  const order = (total: number) =>
    ask('/orders', { method: 'POST', body: JSON.stringify({ total }), headers: { 'content-type': 'application/json' } })
  expect([await order(101), await order(100)]).toEqual(['large', 'small'])
})

test('user code ran a second time to explain a request, or after next()', async () => {
  const whole = vi.fn(() => false)
  const name = vi.fn(() => true)
  const schema = { version: 1, vendor: 'mine', validate: vi.fn(() => ({ issues: [{ message: 'no' }] })) }
  const inner = vi.fn(() => false)
  const mocks = startForgiving([
    rest.get('/users/:id', ({ next }) => next(), { match: { params: { id: name }, queries: { a: '1', b: '2' } } }),
    rest.get('/users/:id', 'whole', { match: whole }),
    rest.get('/users/:id', 'both', { match: { params: { id: name }, queries: { a: { '~standard': schema } } } }),
    rest.all('/users/*rest', 'nested', { match: { queries: { a: not(some(inner, name)) } } }),
  ])
  const error = await rejectionOf(ask('/users/7?a=1&b=2'))
  expect(error).toBeInstanceOf(UnmatchedRequestError)
  // Once at each place: `name` occurs at three places.
  expect([whole, name, schema.validate, inner].map(({ mock }) => mock.calls.length)).toEqual([1, 3, 1, 1])
  await rejectionOf(ask('/users/8?a=1&b=2'))
  expect(whole).toHaveBeenCalledTimes(2)
  mocks.reset({ failures: true })
})

test('a matcher that throws does not match, appears in the report, and fails the test', async () => {
  const bug = new TypeError('no such property')
  const failing = () => {
    throw bug
  }
  const mocks = startForgiving([rest.get('/users', 'matched', { match: { queries: { role: failing } } })])
  const error = await rejectionOf(ask('/users?role=admin'))
  expect(messageOf(error)).toBe(`No stub answers GET http://api.test/users?role=admin

Nearest: rest.get('/users')  test/promises/choosing.test.ts
  queries.role  expected [function failing]
                received 'admin'
                threw TypeError: no such property

To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
  expect((thrownBy(() => mocks.verify()) as AggregateError).errors).toEqual([bug, error])
})

test('a matcher that throws under not() does not match either', async () => {
  const bug = new TypeError('no such property')
  const failing = () => {
    throw bug
  }
  const mocks = startForgiving([
    rest.get('/users', 'matched', { match: { queries: { role: not(failing) } } }),
    rest.get('/users', 'default'),
  ])
  expect(await ask('/users?role=admin')).toBe('default')
  expect(thrownBy(() => mocks.verify())).toBe(bug)
})

describe('times', () => {
  test('a stub steps aside when it is used up, and the report names the stub if no other is left', async () => {
    startForgiving([rest.get('/job', 'once', { times: 1 })])
    expect(await ask('/job')).toBe('once')
    expect(messageOf(await rejectionOf(ask('/job')))).toBe(`No stub answers GET http://api.test/job

Nearest: rest.get('/job')  test/promises/choosing.test.ts
  times  expected 1 request
         received one more

To answer it: rest.get('/job', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
  })

  test('several stubs with times answer one after the other', async () => {
    start([rest.get('/job', 'a', { times: 2 }), rest.get('/job', 'b', { times: 1 }), rest.get('/job', 'c')])
    const answers = []
    for (let turn = 0; turn < 5; turn++) answers.push(await ask('/job'))
    expect(answers).toEqual(['a', 'a', 'b', 'c', 'c'])
  })

  test('a waiting resolver uses up `times` when it is chosen, not when it answers', async () => {
    const gate = deferred()
    start([
      rest.get(
        '/job',
        async () => {
          await gate.promise
          return 'slow'
        },
        { times: 1 },
      ),
      rest.get('/job', 'after'),
    ])
    const first = ask('/job')
    expect(await ask('/job')).toBe('after')
    gate.resolve()
    expect(await first).toBe('slow')
  })

  test('next() does not count as a use of `times`', async () => {
    start([
      rest.get('/job', ({ request, next }) => (request.queries.skip ? next() : 'first'), { times: 1 }),
      rest.get('/job', 'second'),
    ])
    expect([await ask('/job?skip=1'), await ask('/job'), await ask('/job')]).toEqual(['second', 'first', 'second'])
  })

  test('a sequence in a stub with times ends with it', async () => {
    start([rest.get('/job', sequence('a', 'b'), { times: 2 }), rest.get('/job', 'after')])
    expect([await ask('/job'), await ask('/job'), await ask('/job')]).toEqual(['a', 'b', 'after'])
  })
})

describe('next()', () => {
  test('passes the request to the less specific stubs, one after the other', async () => {
    const seen: string[] = []
    start([
      rest.get('/a/b', ({ next }) => {
        seen.push('literal')
        return next()
      }),
      rest.get('/a/:id', async ({ request, next }) => {
        seen.push(`param ${request.params.id}`)
        return next()
      }),
      rest.all('/a/*rest', ({ request }) => request.params.rest),
    ])
    expect(await ask('/a/b')).toEqual(['b'])
    expect(seen).toEqual(['literal', 'param b'])
  })

  test('of the last candidate makes the request unmatched', async () => {
    const mocks = startForgiving([rest.get('/a', ({ next }) => next())])
    expect(await rejectionOf(ask('/a'))).toMatchObject({ code: 'UNMATCHED_REQUEST' })
    expect(mocks.calls().map(({ outcome, stub }) => [outcome, stub])).toEqual([['unmatched', undefined]])
  })

  test('keeps no header and no status', async () => {
    start([
      rest.get('/a', ({ setStatusCode, setHeader, next }) => {
        setStatusCode(500)
        setHeader('x-a', '1')
        return next()
      }),
      rest.all('/a', 'all'),
    ])
    const { status, headers } = await fetch('http://api.test/a')
    expect([status, headers.get('x-a')]).toEqual([200, null])
  })
})

test('a sequence is counted by each mocks object, and takes every kind of response', async () => {
  const route = rest.get(
    '/job',
    sequence({ n: 1 }, new Response('{"n":2}'), ({ request }: { request: { method: string } }) => request.method),
  )
  for (let round = 0; round < 2; round++) {
    const mocks = startForgiving([route])
    expect([await ask('/job'), await ask('/job'), await ask('/job'), await ask('/job')]).toEqual([
      { n: 1 },
      { n: 2 },
      'GET',
      'GET',
    ])
    mocks.stop()
  }
})

test('params are decoded, and a broken escape stays as it was sent', async () => {
  start([rest.get('/files/:name', ({ request }) => request.params.name)])
  expect([await ask('/files/a%2Fb'), await ask('/files/%E4'), await ask('/files/%C3%A4')]).toEqual(['a/b', '%E4', 'ä'])
})
