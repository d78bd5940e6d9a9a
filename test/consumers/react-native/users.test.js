import { rest, setupMocks } from 'mynah'
import { Platform } from 'react-native'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
beforeAll(mocks)

test('runs as an application of React Native does', () => {
  expect(Platform.OS).toBe('ios')
})

test('answers fetch', async () => {
  const response = await fetch('https://api.test/users')
  expect(await response.json()).toEqual([{ id: 1 }])
})

test('overrides an answer for one test', async () => {
  mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
  expect((await fetch('https://api.test/users')).status).toBe(503)
})

test('starts each test with a clean state', async () => {
  expect(mocks.calls()).toEqual([])
  expect((await fetch('https://api.test/users')).status).toBe(200)
})
