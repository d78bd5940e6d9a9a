import { request as send } from 'undici'
import { expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'
import { contract } from './contract/contract.ts'
import { UNDICI_CLIENTS } from './contract/undici-clients.ts'

// Not in the contract: undici looks at the clock twice a second.
test('undici.request rejects after its headersTimeout', async () => {
  const mocks = start([rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY })])
  const rejection = rejectionOf(send('http://api.test/slow', { headersTimeout: 50 }))
  expect(await rejection).toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
})

UNDICI_CLIENTS.forEach(contract)
