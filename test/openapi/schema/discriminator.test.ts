import Ajv2020 from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { openapi } from '../../../src/entries/openapi.ts'
import { messageOf, thrownBy } from '../../promises/support.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const documentOf = (schema: object, schemas: object = {}, openapi = '3.1.0') => ({
  openapi,
  paths: { '/p': { get: { responses: { 200: { description: '', content: { 'application/json': { schema } } } } } } },
  components: { schemas },
})
const base = { type: 'object', required: ['kind'], properties: { kind: { type: 'string' } } }
const one = (properties: object) => ({ allOf: [ref('Base'), { type: 'object', properties }] })
const schemas = { Base: base, Card: one({ last4: { type: 'string' } }), Bank: one({ iban: { type: 'string' } }) }
const mapping = { card: '#/components/schemas/Card', bank: 'Bank' }
const alternatives = [ref('Card'), ref('Bank')]
const mapped = { oneOf: alternatives, discriminator: { propertyName: 'kind', mapping } }
const named = { oneOf: alternatives, discriminator: { propertyName: 'kind' } }
const oneIs = "kind  expected one of 'card', 'bank'"

/** The violations of a payload; nothing if it is taken. */
function problems(schema: object, payload: unknown, version?: string, more: object = schemas): string[] {
  const api = openapi(documentOf(schema, more, version))
  try {
    api.get('/p', payload as object)
    return []
  } catch (error) {
    return messageOf(error)
      .split('\n')
      .filter((line) => line.startsWith('  '))
      .map((line) => line.trim().replace(/ {2,}/g, '  '))
  }
}

// ExaVault's document, whose own example has the status 200 there.
test('a property that no alternative has was expected to be the name of one', () => {
  const apart = {
    Deleted: { type: 'object', properties: { type: { enum: ['resource'] } } },
    Failed: { type: 'object', properties: { code: { type: 'string' } } },
  }
  const schema = { anyOf: [ref('Deleted'), ref('Failed')], discriminator: { propertyName: 'status' } }
  expect(problems(schema, { status: 200, type: 'resource' }, '3.0.0', apart)).toEqual([])
  expect(problems(schema, { status: 404, type: 7, code: 7 }, '3.0.0', apart)).toHaveLength(1)
})

test.each<[what: string, schema: object, payload: unknown, violations: string[], version?: string]>([
  ['a payload of its alternative was refused', mapped, { kind: 'card', last4: '4242' }, []],
  ['a payload of the other alternative', mapped, { kind: 'bank', iban: 'DE1' }, []],
  ['in OpenAPI 3.0', mapped, { kind: 'card', last4: '4242' }, [], '3.0.3'],
  ['a wrong payload was taken', mapped, { kind: 'card', last4: 7 }, ['last4  expected string  received 7']],
  ['a field of the other alternative is one more field', mapped, { kind: 'card', iban: 7 }, []],
  ['a value that the mapping lacks', mapped, { kind: 'nope' }, [`${oneIs}  received 'nope'`]],
  ['no value', mapped, { last4: '1' }, [`${oneIs}  received nothing`]],
  ['no object', mapped, 5, ['the payload  expected object  received 5']],
  ["the schema's own name", named, { kind: 'Card', last4: 7 }, ['last4  expected string  received 7']],
  ['a name that no schema has', named, { kind: 'card' }, ["kind  expected one of 'Card', 'Bank'  received 'card'"]],
  [
    'in anyOf',
    { ...mapped, oneOf: undefined, anyOf: alternatives },
    { kind: 'bank', iban: 1 },
    ['iban  expected string  received 1'],
  ],
  [
    'beside null',
    { ...mapped, oneOf: [...alternatives, { type: 'null' }] },
    { kind: 'nope' },
    [`${oneIs}  received 'nope'`],
  ],
  ['null itself', { ...mapped, oneOf: [...alternatives, { type: 'null' }] }, null, []],
  ['nullable of 3.0', { ...mapped, nullable: true }, null, [], '3.0.0'],
  [
    'a mapping that leads nowhere picks nothing',
    { ...mapped, discriminator: { propertyName: 'kind', mapping: { ...mapping, x: '#/x', y: 'y.json' } } },
    { kind: 'x' },
    [`${oneIs}  received 'x'`],
  ],
  [
    'two alternatives of one value are not told apart',
    { oneOf: [ref('Card'), ref('Card')], discriminator: { propertyName: 'kind' } },
    { kind: 'Card' },
    ["the payload  expected only one of Card, Card  received { kind: 'Card' }"],
  ],
  [
    'in a list',
    { type: 'array', items: mapped },
    [{ kind: 'card' }, { kind: 'bank', iban: 1 }],
    ['[1].iban  expected string  received 1'],
  ],
])('a discriminator was not read: %s', (_what, schema, payload, violations, version) => {
  expect(problems(schema, payload, version)).toEqual(violations)
})

