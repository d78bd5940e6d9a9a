import { get as httpGet } from 'node:http'
import { describe, expect, test } from 'vitest'
import { RouteDefinitionError, rest, setupMocks, type Undo } from '../../src/entries/index.ts'
import { deferred, messageOf, rejectionOf, start, thrownBy } from './support.ts'

const nextTick = () => new Promise<void>((resolve) => process.nextTick(resolve))

const ask = async (path: string, init?: RequestInit) => (await fetch(`http://api.test${path}`, init)).json()
const routes = [
  rest.get('/users', 'base'),
  rest.get('/users', 'base, matched', { match: { queries: { role: 'admin' } } }),
  rest.get('/posts', 'base'),
]

describe('use()', () => {
  test('answers before the routes, until its undo', async () => {
    const mocks = start(routes)
    const undo = mocks.use(rest.get('/users', 'override'))
    expect([await ask('/users'), await ask('/posts')]).toEqual(['override', 'base'])
    undo()
    expect(await ask('/users')).toBe('base')
  })

  test('a default stub of a newer layer answers before a matched stub of an older layer', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', 'override'))
    expect(await ask('/users?role=admin')).toBe('override')
  })

  test('a less specific path of a newer layer answers before a more specific path of an older layer', async () => {
    const mocks = start(routes)
    mocks.use(rest.all('/*any', 'down', { status: 503 }))
    expect([await ask('/users'), await ask('/posts', { method: 'POST' })]).toEqual(['down', 'down'])
  })

  test('a matched stub leaves other requests to the layers below', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', 'page 2', { match: { queries: { page: 2 } } }))
    expect([await ask('/users?page=2'), await ask('/users')]).toEqual(['page 2', 'base'])
  })

  test('the newest layer comes first', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', 'older'))
    mocks.use(rest.get('/users', 'newer'))
    expect(await ask('/users')).toBe('newer')
  })

  test('several stubs are one layer, with the usual precedence', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', 'default'), rest.get('/users', 'admin', { match: { queries: { role: 'admin' } } }))
    expect([await ask('/users'), await ask('/users?role=admin')]).toEqual(['default', 'admin'])
  })

  test('with times, the layer below answers when it is used up', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', 'once', { times: 1 }))
    expect([await ask('/users'), await ask('/users')]).toEqual(['once', 'base'])
  })

  test('next() passes the request to the layer below', async () => {
    const mocks = start(routes)
    mocks.use(rest.get('/users', ({ next }) => next()))
    expect(await ask('/users')).toBe('base')
  })

  test('refuses a value that is not a stub, and a stub that can never answer', () => {
    const mocks = start(routes)
    expect(() => mocks.use({ path: '/users' } as never)).toThrow(RouteDefinitionError)
    const error = thrownBy(() => mocks.use(rest.get('/a', 1), rest.get('/a', 2)))
    expect(messageOf(error)).toBe(
      `rest.get('/a') can never answer: an earlier stub for the same route answers every request. Give this one a \`match\`, or the earlier one \`times\`

  rest.get('/a')  test/promises/overrides.test.ts
  rest.get('/a')  test/promises/overrides.test.ts`,
    )
  })
})

