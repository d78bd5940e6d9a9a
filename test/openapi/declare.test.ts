import { describe, expect, test, vi } from 'vitest'
import { html, networkError, redirect, rest, sequence, text } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { usersDocument } from './users-document.ts'

const api = openapi(usersDocument)
const user = { id: 1, name: 'Ada' }
const any = api as unknown as Record<string, (path: unknown, response: unknown, settings?: unknown) => unknown>

const NOT_CHECKED = (key: string) => `To skip this check, add '${key}' to the ignore option, with a reason`

test.each<[what: string, declare: () => unknown, message: string]>([
  [
    'a path that the document lacks',
    () => any.get?.('/user', []),
    "openapi.get('/user'): the document has no such path\n\nWrite  openapi.get('/users', …)",
  ],
  [
    'a path as rest has it',
    () => any.get?.('/users/:user-name', []),
    "openapi.get('/users/:user-name'): the document has no such path\n\nWrite  openapi.get('/users/{user-name}', …)",
  ],
  [
    'a path as a request has it',
    () => any.get?.('/users/ada', user),
    "openapi.get('/users/ada'): the document has no such path\n\nWrite  openapi.get('/users/{user-name}', …)",
  ],
  [
    'a URL with the base of the document',
    () => any.delete?.('https://eu.api.test/v1/users/{name}/?a=1#b', undefined),
    "openapi.delete('https://eu.api.test/v1/users/{name}/?a=1#b'): the document has no such path\n\n" +
      "Write  openapi.delete('/users/{user-name}', …)",
  ],
  [
    'a path of another method, as rest has it',
    () => any.post?.('/users/:id', user),
    "openapi.post('/users/:id'): the document has no such path\n\nWrite  openapi.get('/users/{user-name}', …)",
  ],
  [
    'a misspelled path, with another name of its param',
    () => any.get?.('/user/{user_name}', user),
    "openapi.get('/user/{user_name}'): the document has no such path\n\nWrite  openapi.get('/users/{user-name}', …)",
  ],
  [
    'a payload where the status has no body',
    () => any.delete?.('/users/{user-name}', user),
    "openapi.delete('/users/{user-name}'): a response with status 204 has no body\n\n" +
      "Write  openapi.delete('/users/{user-name}', undefined)",
  ],
  [
    'no path at all',
    () => any.get?.(/users/, []),
    'openapi.get(/users/): a path is a template of the document, as a string',
  ],
  [
    'a method that the path lacks',
    () => any.put?.('/users', []),
    "openapi.put('/users'): the document has no PUT at this path; there are GET, POST\n\nWrite  openapi.get('/users', …)",
  ],
  [
    'a status that the operation lacks',
    () => any.post?.('/users', user, { status: 401 }),
    "openapi.post('/users'): the operation documents no status 401; there are 201, 202, 400\n\nWrite  openapi.post('/users', …, { status: 400 })" +
      ", or, if the server does send it,\n       rest.post('/v1/users', …, { status: 401 })",
  ],
  [
    'a payload, with every violation',
    () => any.get?.('/users/{user-name}', { name: 1, email: 'x', manager: null }),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      '  id       expected integer           received nothing\n' +
      '  name     expected string            received 1\n' +
      "  email    expected the format email  received 'x'\n" +
      '  manager  expected object            received null\n\n' +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'a payload of another status, by its range',
    () => any.get?.('/users', {}, { status: 404 }),
    "openapi.get('/users', …): the response with status 404 breaks the contract\n\n" +
      '  message  expected string  received nothing\n\n' +
      NOT_CHECKED('GET /users 4XX'),
  ],
  [
    'a payload of a status that only `default` takes',
    () => any.get?.('/users', {}, { status: 500 }),
    "openapi.get('/users', …): the response with status 500 breaks the contract\n\n" +
      '  message  expected string  received nothing\n\n' +
      NOT_CHECKED('GET /users default'),
  ],
  [
    'a content type that is not documented',
    () => any.get?.('/users/{user-name}', html('<p>Ada</p>')),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      "  content-type  expected application/json  received 'text/html;charset=utf-8'\n\n" +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'no payload where content is documented',
    () => any.get?.('/users/{user-name}', undefined),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      '  the payload  expected application/json  received nothing\n\n' +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'a payload where no content is documented',
    () => any.post?.('/users', user, { status: 202 }),
    "openapi.post('/users', …): the response with status 202 breaks the contract\n\n" +
      "  content-type  expected no content  received 'application/json'\n\n" +
      NOT_CHECKED('POST /users 202'),
  ],
  [
    'a condition on a query that is not declared',
    () => any.get?.('/users', [], { match: { queries: { pag: 1 } } }),
    "openapi.get('/users'): the operation declares no queries.pag; there are page, active, ids, tags, words, sizes, range, sort, filter, query, empty, api_key\n\n" +
      "Write  openapi.get('/users', …, { match: { queries: { page: … } } })",
  ],
  [
    'a condition on a param',
    () => any.get?.('/users/{user-name}', user, { match: { params: { name: 1 } } }),
    "openapi.get('/users/{user-name}'): the operation declares no params.name; there is user-name",
  ],
  [
    'a condition on a header',
    () => any.get?.('/users', [], { match: { headers: { 'x-tenants': 1 } } }),
    "openapi.get('/users'): the operation declares no headers.x-tenants; there are x-tenant, authorization\n\n" +
      "Write  openapi.get('/users', …, { match: { headers: { 'x-tenant': … } } })",
  ],
  [
    'a condition on a cookie',
    () => any.get?.('/users', [], { match: { cookies: { session: 1 } } }),
    "openapi.get('/users'): the operation declares no cookies.session; there are none",
  ],
  [
    'a condition on a field of the body',
    () => any.post?.('/users', user, { match: { body: { manager: { nam: 'Eve' } } } }),
    "openapi.post('/users'): the operation declares no body.manager.nam; there are id, name, email, password, manager\n\n" +
      "Write  openapi.post('/users', …, { match: { body: { manager: { name: … } } } })",
  ],
  [
    'a condition on a body that is not declared',
    () => any.get?.('/users', [], { match: { body: { name: 'Ada' } } }),
    "openapi.get('/users'): the operation declares no body.name; there are none",
  ],
  [
    'invalid JSON',
    () => any.get?.('/users/{user-name}', text('{'), { headers: { 'content-type': 'application/json' } }),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      "  the payload  expected JSON  received '{'\n\n" +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'a reply whose own status is not documented',
    () => any.delete?.('/users/{user-name}', redirect('/users')),
    "openapi.delete('/users/{user-name}'): the operation documents no status 302; there is 204\n\n" +
      'Write  rest.delete(\'/v1/users/:"user-name"\', …)',
  ],
  [
    'a form that is not documented',
    () => any.get?.('/users/{user-name}', new FormData()),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      "  content-type  expected application/json  received 'multipart/form-data'\n\n" +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'bytes without a type',
    () => any.get?.('/users/{user-name}', new Uint8Array(1)),
    "openapi.get('/users/{user-name}', …): the response with status 200 breaks the contract\n\n" +
      '  content-type  expected application/json  received nothing\n\n' +
      NOT_CHECKED('GET /users/{user-name} 200'),
  ],
  [
    'a setting that rest refuses too',
    () => any.get?.('/users', [], { stauts: 404 }),
    "openapi.get('/users'): 'stauts' is not a setting; use match, status, statusText, headers, delay or times\n\n" +
      "Write  openapi.get('/users', …, { status: 404 })",
  ],
])('refused where it is written: %s', (_what, declare, message) => {
  const error = thrownBy(declare)
  expect(error).toMatchObject({ name: 'RouteDefinitionError', code: 'ROUTE_DEFINITION' })
  expect(messageOf(error)).toBe(message)
})

