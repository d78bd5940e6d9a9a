import assert from 'node:assert/strict'
import { cases, mocks, original } from './fetch.js'

Deno.test.beforeEach(() => {
  mocks.start()
})
Deno.test.afterEach(() => {
  mocks.stop()
  assert.equal(globalThis.fetch, original)
})

for (const [name, run] of Object.entries(cases)) {
  Deno.test(name, async () => {
    const [actual, expected] = await run()
    assert.deepEqual(JSON.parse(JSON.stringify(actual)), expected)
  })
}
