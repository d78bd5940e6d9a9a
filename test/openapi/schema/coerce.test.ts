import { expect, test } from 'vitest'
import { coerce } from '../../../src/openapi/schema/coerce.ts'
import type { LinkedSchema } from '../../../src/openapi/schema/schemas.ts'

const file = new File(['x'], 'x.txt')

test.each<[received: unknown, schema: object, coerced: unknown]>([
  ['1', { type: 'integer' }, 1],
  ['1e3', { type: 'number' }, 1000],
  ['one', { type: 'number' }, 'one'],
  ['true', { type: 'boolean' }, true],
  ['yes', { type: 'boolean' }, 'yes'],
  ['', { type: 'null' }, null],
  ['', { type: ['string', 'null'] }, ''],
  ['{"id":1}', { type: 'object' }, { id: 1 }],
  ['{"id":', { type: 'object' }, '{"id":'],
  ['[1]', { type: 'array' }, [1]],
  ['1', { const: 1 }, 1],
  ['2', { enum: [1, 2] }, 2],
  ['3', { enum: [1, 2] }, '3'],
  ['1', {}, '1'],
  [['1', '2'], { type: 'array', items: { type: 'integer' } }, [1, 2]],
  [{ ids: '1' }, { properties: { ids: { type: 'array', items: { type: 'integer' } } } }, { ids: [1] }],
  [file, { type: 'string', format: 'binary' }, file],
])('%o by %o is %o', (received, schema, coerced) => {
  expect(coerce(received, { root: schema as LinkedSchema['root'], lookup: {} as never })).toEqual(coerced)
})
