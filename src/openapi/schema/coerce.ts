import { parsedJson } from '../../core/json.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { isOnly, membersOf, propertyOf, typesOf } from './members.ts'
import type { LinkedSchema } from './schemas.ts'

const NUMERIC = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Converts received texts to the types of their schema: `'1'` to a number, the elements of a list and the fields of a form
 * by their own schemas. A text that cannot be converted stays a text.
 */
export function coerce(value: unknown, schema: LinkedSchema): unknown {
  if (typeof value === 'string') return coerceText(value, schema)
  const members = membersOf(schema)
  const inner = (root: LinkedSchema['root']) => ({ root, lookup: schema.lookup })
  if (Array.isArray(value)) {
    const items = inner(members.map((member) => member.items).find((one) => one !== undefined) as LinkedSchema['root'])
    return value.map((item) => coerce(item, items))
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, field]) => {
    const property = inner(propertyOf(members, name))
    // One field of a form arrives as a text, not as a list.
    const isOneElement = typeof field === 'string' && isOnly('array', property) && !Array.isArray(parsedJson(field))
    return [name, coerce(isOneElement ? [field] : field, property)]
  })
  return Object.fromEntries(entries)
}

function coerceText(text: string, schema: LinkedSchema): unknown {
  const types = typesOf(schema)
  if ((types.has('integer') || types.has('number')) && NUMERIC.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && (text === 'null' || (text === '' && !types.has('string')))) return null
  if (isOnly('object', schema) || isOnly('array', schema)) return parsedJson(text) ?? text
  if (types.size === 0 && NUMERIC.test(text) && constantsOf(schema).includes(Number(text))) return Number(text)
  return text
}

function constantsOf(schema: LinkedSchema): unknown[] {
  return membersOf(schema).flatMap(({ enum: values, const: value }) => values ?? (value === undefined ? [] : [value]))
}
