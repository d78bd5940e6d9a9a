import { afterEach, describe, expect, test } from 'vitest'
import { collection } from '../../src/entries/collection.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'

/* `checked(stubs)`: the contract of an operation for stubs that others declared, such as those of a collection. */

const User = {
  type: 'object',
  required: ['id', 'name'],
  properties: { id: { type: 'integer' }, name: { type: 'string', maxLength: 5 }, teamId: { type: 'integer' } },
}
const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const userId = { name: 'user-id', in: 'path', required: true, schema: { type: 'integer', maximum: 100 } }

const document = {
  openapi: '3.1.0',
  servers: [{ url: 'https://api.test/v1' }],
  paths: {
    '/users': {
      get: {
        operationId: 'listUsers',
        parameters: [{ name: 'name', in: 'query', schema: { type: 'string' } }],
        responses: { 200: json({ type: 'array', items: User }) },
      },
      post: {
        operationId: 'createUser',
        requestBody: json({ type: 'object', required: ['name'] }),
        responses: { 201: json(User) },
      },
    },
    '/users/{user-id}': {
      parameters: [userId],
      get: {
        operationId: 'getUser',
        responses: { 200: json(User), 404: json({ type: 'object', required: ['error'] }) },
      },
    },
  },
}
const api = openapi(document)

describe('a checked collection', () => {
  const users = collection('/v1/users', [{ id: 1, name: 'Ada' }], { only: ['list', 'get', 'create'] })
  const mocks = setupMocks(api.checked(users), { patch: false })
  afterEach(() => mocks.reset({ failures: true }))
  const post = (body: object) =>
    mocks.fetch('https://api.test/v1/users', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    })
  const get = (path: string) => mocks.fetch(`https://api.test/v1${path}`)

  test('answers as before if the contract is kept', async () => {
    expect((await post({ name: 'Bob' })).status).toBe(201)
    expect(await (await get('/users?name=Bob')).json()).toEqual([{ name: 'Bob', id: 2 }])
    expect([(await get('/users/1')).status, (await get('/users/7')).status]).toEqual([200, 404])
    expect(users.in(mocks).all()).toHaveLength(2)
    expect(mocks.unused()).toEqual([])
    expect(api.coverage(mocks.calls()).untouched).toEqual([])
  })

  test.each<[what: string, run: () => Promise<Response>, message: string]>([
    ['a query', () => get('/users?sort=name'), 'GET /users breaks its contract (listUsers)'],
    [
      'a param, which has another name there',
      () => get('/users/101'),
      'GET /users/{user-id} breaks its contract (getUser)',
    ],
    ['a body', () => post({}), 'POST /users breaks its contract (createUser)'],
    ['an answer', () => post({ name: 'Augusta' }), 'The response to POST /users breaks its contract (createUser)'],
    [
      'an undocumented status',
      () => post({ name: 'Ada', id: 1 }),
      'The response to POST /users breaks its contract (createUser)',
    ],
  ])('fails at %s that breaks it', async (_, run, message) => {
    await expect(run()).rejects.toThrow(message)
    expect(() => mocks.verify()).toThrow(message)
  })
})

test('a param that the path says is checked as it stands', async () => {
  const stubs = api.checked([rest.get('/v1/users/101', { id: 101, name: 'Ada' })])
  const mocks = setupMocks(stubs, { patch: false })
  await expect(mocks.fetch('https://api.test/v1/users/101')).rejects.toThrow('GET /users/{user-id} breaks its contract')
  mocks.reset({ failures: true })
})

test.each(['/users/:id', 'https://api.test/v1/users/:id', '/users/:"user id"'])('takes the path %s', async (path) => {
  const [stub] = api.checked([rest.get(path, { id: 1, name: 'Ada' })])
  const mocks = setupMocks(stub ? [stub] : [], { patch: false, baseUrl: 'https://api.test/v1' })
  expect((await mocks.fetch('https://api.test/v1/users/1')).status).toBe(200)
  expect(mocks.calls(stub)).toHaveLength(1)
})

test('leaves the stubs as they are, and those of the document too', () => {
  const stub = rest.get('/users', [])
  const own = api.get('/users', [])
  const [copy, same] = api.checked([stub, own])
  expect([stub.declarer.contract, copy?.declarer.contract === undefined, same === own]).toEqual([
    undefined,
    false,
    true,
  ])
})

test.each<[what: string, run: () => unknown, message: string | RegExp]>([
  [
    'a stub of no operation',
    () => api.checked([rest.get('/user', [])]),
    /^openapi\.checked: the document has no operation GET \/user; the nearest is GET \/users\n\n {2}rest\.get\('\/user'\) {2}test\/openapi/,
  ],
  [
    'a method that the document lacks',
    () => api.checked([rest.delete('/users/:id', undefined)]),
    'no operation DELETE /users/:id',
  ],
  ['a RegExp', () => api.checked([rest.get(/users/, [])]), 'the document has no operation GET /users/'],
  [
    'a payload that breaks its schema',
    () => api.checked([rest.get('/users', [{ id: 'a', name: 'Ada' }])]),
    "[0].id  expected integer  received 'a'",
  ],
  ['no list', () => api.checked({} as never), 'openapi.checked({}): it takes a list of stubs'],
  ['a list of others', () => api.checked([1] as never), 'openapi.checked([1]): it takes a list of stubs'],
])('refuses %s', (_, run, message) => {
  expect(run).toThrow(message)
})
