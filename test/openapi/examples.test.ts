import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { usersDocument } from './users-document.ts'

const operation = (content: unknown, status: string | number = 200) => ({
  operationId: 'getA',
  responses: { [status]: { description: '', ...(content !== undefined && { content }) } },
})
const documentOf = (content: unknown, status?: string | number, more: object = {}) => ({
  openapi: '3.0.0',
  paths: { '/a': { get: operation(content, status) } },
  ...more,
})
const json = (media: unknown) => ({ 'application/json': media })
const id = { type: 'integer', example: 7 }
const node: Record<string, unknown> = {
  type: 'object',
  required: ['id'],
  properties: { id, next: { $ref: '#/components/schemas/Node' } },
}

test.each<[what: string, document: object, status: number, body: string]>([
  ['the example', documentOf(json({ example: { id: 1 }, examples: { a: { value: 2 } } })), 200, '{"id":1}'],
  [
    'the first of the examples',
    documentOf(json({ examples: { a: { $ref: '#/components/examples/A' }, b: { value: 2 } } }), 200, {
      components: { examples: { A: { value: 1 } } },
    }),
    200,
    '1',
  ],
  ["the schema's example", documentOf(json({ schema: { type: 'integer', example: 3 } })), 200, '3'],
  ["the first of a schema's examples", documentOf(json({ schema: { type: 'integer', examples: [4, 5] } })), 200, '4'],
  [
    'with a date that a parser of YAML made of a text',
    documentOf(json({ schema: { type: 'string', format: 'date-time' }, example: new Date(0) })),
    200,
    '"1970-01-01T00:00:00.000Z"',
  ],
  [
    "those of the schema's properties",
    documentOf(json({ schema: { properties: { id, name: { type: 'string' } } } })),
    200,
    '{"id":7}',
  ],
  ['of elements', documentOf(json({ schema: { type: 'array', items: id } })), 200, '[7]'],
  [
    'of all members',
    documentOf(json({ schema: { allOf: [{ properties: { id } }, { properties: { n: { const: 1 } } }] } })),
    200,
    '{"id":7,"n":1}',
  ],
  [
    'of the first alternative that has one',
    documentOf(json({ schema: { oneOf: [{ type: 'string' }, id] } })),
    200,
    '7',
  ],
  [
    'of a schema that has itself in it',
    documentOf(json({ schema: { $ref: '#/components/schemas/Node' } }), 200, {
      components: { schemas: { Node: node } },
    }),
    200,
    '{"id":7}',
  ],
  [
    'JSON that is written as text',
    documentOf(json({ schema: { type: 'object' }, example: '{"id":1}' })),
    200,
    '{"id":1}',
  ],
  ['a text', documentOf({ 'text/csv': { example: 'a,b' } }), 200, 'a,b'],
  ['no content', documentOf(undefined, 204), 204, ''],
  ['no content for a status without a body, whatever is documented', documentOf(json({ example: 1 }), 204), 204, ''],
  ['no content of another status', documentOf(undefined, 202), 202, ''],
  [
    'of members and of properties beside them',
    documentOf(json({ schema: { allOf: [{ properties: { id } }], properties: { n: { const: 1 } } } })),
    200,
    '{"id":7,"n":1}',
  ],
  ['of the first member, if one is no object', documentOf(json({ schema: { allOf: [id, { example: 8 }] } })), 200, '7'],
  [
    'of properties, one of which takes anything',
    documentOf(json({ schema: { properties: { id, n: true } } })),
    200,
    '{"id":7}',
  ],
  ['of a range', documentOf(json({ example: 1 }), '2XX'), 200, '1'],
  ['of any type', documentOf({ '*/*': { example: { id: 1 } } }), 200, '{"id":1}'],
])('an example is sent: %s', async (_what, document, status, body) => {
  const api = openapi(document)
  expect(api.operations()).toMatchObject([{ example: 'used' }])
  start(api.examples())
  const response = await fetch('https://any.test/a')
  expect([response.status, await response.text()]).toEqual([status, body])
})

test.each<[what: string, document: object]>([
  ['none at all', documentOf(json({ schema: { type: 'integer' } }))],
  [
    'a required property without one',
    documentOf(json({ schema: { required: ['name'], properties: { id, name: { type: 'string' } } } })),
  ],
  ['no status of success', documentOf(json({ example: 1 }), 404)],
  ['`default` alone', documentOf(json({ example: 1 }), 'default')],
  ['an example elsewhere', documentOf(json({ examples: { a: { externalValue: 'a.json' } } }))],
  ['an object that is not JSON', documentOf({ 'text/html': { example: { a: 1 } } })],
  ['an example of a range of types that is a text', documentOf({ '*/*': { example: '<a/>' } })],
  ['bytes', documentOf({ 'image/png': { schema: { type: 'string', format: 'binary' } } })],
])('nothing is made up: %s', async (_what, document) => {
  const api = openapi(document)
  startForgiving(api.examples())
  const message = messageOf(await rejectionOf(fetch('https://any.test/a')))
  expect(message).toContain('No routes are declared')
  expect(api.operations()).toMatchObject([{ example: 'none' }])
})

test('an example that breaks its own schema is left out, with its problem listed', () => {
  const document = documentOf(json({ schema: { required: ['id'], properties: { id } }, example: { id: 'x' } }))
  expect(openapi(document).operations()).toEqual([
    {
      method: 'GET',
      path: '/a',
      operationId: 'getA',
      statuses: ['200'],
      example: 'invalid',
      problem: "  id  expected integer  received 'x'",
    },
  ])
})

