import { mocks } from '../test/mocks.js'

describe('users', () => {
  it('fails: No stub answers GET https://api.test/teams', async () => {
    await fetch('https://api.test/teams').catch(() => {})
  })

  it('the next test passes', async () => {
    await fetch('https://api.test/users')
  })
})

describe('a hook returns the undo of an expectation', () => {
  beforeEach(async () => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))

  it('fails: An expected request did not arrive', async () => {
    await fetch('https://api.test/returned')
  })
})
