import axios from 'axios'
import { rest, setupMocks, stream, text } from 'mynah'
import { afterAll, expect, setUp, test, vi } from '../runner.js'
import icon from './icon.svg?no-inline'

const API = 'https://api.test'
const original = globalThis.fetch

const mocks = setupMocks([
  rest.get('/users', [{ id: 1, name: 'John' }]),
  rest.get(`${API}/users/:id`, ({ request }) => ({ id: request.params.id })),
  rest.get('/greeting', text('hello'), { status: 418 }),
  rest.get('/chunks', () => stream(['one ', 'two'])),
  rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
  rest.post('/files', async ({ request }) => {
    const { file, title } = request.body
    return { title, name: file.name, text: await file.text() }
  }),
])

setUp(mocks)

afterAll(() => {
  mocks.stop()
  expect(globalThis.fetch).toBe(original)
})

test('it is a real page', () => {
  expect(navigator.userAgent).toContain('Chrome/')
  expect(globalThis.fetch).not.toBe(original)
})

test('the page loads what is its own, and the journal has nothing of it but passed requests', async () => {
  const image = new Image()
  image.src = icon
  await image.decode()
  expect((await import('./lazy.js')).lazy).toBe('loaded')
  expect(await (await fetch(icon)).text()).toMatch(/^<svg/)
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed'])
})

test('fetch gets JSON, from its own origin and another', async () => {
  expect(await (await fetch('/users')).json()).toEqual([{ id: 1, name: 'John' }])
  expect(await (await fetch(`${API}/users/7`)).json()).toEqual({ id: '7' })
})

test('axios gets JSON by XMLHttpRequest and by fetch', async () => {
  expect((await axios.get('/users', { adapter: 'xhr' })).data).toEqual([{ id: 1, name: 'John' }])
  expect((await axios.get(`${API}/users/7`, { adapter: 'fetch' })).data).toEqual({ id: '7' })
  const failure = await axios.get('/greeting').catch(({ response }) => response)
  expect([failure.status, failure.data]).toEqual([418, 'hello'])
})

test('no answered request is printed among the results', async () => {
  const folded = vi.spyOn(console, 'groupCollapsed')
  await fetch('/users')
  expect(folded).not.toHaveBeenCalled()
})

test('chunks are read', async () => {
  expect(await (await fetch('/chunks')).text()).toBe('one two')
})

test.each(['one', 'another'])('%s test starts with a clean state, with the routes and an empty journal', async () => {
  expect(mocks.calls()).toEqual([])
  expect(await (await fetch('/users')).json()).toHaveLength(1)
  mocks.use(rest.get('/users', []))
  expect(await (await fetch('/users')).json()).toEqual([])
})

test('requests are aborted', async () => {
  // Two of three: a page that stalls can time out before its request is sent.
  const arrived = new Promise((resolve) => {
    let count = 0
    mocks.on('request', () => ++count === 2 && resolve())
  })
  const controller = new AbortController()
  const { signal } = controller
  const failures = [
    fetch('/never', { signal }).catch(({ name }) => name),
    axios.get('/never', { signal }).catch(({ name }) => name),
    axios.get('/never', { timeout: 10 }).catch(({ code }) => code),
  ]
  await arrived
  controller.abort()
  expect(await Promise.all(failures)).toEqual(['AbortError', 'CanceledError', 'ECONNABORTED'])
})

test('a form with a file is uploaded', async () => {
  const body = new FormData()
  body.append('title', 'Hello')
  body.append('file', new File(['the file'], 'a.txt', { type: 'text/plain' }))
  const expected = { title: 'Hello', name: 'a.txt', text: 'the file' }
  expect(await (await fetch('/files', { method: 'POST', body })).json()).toEqual(expected)
  expect((await axios.post('/files', body)).data).toEqual(expected)
})

test('a stub has its file, and no line: the lines here are those that the bundler wrote', () => {
  expect(String(rest.get('/users', []))).toMatch(/^rest\.get\('\/users'\) {2}.*page\.test\.js$/)
})
