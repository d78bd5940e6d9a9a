/// <reference types="vitest/globals" />
import { rest, setupMocks } from '../../../src/entries/index.ts'

const mocks = setupMocks([rest.get('/users', [])])
beforeAll(mocks)

// Vitest calls none of the other hooks of a test, once one of them has thrown.
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
