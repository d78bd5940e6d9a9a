import { SELF } from 'cloudflare:test'
import { rest, setupMocks } from 'mynah'
import { beforeAll, beforeEach, describe, test } from 'vitest'

const mocks = setupMocks([rest.get('https://api.test/teams', [])])
beforeAll(mocks)

// A test named `fails: …` has to fail, with the message that follows.
test('fails: No stub answers GET https://api.test/nope', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('fails: No stub answers GET https://api.test/users', async () => {
  await SELF.fetch('https://app.test/').catch(() => {})
})

describe('a hook returns the undo of an expectation', () => {
  beforeEach(() => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))
  test('fails: An expected request did not arrive', () => fetch('https://api.test/returned'))
})
