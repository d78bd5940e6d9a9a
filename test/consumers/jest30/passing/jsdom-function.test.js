/** @jest-environment jsdom */
const { setupMocks } = require('mynah')

// A setup file has put a function in place of fetch, which brings no Response.
global.fetch = jest.fn()

const mocks = setupMocks([])
beforeAll(mocks)

test('fetch in jsdom, where a function stood in its place', async () => {
  mocks.use.get('https://api.test/users', [{ id: 1 }])
  const response = await fetch('https://api.test/users')
  expect(await response.json()).toEqual([{ id: 1 }])
})