test.each<[what: string, payload: object, violation: string]>([
  ['status', { status: 'ok' }, "status  expected integer  received 'ok'"],
  ['content-type', { status: 1, 'content-type': 1 }, 'content-type  expected string  received 1'],
])('a field of a payload may be called %s', (_what, payload, violation) => {
  const properties = { status: { type: 'integer' }, 'content-type': { type: 'string' } }
  const content = { 'application/json': { schema: { properties } } }
  const { get } = openapi({ openapi: '3.1.0', paths: { '/a': { get: { responses: { 200: { content } } } } } })
  expect(messageOf(thrownBy(() => get('/a', payload)))).toBe(
    `openapi.get('/a', …): the response with status 200 breaks the contract\n\n  ${violation}\n\n` +
      NOT_CHECKED('GET /a 200'),
  )
})

test('conditions on declared parts, and on authorization, choose a stub', async () => {
  start([
    api.get('/users', []),
    api.get('/users', [user], {
      match: { queries: { page: 2, 'filter[role]': 'admin', by: 'name' }, headers: { Authorization: 'me' } },
    }),
    api.post('/users', user, { match: { body: { name: 'Ada' } } }),
  ])
  const url = 'https://us.api.test/v1/users'
  const headers = { authorization: 'me', 'content-type': 'application/json' }
  expect(await (await fetch(`${url}?page=2&filter[role]=admin&by=name`, { headers })).json()).toEqual([user])
  expect(await (await fetch(url, { headers })).json()).toEqual([])
  const body = JSON.stringify({ name: 'Ada', password: 'x' })
  expect(await (await fetch(url, { method: 'POST', headers, body })).json()).toEqual(user)
})

