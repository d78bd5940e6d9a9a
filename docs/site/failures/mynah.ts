import { rest, setupMocks } from 'mynah'
import { beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

const mocks = setupMocks([rest.get('/users', [])])
beforeAll(mocks)

test('shows an empty list', async () => {
  expect(await listUsers()).toEqual([])
})
