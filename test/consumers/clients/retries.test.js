import got from 'got'
import ky from 'ky'
import { ofetch } from 'ofetch'
import superagent from 'superagent'
import { expect, test } from 'vitest'
import { rejectionOf, startForgiving, thrownBy } from './promises/support.ts'

const USERS = 'http://api.test/users'
const REPORT = `No stub answers GET ${USERS}

No routes are declared
To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`

test.for([
  { name: 'got', ask: () => got(USERS) },
  { name: 'ky', ask: () => ky(USERS) },
  { name: 'superagent', ask: () => superagent.get(USERS).retry(2) },
])('$name, as it tries again by default, takes an unmatched request for no failed connection', async ({ ask }) => {
  const mocks = startForgiving([])
  await rejectionOf(ask())
  expect(mocks.unmatched()).toHaveLength(1)
  expect(thrownBy(() => mocks.verify()).message).toBe(REPORT)
})

test('ofetch, as it tries again by default, is one report, with how often', async () => {
  const mocks = startForgiving([])
  const error = await rejectionOf(ofetch(USERS))
  expect(error.message).toBe(`[GET] "${USERS}": <no response> ${REPORT}`)
  expect(thrownBy(() => mocks.verify()).message).toBe(`${REPORT}\n\nThis happened 2 times`)
})
