import assert from 'node:assert/strict'
import { rest, setupMocks } from 'mynah'

describe('imported', () => {
  before(setupMocks([rest.get('/users', [{ id: 1 }])]))

  it('answers as required', async () => {
    assert.deepEqual(await (await fetch('http://api.test/users')).json(), [{ id: 1 }])
  })
})
