import { type Schema, validate } from '@cfworker/json-schema'
import { expect, test } from 'vitest'
import { compileSchema } from '../../../src/openapi/schema/compile-schema.ts'

const lookup: Record<string, Schema | boolean> = {
  Node: { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, next: { $ref: 'Node' } } },
  Any: true,
}
const schemas: readonly (Schema | boolean)[] = [
  true,
  false,
  {},
  ...['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'].map((type) => ({ type }) as Schema),
  { type: ['string', 'null'] },
  { enum: ['a', 1, null, true] },
  { enum: [{ id: 1 }, [1, 2], 'a'] },
  { const: 'a' },
  { required: ['id'] },
  { properties: { id: { type: 'integer' }, ['__proto__']: { type: 'string' } } },
  { properties: { id: true, name: false } },
  { properties: { id: {} }, additionalProperties: false },
  { additionalProperties: { type: 'integer' } },
  { properties: { id: {} }, patternProperties: { '^n': {} }, additionalProperties: false },
  { properties: { id: {} }, unevaluatedProperties: false },
  { items: { type: 'integer' } },
  { items: false },
  { items: [{ type: 'integer' }, { type: 'string' }] as never },
  { items: { type: 'integer' }, minItems: 2, uniqueItems: true },
  { $ref: 'Node' },
  { $ref: 'Node', required: ['next'] },
  { $ref: 'Any' },
  { allOf: [{ $ref: 'Node' }, { required: ['next'] }] },
  { anyOf: [{ $ref: 'Node' }, { type: 'string' }, { items: { $ref: 'Node' }, type: 'array' }] },
  { oneOf: [{ type: 'integer' }, { minimum: 1 }] },
  { oneOf: [{ type: 'integer' }, { type: 'string' }, { $ref: 'Node' }] },
  { format: 'date' },
  { type: 'string', format: 'int64' },
  { not: { type: 'object' } },
  { type: 'string', maxLength: 1 },
  { type: 'object', properties: { id: { type: 'number', minimum: 2 } } },
]
const values: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    1,
    1.5,
    -0,
    1e21,
    '',
    'a',
    'ab',
    '2026-02-29',
    '2028-02-29',
    [],
    [1],
    [1, 1],
    [1, 'a'],
    ['a', 1],
    [1, 2],
    [{ id: 1 }],
  ],
  ...[{}, { id: 1 }, { id: 1.5 }, { id: 'a' }, { id: 1, name: 1 }, { id: 1, more: 1 }, { next: { id: 1 } }],
  ...[{ id: 1, next: { id: 2, next: { id: 3 } } }, { id: 1, next: { id: 2, next: {} } }, { toString: 1 }],
  ...[JSON.parse('{"__proto__":1}'), JSON.parse('{"__proto__":"a"}'), JSON.parse('{"id":1,"__proto__":1}')],
]

test.each(schemas.map((schema) => [schema]))('the verdicts of %j are those of the validator', (schema) => {
  const isValid = compileSchema(schema, lookup, (value, inner) => validate(value, inner, '2020-12', lookup, true).valid)
  for (const value of values) {
    expect({ value, valid: isValid(value) }).toEqual({ value, valid: validate(value, schema, '2020-12', lookup).valid })
  }
})

test('a value without an unusual keyword never reaches the validator', () => {
  const isValid = compileSchema({ $ref: 'Node' }, lookup, () => {
    throw new Error('asked')
  })
  expect([isValid({ id: 1, next: { id: 2 } }), isValid({ id: 1, next: { id: 'x' } })]).toEqual([true, false])
})
