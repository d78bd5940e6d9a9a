import test from 'ava'
import { isolated, mocks } from './mocks.js'

test(
  'lists users',
  isolated(async (t) => {
    const response = await fetch('https://api.test/users')
    t.deepEqual(await response.json(), [{ id: 1, name: 'Ada' }])
    t.is(mocks.calls().length, 1)
  }),
)

test(
  'shows an error',
  isolated(async (t) => {
    mocks.use.get('/users', { error: 'Out of order' }, { status: 503 })
    const response = await fetch('https://api.test/users')
    t.is(response.status, 503)
    t.is(mocks.calls().length, 1)
  }),
)
