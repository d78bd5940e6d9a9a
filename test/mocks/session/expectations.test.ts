import { describe, expect, test } from 'vitest'
import { type Mocks, rest, sequence, setupMocks, text } from '../../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'

const API = 'http://api.test'
const users = rest.get('/users', 'route')

async function get(path: string, init?: RequestInit): Promise<unknown> {
  return (await fetch(API + path, init)).json()
}

const post = (body: unknown) =>
  fetch(`${API}/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Ends the mocks, and returns the message of the error that their end throws. */
function endOf(mocks: Mocks): string {
  return messageOf(thrownBy(() => mocks.stop()))
}

describe('expect(...stubs)', () => {
  test('answers once, and the routes answer what comes later', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', 'expected'))
    expect([await get('/users'), await get('/users')]).toEqual(['expected', 'route'])
  })

  test('of two expectations that fit equally, the older one answers first', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', 1), rest.get('/users', 2))
    mocks.expect(rest.get('/users', 3))
    expect([await get('/users'), await get('/users'), await get('/users')]).toEqual([1, 2, 3])
  })

  test('an expectation that is added after a request answers by precedence too', async () => {
    const mocks = start([])
    mocks.expect(rest.get('/:any', 'param'), rest.get('/other', 'first'))
    expect(await get('/x')).toBe('param')
    const undo = mocks.expect(rest.get('/users', 'undone'))
    mocks.expect(rest.get('/other', 'second'), rest.get('/users', 'literal', { times: 2 }))
    expect(await get('/users')).toBe('undone')
    undo()
    expect([await get('/other'), await get('/users')]).toEqual(['first', 'literal'])
    expect([await get('/other'), await get('/users')]).toEqual(['second', 'literal'])
  })

  test.each([
    ['before all requests', false],
    ['between requests', true],
  ])(
    '8,000 expectations, added one by one %s, take no quadratic time',
    { timeout: 90_000 },
    async (_when, isBetween) => {
      const mocks = start([])
      // That exceeds the timeout: half as many took 30 s.
      for (let id = 0; id < 8000; id++) {
        mocks.expect(rest.get(`/users/${id}`, {}))
        if (isBetween) await get(`/users/${id}`)
      }
      expect(mocks.calls()).toHaveLength(isBetween ? 8000 : 0)
      mocks.reset({ failures: true })
    },
  )

  test('of two expectations that do not fit equally, the more specific one answers first', async () => {
    const mocks = start([])
    mocks.expect(rest.get('/:any', 'param'), rest.get('/users', 'literal'))
    mocks.expect(rest.get('/users', 'matched', { match: { queries: { a: 1 } } }))
    expect([await get('/users?a=1'), await get('/users?a=1'), await get('/users?a=1')]).toEqual([
      'matched',
      'literal',
      'param',
    ])
  })

  test('comes before an override, also before a newer one', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', 'expected'))
    mocks.use(rest.get('/users', 'override'))
    expect([await get('/users'), await get('/users')]).toEqual(['expected', 'override'])
  })

  test('the same stub may be expected twice, and may be a route too', async () => {
    const mocks = start([users])
    mocks.expect(users)
    mocks.expect(users)
    await get('/users')
    expect(() => mocks.verify()).toThrow('An expected request did not arrive')
    await get('/users')
    await get('/users')
    mocks.verify()
    expect(mocks.calls(users)).toHaveLength(3)
  })

  test('times and sequence count as in use()', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', sequence(text('a'), text('b')), { times: 2 }))
    const texts = [await fetch(`${API}/users`), await fetch(`${API}/users`)].map((response) => response.text())
    expect(await Promise.all(texts)).toEqual(['a', 'b'])
  })

  test('of ten concurrent requests, one uses it', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', async () => 'expected'))
    const answers = await Promise.all(Array.from({ length: 10 }, () => get('/users')))
    expect(answers.filter((one) => one === 'expected')).toHaveLength(1)
  })

  test('a request whose client aborted has come', async () => {
    const mocks = start([])
    mocks.expect(rest.get('/users', [], { delay: Infinity }))
    const controller = new AbortController()
    const rejection = rejectionOf(fetch(`${API}/users`, { signal: controller.signal }))
    controller.abort()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    mocks.verify()
  })

  test('a request whose stub returned next() has not come', async () => {
    const mocks = startForgiving([users])
    mocks.expect(rest.get('/users', ({ next }) => next()))
    expect(await get('/users')).toBe('route')
    expect(() => mocks.verify()).toThrow('An expected request did not arrive')
  })

  test('refuses a value that is not a stub', () => {
    expect(messageOf(thrownBy(() => start([]).expect([users] as never)))).toBe(
      'mocks.expect expects stubs such as rest.get(…), got an array as argument 1; spread it with three dots',
    )
  })
})

describe('an expected request that did not come', () => {
  test('makes stop() throw its place and the nearest request, field by field', async () => {
    const mocks = start([rest.post('/users', {}, { status: 201 })])
    mocks.expect(rest.post('/users', {}, { match: { body: { name: 'Ada', role: 'admin' } } }))
    await post({ name: 'Bob', role: 'admin' })
    const error = thrownBy(() => mocks.stop())
    expect(error).toMatchObject({ name: 'MynahError', code: 'EXPECTED' })
    expect(messageOf(error)).toBe(`An expected request did not arrive

Expected: rest.post('/users')  test/mocks/session/expectations.test.ts
Nearest: POST http://api.test/users
  body.name  expected 'Ada'
             received 'Bob'`)
  })

  test('is listed if there are several, each with its `times`', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/teams', []), rest.get('/users', [], { times: 3 }))
    await get('/users')
    expect(endOf(mocks)).toBe(`3 expected requests did not arrive

Expected: rest.get('/teams')  test/mocks/session/expectations.test.ts
Nearest: GET http://api.test/users
  path segment 1  expected 'teams'
                  received 'users'

Expected: rest.get('/users')  test/mocks/session/expectations.test.ts
  times  expected 3 requests
         received 1
No other requests arrived`)
  })

  test('says if no request has arrived', () => {
    const mocks = start([])
    mocks.expect(users)
    expect(endOf(mocks)).toBe(`An expected request did not arrive

Expected: rest.get('/users')  test/mocks/session/expectations.test.ts
No requests arrived`)
  })

  test('names the stub that answered a fitting request', async () => {
    const mocks = start([users])
    await get('/users')
    mocks.expect(rest.get('/users', []))
    expect(endOf(mocks)).toBe(`An expected request did not arrive

Expected: rest.get('/users')  test/mocks/session/expectations.test.ts
Nearest: GET http://api.test/users
  answered by rest.get('/users')  test/mocks/session/expectations.test.ts`)
  })

  test('says that no stub answered a fitting request', async () => {
    const mocks = startForgiving([])
    await rejectionOf(get('/users'))
    mocks.reset({ failures: true })
    await rejectionOf(get('/users'))
    mocks.expect(rest.get('/users', []))
    expect(messageOf(thrownBy(() => mocks.verify()))).toContain(`
Expected: rest.get('/users')  test/mocks/session/expectations.test.ts
Nearest: GET http://api.test/users
  answered by no stub`)
  })

  test('makes verify() throw until the request comes', async () => {
    const mocks = start([])
    mocks.expect(users)
    expect(() => mocks.verify()).toThrow('An expected request did not arrive')
    expect(() => mocks.verify()).toThrow('An expected request did not arrive')
    await get('/users')
    mocks.verify()
  })

  test('counts as unused, too', async () => {
    const mocks = startForgiving([])
    mocks.expect(users)
    expect(mocks.unused()).toEqual([users])
    await get('/users')
    expect(mocks.unused()).toEqual([])
  })

  test('is listed beside other failures', async () => {
    const mocks = start([])
    mocks.expect(users)
    await fetch(`${API}/nope`).catch(() => {})
    expect(thrownBy(() => mocks.stop())).toMatchObject({
      errors: [{ code: 'UNMATCHED_REQUEST' }, { code: 'EXPECTED' }],
    })
  })

  test('fails only the isolate() that it belongs to', async () => {
    const mocks = start([])
    const rejection = rejectionOf(
      mocks.isolate(async () => {
        mocks.expect(users)
      }),
    )
    expect(await rejection).toMatchObject({ code: 'EXPECTED' })
    mocks.verify()
  })

  test('fails the end of a `using` block', () => {
    const run = () => {
      using mocks = setupMocks([])
      mocks.start()
      mocks.expect(users)
    }
    expect(thrownBy(run)).toMatchObject({ code: 'EXPECTED' })
  })

  test('is explained by the declared stub', async () => {
    const mocks = startForgiving([])
    const stub = rest.get('/users', [], { match: { queries: { a: 1 } } })
    mocks.expect(stub)
    const { misses } = await mocks.explain(`${API}/users`)
    expect(misses[0]?.stub).toBe(stub)
    expect(await rejectionOf(fetch(`${API}/users`))).toMatchObject({ explanation: { misses: [{ part: 'queries' }] } })
  })
})

describe('the undo of expect()', () => {
  test('removes the stubs, whether their requests have come or not', async () => {
    const mocks = start([users])
    const undo = mocks.expect(rest.get('/users', 'expected'), rest.get('/teams', []))
    undo()
    mocks.verify()
    expect(await get('/users')).toBe('route')
  })

  test('removes only its own stubs', () => {
    const mocks = startForgiving([])
    mocks.expect(users)
    mocks.expect(users)()
    expect(() => mocks.verify()).toThrow('An expected request did not arrive')
  })

  test('is called by `using`', () => {
    const mocks = start([])
    const run = () => {
      using _ = mocks.expect(users)
    }
    run()
    mocks.verify()
  })

  test('aborts the pending requests of the stubs', async () => {
    const mocks = start([])
    const undo = mocks.expect(rest.get('/users', [], { delay: Infinity }))
    const rejection = rejectionOf(fetch(`${API}/users`))
    undo()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
  })
})

describe('reset()', () => {
  test('keeps an unmatched request until the end', async () => {
    const mocks = start([])
    await fetch(`${API}/nope`).catch(() => {})
    mocks.reset()
    expect(mocks.unmatched()).toEqual([])
    expect(() => mocks.stop()).toThrow('No stub answers GET http://api.test/nope')
    mocks.stop()
  })

  test('keeps the failure of an expectation that has not come, and removes the expectation', async () => {
    const mocks = start([users])
    mocks.expect(rest.get('/users', 'expected'))
    mocks.reset()
    expect(await get('/users')).toBe('route')
    expect(thrownBy(() => mocks.stop())).toMatchObject({ code: 'EXPECTED' })
  })

  test("a stub's match is called with other routes' requests, to word a report: it sees no request that another stub took", async () => {
    const mocks = start([])
    const asked: string[] = []
    mocks.expect(
      rest.get('/users', {}),
      rest.post('/*path', {}, { match: ({ method, url }) => asked.push(`${method} ${url}`) > 0 }),
    )
    await get('/users')
    expect(endOf(mocks)).toContain(`Nearest: GET ${API}/users\n  method  expected POST\n          received GET`)
    expect(asked).toEqual([])
  })

  test('forgets both with { failures: true }', async () => {
    const mocks = start([])
    mocks.expect(users)
    await fetch(`${API}/nope`).catch(() => {})
    mocks.reset({ failures: true })
    mocks.verify()
  })

  test('refuses an unknown option', () => {
    expect(messageOf(thrownBy(() => start([]).reset({ failure: true } as never)))).toBe(
      "mocks.reset: 'failure' is not an option; use failures\n\nWrite  mocks.reset({ failures: true })",
    )
  })
})
