import { describe, expect, test } from 'vitest'
import { stream, text } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

const documentOf = (paths: unknown, more: object = {}) => ({ openapi: '3.1.0', paths, ...more })
const answered = { responses: { 204: { description: '' } } }
const plain = (document: object) =>
  openapi(document) as unknown as Record<string, (path: unknown, response?: unknown, settings?: unknown) => never>
const URL_A = 'https://any.test/a'

describe('a name that a document lacks is refused with the nearest valid one', () => {
  test.each<[what: string, paths: object, declare: (api: ReturnType<typeof plain>) => unknown, message: string]>([
    [
      'the only method of a path',
      { '/a': { get: answered } },
      (api) => api.post?.('/a'),
      "openapi.post('/a'): the document has no POST at this path; there is GET\n\nWrite  openapi.get('/a', …)",
    ],
    [
      'a path, by another method',
      { '/users/{id}': { delete: answered } },
      (api) => api.get?.('/users/:id'),
      "openapi.get('/users/:id'): the document has no such path\n\nWrite  openapi.delete('/users/{id}', …)",
    ],
    [
      'a status of an operation without statuses',
      { '/a': { get: {} } },
      (api) => api.get?.('/a', undefined, { status: 200 }),
      "openapi.get('/a'): the operation documents no status 200; there are none\n\nWrite  rest.get('/a', …, { status: 200 })",
    ],
    [
      'a status that no documented one is near to',
      { '/a': { get: { responses: { 204: {}, default: {} } } } },
      (api) => api.get?.('/a', undefined, { status: 204, match: { queries: { a: 1 } } }),
      "openapi.get('/a'): the operation declares no queries.a; there are none",
    ],
    [
      'a status of a range',
      { '/a': { get: { responses: { '2XX': {} } } } },
      (api) => api.get?.('/a', undefined, { status: 404 }),
      "openapi.get('/a'): the operation documents no status 404; there is 2XX\n\nWrite  rest.get('/a', …, { status: 404 })",
    ],
    [
      'a status far from all others',
      { '/a': { get: answered } },
      (api) => api.get?.('/a', undefined, { status: 599 }),
      "openapi.get('/a'): the operation documents no status 599; there is 204\n\nWrite  rest.get('/a', …, { status: 599 })",
    ],
  ])('%s', (_what, paths, declare, message) => {
    expect(messageOf(thrownBy(() => declare(plain(documentOf(paths)))))).toBe(message)
  })

  test.each<[what: string, paths: object]>([
    ['near no other', { '/a': { get: { ...answered, operationId: 'readAll' } } }],
    ['of a document without any', { '/a': { get: answered } }],
  ])('an operation id %s', (_what, paths) => {
    expect(messageOf(thrownBy(() => openapi(documentOf(paths)).examples(['x'])))).toBe(
      "examples(['x']): the document has no operation 'x'",
    )
  })
})

describe('a path with a query, as documents have it', () => {
  const paths = {
    '/a?Action=List': { get: answered },
    '/a?Action=Get&id={id}': { get: answered },
    '/a': { get: answered },
  }
  const ask = (query: string) => fetch(`${URL_A}${query}`)

  test('its query was undeclared, and no condition on it was allowed', async () => {
    const api = openapi(documentOf(paths))
    const headers = (of: string) => ({ headers: { of } })
    const mocks = startForgiving([
      api.get('/a?Action=List', undefined, headers('list')),
      api.get('/a?Action=Get&id={id}', undefined, { ...headers('seven'), match: { queries: { id: 7 } } }),
      api.get('/a?Action=Get&id={id}', undefined, headers('get')),
      api.get('/a', undefined, headers('none')),
    ])
    const queries = ['?Action=List', '?Action=Get&id=7', '?Action=Get&id=8', '']
    const answers = await Promise.all(queries.map(async (query) => (await ask(query)).headers.get('of')))
    expect(answers).toEqual(['list', 'seven', 'get', 'none'])
    expect(api.coverage(mocks.calls()).touched.map(({ path, statuses }) => [path, statuses[204]])).toEqual([
      ['/a?Action=List', 1],
      ['/a?Action=Get&id={id}', 2],
      ['/a', 1],
    ])
    expect(messageOf(await rejectionOf(ask('?Action=Put')))).toContain(
      "queries.Action  expected nothing  received 'Put'",
    )
  })
})

