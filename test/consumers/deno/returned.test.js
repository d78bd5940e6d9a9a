import { mocks } from './cases.js'

Deno.test.beforeEach(() => {
  mocks.start()
})
Deno.test.beforeEach(() => mocks.expect.get('https://api.test/returned', {}, { times: 2 }))
Deno.test.afterEach(mocks.stop)

Deno.test('none of its requests comes', () => {})

Deno.test('one of its two requests comes', async () => {
  await (await fetch('https://api.test/returned')).json()
})
