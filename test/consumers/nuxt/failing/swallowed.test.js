import { rest, setupMocks } from 'mynah'
import { beforeAll, test } from 'vitest'

beforeAll(setupMocks([rest.get('/api/users', [])]))

// A test named `fails: …` has to fail, with the message that follows.
test('fails: No stub answers GET http://localhost:3000/api/nope', async () => {
  await $fetch('/api/nope', { retry: 0 }).catch(() => {})
})
