import Ajv2020 from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { openapi } from '../../src/entries/openapi.ts'
import { messageOf, start, thrownBy } from '../promises/support.ts'

const json = (media: object) => ({ description: '', content: { 'application/json': media } })
const examples = { ron: { value: { id: 1, name: 'Ron' } }, eve: { $ref: '#/components/examples/Eve' } }
const id = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const document = {
  openapi: '3.1.0',
  paths: {
    '/users/{id}': {
      get: {
        operationId: 'getUser',
        responses: {
          200: json({
            schema: id,
            examples: { ...examples, broken: { value: { id: 'x' } }, far: { externalValue: 'x' } },
          }),
          404: json({ examples: { missing: { value: { error: 'Not Found' } } } }),
          '5XX': json({ example: { error: 'Down' } }),
        },
      },
      delete: { responses: { 204: { description: '' } } },
    },
    '/page': {
      get: {
        operationId: 'page',
        responses: { 200: { description: '', content: { 'text/html': { examples: { one: { value: '<p>' } } } } } },
      },
    },
    '/image': { get: { responses: { 200: { description: '', content: { 'image/png': {} } } } } },
  },
  components: { examples: { Eve: { value: { id: 2, name: 'Eve' } } } },
}
const api = openapi(document)
const ask = async (path: string, method = 'GET') => {
  const response = await fetch(`https://api.test${path}`, { method })
  return [response.status, await response.text(), response.headers.get('content-type')]
}
const JSON_TYPE = 'application/json'

describe('example', () => {
  test.each<[what: string, args: Parameters<typeof api.example>, answer: unknown[]]>([
    ['the first one', ['getUser'], [200, '{"id":1,"name":"Ron"}', JSON_TYPE]],
    ['by method and path', ['GET /users/{id}', 'eve'], [200, '{"id":2,"name":"Eve"}', JSON_TYPE]],
    ['of an error', ['getUser', 'missing', { status: 404 }], [404, '{"error":"Not Found"}', JSON_TYPE]],
    ['of a range', ['getUser', undefined, { status: 503 }], [503, '{"error":"Down"}', JSON_TYPE]],
    [
      'with settings',
      ['getUser', 'ron', { headers: { 'Content-Type': 'application/json;v=1' } }],
      [200, '{"id":1,"name":"Ron"}', 'application/json;v=1'],
    ],
    ['of another type than JSON', ['page', 'one'], [200, '<p>', 'text/html']],
  ])('%s', async (_what, args, answer) => {
    start([api.example(...args)])
    expect(await ask(args[0] === 'page' ? '/page' : '/users/1')).toEqual(answer)
  })

  test('an operation without content needs none', async () => {
    start([api.example('DELETE /users/{id}')])
    expect(await ask('/users/1', 'DELETE')).toEqual([204, '', null])
  })

  test('it answers before the examples, as any stub that is declared', async () => {
    start([...api.examples(), api.example('getUser', 'eve')])
    expect(await ask('/users/1')).toEqual([200, '{"id":2,"name":"Eve"}', JSON_TYPE])
  })

  test.each<[what: string, args: unknown[], message: string]>([
    [
      'an unknown operation',
      ['getUsers'],
      "openapi.example('getUsers'): it takes an operation of the document, as 'GET /path' or its operationId\n\nWrite  openapi.example('getUser')",
    ],
    [
      'no operation',
      [],
      "openapi.example(undefined): it takes an operation of the document, as 'GET /path' or its operationId",
    ],
    [
      'an unknown name',
      ['getUser', 'rob'],
      "openapi.example('getUser', 'rob'): the status 200 has no example of this name; there are ron, eve, broken\n\nWrite  openapi.example('getUser', 'ron')",
    ],
    [
      'a name whose value is elsewhere, which was offered by name',
      ['getUser', 'far'],
      "openapi.example('getUser', 'far'): the value of this example is at 'x', which is not read\n\nWrite  openapi.get('/users/{id}', …, { status: 200 })",
    ],
    [
      'a name of another status',
      ['getUser', 'missing'],
      "openapi.example('getUser', 'missing'): the status 200 has no example of this name; there are ron, eve, broken\n\nWrite  openapi.example('getUser', 'missing', { status: 404 })",
    ],
    [
      'an undocumented status',
      ['getUser', 'ron', { status: 401 }],
      "openapi.get('/users/{id}'): the operation documents no status 401; there are 200, 404, 5XX\n\nWrite  openapi.get('/users/{id}', …, { status: 404 }), or, if the server does send it,\n       rest.get('/users/:id', …, { status: 401 })",
    ],
    ['no example', ['GET /image'], "openapi.example('GET /image'): the document has no example for its status 200"],
  ])('refused: %s', (_what, args, message) => {
    const error = thrownBy(() => api.example(...(args as Parameters<typeof api.example>)))
    expect([(error as { code?: string }).code, messageOf(error)]).toEqual(['ROUTE_DEFINITION', message])
  })

  test('an example that breaks its schema is refused, field by field', () => {
    expect(messageOf(thrownBy(() => api.example('getUser', 'broken')))).toContain("id  expected integer  received 'x'")
  })
})