describe('the undo of use()', () => {
  test.for([
    { order: [0, 1, 2], answers: ['c', 'c', 'base'] },
    { order: [0, 2, 1], answers: ['c', 'b', 'base'] },
    { order: [1, 0, 2], answers: ['c', 'c', 'base'] },
    { order: [1, 2, 0], answers: ['c', 'a', 'base'] },
    { order: [2, 0, 1], answers: ['b', 'b', 'base'] },
    { order: [2, 1, 0], answers: ['b', 'a', 'base'] },
  ])('removes its own layer, in the order $order', async ({ order, answers }) => {
    const mocks = start(routes)
    const undos = ['a', 'b', 'c'].map((name): Undo => mocks.use(rest.get('/users', name)))
    const seen = []
    for (const index of order) {
      undos[index]?.()
      seen.push(await ask('/users'))
    }
    expect(seen).toEqual(answers)
  })

  test('does nothing the second time, also after the same stub came back', async () => {
    const mocks = start(routes)
    const stub = rest.get('/users', 'override')
    const undo = mocks.use(stub)
    undo()
    mocks.use(stub)
    undo()
    expect(await ask('/users')).toBe('override')
  })

  test('does nothing after reset()', async () => {
    const mocks = start(routes)
    const undo = mocks.use(rest.get('/users', 'before'))
    mocks.reset()
    mocks.use(rest.get('/users', 'after'))
    undo()
    expect(await ask('/users')).toBe('after')
  })

  test('is called by `using` at the end of the block', async () => {
    const mocks = start(routes)
    {
      using _ = mocks.use(rest.get('/users', 'override'))
      expect(await ask('/users')).toBe('override')
    }
    expect(await ask('/users')).toBe('base')
  })

  test('aborts a request that the layer has taken and not answered, without failing the test', async () => {
    const mocks = start(routes)
    const undo = mocks.use(rest.get('/users', 'override', { delay: Number.POSITIVE_INFINITY }))
    const rejection = rejectionOf(ask('/users'))
    undo()
    const error = await rejection
    expect(error).toMatchObject({ name: 'AbortError' })
    expect(messageOf(error)).toBe(
      'The override was undone before the request was answered: GET http://api.test/users, ' +
        "taken by rest.get('/users')  test/promises/overrides.test.ts",
    )
    expect(mocks.calls()).toMatchObject([{ outcome: 'aborted', error }])
    mocks.verify()
    expect(await ask('/users')).toBe('base')
  })

  test('of a stub that is in two layers aborts the requests of its own layer alone', async () => {
    const mocks = start(routes)
    const stub = rest.get('/users', 'override', { delay: Number.POSITIVE_INFINITY })
    const undoOlder = mocks.use(stub)
    const older = rejectionOf(ask('/users'))
    const undoNewer = mocks.use(stub)
    const newer = rejectionOf(ask('/users'))
    const ended: string[] = []
    for (const [name, rejection] of Object.entries({ older, newer })) void rejection.then(() => ended.push(name))
    undoNewer()
    await newer
    expect(ended).toEqual(['newer'])
    const third = rejectionOf(ask('/users'))
    undoOlder()
    await Promise.all([older, third])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted', 'aborted'])
  })

  test('aborts the requests of a resolver, whatever the resolver does later, for every client', async () => {
    const mocks = start(routes)
    const [asked, gate] = [deferred(), deferred()]
    const undo = mocks.use(
      rest.get('/users', async () => {
        asked.resolve()
        await gate.promise
        throw new Error('nobody hears of it')
      }),
    )
    const rejection = rejectionOf(new Promise((_, reject) => httpGet('http://api.test/users').on('error', reject)))
    await asked.promise
    undo()
    gate.resolve()
    expect(await rejection).toMatchObject({ name: 'AbortError' })
    mocks.verify()
  })

  test('does not abort requests of another layer or of the routes, also after next()', async () => {
    const gate = deferred()
    const later = async () => {
      await gate.promise
      return 'later'
    }
    const mocks = start([rest.get('/users', later)])
    const undos: Undo[] = [
      mocks.use(rest.get('/posts', later)),
      mocks.use(rest.get('/users', ({ next }) => next())),
      mocks.use(rest.get('/groups', later)),
    ]
    const answers = [ask('/users'), ask('/posts')]
    await nextTick()
    undos[1]?.()
    undos[2]?.()
    gate.resolve()
    expect(await Promise.all(answers)).toEqual(['later', 'later'])
  })

  test('in the same tick as the end does not hide the end', async () => {
    const mocks = setupMocks([])
    mocks.start()
    const undo = mocks.use(rest.get('/users', 'override', { delay: Number.POSITIVE_INFINITY }))
    const rejection = rejectionOf(ask('/users'))
    mocks.stop()
    undo()
    expect(messageOf(await rejection)).toMatch(/^The mocks ended before the request was answered: GET/)
  })
})

test('reset() undoes the overrides and their pending requests, but not the requests of the routes', async () => {
  const gate = deferred()
  const later = async () => {
    await gate.promise
    return 'later'
  }
  const mocks = start([rest.get('/users', later)])
  mocks.use(rest.get('/posts', later))
  const [answer, rejection] = [ask('/users'), rejectionOf(ask('/posts'))]
  await nextTick()
  mocks.reset()
  gate.resolve()
  expect(await rejection).toMatchObject({ name: 'AbortError' })
  expect(await answer).toBe('later')
})
