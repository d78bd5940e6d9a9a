import { describe, expect, test } from 'vitest'
import { openapi } from '../../../src/entries/openapi.ts'
import { messageOf, start, thrownBy } from '../../promises/support.ts'
import { usersDocument } from '../users-document.ts'

const empty = { openapi: '3.1.0', paths: {} }
/** A document of one operation, `GET /a`, with a response of this schema. */
const withSchema = (schema: unknown, more: object = {}, version = '3.1.0') => ({
  openapi: version,
  paths: { '/a': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } } },
  ...more,
})

test.each<[what: string, document: unknown, message: string]>([
  [
    'text',
    'openapi: 3.1.0',
    "openapi(document): it takes a parsed OpenAPI document, not 'openapi: 3.1.0'; parse JSON or YAML first",
  ],
  [
    'nothing',
    undefined,
    'openapi(document): it takes a parsed OpenAPI document, not nothing; parse JSON or YAML first',
  ],
  ['a list', [], 'openapi(document): it takes a parsed OpenAPI document, not []; parse JSON or YAML first'],
  [
    'Swagger',
    { swagger: '2.0' },
    'openapi(document): it takes OpenAPI 3.0 and 3.1, not Swagger 2.0; convert the document\n\n  at #/swagger',
  ],
  [
    'another version',
    { openapi: '4.0.0' },
    "openapi(document): it takes OpenAPI 3.0 and 3.1, not '4.0.0'\n\n  at #/openapi",
  ],
  [
    'a promise',
    Promise.resolve({ openapi: '3.1.0' }),
    'openapi(document): it takes a parsed OpenAPI document, not a Promise; await it',
  ],
  [
    'a module',
    { default: { openapi: '3.1.0', paths: {} } },
    'openapi(document): it takes OpenAPI 3.0 and 3.1, not nothing\n\n  at #/openapi',
  ],
  ['no version', {}, 'openapi(document): it takes OpenAPI 3.0 and 3.1, not nothing\n\n  at #/openapi'],
  [
    'paths that are not an object',
    { openapi: '3.1.0', paths: [] },
    'openapi(document): this part must be an object, not []\n\n  at #/paths',
  ],
])('refused at once: %s', (_what, document, message) => {
  const error = thrownBy(() => openapi(document as object))
  expect(error).toMatchObject({ name: 'MynahError', code: 'OPENAPI' })
  expect(messageOf(error)).toBe(message)
})

test.each<[what: string, document: object, message: string]>([
  [
    'a reference that leads nowhere',
    withSchema({ items: { $ref: '#/components/schemas/User' } }),
    "openapi(document): the reference '#/components/schemas/User' leads nowhere\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema/items",
  ],
  [
    'a reference out of the document',
    withSchema({ $ref: 'https://api.test/user.json' }),
    "openapi(document): the reference 'https://api.test/user.json' does not point into the document; bundle the document first\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema",
  ],
  [
    'a reference to an anchor, which was taken for the whole document',
    withSchema({ $ref: '#user' }),
    "openapi(document): the reference '#user' does not point into the document; bundle the document first\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema",
  ],
  [
    'references in a circle that leads nowhere',
    withSchema(
      { type: 'object' },
      { components: { responses: {} }, paths: { '/a': { get: { requestBody: { $ref: '#/x' } } } }, x: { $ref: '#/x' } },
    ),
    "openapi(document): the reference '#/x' leads back to itself\n\n  at #/paths/~1a/get/requestBody",
  ],
  [
    'a schema that is what it is not',
    withSchema(
      { $ref: '#/components/schemas/A' },
      { components: { schemas: { A: { not: { $ref: '#/components/schemas/A' } } } } },
    ),
    'openapi(document): the schema is endlessly circular, or has too many levels or alternatives for the value\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema',
  ],
  [
    'a value that is not a schema',
    withSchema({ properties: { id: 'integer' } }),
    "openapi(document): a schema is an object, not 'integer'\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema/properties/id",
  ],
])('refused when its operation is first used: %s', (_what, document, message) => {
  const api = openapi(document)
  for (let round = 0; round < 2; round++) {
    const error = thrownBy(() => api.get('/a', {}))
    expect(error).toHaveProperty('code', 'OPENAPI')
    const key = message.endsWith('requestBody') ? 'request' : '200'
    expect(messageOf(error)).toBe(
      `${message}\n\nTo skip this check, add 'GET /a ${key}' to the ignore option, with a reason`,
    )
  }
})

