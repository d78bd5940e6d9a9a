import http from 'node:http'
import { runInThisContext } from 'node:vm'
import axios from 'axios'
import { rest, setupMocks, text } from 'mynah'
import { describe, expect, setUp, test } from '../runner.js'

const API = 'http://api.test'
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'XMLHttpRequest', 'AbortController', 'FormData', 'URL']
// Before `setupMocks`, which lends classes to the code that the file imports.
const originals = NAMES.map((name) => globalThis[name])

const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.get('/users', [{ id: 2 }], { match: { queries: { role: expect.stringMatching(/^adm/) } } }),
  rest.get('/greeting', text('hello'), { status: 418, headers: { 'x-mood': 'good' } }),
  rest.post('/posts/:id', ({ request, setStatusCode }) => {
    setStatusCode(201)
    return { id: request.params.id, got: request.body }
  }),
  rest.get('/secret', 'for John', { match: { cookies: { name: 'John' }, headers: { 'x-mood': 'good' } } }),
  rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
])

describe('mocked', () => {
  setUp(mocks)

  test('fetch', async () => {
    const response = await fetch(`${API}/users`)
    expect(response.url).toBe(`${API}/users`)
    expect(await response.json()).toEqual([{ id: 1 }])
    expect(await (await fetch(new URL(`${API}/users?role=admin`))).json()).toEqual([{ id: 2 }])
    const request = new Request(`${API}/posts/7`, { method: 'POST', body: 'hi', headers: { 'x-a': 'b' } })
    expect(await (await fetch(request)).json()).toEqual({ id: '7', got: 'hi' })
    expect(mocks.calls()).toHaveLength(3)
  })

  const ownResponse = runInThisContext('Response')
  test.runIf(Response === ownResponse)(
    "fetch gives the global Response (not happy-dom's own, in a context of its own)",
    async () => {
      expect(await fetch(`${API}/users`)).toBeInstanceOf(Response)
    },
  )

  test('fetch sends what a page has, and not as a text', async () => {
    const sent = [new URLSearchParams({ a: '1' }), new Blob(['a=1'], { type: 'application/x-www-form-urlencoded' })]
    for (const body of sent) {
      const response = await fetch(`${API}/posts/9`, { method: 'POST', body })
      expect(await response.json()).toEqual({ id: '9', got: { a: '1' } })
    }
  })

  test('fetch sends forms', async () => {
    const form = new FormData()
    form.append('name', 'John')
    const response = await fetch(`${API}/posts/8`, { method: 'POST', body: form })
    expect(await response.json()).toEqual({ id: '8', got: { name: 'John' } })
  })

  test('fetch is aborted, with the reason', async () => {
    const controller = new AbortController()
    const failure = fetch(`${API}/never`, { signal: controller.signal }).catch((error) => error)
    const reason = new Error('enough')
    setTimeout(() => controller.abort(reason), 10)
    expect(await failure).toBe(reason)
  })

  test('axios', async () => {
    const { status, data } = await axios.post(`${API}/posts/7`, { title: 'Hello' })
    expect({ status, data }).toEqual({ status: 201, data: { id: '7', got: { title: 'Hello' } } })
    await expect(axios.get(`${API}/greeting`)).rejects.toMatchObject({ response: { status: 418, data: 'hello' } })
  })

  test('node:http', async () => {
    const answer = await new Promise((resolve, reject) => {
      const headers = { cookie: 'name=John', 'X-Mood': 'good' }
      const request = http.get(`${API}/secret`, { headers }, async (response) => {
        let body = ''
        for await (const chunk of response.setEncoding('utf8')) body += chunk
        resolve(JSON.parse(body))
      })
      request.on('error', reject)
    })
    expect(answer).toBe('for John')
  })

  test.runIf('XMLHttpRequest' in globalThis)('XMLHttpRequest', async () => {
    const send = (method, path, body) =>
      new Promise((resolve, reject) => {
        const xhr = new XMLHttpRequest()
        xhr.open(method, API + path)
        xhr.setRequestHeader('x-a', 'b')
        xhr.onload = () => resolve([xhr.status, xhr.responseText, xhr.getResponseHeader('x-mood')])
        xhr.onerror = () => reject(new Error(`${path} failed`))
        xhr.send(body)
      })
    expect(await send('GET', '/greeting')).toEqual([418, 'hello', 'good'])
    expect(await send('POST', '/posts/7', 'hi')).toEqual([201, '{"id":"7","got":"hi"}', null])
  })

  test.runIf('document' in globalThis)('a relative URL belongs to the page', async () => {
    const response = await fetch('/users')
    expect(response.url).toBe(`${location.origin}/users`)
  })
})

describe('passed', () => {
  setUp(setupMocks([], { passthrough: ['http://127.0.0.1:*'] }))

  test('fetch reaches a real server', async () => {
    const server = http.createServer((request, response) => {
      // happy-dom asks first, and wants to hear that it may.
      response.writeHead(200, { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' })
      response.end(`${request.method} for real`)
    })
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const response = await fetch(`http://127.0.0.1:${server.address().port}/`, { headers: { 'x-a': 'b' } })
    expect(await response.text()).toBe('GET for real')
    await new Promise((resolve) => server.close(resolve))
  })
})

test('the originals are restored', () => {
  expect(NAMES.map((name) => globalThis[name])).toEqual(originals)
})
