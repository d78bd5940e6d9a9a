import { rest, setupMocks } from 'mynah'

beforeAll(setupMocks([rest.get('/users', [])]))

test('fails: No stub answers GET https://api.test/nope', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('what comes after is not blamed', async () => {
  await fetch('https://api.test/users')
})