test('references may lead anywhere in the document, in circles too', () => {
  const { get } = openapi(
    withSchema(
      { $ref: '#/paths/~1tree/x~0y' },
      {
        paths: {
          '/a': withSchema({ $ref: '#/components/schemas/Node%20A' }).paths['/a'],
        },
        components: {
          schemas: {
            'Node A': {
              type: 'object',
              required: ['id'],
              properties: { id: { $ref: '#/x-more/0' }, next: { $ref: '#/components/schemas/Node A' } },
            },
          },
        },
        'x-more': [{ type: 'integer' }],
      },
    ),
  )
  expect(() => get('/a', { id: 1, next: { id: 2, next: { id: 3 } } })).not.toThrow()
  expect(() => get('/a', { id: 1, next: { id: 2, next: { id: 'x' } } })).toThrow(
    "next.next.id  expected integer  received 'x'",
  )
})

describe('a dereferenced document, as swagger-parser makes it', () => {
  /** Makes a schema that contains itself where the callback puts it. */
  const itself = (put: (schema: Record<string, object>) => object) => {
    const schema: Record<string, object> = { required: ['id'] as object, properties: { id: { type: 'integer' } } }
    return Object.assign(schema, put(schema))
  }
  const problem = (at: string) => `${at}.id  expected integer  received 'x'`
  const node = { id: 1 }
  const wrong = { id: 'x' }

  test.each<[what: string, schema: object, right: object, broken: object, at: string]>([
    [
      'in a property',
      itself((schema) => ({ properties: { ...schema.properties, next: schema } })),
      { id: 1, next: { id: 2, next: node } },
      { id: 1, next: { id: 2, next: wrong } },
      'next.next',
    ],
    [
      'in a list',
      itself((schema) => ({ properties: { ...schema.properties, all: { type: 'array', items: schema } } })),
      { id: 1, all: [{ id: 2, all: [node] }] },
      { id: 1, all: [{ id: 2, all: [wrong] }] },
      'all[0].all[0]',
    ],
    [
      'in a property of its base, which is inherited by allOf',
      itself((schema) => {
        const base = { required: ['secret'], properties: { secret: { writeOnly: true }, next: schema } }
        return { allOf: [base] }
      }),
      { id: 1, next: { id: 2, next: node } },
      { id: 1, next: { id: 2, next: wrong } },
      'next.next',
    ],
  ])('a schema that contains itself %s was refused as nested too deeply', (_what, schema, right, broken, at) => {
    const { get, operations } = openapi(withSchema(schema))
    expect(() => get('/a', right)).not.toThrow()
    expect(() => get('/a', broken)).toThrow(problem(at))
    expect(operations()).toMatchObject([{ example: 'none' }])
  })

  test('a schema that is a part of itself asks for its other parts', () => {
    const { get } = openapi(withSchema(itself((schema) => ({ allOf: [schema] }))))
    expect(() => get('/a', node)).not.toThrow()
    expect(() => get('/a', wrong)).toThrow("id  expected integer  received 'x'")
  })
})

