import { setupMocks } from 'mynah'
import { openapi } from 'mynah/openapi'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { users } from '../src/client.js'
import document from '../users.json' with { type: 'json' }

/** @type {import('mynah/openapi').Openapi<import('../src/users').paths>} */
const api = openapi(document)
const mocks = setupMocks(api.examples())
const calls = []
beforeEach(mocks)
afterEach(() => void calls.push(...mocks.calls()))

test('a user is read', async () => {
  const { data } = await users.GET('/users/{username}', { params: { path: { username: 'octocat' } } })
  expect(data?.login).toBe('octocat')
})

test('handles a missing user', async () => {
  mocks.use(api.get('/users/{username}', { message: 'Not Found' }, { status: 404 }))
  const { error } = await users.GET('/users/{username}', { params: { path: { username: 'eve' } } })
  expect(error?.message).toBe('Not Found')
})

afterAll(() => {
  const { untouched } = api.coverage(calls)
  expect(untouched).toEqual([])
})
