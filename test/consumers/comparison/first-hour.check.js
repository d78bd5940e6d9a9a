import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { before as beforeAll, describe, test } from 'node:test'
import { bypass, delay, HttpResponse, http, passthrough as mswPassthrough } from 'msw'
import { setupServer } from 'msw/node'
import { networkError, passthrough, rest, setupMocks } from 'mynah'
import { toHaveRequested } from 'mynah/expect'

/*
 * The table "The first hour" of docs/guide/mynah-or-msw.md: both lines of a row answer the same request alike. test/docs/comparison.test.ts
 * finds each row here, by its first cell.
 */

const USERS = 'https://api.test/users'

async function answered(url, init) {
  const response = await fetch(url, init).catch(() => undefined)
  if (!response) return 'fails'
  return [response.status, await response.text()]
}

const json = (body) => ({ method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })

/** Starts msw with handlers, and returns what `ask` returns. */
async function withMsw(handlers, ask = () => answered(USERS)) {
  const server = setupServer(...handlers)
  server.listen({ onUnhandledFrame: 'error' })
  try {
    return await ask(server)
  } finally {
    server.resetHandlers()
    server.close()
  }
}

/** Starts mynah with routes, and returns what `ask` returns. */
async function withMynah(routes, ask = () => answered(USERS), options = undefined) {
  const mocks = setupMocks(routes, options)
  mocks.start()
  try {
    return await ask(mocks)
  } finally {
    mocks.stop()
  }
}

function row(first, msw, mynah, expected) {
  test(first, async () => {
    assert.deepEqual(await msw(), expected)
    assert.deepEqual(await mynah(), expected)
  })
}

const ID = [200, '{"id":1}']
const one = () => HttpResponse.json({ id: 1 })

row(
  '`const server = setupServer(...handlers)`',
  () => withMsw([http.get(USERS, one)]),
  () => withMynah([rest.get(USERS, { id: 1 })]),
  ID,
)

describe("`beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))`, `afterEach(() => server.resetHandlers())`, `afterAll(() => server.close())`", () => {
  const mocks = setupMocks([rest.get(USERS, { id: 1 })])
  beforeAll(mocks)
  test('one line starts, resets and ends mynah', async () => assert.deepEqual(await answered(USERS), ID))
})

row(
  "`http.get('https://api.test/users', () => HttpResponse.json([{ id: 1 }]))`",
  () => withMsw([http.get('https://api.test/users', () => HttpResponse.json([{ id: 1 }]))]),
  () => withMynah([rest.get('https://api.test/users', [{ id: 1 }])]),
  [200, '[{"id":1}]'],
)
row(
  "`http.get('*/users', …)`, for any origin",
  () => withMsw([http.get('*/users', one)]),
  () => withMynah([rest.get('/users', { id: 1 })]),
  ID,
)
row(
  "`HttpResponse.json({ error: 'Not Found' }, { status: 404 })`",
  () => withMsw([http.get(USERS, () => HttpResponse.json({ error: 'Not Found' }, { status: 404 }))]),
  () => withMynah([rest.get('/users', { error: 'Not Found' }, { status: 404 })]),
  [404, '{"error":"Not Found"}'],
)
row(
  '`HttpResponse.error()`',
  () => withMsw([http.get(USERS, () => HttpResponse.error())]),
  () => withMynah([rest.get('/users', networkError())]),
  'fails',
)
row(
  '`await delay(100)` in the resolver',
  () => withMsw([http.get(USERS, () => delay(100).then(one))]),
  () => withMynah([rest.get('/users', { id: 1 }, { delay: 100 })]),
  ID,
)
row(
  '`({ params }) => HttpResponse.json({ id: params.id })`',
  () =>
    withMsw([http.get(`${USERS}/:id`, ({ params }) => HttpResponse.json({ id: params.id }))], () =>
      answered(`${USERS}/1`),
    ),
  () => withMynah([rest.get('/users/:id', ({ request }) => ({ id: request.params.id }))], () => answered(`${USERS}/1`)),
  [200, '{"id":"1"}'],
)
row(
  '`await request.json()`',
  () =>
    withMsw([http.post(USERS, async ({ request }) => HttpResponse.json(await request.json()))], () =>
      answered(USERS, json({ id: 1 })),
    ),
  () => withMynah([rest.post('/users', ({ request }) => request.body)], () => answered(USERS, json({ id: 1 }))),
  ID,
)
row(
  "`new URL(request.url).searchParams.get('page')`",
  () =>
    withMsw([http.get(USERS, ({ request }) => HttpResponse.json(new URL(request.url).searchParams.get('page')))], () =>
      answered(`${USERS}?page=2`),
    ),
  () =>
    withMynah([rest.get('/users', ({ request }) => request.searchParams.get('page'))], () =>
      answered(`${USERS}?page=2`),
    ),
  [200, '"2"'],
)

