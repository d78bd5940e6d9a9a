import assert from 'node:assert/strict'
import { mocks } from './mocks.js'

describe('users', () => {
  it('are listed', async () => {
    const response = await fetch('https://api.test/users')
    assert.deepEqual(await response.json(), [{ id: 1, name: 'Ada' }])
  })

  it('may fail', async () => {
    mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
    const response = await fetch('https://api.test/users')
    assert.equal(response.status, 503)
  })

  it('start with a clean state', async () => {
    assert.equal(mocks.calls().length, 0)
    const response = await fetch('https://api.test/users')
    assert.equal(response.status, 200)
  })
})