describe('a discriminator decided on a value that lacks its property, though no alternative requires it', () => {
  // GitHub's `GET /user`: its own example lacks `user_view_type`.
  const Private = {
    type: 'object',
    required: ['login', 'plan'],
    properties: { login: { type: 'string' }, plan: { type: 'string' }, view: { type: 'string' } },
  }
  const Public = {
    type: 'object',
    required: ['login'],
    properties: { login: { type: 'string' }, view: { type: 'string' } },
    additionalProperties: false,
  }
  const users = { Private, Public }
  const discriminator = { propertyName: 'view', mapping: { private: '#/components/schemas/Private', public: 'Public' } }
  const payloads = [
    ...[
      { login: 'a', plan: 'b' },
      { login: 'a' },
      { plan: 'b' },
      { login: 7 },
      { login: 'a', plan: 7 },
      {},
      null,
      5,
      [],
    ],
    ...[
      { login: 'a', view: 'public' },
      { login: 'a', plan: 'b', view: 'private' },
      { plan: 'b', view: 'private' },
    ],
    { login: 'a', plan: 7, view: 'private' },
  ]
  const ajv = new Ajv2020({ strict: false, discriminator: false })

  describe.each(['oneOf', 'anyOf'])('%s', (keyword) => {
    const inner = { [keyword]: [Private, Public] }
    const validate = ajv.compile(inner)

    test.each(payloads)('%o', (payload) => {
      const schema = { [keyword]: [ref('Private'), ref('Public')], discriminator }
      expect(problems(schema, payload, '3.0.3', users).length === 0).toBe(validate(payload))
      expect(problems({ ...inner, discriminator }, payload, '3.1.0', users).length === 0).toBe(validate(payload))
    })
  })

  test('with a value that picks none, the values are named', () => {
    const schema = { oneOf: [ref('Private'), ref('Public')], discriminator }
    expect(problems(schema, { login: 'a', view: 'x' }, '3.0.3', users)).toEqual([
      "view  expected one of 'private', 'public'  received 'x'",
    ])
  })

  test('what is required of one alternative alone may be missing in the other', () => {
    const one = { ...Private, required: ['login', 'plan', 'view'] }
    const schema = { oneOf: [ref('Private'), ref('Public')], discriminator }
    expect(problems(schema, { login: 'a' }, '3.1.0', { Private: one, Public })).toEqual([])
    expect(problems(schema, { login: 'a', plan: 'b' }, '3.1.0', { Private: one, Public })).toHaveLength(1)
  })

  test('alternatives without a type take other values than objects', () => {
    const loose = { Private: { required: ['view'] }, Public: { required: ['view'], type: 'object' } }
    expect(problems({ anyOf: [ref('Private'), ref('Public')], discriminator }, 5, '3.1.0', loose)).toEqual([])
  })
})

test('several alternatives that fit are named', () => {
  const schema = { oneOf: [ref('Card'), { type: 'object' }, { type: 'integer' }, {}] }
  expect(problems(schema, { kind: 'x' })).toEqual([
    "the payload  expected only one of Card, alternative 2, alternative 4  received { kind: 'x' }",
  ])
})

test('a dereferenced document has the same alternatives', () => {
  const Card = { ...base, properties: { kind: { type: 'string' }, last4: { type: 'string' } } }
  const Bank = { ...base, properties: { kind: { type: 'string' }, iban: { type: 'string' } } }
  const schema = {
    oneOf: [Card, Bank],
    discriminator: { propertyName: 'kind', mapping: { c: ref('Card').$ref, b: 'Bank' } },
  }
  expect(problems(schema, { kind: 'b', iban: 1 }, '3.1.0', { Card, Bank })).toEqual([
    'iban  expected string  received 1',
  ])
})

test('the discriminator of a request body is read', () => {
  const operation = {
    requestBody: { content: { 'application/json': { schema: mapped } } },
    responses: { 204: { description: '' } },
  }
  const api = openapi({ openapi: '3.1.0', paths: { '/p': { post: operation } }, components: { schemas } })
  expect(() => api.post('/p', undefined, { match: { body: { kind: 'card', iban: 'DE1' } } })).not.toThrow()
})

describe('as ajv reads a discriminator', () => {
  const ajv = new Ajv2020({ discriminator: true, strict: false })
  const kinds = ['a', 'b', 'c']
  const alternative = (kind: string, type: string) => ({
    type: 'object',
    required: ['kind', 'v'],
    properties: { kind: kind === 'c' ? { enum: ['c', 'd'] } : { const: kind }, v: { type } },
  })
  const schema = {
    type: 'object',
    required: ['kind'],
    discriminator: { propertyName: 'kind' },
    oneOf: [alternative('a', 'string'), alternative('b', 'integer'), alternative('c', 'boolean')],
  }
  const validate = ajv.compile(schema)
  const values = ['x', 1, 1.5, true, null, undefined]
  const payloads = [...kinds, 'd', 'e', 1, undefined].flatMap((kind) => values.map((v) => ({ kind, v })))

  test.each([...payloads, [], 'a', null, {}])('%o', (payload) => {
    const value: unknown = JSON.parse(JSON.stringify(payload))
    expect(problems(schema, value).length === 0).toBe(validate(value))
  })
})

test('a property that is called $ref ended in a TypeError', () => {
  const schema = { type: 'object', required: ['$ref'], properties: { $ref: { type: 'string' }, a: ref('Inner') } }
  const more = { Inner: { properties: { $ref: { properties: { $ref: { type: 'integer' } } } } } }
  expect(problems(schema, { $ref: 1 }, '3.1.0', more)).toEqual(['$ref  expected string  received 1'])
  expect(problems(schema, {}, '3.1.0', more)).toEqual(['$ref  expected string  received nothing'])
  expect(problems(schema, { $ref: '', a: { $ref: { $ref: '' } } }, '3.1.0', more)).toEqual([
    "a.$ref.$ref  expected integer  received ''",
  ])
})

test('data of 4,000 levels was said to be a schema that leads back to itself', () => {
  let data: object = {}
  for (let level = 1; level < 4000; level++) data = { next: data }
  const Node = { type: 'object', properties: { next: ref('Node') } }
  const error = thrownBy(() => openapi(documentOf(ref('Node'), { Node })).get('/p', data))
  expect(error).toHaveProperty('code', 'ROUTE_DEFINITION')
  expect(messageOf(error)).toMatch(/\n {2}the payload {2}expected fewer levels than 4000 {2}received \{ next: /)
})
