import { afterEach, test as base, beforeEach, expect } from 'vitest'
import { rest, setupMocks } from '../../../src/entries/index.ts'

// Beside fixtures, Vitest refuses hooks that take its context as a whole.
const test = base.extend<{ path: string }>({ path: '/nope' })
const mocks = setupMocks([rest.get('/users', [])])
const original = fetch
beforeEach(mocks)

// Vitest calls nothing of what the hooks of a test returned, once one of them has thrown.
afterEach(() => mocks.verify())

test('fails: an unmatched request is swallowed', async ({ path }) => {
  await fetch(`https://api.test${path}`).catch(() => {})
})

test('is not blamed for the test before', async ({ path }) => {
  expect(mocks.calls()).toEqual([])
  expect(path).toBe('/nope')
  mocks.stop()
  expect(fetch).toBe(original)
})
