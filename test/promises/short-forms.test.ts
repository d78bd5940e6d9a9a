import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  equals,
  type Mocks,
  networkError,
  type ResolverContext,
  redirect,
  rest,
  sequence,
  setupMocks,
  status,
  text,
} from '../../src/entries/index.ts'

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'options', 'all'] as const

let mocks: Mocks

beforeEach(() => {
  mocks = setupMocks([rest.all('/users', 'route')])
  mocks.start()
})

afterEach(() => {
  mocks.reset({ failures: true })
  mocks.stop()
})

async function answerOf(method: string): Promise<unknown> {
  return (await fetch('https://api.test/users', { method: method === 'all' ? 'POST' : method.toUpperCase() })).json()
}

/** A text without the numbers of lines, which each edit of this file would move. */
function withoutLines(text: string): string {
  return text.replace(/(?<=\.ts):\d+/g, '')
}

function messageOf(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    return withoutLines((error as Error).message)
  }
  return 'nothing was thrown'
}

describe.each(METHODS)('mocks.use.%s', (method) => {
  test('declares an override, and returns its undo', async () => {
    const undo = mocks.use[method]('/users', 'override')
    expect(await answerOf(method)).toBe('override')
    undo()
    expect(await answerOf(method)).toBe('route')
  })

  test('takes settings as rest does', async () => {
    mocks.use[method]('/users', 'once', { times: 1 })
    expect(await answerOf(method)).toBe('once')
    expect(await answerOf(method)).toBe('route')
  })
})

test('mocks.use.head answers a HEAD request', async () => {
  mocks.use.head('/users', undefined, { status: 404 })
  expect((await fetch('https://api.test/users', { method: 'HEAD' })).status).toBe(404)
})

test('the undo of mocks.use.get is disposable', async () => {
  {
    using _ = mocks.use.get('/users', 'override')
    expect(await answerOf('get')).toBe('override')
  }
  expect(await answerOf('get')).toBe('route')
})

test('mocks.expect.post declares a request that has to come', async () => {
  mocks.expect.post('/users', { id: 2 })
  expect(messageOf(() => mocks.verify())).toBe(
    [
      'An expected request did not arrive',
      '',
      "Expected: mocks.expect.post('/users')  test/promises/short-forms.test.ts",
      'No requests arrived',
    ].join('\n'),
  )
  expect(await answerOf('post')).toEqual({ id: 2 })
  mocks.verify()
})

test('mocks.expect.get answers once, and several queue up', async () => {
  mocks.expect.get('/users', 'first')
  mocks.expect.get('/users', 'second')
  expect([await answerOf('get'), await answerOf('get'), await answerOf('get')]).toEqual(['first', 'second', 'route'])
})

test('mocks.use and mocks.expect stay functions of stubs', async () => {
  mocks.use(rest.get('/users', 'override'))
  mocks.expect(rest.get('/users', 'expected'))
  expect([await answerOf('get'), await answerOf('get')]).toEqual(['expected', 'override'])
})

test.each([
  ["mocks.use.get('/users')", () => mocks.use.get('/users', [], { status: 99 })],
  ["mocks.expect.post('/users')", () => mocks.expect.post('/users', [], { status: 99 })],
])('%s is what a refusal names', (call, act) => {
  expect(messageOf(act)).toMatch(
    new RegExp(`^${call.replace(/[.()]/g, '\\$&')}: status must be an integer from 200 to 599, got 99$`),
  )
})

test('mocks.use.get on mocks that were never started is NOT_STARTED', () => {
  const others = setupMocks([])
  expect(() => others.use.get('/users', [])).toThrow(expect.objectContaining({ code: 'NOT_STARTED' }))
})

test('the journal has the stub of a short form', async () => {
  mocks.use.get('/users', 'override')
  await answerOf('get')
  expect(withoutLines(String(mocks.calls()[0]?.stub))).toBe(
    "mocks.use.get('/users')  test/promises/short-forms.test.ts",
  )
})

