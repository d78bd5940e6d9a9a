import { Agent, get } from 'node:http'
import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MynahError, rest, setupMocks, UnmatchedRequestError } from '../../src/entries/index.ts'
import { deferred, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

const ask = async (path: string) => (await fetch(`http://api.test${path}`)).json()
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Asks over a kept-alive connection, which requests of any test may use in turn. */
function keptAlive(maxSockets: number): (path: string) => Promise<unknown> {
  const agent = new Agent({ keepAlive: true, maxSockets })
  onTestFinished(() => agent.destroy())
  return (path) =>
    new Promise((resolve, reject) => {
      get(`http://api.test${path}`, { agent }, async (response) => {
        let body = ''
        for await (const chunk of response.setEncoding('utf8')) body += chunk
        resolve(JSON.parse(body))
      }).on('error', reject)
    })
}

/** Asks over a pool, whose connections requests of any test may use in turn. */
function pooled(connections: number): (path: string) => Promise<unknown> {
  const dispatcher = new undici.Agent({ connections })
  onTestFinished(() => dispatcher.destroy())
  return async (path) => (await undici.request(`http://api.test${path}`, { dispatcher })).body.json()
}

/** Taken before the mocks start: its requests come through sockets. */
const captured = globalThis.fetch

const clients = [
  { name: 'fetch', client: () => ask },
  {
    name: 'fetch taken before start',
    client: () => async (path: string) => (await captured(`http://api.test${path}`)).json(),
  },
  { name: 'a pool of undici', client: () => pooled(100) },
  { name: 'a pool of undici with few connections', client: pooled },
  { name: 'a keep-alive http agent', client: keptAlive },
]

describe.for(clients)('fifty at the same time over $name', ({ client }) => {
  test('each has its own override of the same route, its own journal, its own counts', async () => {
    const mocks = start([
      rest.get('/who', 'nobody'),
      rest.get('/once', 'once', { times: 1 }),
      rest.get('/once', 'after'),
    ])
    const send = client(4)
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        mocks.isolate(async () => {
          mocks.use(rest.get('/who', id))
          if (id % 2) await turn()
          const answers = [await send('/who'), await send('/once'), await send('/once')]
          await turn()
          return [...answers, await send('/who'), mocks.calls().length, mocks.calls({ path: '/who' }).length]
        }),
      ),
    )
    expect(results).toEqual(Array.from({ length: 50 }, (_, id) => [id, 'once', 'after', id, 4, 2]))
    expect([await send('/who'), mocks.calls().length]).toEqual(['nobody', 1])
  })

  test('a resolver that awaits and sends a request itself', async () => {
    const send = client(100)
    const mocks = start([
      rest.get('/who', 'nobody'),
      rest.get('/outer', async () => {
        await turn()
        return send('/who')
      }),
    ])
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, id) =>
        mocks.isolate(async () => {
          mocks.use(
            rest.get('/who', async () => {
              await turn()
              return id
            }),
          )
          return [await send('/outer'), mocks.calls().length]
        }),
      ),
    )
    expect(results).toEqual(Array.from({ length: 50 }, (_, id) => [id, 2]))
  })
})

