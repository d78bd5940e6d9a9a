import { afterEach, beforeEach, expect, test } from 'bun:test'
import { rest, setupMocks } from 'mynah'
import * as matchers from 'mynah/expect'

expect.extend({ ...matchers })

const mocks = setupMocks([rest.get('/users', [{ id: 1 }])])
beforeEach(mocks)
afterEach(mocks.stop)

test('assertions on what has arrived', async () => {
  await fetch('https://api.test/users?page=2')
  expect(mocks).toHaveRequested('GET /users', { queries: { page: 2 } })
  expect(mocks).toHaveRequestedTimes('/users', 1)
  expect(mocks).toHaveRequestedInOrder(['/users'])
  expect(mocks).not.toHaveRequested('DELETE /users')
  expect(() => expect(mocks).toHaveRequested('GET /users', { queries: { page: 1 } })).toThrow("expected '1'")
})
