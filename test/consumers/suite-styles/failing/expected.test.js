import { rest, setupMocks } from 'mynah'

// A test named `fails: …` has to fail, with the message that follows; the others have to pass.
const mocks = setupMocks([rest.get('/users', [])])
beforeAll(mocks)

test('fails: An expected request did not arrive', async () => {
  mocks.expect(rest.post('/users', {}))
  await fetch('https://api.test/users')
})

test("fails: body.name  expected 'Ada'", async () => {
  mocks.expect(rest.post('/users', {}, { match: { body: { name: 'Ada' } } }))
  await fetch('https://api.test/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"Bob"}',
  }).catch(() => {})
})

test('fails: 2 expected requests did not arrive', () => {
  mocks.expect(rest.get('/a', {}), rest.get('/b', {}))
})

test('what was taken back is not asked for', () => {
  const undo = mocks.expect(rest.get('/a', {}))
  undo()
})

test('what comes after is not blamed', async () => {
  await fetch('https://api.test/users')
})
