import { rest, setupMocks } from 'mynah'
import { beforeAll, expect, test } from 'vitest'
import { listUsers } from './users.ts'

const mocks = setupMocks([rest.get('/users', [{ name: 'Ada' }])])
beforeAll(mocks)

test('lists users', async () => {
  expect(await listUsers()).toEqual([{ name: 'Ada' }])
})
