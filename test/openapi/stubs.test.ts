import { describe, expect, test } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { usersDocument } from './users-document.ts'

const URL_A = 'https://any.test/a'
const json = (schema: unknown, example?: unknown) => ({
  description: '',
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
})
/** A document of one operation, `GET /a`. */
const documentOf = (get: object, more: object = {}) => ({ openapi: '3.1.0', paths: { '/a': { get } }, ...more })

test.each(['get', 'head', 'post', 'put', 'patch', 'delete', 'options'] as const)(
  '%s declares a stub of that method',
  async (method) => {
    const api = openapi({ openapi: '3.1.0', paths: { '/a': { [method]: { responses: { 204: {} } } } } })
    const stub = api[method]('/a', undefined)
    expect(stub).toMatchObject({ method: method.toUpperCase(), path: '/a' })
    start([stub])
    expect((await fetch(URL_A, { method: method.toUpperCase() })).status).toBe(204)
  },
)

describe('the schema of a payload is that of its status', () => {
  const get = {
    responses: {
      default: json({ const: 'default' }),
      '4XX': json({ const: 'range' }),
      '5xx': json({ const: 'range in lower case' }),
      200: json({ const: 'success' }),
      404: json({ const: 'exact' }),
    },
  }
  test.each([
    [200, 'success'],
    [404, 'exact'],
    [403, 'range'],
    [500, 'range in lower case'],
    [302, 'default'],
  ])('%i: %s', (status, right) => {
    const api = openapi(documentOf(get))
    expect(() => api.get('/a', right, { status })).not.toThrow()
    expect(() => api.get('/a', 'another', { status })).toThrow(`expected '${right}'`)
  })
})

describe('the schema of a payload is that of its content type', () => {
  const content = {
    'text/plain': { schema: { const: 'text' } },
    'application/vnd.first+json': { schema: { const: 'first' } },
    'application/json': { schema: { const: 'second' } },
  }
  const { get } = openapi(documentOf({ responses: { 200: { content } } }))

  test('JSON is sent with the first JSON type', async () => {
    start([get('/a', 'first')])
    const response = await fetch(URL_A)
    expect([response.headers.get('content-type'), await response.json()]).toEqual([
      'application/vnd.first+json',
      'first',
    ])
    expect(() => get('/a', 'second')).toThrow("expected 'first'  received 'second'")
  })

  test('a header chooses another one', () => {
    const headers = { 'content-type': 'application/json; charset=utf-8' }
    expect(() => get('/a', 'second', { headers })).not.toThrow()
    expect(() => get('/a', 'first', { headers })).toThrow("expected 'second'  received 'first'")
  })
})

test('security schemes are not checked, and a condition on authorization needs no declaration', async () => {
  const security = [{ token: [], key: [] }]
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'x-key' },
  }
  const { get } = openapi(documentOf({ security, responses: { 200: json({}) } }, { components: { securitySchemes } }))
  start([get('/a', 'nobody'), get('/a', 'ada', { match: { headers: { authorization: 'Bearer ada', 'x-key': '1' } } })])
  expect(await (await fetch(URL_A)).json()).toBe('nobody')
  const headers = { authorization: 'Bearer ada', 'x-key': '1' }
  expect(await (await fetch(URL_A, { headers })).json()).toBe('ada')
})

describe('an override and an expectation keep the contract', () => {
  const { get } = openapi(documentOf({ operationId: 'readA', responses: { 200: json({ type: 'integer' }) } }))
  const broken = (what: string, violation: string, not: string) =>
    `${what} breaks its contract (readA)\n\n  ${violation}\n\n  openapi.get('/a')  test/openapi/stubs.test.ts\n` +
    `To skip this check, add 'GET /a ${not}' to the ignore option, with a reason`

  test.each(['use', 'expect'] as const)('%s', async (method) => {
    const mocks = startForgiving([get('/a', 1)])
    expect(() => mocks[method](get('/a', 'one'))).toThrow("expected integer  received 'one'")
    mocks[method](get('/a', (() => 'one') as never))
    expect(messageOf(await rejectionOf(fetch(URL_A)))).toBe(
      broken('The response to GET /a', "the payload  expected integer  received 'one'", '200'),
    )
    mocks[method](get('/a', 2))
    const error = await rejectionOf(fetch(`${URL_A}?b=1`))
    expect(messageOf(error)).toBe(broken('GET /a', "queries.b  expected nothing  received '1'", 'request'))
    expect(messageOf(thrownBy(() => mocks.verify({ unused: false })))).toContain(messageOf(error))
  })
})

