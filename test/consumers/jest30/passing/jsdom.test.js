/** @jest-environment jsdom */

const axios = require('axios')
const { redirect, rest, setupMocks, text } = require('mynah')

const API = 'https://api.test'
const NAMES = ['fetch', 'Headers', 'Request', 'Response', 'XMLHttpRequest', 'AbortController', 'FormData', 'URL']
const before = NAMES.map((name) => globalThis[name])

const mocks = setupMocks([
  rest.get('/users', [{ id: 1 }]),
  rest.get('/posts/:id', ({ request }) => ({ id: request.params.id })),
  rest.put('/posts/:id', ({ request }) => ({ id: request.params.id, got: request.body })),
  rest.post('/photos', undefined, { status: 204 }),
  rest.get('/greeting', text('hello'), { status: 418 }),
  rest.get('/never', {}, { delay: Number.POSITIVE_INFINITY }),
  rest.get('/moved', redirect('https://api.test/users')),
])

beforeAll(mocks)

afterAll(() => {
  NAMES.forEach((name, index) => {
    expect(globalThis[name]).toBe(before[index])
  })
})

test('fetch, which plain jsdom has not, appears with the mocks and goes with them', async () => {
  expect(before[0]).toBe(undefined)
  const response = await fetch(`${API}/posts/7`)
  expect(response).toBeInstanceOf(Response)
  expect([response.status, response.url, await response.json()]).toEqual([200, `${API}/posts/7`, { id: '7' }])
  const put = await fetch(`${API}/posts/7`, {
    method: 'PUT',
    body: '{"title":"Hello"}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await put.json()).toEqual({ id: '7', got: { title: 'Hello' } })
  expect(await (await fetch(new Request(`${API}/greeting`))).text()).toBe('hello')
})

test("jsdom's own signal ends a fetch with its reason", async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const response = fetch(`${API}/never`, { signal: controller.signal })
  controller.abort(reason)
  await expect(response).rejects.toBe(reason)
})

const newer = process.versions.node.startsWith('20.') ? test.skip : test

newer("jsdom's own FormData and File arrive as a form (on Node 20 such a fetch is never answered)", async () => {
  const form = new FormData()
  form.append('name', 'Ada')
  form.append('photo', new File(['abc'], 'a.png', { type: 'image/png' }))
  expect((await fetch(`${API}/photos`, { method: 'POST', body: form })).status).toBe(204)
  const { body } = mocks.calls().at(-1).request
  expect([body.name, body.photo.name, body.photo.size]).toEqual(['Ada', 'a.png', 3])
})

test('axios', async () => {
  expect(axios.getAdapter(axios.defaults.adapter)).toBe(axios.getAdapter('xhr'))
  expect((await axios.get(`${API}/users`)).data).toEqual([{ id: 1 }])
  expect((await axios.put(`${API}/posts/7`, { title: 'Hello' })).data).toEqual({ id: '7', got: { title: 'Hello' } })
})

test('XMLHttpRequest', async () => {
  const send = (path) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      xhr.open('GET', API + path)
      xhr.onload = () => resolve([xhr.status, xhr.responseText])
      xhr.onerror = () => reject(new Error(`${path} failed`))
      xhr.send()
    })
  expect(await send('/greeting')).toEqual([418, 'hello'])
  expect(await send('/posts/7')).toEqual([200, '{"id":"7"}'])
  expect(await send('/moved')).toEqual([200, '[{"id":1}]'])
})

test('the mocks tell of them', async () => {
  const waiting = mocks.waitFor({ path: '/users' })
  axios.get(`${API}/users`)
  const [call] = await waiting
  expect(call.request.url).toBe(`${API}/users`)
  expect((await mocks.explain(`${API}/nope`)).message).toContain('No stub answers GET https://api.test/nope')
})
