import assert from 'node:assert/strict'
import { inspect } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { graphql } from '../../src/entries/graphql.ts'
import { createResolver, rest, setupMocks } from '../../src/entries/index.ts'
import { deferred, messageOf, rejectionOf } from '../promises/support.ts'

const API = 'http://api.test'

test('mocks that had ended answered a request whose body was still read by newer ones', async () => {
  const older = setupMocks([rest.post('/users', { id: 1 })])
  const newer = setupMocks([])
  older.start()
  newer.start()
  const rejection = rejectionOf(fetch(`${API}/users`, { method: 'POST', body: new URLSearchParams('a=1') }))
  older.stop()
  expect(messageOf(await rejection)).toContain(`No stub answers POST ${API}/users`)
  expect(older.calls()).toEqual([])
  expect(() => newer.stop()).toThrow(`No stub answers POST ${API}/users`)
})

test('mocks that had ended failed for a request that older ones declined later', async () => {
  const { promise, resolve } = deferred<void>()
  const older = setupMocks([
    rest.get('/users', async ({ next }) => {
      await promise
      return next()
    }),
  ])
  const newer = setupMocks([])
  older.start()
  newer.start()
  const rejection = rejectionOf(fetch(`${API}/users`))
  newer.stop()
  resolve()
  expect(messageOf(await rejection)).toContain(`No stub answers GET ${API}/users`)
  newer.start()
  newer.stop()
  expect(() => older.stop()).toThrow(`No stub answers GET ${API}/users`)
})

const api = graphql('/graphql')
const OPERATIONS = ['A', 'B'].map((name) => ({ query: `query ${name} { x }` }))

function post(body: unknown): [string, RequestInit] {
  const headers = { 'content-type': 'application/json' }
  return [`${API}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) }]
}

test('a batch behind a stub that returns next() was answered as its first operation', async () => {
  const routes = [api.query('A', { data: { x: 'A' } }), api.query('B', { data: { x: 'B' } })]
  const mocks = setupMocks(routes, { patch: false })
  onTestFinished(mocks.start())
  mocks.use(rest.post('/graphql', ({ next }) => next()))
  expect(await (await mocks.fetch(...post(OPERATIONS))).json()).toEqual([{ data: { x: 'A' } }, { data: { x: 'B' } }])
  expect(mocks.calls().map(({ operation }) => operation?.name)).toEqual(['A', 'B'])
})

test('an operation behind a stub that returns next() was not found by its name', async () => {
  const mocks = setupMocks([api.query('A', { data: { x: 1 } })], { patch: false })
  onTestFinished(mocks.start())
  mocks.use(rest.post('/graphql', ({ next }) => next()))
  await mocks.fetch(...post(OPERATIONS[0]))
  expect(mocks.calls('query A')).toHaveLength(1)
})

test('a resolver that waited and returned next() stayed used up, if another request of createResolver ended meanwhile', async () => {
  const { promise, resolve } = deferred<void>()
  let asked = 0
  const slow = rest.get(
    '/users',
    async ({ next }) => {
      asked++
      await promise
      return next()
    },
    { times: 1, match: { queries: { slow: 'yes' } } },
  )
  const { fetch } = createResolver([slow, rest.get('/users', [])])
  const pending = fetch(new Request(`${API}/users?slow=yes`))
  await fetch(new Request(`${API}/users`))
  resolve()
  await pending
  await fetch(new Request(`${API}/users?slow=yes`))
  expect(asked).toBe(2)
})

test('a request from before a reset used up a stub of the next test', async () => {
  const { promise, resolve } = deferred<void>()
  const mocks = setupMocks(
    [
      rest.get('/users', [1], { times: 1 }),
      rest.get('/users', [2]),
      rest.get('/users', async ({ next }) => promise.then(next), { match: { queries: { slow: 'yes' } } }),
    ],
    { patch: false },
  )
  onTestFinished(mocks.start())
  const pending = mocks.fetch(`${API}/users?slow=yes`)
  mocks.reset()
  resolve()
  await pending
  expect(await (await mocks.fetch(`${API}/users`)).json()).toEqual([1])
})

test('the request of a resolver is strictly equal to its data, and its context prints nothing inside of mynah', async () => {
  const contexts: unknown[] = []
  const mocks = setupMocks(
    [
      rest.get('/users/:id', (context) => {
        contexts.push(context)
        return { ...context.request }
      }),
    ],
    { patch: false },
  )
  onTestFinished(mocks.start())
  await mocks.fetch(`${API}/users/7`)
  const [context] = contexts as [{ request: object }]
  assert.deepStrictEqual(context.request, { ...context.request })
  expect(Object.keys({ ...context })).toContain('request')
  expect(inspect(context)).not.toContain('IncomingRequest')
})

test.each([
  ['at once', (next: () => unknown) => next()],
  ['later', (next: () => unknown) => Promise.resolve().then(next)],
])('mocks that a resolver stopped answered after its next() %s', async (_when, goOn) => {
  const older = setupMocks([rest.get('/users', { by: 'older' })])
  older.start()
  const newer = setupMocks([
    rest.get('/users', ({ next }) => {
      older.stop()
      return goOn(next)
    }),
  ])
  newer.start()
  expect(messageOf(await rejectionOf(fetch(`${API}/users`)))).toContain(`No stub answers GET ${API}/users`)
  expect(older.calls()).toEqual([])
  expect(() => newer.stop()).toThrow(`No stub answers GET ${API}/users`)
})

test.each([true, false])(
  'a match function that stopped its mocks, and returned %s, was answered all the same',
  async (takes) => {
    const mocks = setupMocks([
      rest.get('/users', 'ended', {
        match() {
          mocks.stop()
          return takes
        },
      }),
    ])
    mocks.start()
    const error = messageOf(await rejectionOf(fetch(`${API}/users`)))
    expect(error).toContain('The mocks ended before the request was answered')
  },
)

test('2,000 stubs that return next() overflowed the stack', async () => {
  const mocks = setupMocks([rest.get('/users', 'last')])
  onTestFinished(mocks.start())
  for (let layer = 0; layer < 2000; layer++) mocks.use(rest.get('/users', ({ next }) => next()))
  expect(await (await fetch(`${API}/users`)).json()).toBe('last')
})

test.each(['an older override', 'the same table'])(
  'a match function is asked again each time that a stub of %s returns next()',
  async (where) => {
    let asked = 0
    const counting = rest.get('/users', 'newest', { match: () => ++asked === 0 })
    const declining = Array.from({ length: 10 }, () => rest.get('/users', ({ next }) => next()))
    const last = rest.get('/users', 'last')
    const mocks = setupMocks(where === 'the same table' ? [counting, ...declining, last] : [last])
    onTestFinished(mocks.start())
    if (where === 'an older override') for (const stub of [...declining, counting]) mocks.use(stub)
    expect(await (await fetch(`${API}/users`)).json()).toBe('last')
    expect(asked).toBe(1)
  },
)

test('an override that a resolver adds is not asked if the resolver returns next()', async () => {
  const mocks = setupMocks([rest.get('/users', 'last')])
  onTestFinished(mocks.start())
  mocks.use(
    rest.get('/users', ({ next }) => {
      mocks.use(rest.get('/users', 'added'))
      return next()
    }),
  )
  expect(await (await fetch(`${API}/users`)).json()).toBe('added')
})
