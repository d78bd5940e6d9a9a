import { SELF } from 'cloudflare:test'
import { rest, setupMocks } from 'mynah'
import { beforeAll, test } from 'vitest'

beforeAll(setupMocks([rest.get('https://api.test/teams', [])]))

// A test named `fails: …` has to fail, with the message that follows.
test('fails: No stub answers GET https://api.test/nope', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('fails: No stub answers GET https://api.test/users', async () => {
  await SELF.fetch('https://app.test/').catch(() => {})
})