describe('an operation that is documented for 405 alone offered a stub that answers 405', () => {
  const document = { openapi: '3.0.0', paths: { '/pet': { post: { responses: { 405: { description: '' } } } } } }
  const pet = openapi(document)

  test('by its declaration', () => {
    expect(messageOf(thrownBy(() => pet.post('/pet', undefined)))).toBe(
      "openapi.post('/pet'): the operation documents no status 200; there is 405\n\nWrite  rest.post('/pet', …)",
    )
  })

  test('by the report on its request', async () => {
    startForgiving([
      pet.post('/pet', undefined, { status: 405, times: 1, match: { headers: { authorization: 'me' } } }),
    ])
    const message = messageOf(await rejectionOf(fetch('https://any.test/pet', { method: 'POST' })))
    expect(message).toContain('\nBy its contract: POST /pet documents no success; its statuses are 405\n')
  })
})

test('an operation without any answer has none in the report on its request', async () => {
  const empty = openapi({
    openapi: '3.1.0',
    paths: { '/pet': { get: { responses: {} }, put: { responses: { 200: { description: '' } } } } },
  })
  startForgiving([empty.put('/pet', undefined)])
  const message = messageOf(await rejectionOf(fetch('https://any.test/pet')))
  expect(message).toContain('\nBy its contract: GET /pet documents no success; its statuses are none\n')
})

describe('the status, unless said', () => {
  const statusesOf = (...statuses: string[]) => ({
    openapi: '3.1.0',
    paths: {
      '/a': { get: { responses: Object.fromEntries(statuses.map((status) => [status, { description: '' }])) } },
    },
  })
  test.each([
    [['404', '202', '201'], 201],
    [['2XX', '500'], 200],
    [['default'], 200],
    [['302', '404'], 302],
    [['204'], 204],
  ])('of %j is %i', async (statuses, expected) => {
    const { get } = openapi(statusesOf(...statuses))
    start([get('/a', undefined), rest.get('/b', 1)])
    expect((await fetch('https://any.test/a', { redirect: 'manual' })).status).toBe(expected)
  })

  test('comes from a Response or a redirect, which have their own status', async () => {
    const { get } = openapi(statusesOf('200', '302', '404'))
    start([get('/a', sequence(redirect('/b'), new Response(null, { status: 404 }))), rest.get('/b', 1)])
    const ask = async () => (await fetch('https://any.test/a', { redirect: 'manual' })).status
    expect([await ask(), await ask()]).toEqual([302, 404])
  })
})

