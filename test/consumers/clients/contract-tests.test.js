import { setupMocks } from 'mynah'
import { openapi } from 'mynah/openapi'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'

/* A client that is generated from a document, and stubs of the same document: docs/recipes/contract-tests.md. */

const json = (schema, example) => ({ content: { 'application/json': { schema, ...(example && { example }) } } })
const User = {
  type: 'object',
  required: ['login', 'id'],
  properties: { login: { type: 'string' }, id: { type: 'integer' } },
}
const document = {
  openapi: '3.1.0',
  info: { title: 'Users', version: '1' },
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/users/{username}': {
      get: {
        parameters: [{ name: 'username', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: json(User, { login: 'octocat', id: 583231 }),
          404: json({ type: 'object', required: ['message'], properties: { message: { type: 'string' } } }),
        },
      },
    },
  },
}

const users = createClient({ baseUrl: 'https://api.test/v1', fetch: (request) => globalThis.fetch(request) })
const api = openapi(document)
const mocks = setupMocks(api.examples())
const touched = []
beforeAll(mocks)

test('a user is read', async () => {
  const { data } = await users.GET('/users/{username}', { params: { path: { username: 'octocat' } } })
  expect(data?.login).toBe('octocat')
  touched.push(...mocks.calls())
})

test('handles a missing user', async () => {
  const undo = mocks.use(api.get('/users/{username}', { message: 'Not Found' }, { status: 404 }))
  const { error } = await users.GET('/users/{username}', { params: { path: { username: 'eve' } } })
  undo()
  expect(error?.message).toBe('Not Found')
})

test('a query that the document lacks fails, though the client is not typed', async () => {
  const asked = users.GET('/users/{username}', { params: { path: { username: 'ada' }, query: { page: 2 } } })
  await expect(asked).rejects.toMatchObject({ code: 'CONTRACT' })
  mocks.reset({ failures: true })
})

afterAll(() => {
  expect(api.coverage(touched).untouched).toEqual([])
})
