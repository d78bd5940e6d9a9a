import assert from 'node:assert/strict'
import { rest, setupMocks } from 'mynah'
import { test, testHalves } from './halves.js'

const msw = (name, option) => async (origin, isOpen) => {
  const [{ http, HttpResponse }, { setupServer }] = await Promise.all([import(name), import(`${name}/node`)])
  const handler = (path) => http.get(`${origin}${path}`, () => HttpResponse.json('it'))
  const server = setupServer(handler('/old'))
  server.listen({ [option]: isOpen ? 'bypass' : 'error' })
  return { late: () => server.use(handler('/late')), end: () => server.close() }
}

const REFUSAL = 'Cannot bypass a request'

testHalves('msw 2', msw('msw2', 'onUnhandledRequest'), { fetch: [undefined, REFUSAL], http: [REFUSAL, REFUSAL] })
testHalves('msw 3', msw('msw', 'onUnhandledFrame'), { fetch: [], http: [] })

for (const name of ['msw', 'msw2'])
  test(`mynah asks handlers of ${name} that are left in a list, as mynah-migrate writes it`, async () => {
    const { getResponse, http, HttpResponse } = await import(name)
    const askMsw =
      (...handlers) =>
      async ({ request, next }) =>
        (await getResponse(handlers, request.raw)) ?? next()
    const inMsw = (path, resolver, options) =>
      rest.all(`https://a.test${path}`, askMsw(http.all(`https://a.test${path}`, resolver, options)))
    const mocks = setupMocks([
      rest.get('https://a.test/new', 'mynah'),
      inMsw('/users/:id', ({ params, cookies, request }) => HttpResponse.json([params, cookies, request.url])),
      inMsw('/body', async ({ request }) => HttpResponse.json(await request.json(), { status: 201 })),
      inMsw('/once', () => HttpResponse.json('once'), { once: true }),
      inMsw('/error', () => HttpResponse.error()),
      inMsw('/next', () => undefined),
      inMsw('/thrown', () => {
        throw HttpResponse.json('thrown')
      }),
      rest.get('https://a.test/:any', 'the next stub'),
    ])
    const stop = mocks()
    try {
      // As a text of JSON: the objects of Node's fetch are of another realm than those of Jest.
      const ask = async (path, init) => JSON.parse(await (await fetch(`https://a.test${path}`, init)).text())
      const cookie = { cookie: 'a=b' }
      const users = await ask('/users/1?page=2', { headers: cookie })
      assert.deepEqual(users, [{ id: '1' }, { a: 'b' }, 'https://a.test/users/1?page=2'])
      assert.deepEqual(await ask('/body', { method: 'POST', body: '{"a":1}' }), { a: 1 })
      const others = []
      for (const path of ['/new', '/once', '/once', '/next', '/thrown']) others.push(await ask(path))
      assert.deepEqual(others, ['mynah', 'once', 'the next stub', 'the next stub', 'thrown'])
      await assert.rejects(ask('/error'), TypeError)
    } finally {
      stop()
    }
  })
