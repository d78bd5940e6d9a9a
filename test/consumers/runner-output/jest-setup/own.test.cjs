const { rest, setupMocks } = require('mynah')
const { mocks, swallow } = require('../mocks.cjs')

test('swallows with mocks of its own', () => {
  setupMocks([rest.get('/users', [])]).start()
  return swallow('c')
})

test('expects the failure', async () => {
  const own = setupMocks([rest.get('/users', [])])
  own.start()
  await swallow('d')
  expect(() => own.stop()).toThrow('No stub answers GET https://api.test/d')
})

test('expects a request that does not come', () => {
  mocks.expect(rest.post('/users', {}))
})