test('an example that breaks its own schema is sent if that is ignored', async () => {
  const document = documentOf(json({ schema: { type: 'integer' }, example: 'x' }))
  const api = openapi(document, { ignore: { 'GET /a 200': 'the server sends this' } })
  expect(api.operations()).toMatchObject([{ example: 'used' }])
  start(api.examples())
  expect(await (await fetch('https://any.test/a')).json()).toBe('x')
})

test('a request of an operation that cannot be read fails, and no other', async () => {
  const document = documentOf(json({ example: 1 }))
  const parameters = [{ $ref: '#/nowhere' }]
  const broken = {
    ...document,
    paths: { ...document.paths, '/b': { get: { ...operation(json({ example: 2 })), parameters } } },
  }
  startForgiving(openapi(broken).examples())
  expect((await fetch('https://any.test/a')).status).toBe(200)
  expect(await rejectionOf(fetch('https://any.test/b'))).toMatchObject({
    code: 'OPENAPI',
    message: expect.stringContaining("the reference '#/nowhere' leads nowhere"),
  })
})

test('an operation whose schema cannot be read is listed with its problem', () => {
  const document = documentOf(json({ schema: { $ref: '#/nowhere' }, example: 1 }))
  expect(openapi(document).operations()).toMatchObject([
    { example: 'none', problem: expect.stringContaining("the reference '#/nowhere' leads nowhere") },
  ])
})

describe('the stubs of examples', () => {
  const ask = async () => (await fetch('https://any.test/a')).json()
  const api = openapi(documentOf(json({ example: 'example' })))

  test.each([
    ['before', () => [...api.examples(), rest.get('/a', 'own')]],
    ['after', () => [rest.get('/a', 'own'), ...api.examples()]],
    ['of the document too', () => [...api.examples(), api.get('/a', 'own'), ...api.examples()]],
  ])('come after the default stub of their route, whatever its place: %s', async (_where, stubs) => {
    start(stubs())
    expect(await ask()).toBe('own')
  })

  test('answer when that one steps aside', async () => {
    start([...api.examples(), api.get('/a', 'own', { times: 1 })])
    expect([await ask(), await ask()]).toEqual(['own', 'example'])
  })

  test('are not asked to be used', () => {
    const mocks = start(api.examples())
    expect(() => mocks.verify({ unused: true })).not.toThrow()
  })

  test('check their requests', async () => {
    start(openapi(documentOf(json({ example: 1 })), { requests: 'off' }).examples())
    expect((await fetch('https://any.test/a?b=1')).status).toBe(200)
  })
})

describe('the filter', () => {
  const api = openapi(usersDocument)
  const pathsOf = (stubs: readonly { method: string; path: unknown }[]) =>
    stubs.map(({ method, path }) => `${method} ${path}`)

  test('without it there is a stub for each example', () => {
    expect(pathsOf(api.examples())).toEqual([
      'GET /users',
      'POST /users',
      'GET /users/{user-name}',
      'DELETE /users/{user-name}',
      'PUT /users/{user.id}/files/{name}{extension}',
    ])
  })

  test('takes operation ids', () => {
    expect(pathsOf(api.examples(['deleteUser']))).toEqual(['DELETE /users/{user-name}'])
  })

  test('takes a function of the operation', () => {
    const seen: unknown[] = []
    const stubs = api.examples((operation) => {
      seen.push(operation)
      return operation.tags.includes('users')
    })
    expect(pathsOf(stubs)).toEqual(['GET /users'])
    expect(seen[0]).toEqual({
      method: 'GET',
      path: '/users',
      operationId: 'listUsers',
      tags: ['users'],
      statuses: ['200', '4XX', 'default'],
    })
  })

  test('an async function took every operation', () => {
    expect(() => api.examples((async () => false) as never)).toThrow(
      'An async filter cannot match: operations are chosen synchronously',
    )
  })

  test.each<[filter: unknown, message: string]>([
    [
      ['listUser'],
      "examples(['listUser']): the document has no operation 'listUser'\n\nWrite  examples(['listUsers'])",
    ],
    ['listUsers', "examples('listUsers'): it takes a list of operation ids, or a function of the operation"],
  ])('refuses %j', (filter, message) => {
    expect(messageOf(thrownBy(() => api.examples(filter as string[])))).toBe(message)
  })
})

test('coverage tells which operations calls have touched', async () => {
  const api = openapi(usersDocument)
  const mocks = start([
    api.get('/users', []),
    rest.delete('/v1/users/:name', undefined, { status: 204 }),
    rest.get('/other', 1),
  ])
  const url = 'https://eu.api.test/v1/users'
  await fetch(url)
  await fetch(url, { method: 'HEAD' })
  await fetch(`${url}/ada`, { method: 'DELETE' })
  await fetch('https://eu.api.test/other')
  expect(api.coverage(mocks.calls())).toEqual({
    touched: [
      { method: 'GET', path: '/users', operationId: 'listUsers', statuses: { '200': 2 } },
      { method: 'DELETE', path: '/users/{user-name}', operationId: 'deleteUser', statuses: { '204': 1 } },
    ],
    untouched: [
      { method: 'POST', path: '/users', operationId: 'createUser' },
      { method: 'GET', path: '/users/{user-name}', operationId: 'getUser' },
      { method: 'PUT', path: '/users/{user.id}/files/{name}{extension}', operationId: 'putFile' },
    ],
  })
  expect(messageOf(thrownBy(() => api.coverage(undefined as never)))).toBe(
    'coverage(undefined): it takes a list of calls',
  )
  expect(messageOf(thrownBy(() => api.coverage([1] as never)))).toBe('coverage([1]): it takes a list of calls')
})