describe('schemas', () => {
  const cases: [what: string, version: string, schema: unknown, right: unknown, wrong: unknown, violation: string][] = [
    ['nullable of 3.0', '3.0.0', { type: 'string', nullable: true }, null, 1, 'expected string or null  received 1'],
    [
      'nullable beside alternatives',
      '3.0.0',
      { nullable: true, anyOf: [{ type: 'integer' }] },
      null,
      'x',
      "expected integer or null  received 'x'",
    ],
    [
      'nullable in 3.1, which does not have it',
      '3.1.0',
      { type: 'string', nullable: true },
      'x',
      null,
      'expected string  received null',
    ],
    ['null in 3.1', '3.1.0', { type: ['string', 'null'] }, null, 1, 'expected string or null  received 1'],
    [
      'a limit excluded by a flag',
      '3.0.0',
      { minimum: 1, exclusiveMinimum: true },
      2,
      1,
      'expected more than 1  received 1',
    ],
    ['a limit excluded by a number', '3.1.0', { exclusiveMaximum: 3 }, 2, 3, 'expected less than 3  received 3'],
    [
      'keys beside a reference in 3.1',
      '3.1.0',
      { $ref: '#/x-text', maxLength: 1 },
      'a',
      'ab',
      "expected 1 character or less  received 'ab'",
    ],
    [
      'keys beside a reference in 3.0',
      '3.0.0',
      { $ref: '#/x-text', maxLength: 1 },
      'ab',
      1,
      'expected string  received 1',
    ],
    ['constants', '3.1.0', { const: 'a' }, 'a', 'b', "expected 'a'  received 'b'"],
    ['a list of values', '3.0.0', { enum: ['a', 'b'] }, 'a', 'c', "expected one of 'a', 'b'  received 'c'"],
    [
      'the nearest alternative',
      '3.1.0',
      {
        oneOf: [
          { properties: { kind: { const: 'a' }, n: { type: 'integer' } } },
          { properties: { kind: { const: 'b' }, n: { type: 'string' } } },
        ],
      },
      { kind: 'a', n: 1 },
      { kind: 'b', n: 1 },
      'n  expected string  received 1',
    ],
    [
      'alternatives of other types',
      '3.1.0',
      { anyOf: [{ type: 'integer' }, { type: 'boolean' }] },
      true,
      'x',
      "expected integer or boolean  received 'x'",
    ],
    [
      'more than one alternative',
      '3.1.0',
      { oneOf: [{ type: 'integer' }, { minimum: 1 }] },
      0,
      2,
      'expected only one of alternative 1, alternative 2  received 2',
    ],
    ['a pattern', '3.0.0', { pattern: '^\\w+$' }, 'a', '-', "expected text like /^\\w+$/  received '-'"],
    [
      'a pattern with needless escapes',
      '3.0.0',
      { pattern: '^[\\w\\-\\_]+\\@\\-x$' },
      'a-b@-x',
      'a',
      "expected text like /^[\\w\\-_]+@-x$/  received 'a'",
    ],
    [
      'no further properties',
      '3.0.0',
      { properties: { a: {} }, additionalProperties: false },
      { a: 1 },
      { a: 1, b: 2 },
      'b  expected nothing  received 2',
    ],
    [
      'no further properties within alternatives',
      '3.0.0',
      { oneOf: [{ properties: { a: {} }, additionalProperties: false }] },
      { a: 1 },
      { b: 2 },
      'b  expected nothing  received 2',
    ],
    [
      'elements',
      '3.0.0',
      { items: { type: 'integer' }, uniqueItems: true },
      [1, 2],
      [1, 1],
      'expected elements that differ  received [1, 1]',
    ],
    [
      'conditions of 3.1',
      '3.1.0',
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      { if: { required: ['a'] }, then: { required: ['b'] } },
      { c: 1 },
      { a: 1 },
      'b  expected something  received nothing',
    ],
    [
      'keys with any name',
      '3.0.0',
      { properties: { 'a/b': { properties: { 'c~d é': { type: 'string' } } } } },
      { 'a/b': { 'c~d é': '' } },
      { 'a/b': { 'c~d é': 1 } },
      'a/b.c~d é  expected string  received 1',
    ],
    [
      'types that there are not',
      '3.0.0',
      { type: 'object', properties: { a: { type: 'file' } } },
      { a: 1 },
      1,
      'expected object  received 1',
    ],
  ]
  test.each(cases)('%s (%s)', (_what, version, schema, right, wrong, violation) => {
    const { get } = openapi(withSchema(schema, { 'x-text': { type: 'string' } }, version))
    expect(() => get('/a', right as object)).not.toThrow()
    const [, found = ''] = messageOf(thrownBy(() => get('/a', wrong as object))).split('\n\n')
    expect(found.replace(/^ {2}(the payload {2})?/, '')).toBe(violation)
  })

  test('a pattern that repeats a repetition comes to an end', () => {
    const { get } = openapi(withSchema({ pattern: '^([\\/\\w \\.-]*)*$' }))
    expect(() => get('/a', 'a'.repeat(50))).not.toThrow()
    expect(() => get('/a', `${'a'.repeat(50)}!`)).toThrow('breaks the contract')
  })

  test('a pattern of another language is not checked', () => {
    const { get } = openapi(withSchema({ pattern: '(?i)^[a-z]+$\\Z(' }))
    expect(() => get('/a', 'anything')).not.toThrow()
  })
})

