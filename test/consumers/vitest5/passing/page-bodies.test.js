import axios from 'axios'
import { rest, setupMocks } from 'mynah'
import { describe, expect, setUp, test } from '../runner.js'

/** A client that is created when its module is imported keeps the page's own. */
const keptFetch = globalThis.fetch
const API = 'http://localhost:3000'
const isHappyDom = 'happyDOM' in globalThis

const mocks = setupMocks([
  rest.post('/photos', async ({ request }) => {
    const { photo } = request.body
    return { name: photo.name, size: photo.size, type: photo.type, text: await photo.text() }
  }),
  rest.get('/blob', () => new Response(new Blob(['abc'], { type: 'text/a' }), { status: 201 })),
  rest.get('/form', () => new Response(form())),
  rest.get('https://api.test/users', [{ id: 1 }]),
])

describe.runIf('document' in globalThis)('the files of a page', () => {
  setUp(mocks)

  test.each([
    ['fetch', async (body) => (await fetch(`${API}/photos`, { method: 'POST', body })).json()],
    ['a Request', async (body) => (await fetch(new Request(`${API}/photos`, { method: 'POST', body }))).json()],
    ['a clone', async (body) => (await fetch(new Request(`${API}/photos`, { method: 'POST', body }).clone())).json()],
    ["axios' adapter for fetch", async (body) => (await axios.post(`${API}/photos`, body, { adapter: 'fetch' })).data],
    ['axios', async (body) => (await axios.post(`${API}/photos`, body)).data],
  ])('a file lost its name and its bytes: %s', async (_name, send) => {
    expect(await send(form())).toEqual({ name: 'a.json', size: 5, type: 'application/json', text: '12345' })
  })

  test('a Request lost the file of its form when it was read', async () => {
    const text = await new Request(`${API}/photos`, { method: 'POST', body: form() }).text()
    expect(text).toContain('filename="a.json"')
    expect(text).toContain('12345')
  })

  test('a Response of a page’s Blob or form arrived as [object Blob]', async () => {
    const answer = await fetch(`${API}/blob`)
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([201, 'text/a', 'abc'])
    expect(await (await fetch(`${API}/form`)).text()).toContain('filename="a.json"')
  })
})

describe.runIf(isHappyDom)('happy-dom', () => {
  setUp(mocks)

  test('a fetch that was kept at import failed with "No stub answers OPTIONS"', async () => {
    const response = await keptFetch('https://api.test/users', { headers: { 'x-team': 'a' } })
    expect(await response.json()).toEqual([{ id: 1 }])
  })
})

function form() {
  const form = new FormData()
  form.append('photo', new File(['12345'], 'a.json', { type: 'application/json' }))
  return form
}
