import { beforeAll, expect, test } from 'vitest'
import { rest, setupMocks } from '../../../src/entries/index.ts'

beforeAll(setupMocks([rest.get('/users', [{ id: 1 }])]))

test('answers', async () => {
  expect(await (await fetch('https://api.test/users')).json()).toEqual([{ id: 1 }])
})

test('an unmatched request is swallowed, and fails the file', async () => {
  await fetch('https://api.test/nope').catch(() => {})
})
