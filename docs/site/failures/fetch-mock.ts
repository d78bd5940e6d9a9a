import fetchMock from 'fetch-mock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

beforeAll(() => {
  fetchMock.mockGlobal().get('https://api.test/users', [{ name: 'Ada' }])
})
afterAll(() => fetchMock.unmockGlobal())

test('lists users', async () => {
  expect(await listUsers()).toEqual([{ name: 'Ada' }])
})
