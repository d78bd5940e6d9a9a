import nock from 'nock'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

beforeAll(() => {
  nock.disableNetConnect()
  nock('https://api.test').persist().get('/users').reply(200, [])
})
afterAll(() => nock.restore())

test('shows an empty list', async () => {
  expect(await listUsers()).toEqual([])
})
