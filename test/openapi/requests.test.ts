import { expect, test } from 'vitest'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving } from '../promises/support.ts'
import { usersDocument } from './users-document.ts'

const UUID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301'
const json = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})
const list = () => openapi(usersDocument).get('/users', [])
const create = () => openapi(usersDocument).post('/users', { id: 1, name: 'Ada' })
const read = () => openapi(usersDocument).get('/users/{user-name}', { id: 1, name: 'Ada' })

const origin = 'https://eu.api.test/v1'

/** A form of these fields, as a body. */
function form(fields: Readonly<Record<string, string | Blob>>, init: RequestInit = { method: 'PUT' }): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { ...init, body }
}

test.each<[what: string, path: string, init?: RequestInit]>([
  ['no query at all', '/users'],
  ['an integer as text', '/users?page=2'],
  ['a boolean as text', '/users?active=true'],
  ['a list of one', '/users?ids=1'],
  ['a list that is repeated', '/users?ids=1&ids=2'],
  ['a list with commas', '/users?tags=a,b'],
  ['a list with escaped commas', '/users?tags=a%2Cb'],
  ['a list with spaces', '/users?words=a%20b'],
  ['a list with bars', '/users?sizes=1|2'],
  ['an object with commas', '/users?range=from,1,to,2'],
  ['an object whose properties are queries', '/users?by=name&descending=false'],
  ['a deep object', '/users?filter[role]=admin&filter[age][gt]=3&filter[tags][]=a&filter[tags][]=b'],
  ['a deep object with numbered elements', '/users?filter[tags][0]=a&filter[tags][1]=b'],
  ['JSON in a query', '/users?query=%7B%22q%22%3A1%7D'],
  ['an empty value that is allowed', '/users?empty='],
  ['an API key, which a security scheme declares', '/users?api_key=secret'],
  ['a header', '/users', { headers: { 'X-Tenant': '3' } }],
])('%s keeps the contract', async (_what, path, init) => {
  start([list()])
  expect((await fetch(origin + path, init)).status).toBe(200)
})

test.each<[what: string, path: string, violation: string, init?: RequestInit]>([
  ['a wrong type', '/users?page=x', "queries.page  expected integer  received 'x'"],
  ['a wrong value', '/users?page=0', 'queries.page  expected 1 or more  received 0'],
  ['a query that is repeated', '/users?page=1&page=2', "queries.page  expected integer  received ['1', '2']"],
  ['a query that is not declared', '/users?pge=1', "queries.pge  expected nothing  received '1'"],
  ['an element of a list', '/users?ids=1&ids=x', "queries.ids[1]  expected integer  received 'x'"],
  [
    'a list with commas that is repeated',
    '/users?tags=a&tags=b',
    "queries.tags[0]  expected string  received ['a']\n  queries.tags[1]  expected string  received ['b']",
  ],
  ['too long a list', '/users?words=a+b+c', "queries.words  expected 2 elements or less  received ['a', 'b', 'c']"],
  ['a property that is a query', '/users?by=age', "queries.sort.by  expected one of 'name', 'id'  received 'age'"],
  ['a deep object', '/users?filter[age][gt]=x', "queries.filter.age.gt  expected integer  received 'x'"],
  ['a key of a deep object', '/users?filter[rol]=x', "queries.filter.rol  expected nothing  received 'x'"],
  ['invalid JSON', '/users?query=%7B', "queries.query  expected JSON  received '{'"],
  ['JSON in a query', '/users?query=%7B%7D', 'queries.query.q  expected something  received nothing'],
  ['a header', '/users', "headers.x-tenant  expected integer  received 'x'", { headers: { 'x-tenant': 'x' } }],
])('%s breaks the contract', async (_what, path, violation, init) => {
  startForgiving([list()])
  const error = await rejectionOf(fetch(origin + path, init))
  expect(error).toMatchObject({ name: 'MynahError', code: 'CONTRACT' })
  expect(messageOf(error)).toBe(
    `GET /users breaks its contract (listUsers)\n\n  ${violation}\n\n  openapi.get('/users')  test/openapi/requests.test.ts\n` +
      "To skip this check, add 'GET /users request' to the ignore option, with a reason",
  )
})

test('the error has all violations, and fails the test too', async () => {
  const mocks = startForgiving([read()])
  const error = await rejectionOf(fetch(`${origin}/users/x`, { headers: { 'x-trace': '1' } }))
  expect(messageOf(error)).toContain(
    [
      'GET /users/{user-name} breaks its contract (getUser)',
      '',
      "  params.user-name  expected 2 characters or more  received 'x'",
      "  headers.x-trace   expected the format uuid       received '1'",
      '  cookies.session   expected integer               received nothing',
    ].join('\n'),
  )
  expect(() => mocks.verify()).toThrow(error as Error)
})

