/// <reference types="vitest/globals" />
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [])])
beforeAll(mocks)

// After a hook has thrown, Vitest calls none of the test's other hooks.
afterEach(() => mocks.verify())

test('fails: an unmatched request is swallowed', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})

test('is not blamed for the test before', async () => {
  expect(mocks.calls()).toEqual([])
  await fetch('https://api.test/users')
})

describe('later, without the hook that throws', () => {
  test('fails: an unmatched request is swallowed again', async () => {
    await fetch('https://api.test/again').catch(() => {})
  })
})
