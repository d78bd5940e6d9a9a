import * as undici from 'undici'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, redirect, rest, sequence, status } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { loopback } from './loopback.ts'

const { interceptors } = undici
const settings = { minTimeout: 1, maxRetries: 3 }

const DISPATCHERS: Record<string, () => undici.Dispatcher> = {
  'a plain Agent': () => new undici.Agent(),
  retry: () => new undici.Agent().compose(interceptors.retry(settings)),
  RetryAgent: () => new undici.RetryAgent(new undici.Agent(), settings),
  redirect: () => new undici.Agent().compose(interceptors.redirect({ maxRedirections: 3 })),
  responseError: () => new undici.Agent().compose(interceptors.responseError()),
  cache: () => new undici.Agent().compose(interceptors.cache()),
  decompress: () => new undici.Agent().compose(interceptors.decompress()),
}

/** Makes a dispatcher the global one until the end of the test. */
function install(dispatcher: undici.Dispatcher): void {
  const before = undici.getGlobalDispatcher()
  undici.setGlobalDispatcher(dispatcher)
  onTestFinished(async () => {
    undici.setGlobalDispatcher(before)
    await dispatcher.close()
  })
}

const SENT: Record<string, (dispatcher: undici.Dispatcher) => typeof fetch> = {
  'the global dispatcher': (dispatcher) => {
    install(dispatcher)
    return (input, init) => fetch(input, init)
  },
  'the option dispatcher': (dispatcher) => {
    // The fetch of this Node takes those of an earlier undici.
    const wrapped = new undici.Dispatcher1Wrapper(dispatcher)
    onTestFinished(() => dispatcher.destroy())
    return (input, init) => fetch(input, { ...init, dispatcher: wrapped } as RequestInit)
  },
}

describe.for(Object.keys(SENT))('%s:', (place) => {
  const send = (name: string) => SENT[place]?.(DISPATCHERS[name]?.() as undici.Dispatcher) as typeof fetch

  test.for(Object.keys(DISPATCHERS))(
    '%s answers, misses, passes and aborts, each once in the journal',
    async (name) => {
      const origin = await loopback()
      const ask = send(name)
      const mocks = startForgiving([
        rest.post('/users', ({ request }) => request.body),
        rest.get('/real', passthrough()),
        rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY }),
      ])
      const mocked = await ask(`${origin}/users`, {
        method: 'POST',
        body: '{"id":1}',
        headers: { 'content-type': 'application/json' },
      })
      expect(await mocked.json()).toEqual({ id: 1 })
      const error = await rejectionOf(ask(`${origin}/none`))
      expect(error).toBe(thrownBy(() => mocks.verify()))
      expect(await (await ask(`${origin}/real`)).json()).toEqual({ method: 'GET', url: '/real', body: '' })
      const abort = new AbortController()
      const rejection = rejectionOf(ask(`${origin}/slow`, { signal: abort.signal }))
      await expect.poll(() => mocks.calls('/slow')).toHaveLength(1)
      abort.abort(new Error('enough'))
      expect(await rejection).toMatchObject({ message: 'enough' })
      await expect
        .poll(() => mocks.calls().map(({ outcome }) => outcome))
        .toEqual(['answered', 'unmatched', 'passed', 'aborted'])
    },
  )

  test.for(['retry', 'RetryAgent'])('%s tries a mocked 503 again', async (name) => {
    const ask = send(name)
    const mocks = start([rest.get('https://api.test/jobs', sequence(status(503), status(503), { ok: 1 }))])
    const response = await ask('https://api.test/jobs')
    expect([response.status, await response.json(), mocks.calls().length]).toEqual([200, { ok: 1 }, 3])
  })

  test('responseError rejects on a mocked 400', async () => {
    const ask = send('responseError')
    start([rest.get('https://api.test/jobs', {}, { status: 400 })])
    expect(await rejectionOf(ask('https://api.test/jobs'))).toMatchObject({ cause: { code: 'UND_ERR_RESPONSE' } })
  })

  test('redirect follows a mocked redirect', async () => {
    const ask = send('redirect')
    start([rest.get('https://api.test/old', redirect('/new')), rest.get('https://api.test/new', 'new')])
    expect(await (await ask('https://api.test/old')).json()).toBe('new')
  })

  test('cache keeps a mocked answer', async () => {
    const ask = send('cache')
    const mocks = start([rest.get('http://api.test/list', [1], { headers: { 'cache-control': 'max-age=60' } })])
    for (let turn = 0; turn < 2; turn++) expect(await (await ask('http://api.test/list')).json()).toEqual([1])
    expect(mocks.calls()).toHaveLength(1)
  })
})

test('a MockAgent that is the dispatcher answers itself', async () => {
  const agent = new undici.MockAgent()
  agent.get('http://api.test').intercept({ path: '/users' }).reply(200, '"agent"')
  install(agent)
  const mocks = start([rest.get('/users', 'mynah')])
  expect(await (await fetch('http://api.test/users')).json()).toBe('agent')
  expect(mocks.calls()).toEqual([])
})
