const { rest, setupMocks } = require('mynah')
const { swallow } = require('../mocks.cjs')

test('swallows with mocks of its own', () => {
  setupMocks([rest.get('/users', [])]).start()
  return swallow('c')
})

test('expects the failure', async () => {
  const mocks = setupMocks([rest.get('/users', [])])
  mocks.start()
  await swallow('d')
  expect(() => mocks.stop()).toThrow('No stub answers GET https://api.test/d')
})
