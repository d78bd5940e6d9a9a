import 'mynah/vitest'
import { rest, setupMocks } from 'mynah'
import { expect, setUp, test } from '../runner.js'

const mocks = setupMocks([rest.get('/users', [{ id: 1 }]), rest.post('/users', { id: 2 }, { status: 201 })])
setUp(mocks)

test('assertions on what has arrived', async () => {
  await fetch('https://api.test/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bob' }),
  })
  await fetch('https://api.test/users?page=2')
  expect(mocks).toHaveRequested('POST /users', { body: { name: 'Bob' } })
  expect(mocks).toHaveRequestedTimes('/users', 2)
  expect(mocks).toHaveRequestedInOrder(['POST /users', 'GET /users'])
  expect(mocks).not.toHaveRequested('DELETE /users')
  expect(() => expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })).toThrow(
    `expect(mocks).toHaveRequested('POST /users', { body: { name: 'Ada' } })

Nearest: POST https://api.test/users
  body.name  expected 'Ada'
             received 'Bob'

Arrived: POST /users, GET /users`,
  )
})
