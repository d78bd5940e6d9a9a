import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../../src/entries/vitest.ts'
import { exists, rest, setupMocks } from '../../src/entries/index.ts'

const users = rest.get('/users', [{ id: 1 }])
const mocks = setupMocks([users, rest.post('/users', { id: 2 }, { status: 201 }), rest.get('/users/:id', { id: 1 })])
beforeEach(mocks)

const post = (body: unknown) =>
  fetch('https://api.test/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** What an assertion throws. */
function messageOf(assert: () => void): string {
  try {
    assert()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error('The assertion passed')
}

describe('toHaveRequested', () => {
  test('passes if a request that fits has arrived', async () => {
    await post({ name: 'Ada' })
    await fetch('https://api.test/users/7?full=1')
    expect(mocks).toHaveRequested('POST /users')
    expect(mocks).toHaveRequested('/users')
    expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })
    expect(mocks).toHaveRequested('GET /users/:id', { params: { id: 7 }, queries: { full: exists() } })
    expect(mocks).toHaveRequested({ method: 'GET', path: '/users/:id' }, ({ params }) => params.id === '7')
    expect(mocks).toHaveRequested((call) => call.request.method === 'POST')
    expect(mocks).not.toHaveRequested('DELETE /users')
    expect(mocks).not.toHaveRequested(users)
  })

  test('counts a request that went unmatched', async () => {
    await expect(fetch('https://api.test/groups')).rejects.toThrow('No stub answers')
    expect(mocks).toHaveRequested('GET /groups')
    mocks.reset({ failures: true })
  })

  test('a failure names the nearest request and the differences', async () => {
    await post({ name: 'Bob' })
    await fetch('https://api.test/users')
    await fetch('https://api.test/users/1')
    await fetch('https://api.test/users/2')
    expect(messageOf(() => expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } }))).toBe(
      `expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })

Nearest: POST https://api.test/users
  body.name  expected 'Ada'
             received 'Bob'

Arrived: POST /users, GET /users, and 2 more`,
    )
  })

  test('a failure of a stub names the stub', async () => {
    await post({ name: 'Bob' })
    expect(messageOf(() => expect(mocks).toHaveRequested(users)).replace(/:\d+\)/, ':1)')).toBe(
      `expect(mocks).toHaveRequested(rest.get('/users')  test/assertions/request-matchers.test.ts:1)

Nearest: POST https://api.test/users
  method  expected GET
          received POST

Arrived: POST /users`,
    )
  })

  test('a failure without any request says so', () => {
    expect(messageOf(() => expect(mocks).toHaveRequested('POST /users'))).toBe(
      `expect(mocks).toHaveRequested('POST /users')

No requests arrived`,
    )
  })

  test('hides a secret that differs', async () => {
    await fetch('https://api.test/users', { headers: { authorization: 'Bearer secret' } })
    expect(messageOf(() => expect(mocks).toHaveRequested('/users', { headers: { authorization: 'Bearer 1' } }))).toBe(
      `expect(mocks).toHaveRequested('/users', { headers: { authorization: 'Bearer 1' } })

Nearest: GET https://api.test/users
  headers.authorization  expected 'Bearer 1'
                         received (hidden)

Arrived: GET /users`,
    )
  })

  test('with not, a failure names the requests that fit', async () => {
    await post({ name: 'Bob' })
    expect(messageOf(() => expect(mocks).not.toHaveRequested('POST /users'))).toBe(
      `expect(mocks).not.toHaveRequested('POST /users')

Matching request: POST https://api.test/users`,
    )
  })
})

describe('toHaveRequestedTimes', () => {
  test('passes for exactly so many', async () => {
    await post({ name: 'Ada' })
    await post({ name: 'Bob' })
    expect(mocks).toHaveRequestedTimes('POST /users', 2)
    expect(mocks).toHaveRequestedTimes('POST /users', 1, { body: { name: 'Bob' } })
    expect(mocks).toHaveRequestedTimes('GET /users', 0)
    expect(mocks).not.toHaveRequestedTimes('POST /users', 1)
  })

  test('a failure says how many came: too few, too many, with not', async () => {
    await post({ name: 'Ada' })
    await fetch('https://api.test/users')
    expect(messageOf(() => expect(mocks).toHaveRequestedTimes('POST /users', 2))).toBe(
      `expect(mocks).toHaveRequestedTimes('POST /users', 2)

Expected 2 requests, received 1

Nearest: GET https://api.test/users
  method  expected POST
          received GET

Arrived: POST /users, GET /users`,
    )
    expect(messageOf(() => expect(mocks).toHaveRequestedTimes('/users', 1))).toBe(
      `expect(mocks).toHaveRequestedTimes('/users', 1)

Expected 1 request, received 2

Matching requests: POST https://api.test/users, GET https://api.test/users`,
    )
    expect(messageOf(() => expect(mocks).not.toHaveRequestedTimes('/users', 2))).toBe(
      `expect(mocks).not.toHaveRequestedTimes('/users', 2)

Matching requests: POST https://api.test/users, GET https://api.test/users`,
    )
  })

  test('refuses a filter that is undefined, such as a misspelt stub: any request was one', async () => {
    await post({})
    const filter = undefined as never
    const wanted = '(undefined): it takes a stub, a function of the call, a string, or { method, path, stub, match }'
    expect(messageOf(() => expect(mocks).toHaveRequested(filter))).toBe(`toHaveRequested${wanted}`)
    expect(messageOf(() => expect(mocks).toHaveRequestedTimes(filter, 1))).toBe(`toHaveRequestedTimes${wanted}`)
    expect(messageOf(() => expect(mocks).toHaveRequestedInOrder([filter]))).toBe(`toHaveRequestedInOrder${wanted}`)
  })

  test('refuses a wrong count', () => {
    expect(messageOf(() => expect(mocks).toHaveRequestedTimes('/users', -1))).toBe(
      `toHaveRequestedTimes expects a number of requests, an integer of 0 or more, got -1`,
    )
  })
})

