import { SELF } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { networkError, rest, setupMocks, sse } from 'mynah'
import { beforeAll, expect, test } from 'vitest'
import worker from '../src/index.js'

const USERS = 'https://api.test/users'

const mocks = setupMocks([
  rest.get(USERS, [{ id: 1 }]),
  rest.post(USERS, ({ request }) => request.body),
  rest.get('https://api.test/events', sse(['one', { data: { id: 2 } }])),
])
beforeAll(mocks)

test.each([
  ['by its own function', () => worker.fetch(new Request('https://app.test/'), env)],
  ['by SELF', () => SELF.fetch('https://app.test/')],
])('a Worker that is called %s gets the stub', async (_name, call) => {
  expect(await (await call()).json()).toEqual({ users: [{ id: 1 }] })
  expect(mocks.calls('GET /users')).toHaveLength(1)
})

test('a body, an override, a network error and a stream', async () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' }
  expect(await (await fetch(USERS, init)).json()).toEqual({ name: 'Ada' })
  mocks.use(rest.get(USERS, networkError('ECONNREFUSED')))
  await expect(fetch(USERS)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } })
  const events = await fetch('https://api.test/events')
  expect(await events.text()).toBe('data: one\n\ndata: {"id":2}\n\n')
})

test('isolate keeps the overrides of tests apart that run at the same time', async () => {
  const ask = (name) =>
    mocks.isolate(async () => {
      mocks.use(rest.get(USERS, [name], { delay: 1 }))
      const first = await fetch(USERS)
      await first.text()
      return [await (await fetch(USERS)).json(), mocks.calls().length]
    })
  expect(await Promise.all(['a', 'b'].map(ask))).toEqual([
    [['a'], 2],
    [['b'], 2],
  ])
})

test('a service binding is not seen: it is no request', async () => {
  expect(await (await SELF.fetch('https://app.test/bills')).text()).toBe('from the other Worker')
  expect(mocks.calls()).toEqual([])
})
