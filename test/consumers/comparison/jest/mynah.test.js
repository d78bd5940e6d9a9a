const { rest, setupMocks } = require('mynah')

beforeAll(setupMocks([rest.get('/users', 'mocked')]))

test('mynah', async () => {
  expect(await (await fetch('http://api.test/users')).json()).toBe('mocked')
})