describe('parts that a document leaves out, or has empty', () => {
  test('a body of null, and entries that start with x-', async () => {
    const paths = { 'x-note': 'ignored', '/a': { 'x-note': 1, post: { ...answered, requestBody: null } } }
    startForgiving([openapi(documentOf(paths)).post('/a', undefined)])
    expect((await fetch(URL_A, { method: 'POST' })).status).toBe(204)
    expect(messageOf(await rejectionOf(fetch(URL_A, { method: 'POST', body: 'x' })))).toContain(
      "body  expected nothing  received 'x'",
    )
  })

  test('an operation without responses answers 200, and no status is documented', async () => {
    startForgiving([openapi(documentOf({ '/a': { get: {} } }), { responses: 'warn' }).get('/a', () => undefined)])
    expect((await fetch(URL_A)).status).toBe(200)
    startForgiving([openapi(documentOf({ '/a': { get: {} } })).get('/a', () => undefined)])
    expect(messageOf(await rejectionOf(fetch(URL_A)))).toContain('status  expected none  received 200')
  })

  test('a null response has no content', () => {
    const api = openapi(documentOf({ '/a': { get: { responses: { 200: null } } } }))
    expect(() => api.get('/a', undefined)).not.toThrow()
    expect(() => api.get('/a', 1)).toThrow("content-type  expected no content  received 'application/json'")
  })

  test('a reference with an invalid escape leads to that very name', () => {
    const schema = { $ref: '#/components/schemas/100%' }
    const document = documentOf(
      { '/a': { get: { responses: { 200: { content: { 'application/json': { schema } } } } } } },
      { components: { schemas: { '100%': { type: 'integer' } } } },
    )
    expect(() => openapi(document).get('/a', 'x')).toThrow("expected integer  received 'x'")
  })
})

describe('bodies of other types', () => {
  const postWith = (content: object, isRequired = false) =>
    openapi(documentOf({ '/a': { post: { ...answered, requestBody: { required: isRequired, content } } } })).post(
      '/a',
      undefined,
    )
  const post = (body?: BodyInit, type?: string) =>
    fetch(URL_A, { method: 'POST', ...(body && { body }), ...(type && { headers: { 'content-type': type } }) })
  const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' }, maxItems: 2 } } }
  const files = { type: 'object', properties: { list: schema.properties.list } }

  const form = (...values: (string | Blob)[]) => {
    const result = new FormData()
    for (const value of values) result.append('list', value)
    return result
  }

  test.each<[what: string, content: object, send: () => Promise<Response>]>([
    ['any, if none is declared', {}, () => post('anything')],
    ['without a schema', { 'application/json': {} }, () => post('{"a":1}', 'application/json')],
    ['XML', { 'application/xml': { schema } }, () => post('<a/>', 'application/xml')],
    ['of any type', { '*/*': { schema: { type: 'string' } } }, () => post('<a/>', 'application/xml')],
    ['YAML', { '*/*': { schema } }, () => post('list: [1]', 'text/yaml')],
    ['a number as text', { 'text/plain': { schema: { type: 'integer' } } }, () => post('12', 'text/plain')],
    ['files under one name', { 'multipart/form-data': { schema: files } }, () => post(form(new Blob(['a']), 'b'))],
    ['a field that is a list as JSON', { 'multipart/form-data': { schema } }, () => post(form('["a","b"]'))],
  ])('%s keeps the contract', async (_what, content, send) => {
    start([postWith(content)])
    expect((await send()).status).toBe(204)
  })

  test.each<[what: string, content: object, send: () => Promise<Response>, violation: string]>([
    [
      'bytes without a type',
      { 'application/octet-stream': {} },
      () => post(new Uint8Array(1)),
      'headers.content-type  expected application/octet-stream  received nothing',
    ],
    [
      'a text that is no number',
      { 'text/plain': { schema: { type: 'integer' } } },
      () => post('one', 'text/plain'),
      "body  expected integer  received 'one'",
    ],
    ['none, if any is required', {}, () => post(), 'body  expected something  received nothing'],
    [
      'a list that is too long, as JSON in a field',
      { 'multipart/form-data': { schema } },
      () => post(form('["a","b","c"]')),
      "body.list  expected 2 elements or less  received ['a', 'b', 'c']",
    ],
  ])('%s breaks the contract', async (_what, content, send, violation) => {
    startForgiving([postWith(content, true)])
    expect(messageOf(await rejectionOf(send())).split('\n\n')[1]).toBe(`  ${violation}`)
  })

  test('conditions on a body that may be anything are taken', () => {
    const content = { 'application/json': { schema: { type: 'object', additionalProperties: true } } }
    const match = { body: { any: { thing: 1 } } }
    const of = (body: object) =>
      openapi(documentOf({ '/a': { post: { ...answered, requestBody: { content: body } } } }))
    expect(() => of(content).post('/a', undefined, { match })).not.toThrow()
    expect(() => of({ 'application/json': {} }).post('/a', undefined, { match })).not.toThrow()
    expect(() => of({ ...content, 'text/plain': {} }).post('/a', undefined, { match })).not.toThrow()
  })
})

