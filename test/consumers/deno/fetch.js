import { rest, setupMocks, stream, UnmatchedRequestError } from 'mynah'

const API = 'https://api.test'

export const original = globalThis.fetch

export const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.get('/posts/:id', ({ request }) => ({ id: request.params.id, cookies: request.cookies })),
  rest.post('/posts', ({ request, setStatusCode }) => {
    setStatusCode(201)
    return { got: request.body }
  }),
  rest.post('/files', async ({ request }) => ({ name: request.body.file.name, text: await request.body.file.text() })),
  rest.get('/chunks', () => stream(['one ', 'two'])),
  rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
])

/** What each request gives, beside what it has to give. */
export const cases = {
  async JSON() {
    const response = await fetch(`${API}/users`)
    return [
      [response instanceof Response, response.url, await response.json()],
      [true, `${API}/users`, [{ id: 1 }]],
    ]
  },
  async 'a Request, and params'() {
    const response = await fetch(new Request(`${API}/posts/7`, { headers: { cookie: 'name=John' } }))
    return [await response.json(), { id: '7', cookies: { name: 'John' } }]
  },
  async 'a body'() {
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(`${API}/posts`, { method: 'POST', headers, body: '{"title":"Hello"}' })
    return [
      [response.status, await response.json()],
      [201, { got: { title: 'Hello' } }],
    ]
  },
  async 'a form with a file'() {
    const body = new FormData()
    body.append('file', new File(['the file'], 'a.txt'))
    const response = await fetch(`${API}/files`, { method: 'POST', body })
    return [await response.json(), { name: 'a.txt', text: 'the file' }]
  },
  async 'a stream'() {
    return [await (await fetch(`${API}/chunks`)).text(), 'one two']
  },
  async 'an override'() {
    mocks.use(rest.get('/users', { error: 'Not Found' }, { status: 404 }))
    return [(await fetch(`${API}/users`)).status, 404]
  },
  async 'an abort'() {
    const controller = new AbortController()
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 10)
    return [await fetch(`${API}/never`, { signal: controller.signal }).catch((error) => error === reason), true]
  },
  async 'an empty journal'() {
    return [mocks.calls(), []]
  },
}

export async function sendUnmatched() {
  const error = await fetch(`${API}/user`).catch((error) => error)
  if (!(error instanceof UnmatchedRequestError)) throw new Error(`fetch gave ${error}`)
}
