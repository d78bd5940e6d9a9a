/** @jest-environment jsdom */

require('whatwg-fetch')
const { rest, setupMocks } = require('mynah')

const mocks = setupMocks([
  rest.get('/returned', () => new Response('down', { status: 500, headers: { 'x-team': 'a' } })),
  rest.get('/declared', new Response('down', { status: 500, headers: { 'x-team': 'a' } })),
])
beforeAll(mocks)

test.each(['/returned', '/declared'])("whatwg-fetch's Response was sent as JSON: %s", async (path) => {
  const response = await fetch(path)
  expect([response.status, response.headers.get('x-team'), await response.text()]).toEqual([500, 'a', 'down'])
})
