import fetchMock from 'fetch-mock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

beforeAll(() => {
  fetchMock.mockGlobal().get('https://api.test/users', [])
})
afterAll(() => fetchMock.unmockGlobal())

test('shows an empty list', async () => {
  expect(await listUsers()).toEqual([])
})
