const { rest, setupMocks } = require('mynah')

const mocks = setupMocks([rest.get('/users', [{ id: 1 }]), rest.post('/users', { id: 2 }, { status: 201 })])

/** Resolves to two calls: one with queries and a cookie, one with a body. */
exports.twoCalls = async () => {
  const stop = mocks.start()
  await fetch('https://api.test/users?page=2', { headers: { authorization: 'Bearer 1', cookie: 'sid=1' } })
  const headers = { 'content-type': 'application/json' }
  await fetch('https://api.test/users', { method: 'POST', headers, body: '{"name":"Ada"}' })
  const calls = mocks.calls()
  stop()
  return calls
}
