import http, { request as importedRequest } from 'node:http'
import https from 'node:https'
import axios from 'axios'
import { networkError, rest, setupMocks, stream, UnmatchedRequestError } from 'mynah'

const API = 'https://api.test'

export const originals = () => [globalThis.fetch, http.request, https.request, http.ClientRequest.prototype.onSocket]

export const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.get('/posts/:id', ({ request }) => ({ id: request.params.id, cookies: request.cookies })),
  rest.post('/posts', ({ request, setStatusCode }) => {
    setStatusCode(201)
    return { got: request.body }
  }),
  rest.post('/files', async ({ request }) => ({ name: request.body.file.name, text: await request.body.file.text() })),
  rest.get('/chunks', () => stream(['one ', 'two'])),
  rest.get('/broken', networkError('ECONNRESET')),
  rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
])

/** The result of each request, beside the expected one. */
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
  async 'node:http'() {
    return [await send(http.get, 'http://api.test/users'), [200, '[{"id":1}]']]
  },
  async 'node:http, imported by name'() {
    return [await send(importedRequest, 'http://api.test/chunks'), [200, 'one two']]
  },
  async 'node:https, with a body'() {
    const headers = { 'content-type': 'application/json' }
    const answer = await send(https.request, `${API}/posts`, { method: 'POST', headers }, '{"title":"Hello"}')
    return [answer, [201, '{"got":{"title":"Hello"}}']]
  },
  async 'node:https, one connection for three requests'() {
    const agent = new https.Agent({ keepAlive: true, maxSockets: 1 })
    const get = () => send(https.get, `${API}/users`, { agent })
    return [[await get(), await get(), await get()], Array(3).fill([200, '[{"id":1}]'])]
  },
  async 'a failure, once, on a connection that is used again'() {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    await send(http.get, 'http://api.test/users', { agent })
    const error = await send(http.get, 'http://api.test/broken', { agent }).catch((error) => error)
    return [
      [error.code, mocks.calls({ path: '/broken' }).length],
      ['ECONNRESET', 1],
    ]
  },
  async axios() {
    const { status, data } = await axios.post(`${API}/posts`, { title: 'Hello' })
    return [
      [status, data],
      [201, { got: { title: 'Hello' } }],
    ]
  },
  async 'TLS over a stream of its own, which got makes at import'() {
    const { default: got } = await import('got')
    return [await got(`${API}/users`).json(), [{ id: 1 }]]
  },
  async 'an empty journal'() {
    return [mocks.calls(), []]
  },
}

function send(ask, url, options = {}, body = undefined) {
  return new Promise((resolve, reject) => {
    const request = ask(url, options, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve([response.statusCode, text])
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function fetchUnmatched() {
  const error = await fetch(`${API}/user`).catch((error) => error)
  if (!(error instanceof UnmatchedRequestError)) throw new Error(`fetch gave ${error}`)
}

export async function requestUnmatched() {
  const error = await send(http.get, 'http://api.test/by-http').catch((error) => error)
  if (!(error instanceof UnmatchedRequestError)) throw new Error(`node:http gave ${error}`)
}