test('a short form infers the params of its path', async () => {
  mocks.use.get('/users/:id', ({ request }) => ({ id: request.params.id.toUpperCase() }))
  expect(await (await fetch('https://api.test/users/a')).json()).toEqual({ id: 'A' })
  const wrong = () => {
    // @ts-expect-error the path has no param of this name
    mocks.use.get('/users/:id', {}, { match: { params: { name: '1' } } })
  }
  expect(wrong).toThrow(expect.objectContaining({ code: 'ROUTE_DEFINITION' }))
})

describe('status(code, payload)', () => {
  test.each([
    ['a payload', status(404, { error: 'Not Found' }), 404, '{"error":"Not Found"}', 'application/json'],
    ['no payload', status(204), 204, '', null],
    ['a text', status(503, text('Out of order')), 503, 'Out of order', 'text/plain;charset=utf-8'],
    ['null', status(200, null), 200, 'null', 'application/json'],
    ['a resolver that returns it', () => status(418, { tea: true }), 418, '{"tea":true}', 'application/json'],
    [
      'a resolver that has set another status',
      ({ setStatusCode }: ResolverContext) => {
        setStatusCode(500)
        return status(404, 'none')
      },
      404,
      '"none"',
      'application/json',
    ],
    ['a sequence of it', sequence(status(503), status(200, 'up')), 503, '', null],
  ] as const)('%s', async (_, response, code, body, type) => {
    mocks.use.get('/users', response as never)
    const answered = await fetch('https://api.test/users')
    expect([answered.status, await answered.text(), answered.headers.get('content-type')]).toEqual([code, body, type])
  })

  test('wins over the status of the stub whose resolver returns it', async () => {
    mocks.use.get('/users', () => status(404, 'none'), { status: 201 })
    expect((await fetch('https://api.test/users')).status).toBe(404)
  })

  test('a resolver of a stub with status 204 may return it with a payload', async () => {
    mocks.use.get('/users', () => status(200, 'some'), { status: 204 })
    expect(await answerOf('get')).toBe('some')
  })

  test('keeps the headers of the stub', async () => {
    mocks.use.get('/users', status(404, {}), { headers: { 'x-total': '0' } })
    expect((await fetch('https://api.test/users')).headers.get('x-total')).toBe('0')
  })

  test.each([
    [
      () => rest.get('/users', status(404), { status: 500 }),
      "rest.get('/users'): status cannot be set for status(…), which has its own",
    ],
    [() => status(99), 'status(99): a status is an integer from 200 to 599, not 99'],
    [() => status('404' as never), "status('404'): a status is an integer from 200 to 599, not '404'"],
    [
      () => status(204, { id: 1 }),
      'status(204, { id: 1 }): a response with status 204 has no body\n\nWrite  status(204)',
    ],
    [
      () => status(404, redirect('/')),
      "status(404, redirect('/', 302)): its payload is what a body is made of, not a reply with a status of its own, or none",
    ],
    [
      () => status(404, networkError()),
      "status(404, networkError('ECONNREFUSED')): its payload is what a body is made of, not a reply with a status of its own, or none",
    ],
    [() => status(404, new Map()), 'status(404, …): a payload cannot be sent as JSON: a Map would become {}'],
  ])('%s is refused', (act, message) => {
    expect(messageOf(act)).toBe(message)
  })
})