describe('toHaveRequestedInOrder', () => {
  test('passes in this order, with others between', async () => {
    await post({ name: 'Ada' })
    await fetch('https://api.test/users/1')
    await fetch('https://api.test/users')
    expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users'])
    expect(mocks).toHaveRequestedInOrder(['/users', '/users'])
    expect(mocks).not.toHaveRequestedInOrder(['GET /users', 'POST /users'])
  })

  test('a failure names the first that is missing', async () => {
    await post({ name: 'Ada' })
    await fetch('https://api.test/users/1')
    expect(messageOf(() => expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users', 'POST /users']))).toBe(
      `expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users', …])

Missing: 'GET /users' after POST https://api.test/users

Nearest: GET https://api.test/users/1
  path segment 2  expected nothing
                  received '1'

Arrived: POST /users, GET /users/1`,
    )
  })

  test('a failure says that the missing one arrived before', async () => {
    await fetch('https://api.test/users')
    await post({ name: 'Ada' })
    expect(messageOf(() => expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users']))).toBe(
      `expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users'])

Missing: 'GET /users' after POST https://api.test/users; it arrived before

Arrived: GET /users, POST /users`,
    )
  })

  test('with not, a failure shows the requests that arrived', async () => {
    await fetch('https://api.test/users')
    expect(messageOf(() => expect(mocks).not.toHaveRequestedInOrder(['GET /users']))).toBe(
      `expect(mocks).not.toHaveRequestedInOrder(['GET /users'])

Arrived: GET /users`,
    )
  })

  test.each([
    [[], '[]'],
    [undefined, 'undefined'],
    ['GET /users', "'GET /users'"],
    [Object.create(null), '{}'],
  ])('refuses %j', (filters, got) => {
    expect(messageOf(() => expect(mocks).toHaveRequestedInOrder(filters as never))).toBe(
      `toHaveRequestedInOrder expects a list of at least one filter, got ${got}`,
    )
  })
})

describe('a value that is not mocks is refused by name, also with not', () => {
  const stopped = setupMocks([])
  afterEach(() => stopped.stop())

  test.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['mocks', "'mocks'"],
    [{ calls: [] }, '{ calls: [] }'],
    [Symbol('mocks'), 'Symbol(mocks)'],
    [function routes() {}, '[function routes]'],
  ])('%s', (received, name) => {
    for (const assertions of [expect(received), expect(received).not]) {
      expect(messageOf(() => assertions.toHaveRequested('/users'))).toBe(
        `toHaveRequested expects the mocks that setupMocks returned, got ${name}

Write  expect(mocks).toHaveRequested(…), with  const mocks = setupMocks(routes)`,
      )
    }
  })

  test('mocks that were never started are NOT_STARTED', () => {
    expect(() => expect(stopped).toHaveRequested('/users')).toThrow(
      expect.objectContaining({
        code: 'NOT_STARTED',
        message: expect.stringMatching(/^expect\(mocks\)\.toHaveRequested\(…\): these mocks were never started\n/),
      }),
    )
    expect(() => expect(stopped).not.toHaveRequested('/users')).toThrow(
      expect.objectContaining({ code: 'NOT_STARTED' }),
    )
  })

  test('two matches are refused: one in the filter, and one beside it', () => {
    const filter = { path: '/users', match: { body: 1 } }
    expect(() => expect(mocks).toHaveRequested(filter, { body: 2 })).toThrow(
      "toHaveRequested({ path: '/users', match: { body: 1 } }): it takes one match",
    )
  })

  test('params without a path may be a list or a text', () => {
    expect(mocks.calls({ match: { params: { id: ['a', 'b'] } } })).toEqual([])
    expect(mocks.calls({ match: { params: { id: 'a' } } })).toEqual([])
  })

  test('a filter behind a missing one was not read: with not, the assertion passed', () => {
    expect(messageOf(() => expect(mocks).not.toHaveRequestedInOrder(['GET /groups', 'PSOT /users']))).toBe(
      "toHaveRequestedInOrder('PSOT /users'): no request has the method PSOT; the nearest is POST",
    )
  })

  test('an async function as a filter selected every call', async () => {
    await fetch('https://api.test/users')
    const filter = (async () => false) as never
    const message = 'An async filter cannot match: calls are chosen synchronously'
    expect(messageOf(() => expect(mocks).toHaveRequested(filter))).toBe(message)
    expect(messageOf(() => mocks.calls(filter))).toBe(message)
  })

  test('null as a match was no condition', () => {
    expect(messageOf(() => expect(mocks).toHaveRequested('/users', null as never))).toBe(
      "toHaveRequested('/users'): match must be an object of parts or a function of the request, got null",
    )
  })

  test('a filter that could never select a request is refused, as by mocks.calls', () => {
    expect(messageOf(() => expect(mocks).toHaveRequested('users'))).toBe(
      "toHaveRequested('users'): a path starts with a slash, or is an absolute URL",
    )
  })
})