test('params, required headers and cookies that are as declared keep the contract', async () => {
  start([read()])
  const headers = { 'x-trace': UUID, cookie: 'session=12' }
  expect(await (await fetch(`${origin}/users/ada`, { headers })).json()).toEqual({ id: 1, name: 'Ada' })
})

test.each<[what: string, init: RequestInit]>([
  ['JSON without the fields that only responses have', json({ name: 'Ada', password: 'x' })],
  ['null for nullable in 3.0', json({ name: 'Ada', password: 'x', email: null })],
  [
    'a form, its fields coerced',
    {
      method: 'POST',
      body: new URLSearchParams({
        name: 'Ada',
        password: 'x',
        id: '3',
        'manager[name]': 'Eve',
        'manager[password]': 'y',
      }),
    },
  ],
])('a body keeps the contract: %s', async (_what, init) => {
  start([create()])
  const response = await fetch(`${origin}/users`, init)
  expect([response.status, response.headers.get('content-type')]).toEqual([201, 'application/vnd.users+json'])
})

test.each<[what: string, init: RequestInit, violations: string[]]>([
  [
    'no body',
    { method: 'POST' },
    ['body  expected application/json or application/x-www-form-urlencoded  received nothing'],
  ],
  [
    'another content type',
    { method: 'POST', body: 'Ada' },
    [
      "headers.content-type  expected application/json or application/x-www-form-urlencoded  received 'text/plain;charset=UTF-8'",
    ],
  ],
  [
    'fields',
    json({ name: 1, email: 'x', manager: {} }),
    [
      'body.password          expected string            received nothing',
      'body.name              expected string            received 1',
      "body.email             expected the format email  received 'x'",
      'body.manager.name      expected string            received nothing',
      'body.manager.password  expected string            received nothing',
    ],
  ],
  ['invalid JSON', { ...json(0), body: '{' }, ["body  expected object  received '{'"]],
  [
    'a field of a form',
    { method: 'POST', body: new URLSearchParams({ name: 'Ada', password: 'x', id: 'one' }) },
    ["body.id  expected integer  received 'one'"],
  ],
])('a body breaks the contract: %s', async (_what, init, violations) => {
  startForgiving([create()])
  const message = messageOf(await rejectionOf(fetch(`${origin}/users`, init)))
  expect(message.split('\n\n')[1]).toBe(violations.map((line) => `  ${line}`).join('\n'))
})

test('a param that each object inherits is read from the request alone', async () => {
  const parameters = [
    { name: 'constructor', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'toString', in: 'header', schema: { type: 'integer' } },
    { name: '__proto__', in: 'cookie', schema: { type: 'integer' } },
  ]
  const api = openapi({ openapi: '3.1.0', paths: { '/a': { get: { parameters, responses: { 204: {} } } } } })
  startForgiving([api.get('/a', undefined)])
  const message = messageOf(await rejectionOf(fetch('https://api.test/a')))
  expect(message.split('\n\n')[1]).toBe('  queries.constructor  expected integer  received nothing')
  expect((await fetch('https://api.test/a?constructor=1')).status).toBe(204)
})

test('a file for what the schema describes as an object, or as a short text, broke the contract', async () => {
  const properties = {
    data: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
    photo: { type: 'string', format: 'binary', maxLength: 3 },
    more: { type: 'array', items: { type: 'object' } },
    size: { type: 'integer' },
  }
  const content = { 'multipart/form-data': { schema: { type: 'object', properties } } }
  const api = openapi({
    openapi: '3.1.0',
    paths: { '/a': { put: { requestBody: { content }, responses: { 204: {} } } } },
  })
  startForgiving([api.put('/a', undefined)])
  const data = new Blob(['{"id":1}'], { type: 'application/json' })
  const fields = { data, photo: new Blob(['long']), 'more[0]': data }
  expect((await fetch('https://api.test/a', form(fields))).status).toBe(204)
  const message = messageOf(await rejectionOf(fetch('https://api.test/a', form({ ...fields, size: 'x' }))))
  expect(message.split('\n\n')[1]).toBe("  body.size  expected integer  received 'x'")
})