describe('payloads of other types', () => {
  const getWith = (content: object) => openapi(documentOf({ '/a': { get: { responses: { 200: { content } } } } })).get
  const short = { 'text/plain': { schema: { type: 'string', maxLength: 3 } } }

  test('a text is checked by the schema of a text', () => {
    expect(() => getWith(short)('/a', text('abc'))).not.toThrow()
    expect(() => getWith(short)('/a', text('abcd'))).toThrow("expected 3 characters or less  received 'abcd'")
  })

  test.each<[type: string, payload: unknown, advice: string]>([
    ['text/plain', 'pong', "text('pong')"],
    ['text/plain; charset=utf-8', 'pong', "text('pong')"],
    ['text/*', 'pong', "text('pong')"],
    ['text/html', '<p>', "html('<p>')"],
    ['text/csv', 'a,b', "text('a,b'), with this content-type in headers"],
    ['application/xml', '<a/>', "text('<a/>'), with this content-type in headers"],
    ['text/plain', { a: 1 }, 'text(…)'],
    ['image/png', 'pong', 'file(…), or bytes with this content-type in headers'],
  ])('the message on JSON in place of %s offered only to ignore it: %j', async (type, payload, advice) => {
    const lines = [
      `  content-type  expected ${type}  received 'application/json'`,
      `A payload of ${type} is  ${advice}`,
      "To skip this check, add 'GET /a 200' to the ignore option, with a reason",
    ]
    expect(messageOf(thrownBy(() => getWith({ [type]: {} })('/a', payload as object)))).toBe(
      `openapi.get('/a', …): the response with status 200 breaks the contract\n\n${lines[0]}\n\n${lines[1]}\n${lines[2]}`,
    )
    startForgiving([getWith({ [type]: {} })('/a', () => payload as object)])
    const told = messageOf(await rejectionOf(fetch(URL_A))).split('\n')
    expect(lines.filter((line) => !told.includes(line))).toEqual([])
  })

  test('a text may be a number, or stand for an object', () => {
    const of = (type: string) => getWith({ 'text/plain': { schema: { type } } })
    expect(() => of('integer')('/a', text('12'))).not.toThrow()
    expect(() => of('integer')('/a', text('x'))).toThrow("expected integer  received 'x'")
    expect(() => of('object')('/a', text('a: 1'))).not.toThrow()
  })

  test('a text of a Response and a stream are checked by their type alone', async () => {
    const headers = { 'content-type': 'text/plain' }
    start([getWith(short)('/a', new Response('longer', { headers }))])
    expect(await (await fetch(URL_A)).text()).toBe('longer')
    expect(() => getWith(short)('/a', stream(['longer']), { headers })).not.toThrow()
  })

  test('a Blob and a form have types of their own', () => {
    const bytes = { 'image/png': { schema: { type: 'string', format: 'binary' } }, 'multipart/form-data': {} }
    expect(() => getWith(bytes)('/a', new Blob(['x'], { type: 'image/png' }))).not.toThrow()
    expect(() => getWith(bytes)('/a', new FormData())).not.toThrow()
    expect(() => getWith(bytes)('/a', new ReadableStream())).toThrow('received nothing')
  })

  test('XML is checked by its type alone', () => {
    const content = { 'application/xml': { schema: { type: 'object' } } }
    const headers = { 'content-type': 'application/xml' }
    expect(() => getWith(content)('/a', text('<a/>'), { headers })).not.toThrow()
  })
})

test('a path that cannot be read is refused when it is used, and untouched by all calls', () => {
  const path = `/x${'{p}-'.repeat(300)}`
  const api = openapi(documentOf({ [path]: { get: answered }, '/a': { get: answered } }))
  const error = thrownBy(() => api.get(path, undefined))
  expect(error).toMatchObject({ code: 'OPENAPI', message: expect.stringMatching(/cannot be read$/) })
  expect(api.coverage([]).untouched).toHaveLength(2)
})

test('a filter of examples that throws fails with its own error', () => {
  const own = new Error('mine')
  const api = openapi(documentOf({ '/a': { get: answered } }))
  const filter = () => {
    throw own
  }
  expect(thrownBy(() => api.examples(filter))).toBe(own)
})