test.each<[what: string, response: unknown, violation: string]>([
  ['a resolver', () => ({ id: 'x', name: 'Ada' }), "id  expected integer  received 'x'"],
  ['an async resolver', async () => ({ id: 1 }), 'name  expected string  received nothing'],
  ['a sequence', sequence({ id: 1 }, user), 'name  expected string  received nothing'],
  ['a Response', Response.json({ id: 1 }), 'name  expected string  received nothing'],
  ['a Response of a resolver', () => Response.json({ id: 1 }), 'name  expected string  received nothing'],
  [
    'a thrown Response',
    () => {
      throw Response.json({ id: 1 })
    },
    'name  expected string  received nothing',
  ],
  ['a Response with another status', new Response(null, { status: 500 }), 'status  expected 200, 404  received 500'],
  [
    "a resolver's status",
    ({ setStatusCode }: { setStatusCode(status: number): void }) => setStatusCode(503),
    'status  expected 200, 404  received 503',
  ],
  [
    "a resolver's text",
    () => text('Ada'),
    "content-type  expected application/json  received 'text/plain;charset=utf-8'",
  ],
])('%s is checked when it is sent', async (_what, response, violation) => {
  const mocks = startForgiving([any.get?.('/users/{user-name}', response) as never])
  const headers = { 'x-trace': '3f2504e0-4f89-11d3-9a0c-0305e82c3301', cookie: 'session=1' }
  const error = await rejectionOf(fetch('https://eu.api.test/v1/users/ada', { headers }))
  expect(error).toHaveProperty('code', 'CONTRACT')
  expect(messageOf(error).split('\n\n').slice(0, 2)).toEqual([
    'The response to GET /users/{user-name} breaks its contract (getUser)',
    `  ${violation}`,
  ])
  expect(() => mocks.verify()).toThrow(error as Error)
})

test('the report on an undocumented status named a key of ignore that openapi refuses', async () => {
  startForgiving([any.get?.('/users/{user-name}', () => Response.json([], { status: 503 })) as never])
  const headers = { 'x-trace': '3f2504e0-4f89-11d3-9a0c-0305e82c3301', cookie: 'session=1' }
  const message = messageOf(await rejectionOf(fetch('https://eu.api.test/v1/users/ada', { headers })))
  expect(message.split('\n').at(-1)).toBe(`If the server does send it, write  rest.get('/v1/users/:"user-name"', …)`)
})

test('a reply that is not a payload is not checked: a network error', async () => {
  start([api.get('/users', networkError())])
  await expect(fetch('https://eu.api.test/v1/users')).rejects.toThrow(TypeError)
})

describe('the modes', () => {
  const asked = 'https://eu.api.test/v1/users?own=1'
  test("'warn' words it on the console", async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { get } = openapi(usersDocument, { requests: 'warn', responses: 'warn' })
    start([get('/users', [{ id: 1 }]), get('/users/{user-name}', {}, { status: 500 })])
    expect(await (await fetch(asked)).json()).toEqual([{ id: 1 }])
    expect(warn.mock.calls.map(([message]) => String(message).split('\n')[0])).toEqual([
      "openapi.get('/users', …): the response with status 200 breaks the contract",
      "openapi.get('/users/{user-name}', …): the response with status 500 breaks the contract",
      'GET /users breaks its contract (listUsers)',
      'The response to GET /users breaks its contract (listUsers)',
    ])
  })

  test("'off' checks nothing", async () => {
    const warn = vi.spyOn(console, 'warn')
    const { get } = openapi(usersDocument, { requests: 'off', responses: 'off' })
    start([get('/users', { any: 'thing' })])
    expect(await (await fetch(asked)).json()).toEqual({ any: 'thing' })
    expect(warn).not.toHaveBeenCalled()
  })
})

test('an ignored status is not checked, as the document writes it', () => {
  const { get } = openapi(usersDocument, { ignore: { 'GET /users 4XX': 'it is wrong' } })
  expect(() => get('/users', 'anything', { status: 404 })).not.toThrow()
  expect(() => get('/users', 'anything', { status: 500 })).toThrow('breaks the contract')
})
