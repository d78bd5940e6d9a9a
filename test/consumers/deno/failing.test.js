import { mocks, sendUnmatched } from './fetch.js'

Deno.test.beforeEach(() => {
  mocks.start()
})
Deno.test.afterEach(mocks.stop)

Deno.test('a swallowed unmatched request', sendUnmatched)

Deno.test('what comes after', async () => {
  await (await fetch('https://api.test/users')).json()
})
