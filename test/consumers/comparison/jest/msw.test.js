const { setupServer } = require('msw/node')
const { HttpResponse, http } = require('msw')

const server = setupServer(http.get('http://api.test/users', () => HttpResponse.json('mocked')))
beforeAll(() => server.listen())
afterAll(() => server.close())

test('msw', async () => {
  expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
})
