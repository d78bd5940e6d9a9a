const { mocks } = require('./mocks')

test('lists users', async () => {
  const response = await fetch('https://api.test/users')
  expect(await response.json()).toEqual([{ id: 1, name: 'Ada' }])
})

test('shows an error', async () => {
  mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
  const response = await fetch('https://api.test/users')
  expect(response.status).toBe(503)
})

test('starts with a clean state', async () => {
  expect(mocks.calls()).toHaveLength(0)
  const response = await fetch('https://api.test/users')
  expect(response.status).toBe(200)
})