const AS_ADMIN = () => Promise.all([answered(`${USERS}?role=admin`), answered(USERS)])
row(
  "`if (role === 'admin') return …` in one handler",
  () =>
    withMsw(
      [
        http.get(USERS, ({ request }) => {
          const role = new URL(request.url).searchParams.get('role')
          if (role === 'admin') return HttpResponse.json('admin')
          return one()
        }),
      ],
      AS_ADMIN,
    ),
  () =>
    withMynah(
      [rest.get('/users', { id: 1 }), rest.get('/users', 'admin', { match: { queries: { role: 'admin' } } })],
      AS_ADMIN,
    ),
  [[200, '"admin"'], ID],
)
row(
  "`server.use(http.get('*/users', …))`",
  () =>
    withMsw([http.get(USERS, () => HttpResponse.json(0))], (server) => {
      server.use(http.get('*/users', one))
      return answered(USERS)
    }),
  () =>
    withMynah([rest.get('/users', 0)], (mocks) => {
      mocks.use.get('/users', { id: 1 })
      return answered(USERS)
    }),
  ID,
)

const TWICE = async () => [await answered(USERS), await answered(USERS)]
row(
  '`{ once: true }`',
  () => withMsw([http.get(USERS, one, { once: true }), http.get(USERS, () => HttpResponse.json(0))], TWICE),
  () => withMynah([rest.get('/users', { id: 1 }, { times: 1 }), rest.get('/users', 0)], TWICE),
  [ID, [200, '0']],
)

/** Asks a real server on loopback. */
async function reaching(answer) {
  const server = createServer((_request, response) => response.end('{"id":1}')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const url = `http://127.0.0.1:${server.address().port}/users`
    return await answer(url, () => answered(url))
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

row(
  '`passthrough()`, `fetch(bypass(request))`',
  () =>
    reaching(async (url, ask) => [
      await withMsw([http.get(url, () => mswPassthrough())], ask),
      await withMsw([http.get(url, ({ request }) => fetch(bypass(request)))], ask),
    ]),
  () =>
    reaching(async (url, ask) => [
      await withMynah([rest.get(url, passthrough())], ask),
      await withMynah([rest.get(url, ({ fetchReal }) => fetchReal())], ask),
    ]),
  [ID, ID],
)
row(
  '`await server.boundary(fn)()`',
  () =>
    withMsw([http.get(USERS, () => HttpResponse.json(0))], (server) =>
      server.boundary(() => {
        server.use(http.get(USERS, one))
        return answered(USERS)
      })(),
    ),
  () =>
    withMynah([rest.get('/users', 0)], (mocks) =>
      mocks.isolate(() => {
        mocks.use.get('/users', { id: 1 })
        return answered(USERS)
      }),
    ),
  ID,
)
row(
  'a `vi.fn()` in a handler, to assert on requests',
  async () => {
    const bodies = []
    const handler = async ({ request }) => {
      bodies.push(await request.json())
      return one()
    }
    await withMsw([http.post(USERS, handler)], () => answered(USERS, json({ name: 'Ada' })))
    return bodies.some(({ name }) => name === 'Ada')
  },
  () =>
    withMynah([rest.post('/users', { id: 1 })], async (mocks) => {
      await answered(USERS, json({ name: 'Ada' }))
      return toHaveRequested(mocks, 'POST /users', { body: { name: 'Ada' } }).pass
    }),
  true,
)
