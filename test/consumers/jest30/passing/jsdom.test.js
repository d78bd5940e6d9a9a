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
  rest.get('/greeting', text('hello'), { status: 418 }),
  rest.get('/moved', redirect('https://api.test/users')),
])

beforeAll(mocks)

afterAll(() => {
  NAMES.forEach((name, index) => {
    expect(globalThis[name]).toBe(before[index])
  })
})

test('there is no fetch in plain jsdom', () => {
  expect(typeof fetch).toBe('undefined')
  expect(typeof Response).toBe('undefined')
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
