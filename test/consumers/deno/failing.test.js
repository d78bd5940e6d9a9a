import { fetchUnmatched, mocks, requestUnmatched } from './cases.js'

Deno.test.beforeEach(() => {
  mocks.start()
})
Deno.test.afterEach(mocks.stop)

Deno.test('a swallowed unmatched fetch', fetchUnmatched)

Deno.test('a swallowed unmatched request of node:http', requestUnmatched)

Deno.test('what comes after', async () => {
  await (await fetch('https://api.test/users')).json()
})