describe('isolate()', () => {
  test('an unmatched request was lost if the function itself failed: it is the cause', async () => {
    const mocks = start([])
    const own = new Error('the list is empty')
    const rejection = mocks.isolate(async () => {
      await ask('/users').catch(() => {})
      throw own
    })
    expect(await rejectionOf(rejection)).toBe(own)
    expect(own.cause).toBeInstanceOf(UnmatchedRequestError)
  })

  test('a frozen error of the function was replaced by the error of adding the cause', async () => {
    const mocks = start([])
    const own = Object.freeze(new Error('the list is empty'))
    const rejection = mocks.isolate(async () => {
      await ask('/users').catch(() => {})
      throw own
    })
    expect(await rejectionOf(rejection)).toBe(own)
  })

  test('the error of several requests had a copy of itself as its cause', async () => {
    const mocks = start([])
    const error = await rejectionOf(
      mocks.isolate(async () => {
        for (const path of ['/users', '/posts']) await ask(path).catch(() => {})
      }),
    )
    expect((error as AggregateError).errors).toHaveLength(2)
    expect((error as AggregateError).cause).toBeUndefined()
  })

  test('returns the result of the function, sync or async', async () => {
    const mocks = start([])
    expect([await mocks.isolate(() => 1), await mocks.isolate(async () => 2)]).toEqual([1, 2])
  })

  test('rejects with the error of the function', async () => {
    const mocks = start([])
    const error = new Error('expected 1 to be 2')
    expect(
      await rejectionOf(
        mocks.isolate(async () => {
          throw error
        }),
      ),
    ).toBe(error)
  })

  test('rejects if a request inside went unmatched, even if the application swallows the error', async () => {
    const mocks = start([])
    const error = await rejectionOf(mocks.isolate(() => ask('/users').catch(() => {})))
    expect(error).toBeInstanceOf(UnmatchedRequestError)
    expect([mocks.unmatched(), mocks.verify()]).toEqual([[], undefined])
  })

  test('starts without the overrides and the counts from outside, and does not change them', async () => {
    const mocks = start([rest.get('/job', 'once', { times: 1 }), rest.get('/job', 'after')])
    expect(await ask('/job')).toBe('once')
    mocks.use(rest.get('/job', 'override', { match: { queries: { a: '1' } } }))
    expect(await mocks.isolate(async () => [await ask('/job?a=1'), await ask('/job')])).toEqual(['once', 'after'])
    expect([await ask('/job?a=1'), await ask('/job')]).toEqual(['override', 'after'])
  })

  test('reset() inside clears the inner state', async () => {
    const mocks = start([rest.get('/job', 'base')])
    mocks.use(rest.get('/job', 'outside'))
    const inside = await mocks.isolate(async () => {
      mocks.use(rest.get('/job', 'inside'))
      mocks.reset()
      return ask('/job')
    })
    expect([inside, await ask('/job')]).toEqual(['base', 'outside'])
  })

  test('waitFor() inside waits for calls inside', async () => {
    const mocks = start([rest.get('/job', 'base')])
    await ask('/job')
    const paths = await mocks.isolate(async () => {
      const waiting = mocks.waitFor({ path: '/job' })
      await ask('/job?inside')
      return (await waiting).map(({ request }) => request.url)
    })
    expect(paths).toEqual(['http://api.test/job?inside'])
  })

  test('aborts its own pending requests, and no others', async () => {
    const mocks = startForgiving([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
    const [arrivedOutside, arrivedInside] = [deferred(), deferred()]
    mocks.on('request', ({ request }) => (request.queries.inside ? arrivedInside : arrivedOutside).resolve())
    const outside = rejectionOf(ask('/slow'))
    await arrivedOutside.promise
    let inside: Promise<unknown> = Promise.resolve()
    await mocks.isolate(async () => {
      inside = rejectionOf(ask('/slow?inside=1'))
      await arrivedInside.promise
    })
    expect(await inside).toMatchObject({ name: 'AbortError' })
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([undefined])
    mocks.stop()
    expect(await outside).toMatchObject({ name: 'AbortError' })
  })

  test('did not end if the mocks ended before', async () => {
    const mocks = startForgiving([rest.get('/slow', {}, { delay: 60_000 })])
    const arrived = deferred()
    mocks.on('request', () => arrived.resolve())
    const isolated = rejectionOf(mocks.isolate(() => ask('/slow')))
    await arrived.promise
    mocks.stop()
    expect(await isolated).toMatchObject({ name: 'AbortError' })
  })

  test('a request that it sent after its end was missed by every test, and outlived the mocks', async () => {
    const mocks = start([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
    const ended = deferred()
    let late: Promise<unknown> = Promise.resolve()
    await mocks.isolate(() => {
      late = ended.promise.then(() => Promise.all([rejectionOf(ask('/slow')), rejectionOf(ask('/users'))]))
    })
    ended.resolve()
    await turn()
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual([undefined, 'unmatched'])
    expect(thrownBy(() => mocks.stop())).toBeInstanceOf(UnmatchedRequestError)
    expect(await late).toMatchObject([{ name: 'AbortError' }, { name: 'UnmatchedRequestError' }])
  })

  test('has its own state again if it is nested', async () => {
    const mocks = start([rest.get('/who', 'base')])
    const answers = await mocks.isolate(async () => {
      mocks.use(rest.get('/who', 'outer'))
      const inner = await mocks.isolate(async () => {
        mocks.use(rest.get('/who', 'inner'))
        return ask('/who')
      })
      return [inner, await ask('/who')]
    })
    expect(answers).toEqual(['inner', 'outer'])
  })

  test('of one mocks object does not affect another', async () => {
    const older = start([rest.get('/who', 'older')])
    const newer = start([rest.get('/me', 'newer')])
    const answer = await newer.isolate(async () => {
      older.use(rest.get('/who', 'override'))
      return [await ask('/who'), newer.calls().length, older.calls().length]
    })
    expect(answer).toEqual(['override', 0, 1])
  })

  test('isolate() of mocks that were not started runs its function', async () => {
    const mocks = setupMocks([])
    expect(await mocks.isolate(() => MynahError.name)).toBe('MynahError')
    mocks.start()()
  })
})
