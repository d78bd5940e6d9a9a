import { afterEach, beforeEach, expect, test } from 'bun:test'
import { cases, mocks, original } from './fetch.js'

beforeEach(mocks)
afterEach(() => {
  mocks.stop()
  expect(globalThis.fetch).toBe(original)
})

for (const [name, run] of Object.entries(cases)) {
  test(name, async () => {
    const [actual, expected] = await run()
    expect(actual).toEqual(expected)
  })
}
