import { mocks } from './mocks.js'

describe('users', () => {
  it('are listed', async () => {
    const response = await fetch('https://api.test/users')
    expect(await response.json()).toEqual([{ id: 1, name: 'Ada' }])
  })

  it('may fail', async () => {
    mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
    const response = await fetch('https://api.test/users')
    expect(response.status).toBe(503)
  })
})