const schemas = {
  Node: {
    type: 'object',
    required: ['id'],
    properties: { id: { type: 'integer' }, next: { $ref: '#/components/schemas/Node' } },
  },
  Endless: { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Endless' } } },
  And: {
    type: 'object',
    required: ['op', 'of'],
    properties: { op: { const: 'and' }, of: { $ref: '#/components/schemas/Filter' } },
  },
  Is: { type: 'object', required: ['op', 'x'], properties: { op: { const: 'is' }, x: { type: 'integer' } } },
  Filter: {
    oneOf: [{ $ref: '#/components/schemas/And' }, { $ref: '#/components/schemas/Is' }],
    discriminator: { propertyName: 'op' },
  },
}
const sampleOf = (schema: unknown, version = '3.1.0') =>
  openapi({
    openapi: version,
    paths: { '/a': { get: { operationId: 'getA', responses: { 200: json({ schema }) } } } },
    components: { schemas },
  }).sample('getA')

describe('sample', () => {
  const ajv = new Ajv2020({ strict: false })
  ;(addFormats as unknown as typeof addFormats.default)(ajv)

  test.each<[what: string, schema: object, value: unknown]>([
    ['required members alone', { required: ['a'], properties: { a: { type: 'string' }, b: {} } }, { a: '' }],
    ['a required member that is not described', { type: 'object', required: ['a'] }, { a: {} }],
    ['the first of an enum', { enum: ['b', 'a'] }, 'b'],
    ['the first of an enum that the type allows', { type: 'string', enum: [null, 'a'] }, 'a'],
    ['a constant', { const: { a: [1] } }, { a: [1] }],
    ['the default', { type: 'integer', default: 7 }, 7],
    ['not a default that breaks the schema', { type: 'integer', default: 'x' }, 0],
    ['the least number', { type: 'integer', minimum: 3 }, 3],
    ['a number above a limit', { type: 'integer', exclusiveMinimum: 3 }, 4],
    ['a number between two limits', { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    ['a multiple', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
    ['a number without a least one', { type: 'number', maximum: -2.5 }, -2.5],
    ['a whole number without a least one', { type: 'integer', maximum: -2.5 }, -3],
    ['a text', { type: 'string' }, ''],
    ['a text of a length', { type: 'string', minLength: 3 }, 'aaa'],
    ['a text of a pattern that it fits anyway', { type: 'string', pattern: '^a*$', minLength: 2 }, 'aa'],
    ['no list', { type: 'array', items: { type: 'integer' } }, []],
    ['as many elements as are asked for', { type: 'array', minItems: 2, items: { type: 'integer' } }, [0, 0]],
    ['a tuple', { prefixItems: [{ type: 'integer' }, { const: 'x' }], minItems: 2 }, [0, 'x']],
    ['an element that the list contains', { type: 'array', contains: { const: 5 } }, [5]],
    ['a boolean', { type: 'boolean' }, false],
    ['null', { type: 'null' }, null],
    ['another type than null', { type: ['null', 'string'] }, ''],
    [
      'members of allOf',
      { allOf: [{ required: ['a'] }, { properties: { a: { type: 'integer', minimum: 1 } } }] },
      { a: 1 },
    ],
    [
      'limits of allOf',
      {
        allOf: [
          { type: 'number', minimum: 1 },
          { type: 'integer', minimum: 2 },
        ],
      },
      2,
    ],
    ['the first alternative', { anyOf: [{ type: 'integer' }, { type: 'string' }] }, 0],
    ['the first alternative that can be made', { oneOf: [{ pattern: 'x', type: 'string' }, { type: 'integer' }] }, 0],
    ['one alternative only', { oneOf: [{ type: 'integer' }, { type: 'number' }, { type: 'string' }] }, ''],
    [
      'properties that are asked for by their number',
      { minProperties: 2, properties: { a: { type: 'integer' } } },
      { a: 0, key1: {} },
    ],
    [
      'a property that another one asks for',
      { required: ['a'], properties: { a: { const: 1 }, b: { const: 2 } }, dependentRequired: { a: ['b'] } },
      { a: 1, b: 2 },
    ],
    [
      'a condition',
      {
        properties: { a: { const: 1 } },
        required: ['a'],
        if: { properties: { a: { const: 1 } } },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { required: ['b'] },
      },
      { a: 1, b: {} },
    ],
    ['a schema that contains itself', { $ref: '#/components/schemas/Node' }, { id: 0 }],
    ['the alternative of a discriminator that ends', { $ref: '#/components/schemas/Filter' }, { op: 'is', x: 0 }],
    ['any value', {}, {}],
    ...[
      'date',
      'date-time',
      'time',
      'duration',
      'email',
      'hostname',
      'ipv4',
      'ipv6',
      'uri',
      'uri-reference',
      'uuid',
      'json-pointer',
      'relative-json-pointer',
      'regex',
      'byte',
      'binary',
      'password',
      'x-own',
    ].map((format): [string, object, unknown] => [
      `the format ${format}`,
      { type: 'string', format },
      expect.any(String),
    ]),
  ])('%s', async (_what, schema, value) => {
    start([sampleOf(schema)])
    const [, text] = await ask('/a')
    const made: unknown = JSON.parse(String(text))
    expect(made).toEqual(value)
    const validate = ajv.compile({ ...schema, components: { schemas } })
    expect([validate(made), validate.errors]).toEqual([true, null])
  })

  test.each<[what: string, schema: unknown, reason: string]>([
    [
      'a pattern',
      { required: ['id'], properties: { id: { type: 'string', pattern: '^[x]{3}$' } } },
      'id is text like /^[x]{3}$/',
    ],
    ['a not', { not: { type: 'object' } }, 'the payload is anything but this'],
    [
      'elements that differ',
      { type: 'array', minItems: 2, uniqueItems: true, items: { type: 'integer' } },
      'the payload is elements that differ',
    ],
    ['a value within itself', { $ref: '#/components/schemas/Endless' }, 'next is a value within itself'],
    ['nothing', { type: 'array', minItems: 1, items: false }, '[0] is nothing'],
    [
      'a place further in',
      { required: ['a'], properties: { a: { type: 'array', minItems: 1, items: { pattern: 'x' } } } },
      'a[0] is text like /x/',
    ],
  ])('what cannot be made is refused by its place: %s', (_what, schema, reason) => {
    expect(messageOf(thrownBy(() => sampleOf(schema)))).toBe(
      `openapi.sample('getA'): no sample can be made: ${reason}\n\nWrite  openapi.get('/a', …)`,
    )
  })

  test('nullable of 3.0 is the value itself, and a field that only requests have is left out', async () => {
    const schema = {
      nullable: true,
      required: ['a', 'password'],
      properties: { a: { type: 'string', nullable: true }, password: { type: 'string', writeOnly: true } },
    }
    start([sampleOf(schema, '3.0.3')])
    expect((await ask('/a'))[1]).toBe('{"a":""}')
  })

  test('a status is reached by its setting, and settings hold', async () => {
    const responses = {
      200: json({}),
      404: json({ schema: { required: ['error'], properties: { error: { type: 'string' } } } }),
    }
    const { sample } = openapi({ openapi: '3.1.0', paths: { '/a': { get: { responses } } } })
    const mocks = start([sample('GET /a', { status: 404, times: 1 })])
    expect(await ask('/a')).toEqual([404, '{"error":""}', JSON_TYPE])
    mocks.verify()
  })

  test('bytes are not made', () => {
    expect(messageOf(thrownBy(() => api.sample('GET /image')))).toBe(
      "openapi.sample('GET /image'): no sample of image/png can be made\n\nWrite  openapi.get('/image', …)",
    )
  })

  test('a text, and no content', async () => {
    start([api.sample('page'), api.sample('DELETE /users/{id}')])
    expect(await ask('/page')).toEqual([200, '{}', 'text/html'])
    expect(await ask('/users/1', 'DELETE')).toEqual([204, '', null])
  })
})
