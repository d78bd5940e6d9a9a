import { request } from 'node:http'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  exists,
  type MocksOptions,
  MynahError,
  passthrough,
  rest,
  type Stub,
  setupMocks,
  UnmatchedRequestError,
} from '../../src/entries/index.ts'
import { loopback } from '../clients/loopback.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

const HINT = "To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })"

describe('onUnmatched', () => {
  test.for<{ name: string; options: MocksOptions }>([
    { name: 'error', options: { onUnmatched: 'error' } },
    { name: 'nothing said', options: {} },
  ])('$name: the call rejects, and the test fails', async ({ options }) => {
    const mocks = setupMocks([], options)
    mocks.start()
    const error = await rejectionOf(fetch('http://api.test/users'))
    expect(error).toBeInstanceOf(UnmatchedRequestError)
    expect(error).toBeInstanceOf(MynahError)
    expect(error).toMatchObject({ name: 'UnmatchedRequestError', code: 'UNMATCHED_REQUEST' })
    expect(mocks.calls()).toMatchObject([{ outcome: 'unmatched', error }])
    expect(thrownBy(() => mocks.stop())).toBe(error)
  })

  test('error: the test fails even if the application swallows the error', async () => {
    const mocks = setupMocks([])
    mocks.start()
    await fetch('http://api.test/users').catch(() => {})
    expect(messageOf(thrownBy(() => mocks.stop()))).toBe(
      `No stub answers GET http://api.test/users\n\nNo routes are declared\nTo answer it: rest.get('/users', {})\n${HINT}`,
    )
  })

  test('warn: the report on the console, and the network', async () => {
    const server = await loopback()
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const mocks = start([], { onUnmatched: 'warn' })
    expect(await (await fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
    expect(warn.mock.calls).toEqual([
      [
        `No stub answers GET ${server}/users\n\nNo routes are declared\n` +
          `To answer it: rest.get('/users', {})\n` +
          `To let it reach the network: setupMocks(routes, { passthrough: ['${server}'] })`,
      ],
    ])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })

  test('passthrough: the network, silently', async () => {
    const server = await loopback()
    const warn = vi.spyOn(console, 'warn')
    const mocks = start([], { onUnmatched: 'passthrough' })
    expect(await (await fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
    expect(warn).not.toHaveBeenCalled()
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })

  test('a function gets the request and the explanation', async () => {
    const asked: unknown[] = []
    startForgiving([rest.get('/posts', [])], {
      onUnmatched({ method, url, queries }, { misses, message }) {
        asked.push({ method, url, queries, parts: misses.map(({ part }) => part), message: messageOf(message) })
        return Response.json([])
      },
    })
    await fetch('http://api.test/users?a=1')
    expect(asked).toEqual([
      {
        method: 'GET',
        url: 'http://api.test/users?a=1',
        queries: { a: '1' },
        parts: ['path'],
        message: `No stub answers GET http://api.test/users?a=1

Nearest: rest.get('/posts')  test/mocks/on-unmatched.test.ts
  path segment 1  expected 'posts'
                  received 'users'

To answer it: rest.get('/users', {})
${HINT}`,
      },
    ])
  })

  test('a function may return a Response, over http too', async () => {
    const mocks = start([], { onUnmatched: async () => new Response('made', { status: 418 }) })
    const response = await fetch('http://api.test/users')
    expect([response.status, await response.text()]).toEqual([418, 'made'])
    const status = await new Promise((resolve) =>
      request('http://api.test/users', ({ statusCode }) => resolve(statusCode)).end(),
    )
    expect(status).toBe(418)
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered', 'answered'])
    expect(mocks.unmatched()).toHaveLength(2)
  })

  test('a function that returns the same Response each time answers with copies', async () => {
    const fallback = new Response('made')
    start([], { onUnmatched: () => fallback })
    for (let turn = 0; turn < 3; turn++) {
      expect(await (await fetch('http://api.test/users')).text()).toBe('made')
      expect((await fetch('http://api.test/users', { method: 'HEAD' })).body).toBeNull()
    }
  })

  test('a function that returns ’passthrough’ lets the request reach the network', async () => {
    const server = await loopback()
    const mocks = start([], { onUnmatched: () => Promise.resolve('passthrough' as const) })
    expect(await (await fetch(`${server}/users`)).json()).toMatchObject({ url: '/users' })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })

  test('a function that returns nothing fails the client, but not the test', async () => {
    const mocks = start([], { onUnmatched() {} })
    expect(await rejectionOf(fetch('http://api.test/users'))).toBeInstanceOf(UnmatchedRequestError)
    expect(mocks.unmatched()).toHaveLength(1)
    mocks.verify()
  })

  test('a function that throws fails the call with its own error, but not the test', async () => {
    const own = new RangeError('not here')
    const mocks = start([], {
      onUnmatched() {
        throw own
      },
    })
    expect(await rejectionOf(fetch('http://api.test/users'))).toBe(own)
    expect(mocks.calls().map(({ outcome, error }) => [outcome, error])).toEqual([['unmatched', own]])
    mocks.verify()
  })

  test('a function that returns Response.error() got an error about status 0: the call fails as on a broken connection', async () => {
    const mocks = start([], { onUnmatched: () => Response.error() })
    expect(await rejectionOf(fetch('http://api.test/users'))).toMatchObject({
      name: 'TypeError',
      cause: { code: 'ECONNREFUSED' },
    })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['answered'])
  })
})

test('another result of onUnmatched fails the call and the test, and the error lists the valid results', async () => {
  const mocks = startForgiving([], { onUnmatched: () => Promise.resolve({ status: 200 }) })
  const error = await rejectionOf(fetch('http://api.test/users'))
  expect(error).toMatchObject({
    code: 'ON_UNMATCHED',
    message: "onUnmatched returned { status: 200 }; it returns 'passthrough', a Response, or nothing for the error",
  })
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

test('a payload as the result of onUnmatched is an error', async () => {
  startForgiving([], { onUnmatched: () => passthrough() as never })
  expect(await rejectionOf(fetch('http://api.test/users'))).toMatchObject({
    code: 'ON_UNMATCHED',
    message: "onUnmatched returned passthrough(); it returns 'passthrough', a Response, or nothing for the error",
  })
})

test('an async function in passthrough let every request through, since a promise is truthy', async () => {
  const mocks = startForgiving([], { passthrough: [(async () => false) as unknown as () => boolean] })
  const error = await rejectionOf(fetch('http://api.test/users'))
  expect(error).toEqual(new TypeError('An async function of passthrough cannot match: stubs are chosen synchronously'))
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

describe('the option passthrough allows', () => {
  const any = (server: string) => server.replace(/\d+$/, '*')
  test.for<{ name: string; allowed: (server: string) => string | RegExp | ((request: { url: string }) => boolean) }>([
    { name: 'an origin', allowed: (server) => server },
    { name: 'an origin with any port', allowed: any },
    { name: 'a RegExp on the whole URL', allowed: () => /^http:\/\/127\.0\.0\.1:\d+\/users\?a=1$/ },
    { name: 'a RegExp that remembers where it was', allowed: () => /users/g },
    {
      name: 'a function of the request',
      allowed:
        () =>
        ({ url }) =>
          url.endsWith('/users?a=1'),
    },
  ])('$name', async ({ allowed }) => {
    const server = await loopback()
    const mocks = start([rest.get('/mocked', 'mocked')], { passthrough: ['https://other.test', allowed(server)] })
    for (let turn = 0; turn < 2; turn++) {
      expect(await (await fetch(`${server}/users?a=1`)).json()).toMatchObject({ url: '/users?a=1' })
    }
    expect(await (await fetch(`${server}/mocked`)).json()).toBe('mocked')
    expect([mocks.calls().map(({ outcome }) => outcome), mocks.unmatched()]).toEqual([
      ['passed', 'passed', 'answered'],
      [],
    ])
  })

  test.for<{ name: string; allowed: string | RegExp | (() => boolean) }>([
    { name: 'another port', allowed: 'http://api.test:8080' },
    { name: 'another scheme', allowed: 'https://api.test' },
    { name: 'a host that only ends so', allowed: 'http://test' },
    { name: 'another host with any port', allowed: 'http://api.tes:*' },
    { name: 'a RegExp that does not match', allowed: /users$/ },
    { name: 'a function that says no', allowed: () => false },
  ])('and nothing else: $name', async ({ allowed }) => {
    startForgiving([], { passthrough: [allowed] })
    expect(await rejectionOf(fetch('http://api.test/users?a=1'))).toBeInstanceOf(UnmatchedRequestError)
  })

  test('a function that throws fails the call and the test with its error', async () => {
    const bug = new TypeError('a bug')
    const mocks = startForgiving([], {
      passthrough: [
        () => {
          throw bug
        },
      ],
    })
    expect(await rejectionOf(fetch('http://api.test/users'))).toBe(bug)
    expect(thrownBy(() => mocks.verify())).toBe(bug)
  })

  test('a network error is the same as without mocks, and ’passed’ in the journal', async () => {
    const mocks = start([rest.get('http://127.0.0.1:2/', passthrough())])
    expect(await rejectionOf(fetch('http://127.0.0.1:2/'))).toMatchObject({ message: expect.any(String) })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
  })
})

test('the stack of an unmatched fetch had no line of its caller, since V8 keeps ten', async () => {
  const { stackTraceLimit } = Error
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
  Error.stackTraceLimit = 10
  startForgiving([])
  const error = await rejectionOf(fetch('http://api.test/users'))
  expect((error as Error).stack).toContain('test/mocks/on-unmatched.test.ts')
  expect(Error.stackTraceLimit).toBe(10)
})

describe('the report', () => {
  async function report(routes: Stub[], url: string, init?: RequestInit): Promise<string> {
    const mocks = setupMocks(routes)
    mocks.start()
    onTestFinished(() => {
      mocks.reset({ failures: true })
      mocks.stop()
    })
    return messageOf(await rejectionOf(fetch(url, init)))
  }

  test('a wrong query', async () => {
    const routes = [rest.get('/users', [], { match: { queries: { role: 'admin', page: 2 } } }), rest.get('/posts', [])]
    expect(
      await report(routes, 'http://api.test/users?role=guest'),
    ).toBe(`No stub answers GET http://api.test/users?role=guest

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  queries.role  expected 'admin'
                received 'guest'
  queries.page  expected '2'
                received nothing

Also declared: GET /posts
To answer it: rest.get('/users', {})
${HINT}`)
  })

  test('a wrong header, with a hidden secret value', async () => {
    const routes = [
      rest.get('/users', [], {
        match: { headers: { Authorization: 'Bearer a', 'X-Team': 'red', 'x-trace': exists() } },
      }),
    ]
    const headers = { authorization: 'Bearer secret', 'x-team': 'blue' }
    expect(await report(routes, 'http://api.test/users', { headers })).toBe(`No stub answers GET http://api.test/users

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  headers.authorization  expected 'Bearer a'
                         received (hidden)
  headers.x-team         expected 'red'
                         received 'blue'
  headers.x-trace        expected exists()
                         received nothing

To answer it: rest.get('/users', {})
${HINT}`)
  })

  test('a wrong cookie, with a hidden value', async () => {
    const routes = [rest.get('/users', [], { match: { cookies: { session: 'a' } } })]
    expect(
      await report(routes, 'http://api.test/users', { headers: { cookie: 'session=secret' } }),
    ).toBe(`No stub answers GET http://api.test/users

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  cookies.session  expected 'a'
                   received (hidden)

To answer it: rest.get('/users', {})
${HINT}`)
  })

  test('a wrong body', async () => {
    const routes = [rest.post('/users', {}, { match: { body: { user: { role: 'admin' }, tags: ['a', 'b'] } } })]
    const init = {
      method: 'POST',
      body: JSON.stringify({ user: { role: 'guest' }, tags: ['a', 'c'] }),
      headers: { 'content-type': 'application/json' },
    }
    expect(await report(routes, 'http://api.test/users', init)).toBe(`No stub answers POST http://api.test/users

Nearest: rest.post('/users')  test/mocks/on-unmatched.test.ts
  body.user.role  expected 'admin'
                  received 'guest'
  body.tags[1]    expected 'b'
                  received 'c'

To answer it: rest.post('/users', {})
${HINT}`)
  })

  test('a wrong method', async () => {
    expect(
      await report([rest.get('/users', []), rest.post('/posts', [])], 'http://api.test/users', { method: 'DELETE' }),
    ).toBe(`No stub answers DELETE http://api.test/users

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  method  expected GET
          received DELETE

Also declared: POST /posts
To answer it: rest.delete('/users', {})
${HINT}`)
  })

  test('a trailing path', async () => {
    expect(
      await report([rest.get('/users', [])], 'http://api.test/users/1/posts'),
    ).toBe(`No stub answers GET http://api.test/users/1/posts

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  path segment 2  expected nothing
                  received '1'
  path segment 3  expected nothing
                  received 'posts'

To answer it: rest.get('/users/1/posts', {})
${HINT}`)
  })

  test('a typo in the path', async () => {
    expect(
      await report([rest.get('/orders', []), rest.get('/users/:id', {})], 'http://api.test/user/1'),
    ).toBe(`No stub answers GET http://api.test/user/1

Nearest: rest.get('/users/:id')  test/mocks/on-unmatched.test.ts
  path segment 1  expected 'users'
                  received 'user'

Also declared: GET /orders
To answer it: rest.get('/user/1', {})
${HINT}`)
  })

  test('another origin', async () => {
    expect(
      await report([rest.get('https://api.test/users', [])], 'http://api.test/users'),
    ).toBe(`No stub answers GET http://api.test/users

Nearest: rest.get('https://api.test/users')  test/mocks/on-unmatched.test.ts
  origin  expected https://api.test
          received http://api.test

To answer it: rest.get('/users', {})
${HINT}`)
  })

  test('a match function', async () => {
    expect(
      await report([rest.get('/users', [], { match: () => false })], 'http://api.test/users'),
    ).toBe(`No stub answers GET http://api.test/users

Nearest: rest.get('/users')  test/mocks/on-unmatched.test.ts
  match  expected [function match]

To answer it: rest.get('/users', {})
${HINT}`)
  })

  test('no routes', async () => {
    expect(await report([], 'http://api.test/users')).toBe(
      `No stub answers GET http://api.test/users\n\nNo routes are declared\nTo answer it: rest.get('/users', {})\n${HINT}`,
    )
  })

  test('a long value is shortened', async () => {
    const routes = [rest.get('/users', [], { match: { queries: { q: 'a' } } })]
    const shown = await report(routes, `http://api.test/users?q=${'x'.repeat(150)}`)
    expect(shown).toContain(`\n             received '${'x'.repeat(119)}… (150 characters)\n`)
  })
})
