import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cases, mocks, originals } from './cases.js'

const before = originals()

beforeEach(mocks)
afterEach(() => {
  mocks.stop()
  expect(originals()).toEqual(before)
})

for (const [name, run] of Object.entries(cases)) {
  test(name, async () => {
    const [actual, expected] = await run()
    expect(actual).toEqual(expected)
  })
}