describe('rest.at(base, settings)', () => {
  const api = rest.at('https://api.test/v1', {
    status: 201,
    headers: { 'X-A': 'base', 'x-b': 'base' },
    delay: 0,
    match: { headers: { Authorization: 'Bearer 1' }, queries: { page: 1 } },
  })

  async function answered(path: string, headers: Record<string, string> = { authorization: 'Bearer 1' }) {
    const response = await fetch(`https://api.test/v1${path}`, { headers })
    return [response.status, response.headers.get('x-a'), response.headers.get('x-b'), await response.text()]
  }

  test('each stub has the settings', async () => {
    mocks.use(api.get('/teams', []))
    expect(await answered('/teams?page=1')).toEqual([201, 'base', 'base', '[]'])
    await expect(answered('/teams?page=1', {})).rejects.toThrow('No stub answers')
  })

  test('the settings of a stub win, and names are merged whatever their case', async () => {
    mocks.use(
      api.get('/teams', [], {
        status: 202,
        headers: { 'x-a': 'own' },
        match: { headers: { authorization: 'Bearer 2' }, queries: { size: '2' } },
      }),
    )
    expect(await answered('/teams?page=1&size=2', { authorization: 'Bearer 2' })).toEqual([202, 'own', 'base', '[]'])
    await expect(answered('/teams?size=2', { authorization: 'Bearer 2' })).rejects.toThrow('No stub answers')
  })

  test('a match that is a function, and a part that is no plain object, give way', async () => {
    mocks.use(api.get('/teams', 'function', { match: ({ queries }) => queries.q === '1' }))
    expect(await answered('/teams?q=1', {})).toEqual([201, 'base', 'base', '"function"'])
    mocks.use(api.get('/teams', 'part', { match: { queries: equals({ q: '2' }) } }))
    expect(await answered('/teams?q=2')).toEqual([201, 'base', 'base', '"part"'])
  })

  test('a stub that is a Response takes neither status nor headers', async () => {
    mocks.use(api.get('/teams', new Response('own', { status: 404, headers: { 'x-a': 'own' } })))
    expect(await answered('/teams?page=1')).toEqual([404, 'own', null, 'own'])
  })

  test('networkError(), redirect() and status() keep their own', async () => {
    mocks.use(api.get('/down', networkError()), api.get('/gone', status(410)))
    await expect(answered('/down?page=1')).rejects.toThrow('fetch failed')
    expect(await answered('/gone?page=1')).toEqual([410, 'base', 'base', ''])
  })

  test('a setting of a stub that is undefined is none', async () => {
    mocks.use(api.get('/teams', [], { status: undefined as never }))
    expect((await answered('/teams?page=1'))[0]).toBe(201)
  })

  test.each([
    [
      () => rest.at('/v1', { statuss: 201 } as never),
      "rest.at('/v1'): 'statuss' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.at('/v1', { status: 201 })",
    ],
    [() => rest.at('/v1', { delay: -1 }), "rest.at('/v1'): delay must be a number of milliseconds, 0 or more, got -1"],
  ])('%s is refused', (act, message) => {
    expect(messageOf(act)).toBe(message)
  })
})

describe('setupMocks(routes, { patch: false })', () => {
  test('patches nothing, and every member works at once', async () => {
    mocks.stop()
    const before = globalThis.fetch
    const unpatched = setupMocks([rest.get('/users', [])], { patch: false })
    expect(globalThis.fetch).toBe(before)
    unpatched.use.get('/users', 'override')
    unpatched.expect.get('/teams', 'expected')
    expect(unpatched.calls()).toEqual([])
    expect(await (await unpatched.fetch('https://api.test/users')).json()).toBe('override')
    expect(await (await unpatched.fetch('https://api.test/teams')).json()).toBe('expected')
    unpatched.verify()
    expect(unpatched.calls()).toHaveLength(2)
    unpatched.start()
    expect(globalThis.fetch).toBe(before)
    unpatched.stop()
    expect(messageOf(() => unpatched.use.get('/users', []))).toMatch(/^mocks\.use\(…\): these mocks have ended\n/)
  })

  test('a miss rejects, and stop throws it', async () => {
    const unpatched = setupMocks([], { patch: false })
    await expect(unpatched.fetch('https://api.test/users')).rejects.toThrow(
      'No stub answers GET https://api.test/users',
    )
    expect(() => unpatched.stop()).toThrow('No stub answers GET https://api.test/users')
  })

  test('a value that is neither true nor false is refused', () => {
    expect(messageOf(() => setupMocks([], { patch: 'no' as never }))).toBe(
      "setupMocks: patch is true or false, not 'no'",
    )
  })
})
