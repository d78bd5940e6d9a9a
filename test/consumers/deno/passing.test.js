import assert from 'node:assert/strict'
import { cases, mocks, originals } from './cases.js'

const before = originals()

Deno.test.beforeEach(() => {
  mocks.start()
})
Deno.test.afterEach(() => {
  mocks.stop()
  assert.deepEqual(originals(), before)
})

for (const [name, run] of Object.entries(cases)) {
  Deno.test(name, async () => {
    const [actual, expected] = await run()
    assert.deepEqual(JSON.parse(JSON.stringify(actual)), expected)
  })
}
