/** @jest-environment @edge-runtime/jest-environment */

const { rest, setupMocks } = require('mynah')

const API = 'https://api.test'
const mocks = setupMocks([
  rest.post(`${API}/photos`, ({ request: { body, text } }) =>
    body.photo ? { name: body.photo.name, size: body.photo.size } : { text },
  ),
  rest.get(`${API}/form`, () => new Response(form())),
  rest.get(`${API}/never`, {}, { delay: Number.POSITIVE_INFINITY }),
])
beforeAll(mocks)

const sent = { method: 'POST' }

test.each([
  ['fetch', (body) => fetch(`${API}/photos`, { ...sent, body })],
  ['a Request', (body) => fetch(new Request(`${API}/photos`, { ...sent, body }))],
])('a form of the edge runtime arrived as [object FormData]: %s', async (_name, send) => {
  expect(await (await send(form())).json()).toEqual({ name: 'a.png', size: 3 })
  expect(await (await send(new Blob(['abc'], { type: 'text/a' }))).json()).toEqual({ text: 'abc' })
  expect(await (await send(new URLSearchParams('a=1'))).json()).toEqual({ text: 'a=1' })
})

test('a Response of the edge runtime is an answer', async () => {
  expect(await (await fetch(`${API}/form`)).text()).toContain('filename="a.png"')
})

test('a signal of the edge runtime was refused', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  const response = fetch(`${API}/never`, { signal: controller.signal })
  controller.abort(reason)
  await expect(response).rejects.toBe(reason)
})

function form() {
  const form = new FormData()
  form.append('photo', new File(['abc'], 'a.png'))
  return form
}
