import { validate } from '@cfworker/json-schema'
import { describe, expect, test } from 'vitest'
import { openapi } from '../../../src/entries/openapi.ts'
import { messageOf, thrownBy } from '../../promises/support.ts'

/** The stubs of `GET /a`, whose response has this schema. */
const getWith = (schema: unknown, version = '3.1.0') => {
  const content = { 'application/json': { schema } }
  const paths = { '/a': { get: { responses: { 200: { description: '', content } } } } }
  const components = { schemas: { Name: { type: 'string' }, Kind: { enum: ['a', 'b'] } } }
  return openapi({ openapi: version, paths, components }).get
}

/** The violations of a payload, as the message words them. */
function violationsIn(schema: unknown, payload: unknown, version?: string): string {
  const message = messageOf(thrownBy(() => getWith(schema, version)('/a', payload as object)))
  return (message.split('\n\n')[1] ?? '').replace(/^ {2}(the payload {2})?/, '')
}

/** Whether a payload keeps a schema. */
function keeps(schema: unknown, payload: unknown): boolean {
  try {
    return Boolean(getWith(schema)('/a', payload as object))
  } catch {
    return false
  }
}

describe('each keyword has its words', () => {
  test.each<[schema: object, payload: unknown, violation: string]>([
    [{ maximum: 3 }, 4, 'expected 3 or less  received 4'],
    [{ multipleOf: 5 }, 4, 'expected a multiple of 5  received 4'],
    [{ minItems: 1 }, [], 'expected 1 element or more  received []'],
    [{ minProperties: 2 }, { a: 1 }, 'expected 2 properties or more  received { a: 1 }'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'expected 1 property or less  received { a: 1, b: 2 }'],
    [{ not: { type: 'string' } }, 'x', "expected anything but this  received 'x'"],
    [{ enum: ['only'] }, 'x', "expected 'only'  received 'x'"],
    [{ enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 11, 'expected one of 1, 2, 3, 4, 5, 6, 7, 8 and 2 more  received 11'],
    [
      { anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Name' }] },
      [],
      'expected integer or string  received []',
    ],
    [{ oneOf: [{ type: 'integer' }, { type: 'null' }] }, 'x', "expected integer or null  received 'x'"],
    [
      { dependentRequired: { a: ['b'], c: ['d'] }, properties: { b: { type: 'string' } } },
      { a: 1 },
      'b  expected string  received nothing',
    ],
  ])('%j', (schema, payload, violation) => {
    expect(violationsIn(schema, payload)).toBe(violation)
  })

  test('a keyword without own words has the validator’s message', () => {
    expect(violationsIn({ contains: { type: 'integer' } }, ['x'])).toMatch(/^expected .* {2}received \['x'\]$/)
  })
})

test.each<[what: string, property: unknown, expected: string]>([
  ['a reference', { $ref: '#/components/schemas/Kind' }, "one of 'a', 'b'"],
  ['a constant', { const: 'x' }, "'x'"],
  ['alternatives', { oneOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Name' }] }, 'integer or string'],
  ['members', { allOf: [{ minLength: 1 }, { type: 'string' }] }, 'string'],
  ['members that say no type', { allOf: [{ minLength: 1 }] }, 'something'],
  ['properties', { properties: { b: {} } }, 'object'],
  ['anything', true, 'something'],
])('what is missing is told by its schema: %s', (_what, property, expected) => {
  expect(violationsIn({ required: ['a'], properties: { a: property } }, {})).toBe(
    `a  expected ${expected}  received nothing`,
  )
})

test('a field that is missing for two members of an `allOf` is listed once', () => {
  const member = { required: ['a'], properties: { a: { type: 'integer' } } }
  expect(violationsIn({ allOf: [member, member] }, {})).toBe('a  expected integer  received nothing')
})

describe('an unknown keyword is not checked', () => {
  test.each<[what: string, schema: object, payload: unknown, version?: string]>([
    ['`required` as a flag', { required: true, properties: { a: {} } }, {}],
    ['alternatives that are no list', { oneOf: { type: 'integer' }, allOf: [] }, 'x'],
    ['properties that are no map', { properties: ['a'] }, { a: 1 }],
    ['a pattern that is not a text', { pattern: 5 }, 'x'],
    ['an unknown format', { format: '__proto__' }, 'x'],
    ['names by a pattern of another language', { patternProperties: { '(?i)^a\\Z(': false } }, { a: 1 }],
    ['a limit excluded that is not there', { exclusiveMinimum: true }, 1, '3.0.0'],
    ['`nullable` alone', { nullable: true }, { any: 'thing' }, '3.0.0'],
  ])('%s', (_what, schema, payload, version) => {
    expect(() => getWith(schema, version)('/a', payload as object)).not.toThrow()
  })
})

test('elements one by one, as drafts before 2020-12 write them', () => {
  const schema = { items: [{ type: 'integer' }, { type: 'string' }] }
  expect(() => getWith(schema)('/a', [1, 'x'])).not.toThrow()
})

test('names by a pattern', () => {
  const schema = { patternProperties: { '^n\\-': { type: 'integer' } } }
  expect(() => getWith(schema)('/a', { 'n-1': 1, other: 'x' })).not.toThrow()
  expect(violationsIn(schema, { 'n-1': 'x' })).toBe("n-1  expected integer  received 'x'")
})

test('a pattern that repeats a repetition once or more takes nothing less', () => {
  expect(() => getWith({ pattern: '^([a-z]+)+$' })('/a', 'abc')).not.toThrow()
  expect(violationsIn({ pattern: '^([a-z]+)+$' }, '')).toBe("expected text like /^[a-z]+$/  received ''")
})

describe('writeOnly fields need not be in a response', () => {
  const required = (property: unknown, more: object = {}) => ({
    required: ['secret'],
    properties: { secret: property },
    ...more,
  })
  test.each<[what: string, schema: object]>([
    ['by itself', required({ type: 'string', writeOnly: true })],
    ['by a member', required({ allOf: [true, { writeOnly: true }] })],
    [
      'of a member of an `allOf`',
      { required: ['secret'], allOf: [true, { properties: { secret: { writeOnly: true } } }] },
    ],
  ])('%s', (_what, schema) => {
    expect(() => getWith(schema)('/a', {})).not.toThrow()
  })

  test('by their references', () => {
    const content = { 'application/json': { schema: required({ $ref: '#/components/schemas/Secret' }) } }
    const document = {
      openapi: '3.0.0',
      paths: { '/a': { get: { responses: { 200: { description: '', content } } } } },
      components: { schemas: { Secret: { type: 'string', writeOnly: true } } },
    }
    expect(() => openapi(document).get('/a', {})).not.toThrow()
  })

  test('a property that is no object is required', () => {
    expect(violationsIn(required(true), {})).toBe('secret  expected something  received nothing')
  })
})

describe('uniqueItems', () => {
  const lists: readonly unknown[] = [
    [],
    'x',
    [1, 1],
    [1, '1'],
    [null, 'null'],
    [true, 'true'],
    [0, -0],
    [[1], [1]],
    [[1], ['1']],
    [
      [1, 2],
      [2, 1],
    ],
    [[[1], 2], [[1, 2]]],
    [{}, []],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{ a: 1 }, { a: 1, b: 1 }],
    [{ a: { b: [1] } }, { a: { b: [1] } }],
    [{ 'a":1,"b': 1 }, { a: 1, b: 1 }],
    [JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":2}')],
  ]
  test.each(lists.map((list) => [list]))('the verdict on %j is the validator’s own', (list) => {
    expect(keeps({ uniqueItems: true }, list)).toBe(validate(list, { uniqueItems: true }, '2020-12').valid)
  })

  test.each<[where: string, schema: object]>([
    ['in alternatives', { anyOf: [{ type: 'integer' }, { uniqueItems: true }] }],
    ['beside other members', { uniqueItems: true, allOf: [{ minItems: 1 }], not: { maxItems: 0 } }],
  ])('%s', (_where, schema) => {
    expect([keeps(schema, [1, [0, 0], 2]), keeps(schema, [1, 1])]).toEqual([true, false])
  })

  const list = Array.from({ length: 20_000 }, (_, id) => ({ id, tags: [`${id}`] }))
  test.each<[what: string, schema: object, value: unknown, isValid: boolean]>([
    ['objects that differ', { uniqueItems: true }, list, true],
    ['an object that is there twice, at the end', { uniqueItems: true }, [...list, { tags: ['7'], id: 7 }], false],
    [
      'lists in each element, beside a list that repeats',
      { properties: { list: { items: { properties: { tags: { uniqueItems: true } } } } } },
      { list, zeros: list.map(() => 0) },
      true,
    ],
    ['lists that each repeat', { items: { uniqueItems: true } }, list.map(({ id }) => [id, id]), false],
    [
      'lists of which every other one repeats, in objects',
      { items: { properties: { even: { uniqueItems: true }, all: { uniqueItems: true } } } },
      list.map(({ id }) => ({ all: [id, -id], even: id % 2 ? [id, 'x'] : [id, id] })),
      false,
    ],
  ])('20,000 elements were compared with each other, which took 22 s: %s', (_what, schema, value, isValid) => {
    expect(keeps(schema, value)).toBe(isValid)
  })
})

/** A schema within itself so many times. */
const nested = (levels: number, wrap: (inner: object) => object) => {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = wrap(schema)
  return schema
}

test.each<[what: string, schema: object]>([
  ['the same object', nested(40, (inner) => ({ anyOf: [inner, inner] }))],
  ['the same object in `allOf`', nested(40, (inner) => ({ allOf: [inner, inner] }))],
  ['references', { $ref: '#/components/schemas/S0' }],
])('alternatives that share alternatives were refused as a schema that leads back to itself: %s', (_what, schema) => {
  const twice = (name: string) => ({
    anyOf: [{ $ref: `#/components/schemas/${name}` }, { $ref: `#/components/schemas/${name}` }],
  })
  const schemas: Record<string, object> = { S40: { type: 'string' } }
  for (let level = 0; level < 40; level++) schemas[`S${level}`] = twice(`S${level + 1}`)
  const content = { 'application/json': { schema } }
  const paths = { '/a': { get: { responses: { 200: { description: '', content } } } } }
  const { get } = openapi({ openapi: '3.1.0', paths, components: { schemas } })
  expect(() => get('/a', 'x')).not.toThrow()
  expect(() => get('/a', 5)).toThrow(/the payload {2}expected (string|something) {2}received 5/)
})

test('alternatives that share a tail without being equal took for ever: a value of few levels is checked, a deeper one refused', () => {
  const node = { $ref: '#/components/schemas/Name/properties/node' }
  const schema = { anyOf: [{ properties: { a: node } }, { properties: { a: node, b: {} } }], type: 'object' }
  const content = { 'application/json': { schema: node } }
  const paths = { '/a': { get: { responses: { 200: { description: '', content } } } } }
  const components = { schemas: { Name: { properties: { node: schema } } } }
  const { get } = openapi({ openapi: '3.1.0', paths, components })
  const value = (levels: number, end: unknown): object => (levels === 0 ? { a: end } : { a: value(levels - 1, end) })
  expect(() => get('/a', value(12, {}))).not.toThrow()
  expect(() => get('/a', value(5, 1))).toThrow('a.a.a.a.a.a  expected object  received 1')
  expect(thrownBy(() => get('/a', value(40, {})))).toMatchObject({
    code: 'OPENAPI',
    message: expect.stringContaining('has too many levels or alternatives for the value'),
  })
})

test('a schema of 5,000 levels was a bare RangeError', () => {
  const error = thrownBy(() => getWith(nested(5000, (inner) => ({ properties: { a: inner } })))('/a', {}))
  expect(error).toMatchObject({
    code: 'OPENAPI',
    message:
      'openapi(document): the schema is nested too deeply to be read\n\n  at #/paths/~1a/get/responses/200/content/application~1json/schema\n\n' +
      "To skip this check, add 'GET /a 200' to the ignore option, with a reason",
  })
})