test('more violations than a dozen are counted', () => {
  const { get } = openapi(withSchema({ items: { type: 'integer' } }))
  const message = messageOf(
    thrownBy(() =>
      get(
        '/a',
        Array.from({ length: 20 }, () => 'x'),
      ),
    ),
  )
  expect(message.split('\n\n')[1]?.split('\n').slice(11)).toEqual([
    "  [11]  expected integer  received 'x'",
    '  and 8 more',
  ])
})

describe('the base of the paths', () => {
  const server = (...servers: unknown[]) => ({ ...withSchema({}), servers })
  test.each<[what: string, document: object, baseUrl: string | undefined, url: string]>([
    ['without a server', withSchema({}), undefined, 'https://any.test/a'],
    [
      'the path of a server, at any origin',
      server({ url: 'https://api.test/v1/' }, { url: '/v2' }),
      undefined,
      'http://localhost:3000/v1/a',
    ],
    ['a relative server', server({ url: '/v1' }), undefined, 'http://any.test/v1/a'],
    [
      'variables at their defaults',
      server({ url: '{scheme}://api.test/{v}', variables: { v: { default: '3' } } }),
      undefined,
      'http://any.test/3/a',
    ],
    [
      'another server',
      server({ url: 'https://api.test/v1/' }, { url: '/v2' }),
      undefined,
      'http://localhost:3000/v2/a',
    ],
    ['a server that is not an object', server({ url: 'https://[' }), undefined, 'http://any.test/a'],
    ['a base URL', server({ url: '/v1' }), 'https://api.test/own/', 'https://api.test/own/a'],
    ['a base path', server({ url: '/v1' }), '/own', 'https://any.test/own/a'],
  ])('%s', async (_what, document, baseUrl, url) => {
    start([openapi(document, baseUrl === undefined ? {} : { baseUrl }).get('/a', { id: 1 })])
    expect(await (await fetch(url)).json()).toEqual({ id: 1 })
  })
})

test.each<[what: string, options: unknown, message: string]>([
  [
    'an unknown option',
    { request: 'off' },
    "openapi: 'request' is not an option; use ignore, requests, responses or baseUrl\n\nWrite  openapi(…, { requests: 'off' })",
  ],
  ['an unknown mode', { requests: 'no' }, "openapi: requests is one of 'error', 'warn', 'off', not 'no'"],
  [
    'a base URL with a query',
    { baseUrl: 'https://a.test/?a' },
    "openapi: baseUrl is an absolute URL, or a path, without a query or a hash, not 'https://a.test/?a'",
  ],
  [
    'a list to ignore',
    { ignore: ['GET /users 200'] },
    "openapi: ignore is an object of keys and reasons, not ['GET /users 200']",
  ],
  [
    'no reason',
    { ignore: { 'GET /users 200': true } },
    "openapi: the entry 'GET /users 200' of ignore has the reason as its value, not true",
  ],
  [
    'a key that fits nothing',
    { ignore: { 'GET /users 404': 'it is wrong' } },
    "openapi: 'GET /users 404' in ignore matches nothing; the keys of GET /users end in 200, 4XX, default, request",
  ],
  [
    'an operationId in place of the method and the path',
    { ignore: { 'getUser 200': 'it is wrong' } },
    "openapi: 'getUser 200' in ignore does not name an operation of the document; the nearest is GET /users/{user-name}\n\nWrite  'GET /users/{user-name} 200'",
  ],
  [
    'an operationId alone',
    { ignore: { getUser: 'it is wrong' } },
    "openapi: 'getUser' in ignore does not name an operation of the document; the nearest is GET /users/{user-name}",
  ],
  [
    'a key of an operation that the document lacks, for which the key of another one was offered',
    { ignore: { 'GET /user 200': 'it is wrong' } },
    "openapi: 'GET /user 200' in ignore does not name an operation of the document; the nearest is GET /users",
  ],
])('options are refused: %s', (_what, options, message) => {
  const error = thrownBy(() => openapi(usersDocument, options as object))
  expect(error).toHaveProperty('code', 'ROUTE_DEFINITION')
  expect(messageOf(error)).toBe(message)
})

test('a document without operations cannot be used', () => {
  expect(openapi(empty).operations()).toEqual([])
  expect(messageOf(thrownBy(() => openapi(empty).get('/a', {})))).toBe("openapi.get('/a'): the document has no paths")
})
