import { rest, setupMocks } from 'mynah'

// Routes for all tests, overridden in some: the style of msw.
const users = [
  { id: '1', name: 'Ada' },
  { id: '2', name: 'Grace' },
]
const mocks = setupMocks([
  rest.get('/api/users', () => users),
  rest.get('/api/users/:id', ({ request, setStatusCode }) => {
    const found = users.find(({ id }) => id === request.params.id)
    if (!found) setStatusCode(404)
    return found ?? { error: 'Not Found' }
  }),
  rest.post('/api/login', ({ setCookie, request }) => {
    setCookie('session', request.body.name)
    return { ok: true }
  }),
])
beforeAll(mocks)

test('the routes answer', async () => {
  expect(await (await fetch('http://localhost/api/users')).json()).toHaveLength(2)
  expect((await fetch('http://localhost/api/users/3')).status).toBe(404)
})

test('an override lasts for one test', async () => {
  mocks.use(rest.get('/api/users', { error: 'down' }, { status: 500 }))
  expect((await fetch('http://localhost/api/users')).status).toBe(500)
})

test('the next test has the routes again', async () => {
  expect((await fetch('http://localhost/api/users')).status).toBe(200)
})

test('a resolver reads the body', async () => {
  const response = await fetch('http://localhost/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ada' }),
  })
  expect(response.headers.getSetCookie()).toEqual(['session=ada'])
})