test('the same request has the same answer each time, of the first example and of success', async () => {
  const examples = { first: { value: { id: 1, name: 'Ada' } }, second: { value: { id: 2, name: 'Eve' } } }
  const responses = {
    500: json({}, 'never'),
    404: json({}, 'never'),
    200: { description: '', content: { 'application/json': { schema: { type: 'object' }, examples } } },
  }
  const api = openapi(documentOf({ responses }))
  start([...api.examples(), ...api.examples()])
  for (let turn = 0; turn < 20; turn++) {
    const response = await fetch(URL_A)
    expect([response.status, await response.json()]).toEqual([200, examples.first.value])
  }
})

test('params that letters follow keep their names', async () => {
  const path = '/windows/{day}F{start}T{end}.{format}/{a-b}_'
  const api = openapi({ openapi: '3.1.0', paths: { [path]: { get: { responses: { 200: json({}) } } } } })
  start([api.get(path, ({ request }) => request.params)])
  expect(await (await fetch('https://any.test/windows/1F2T3.json/c_')).json()).toEqual({
    ...{ day: '1', start: '2', end: '3', format: 'json', 'a-b': 'c' },
  })
  expect(messageOf(thrownBy(() => api.get(path, undefined, { status: 404 })))).toContain(
    `rest.get('/windows/:"day"F:"start"T:end.:format/:"a-b"_', …, { status: 404 })`,
  )
})

describe('a document is read as far as it is used', () => {
  /** A document of two operations, and the names of the schemas that were read. */
  const watched = () => {
    const read: string[] = []
    const schemas = Object.fromEntries(['User', 'Team', 'Never'].map((name) => [name, { title: name }]))
    const reference = (name: string) => ({ responses: { 200: json({ $ref: `#/components/schemas/${name}` }) } })
    const document = {
      openapi: '3.1.0',
      paths: { '/user': { get: reference('User') }, '/team': { get: reference('Team') } },
      components: {
        schemas: new Proxy(schemas, {
          get: (target, name) => {
            read.push(String(name))
            return Reflect.get(target, name)
          },
        }),
      },
    }
    return { read, api: openapi(document) }
  }

  test('openapi() and operations without an example read no schema', () => {
    expect(watched().read).toEqual([])
  })

  test('an operation reads the schemas that it reaches, once', async () => {
    const { read, api } = watched()
    start([api.get('/user', 1, { times: 1 }), api.get('/user', 2)])
    for (let turn = 0; turn < 3; turn++) await fetch('https://any.test/user')
    expect(read).toEqual(['User'])
  })
})

describe('the report on an unmatched request of the document names its operation', () => {
  const paths = {
    '/used/{id}': { get: { responses: { 200: json({}, 1) } } },
    '/none/{id}': { get: { responses: { 200: json({}) } } },
    '/invalid/{id}': { get: { responses: { 200: json({ type: 'integer' }, 'one') } } },
  }
  test.each([
    ['used', ''],
    ['none', '; examples() leaves it out, since the document has no example for it'],
    ['invalid', '; examples() leaves it out, since its example breaks its own schema'],
  ])('whose example is: %s', async (name, reason) => {
    const api = openapi({ openapi: '3.1.0', paths })
    startForgiving([...api.examples(() => false), api.get('/used/{id}', 1, { match: { params: { id: 'other' } } })])
    expect(messageOf(await rejectionOf(fetch(`https://any.test/${name}/1`))).split('\n')).toContain(
      `By its contract: openapi.get('/${name}/{id}', …)${reason}`,
    )
  })

  test('whose URL lacks the base of the paths', async () => {
    const api = openapi({ openapi: '3.1.0', servers: [{ url: 'https://api.test/v1' }], paths })
    startForgiving(api.examples())
    expect(messageOf(await rejectionOf(fetch('https://api.test/used/1?a=1'))).split('\n')).toContain(
      "By its contract: openapi.get('/used/{id}', …) answers at /v1/used/1; to change that, set baseUrl of openapi()",
    )
    expect(messageOf(await rejectionOf(fetch('https://api.test/other')))).not.toContain('By its contract')
  })

  test('and of another document is not', async () => {
    startForgiving([...openapi({ openapi: '3.1.0', paths }).examples()])
    expect(messageOf(await rejectionOf(fetch('https://any.test/other')))).not.toContain('By its contract')
  })
})

test('rest and a contract stand side by side in one list', async () => {
  const api = openapi(usersDocument)
  start([...api.examples(), rest.get('/own', 'rest'), rest.get('/v1/users', [])])
  expect(await (await fetch('https://any.test/own')).json()).toBe('rest')
  expect(await (await fetch('https://any.test/v1/users')).json()).toEqual([])
  expect((await fetch('https://any.test/v1/users/ada', { method: 'DELETE' })).status).toBe(204)
})