test('an unreadable form kept the contract', async () => {
  const content = { 'multipart/form-data': { schema: { type: 'object', properties: { a: { type: 'string' } } } } }
  const api = openapi({
    openapi: '3.1.0',
    paths: { '/a': { put: { requestBody: { content }, responses: { 204: {} } } } },
  })
  startForgiving([api.put('/a', undefined)])
  const init = { method: 'PUT', headers: { 'content-type': 'multipart/form-data' }, body: 'no boundary' }
  const message = messageOf(await rejectionOf(fetch('https://api.test/a', init)))
  expect(message.split('\n\n')[1]).toBe("  body  expected object  received 'no boundary'")
})

const file = `${origin}/users/7/files/report.csv`
test.each<[what: string, init: RequestInit]>([
  ['a file', form({ file: new Blob(['a']), size: '1', labels: 'a', owner: '{"id":1}' })],
  ['no body if none is required', { method: 'PUT' }],
  ['a text of a range of types', { method: 'PUT', body: 'short' }],
])('an upload keeps the contract: %s', async (_what, init) => {
  start([
    openapi(usersDocument, { ignore: { 'PUT /users/{user.id}/files/{name}{extension} 200': 'no payload' } }).put(
      '/users/{user.id}/files/{name}{extension}',
      undefined,
    ),
  ])
  expect((await fetch(file, init)).status).toBe(200)
})

test.each<[what: string, init: RequestInit, violation: string]>([
  ['no file', form({ size: '1' }), 'body.file  expected string  received nothing'],
  ['a field', form({ file: new Blob(['a']), size: 'x' }), "body.size  expected integer  received 'x'"],
  [
    'JSON in a field',
    form({ file: new Blob(['a']), owner: '{"id":"x"}' }),
    "body.owner.id  expected integer  received 'x'",
  ],
  ['a text', { method: 'PUT', body: 'longer' }, "body  expected 5 characters or less  received 'longer'"],
])('an upload breaks the contract: %s', async (_what, init, violation) => {
  startForgiving(openapi(usersDocument).examples(['putFile']))
  const message = messageOf(await rejectionOf(fetch(file, init)))
  expect(message.split('\n\n')[1]).toBe(`  ${violation}`)
})

test.each<[what: string, ask: () => Promise<Response>, violation: string]>([
  [
    'a field of a body',
    () => fetch(`${origin}/users`, json({ name: 'Ada', password: 12 })),
    'body.password  expected string  received (hidden)',
  ],
  [
    'a field further in',
    () => fetch(`${origin}/users`, { ...json([{ password: 'x' }]) }),
    'body  expected object  received [{ password: (hidden) }]',
  ],
  [
    'invalid JSON',
    () => fetch(`${origin}/users`, { ...json(0), body: '{ "password": "x"' }),
    'body  expected object  received \'{ "password": "(hidden)"\'',
  ],
  [
    'a query',
    () => fetch(`${origin}/users?access_token=x`),
    'queries.access_token  expected nothing  received (hidden)',
  ],
  [
    'a cookie',
    () => fetch(`${origin}/users/ada`, { headers: { 'x-trace': UUID, cookie: 'session=x' } }),
    'cookies.session  expected integer  received (hidden)',
  ],
])('the error has no secrets: %s', async (_what, ask, violation) => {
  startForgiving([list(), create(), read()])
  expect(messageOf(await rejectionOf(ask())).split('\n\n')[1]).toBe(`  ${violation}`)
})

test('a body that is not declared breaks the contract', async () => {
  startForgiving([openapi(usersDocument).delete('/users/{user-name}', undefined)])
  const message = messageOf(await rejectionOf(fetch(`${origin}/users/ada`, { ...json({ a: 1 }), method: 'DELETE' })))
  expect(message.split('\n\n')[1]).toBe('  body  expected nothing  received { a: 1 }')
})

test('a resolver gets the received texts under the names of the document', async () => {
  const api = openapi(usersDocument)
  const seen: unknown[] = []
  start([
    api.get('/users', ({ request }) => {
      seen.push(request.queries)
      return []
    }),
    api.put('/users/{user.id}/files/{name}{extension}', ({ request }) => {
      seen.push(request.params)
      return new Response('a,b', { headers: { 'content-type': 'text/csv' } })
    }),
  ])
  await fetch(`${origin}/users?page=2&ids=1&ids=2`)
  await fetch(file, { method: 'PUT' })
  expect(seen).toEqual([
    { page: '2', ids: ['1', '2'] },
    { 'user.id': '7', name: 'r', extension: 'eport.csv' },
  ])
})

test('an ignored request is not checked', async () => {
  const api = openapi(usersDocument, { ignore: { 'GET /users request': 'the client sends a query of its own' } })
  start([api.get('/users', [])])
  expect((await fetch(`${origin}/users?own=1`)).status).toBe(200)
})
