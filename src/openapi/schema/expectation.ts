import type { OutputUnit, Schema } from '@cfworker/json-schema'
import { show } from '../../core/show.ts'
import type { Lookup } from './schemas.ts'

/** The words for the keywords that have a number. */
const COUNTS: Readonly<Record<string, (count: number) => string>> = {
  minimum: (limit) => `${limit} or more`,
  maximum: (limit) => `${limit} or less`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  multipleOf: (divisor) => `a multiple of ${divisor}`,
  minLength: (length) => `${counted(length, 'character')} or more`,
  maxLength: (length) => `${counted(length, 'character')} or less`,
  minItems: (length) => `${counted(length, 'element')} or more`,
  maxItems: (length) => `${counted(length, 'element')} or less`,
  minProperties: (length) => `${counted(length, 'property')} or more`,
  maxProperties: (length) => `${counted(length, 'property')} or less`,
}

/** Words the demand of a broken keyword, to be written after `expected`. */
export function expectationOf({ keyword, error }: OutputUnit, owner: Schema, lookup: Lookup): string {
  const asked: unknown = owner[keyword]
  const count = COUNTS[keyword]
  if (count && typeof asked === 'number') return count(asked)
  switch (keyword) {
    case 'type':
    case 'const':
    case 'enum':
      return describeSchema({ [keyword]: asked }, lookup)
    case 'pattern':
      return `text like /${asked}/`
    case 'format':
      return `the format ${asked}`
    case 'not':
      return owner.title ?? 'anything but this'
    case 'anyOf':
    case 'oneOf':
      return describeSchema(owner, lookup)
    default:
      return error.replace(/\.$/, '')
  }
}

/** Whether a value fits more than one alternative of a `oneOf`. */
export function fitsSeveral({ error }: Pick<OutputUnit, 'error'>): boolean {
  return /[1-9]\d* matches/.test(error)
}

/** Words the demand of a schema in short: `integer`, `one of 'a', 'b'`. */
export function describeSchema(schema: Schema | boolean | undefined, lookup: Lookup, depth = 0): string {
  if (typeof schema !== 'object' || depth > 10) return 'something'
  if (schema.$ref !== undefined) return describeSchema(lookup[schema.$ref], lookup, depth + 1)
  if (schema.const !== undefined) return show(schema.const)
  if (schema.enum) return oneOf(schema.enum)
  if (schema.type !== undefined) return [schema.type].flat().join(' or ')
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives) {
    return [...new Set(alternatives.map((one) => describeSchema(one, lookup, depth + 1)))].join(' or ')
  }
  const member = schema.allOf?.map((one) => describeSchema(one, lookup, depth + 1)).find((one) => one !== 'something')
  return member ?? (schema.properties ? 'object' : 'something')
}

function oneOf(values: readonly unknown[]): string {
  if (values.length === 1) return show(values[0])
  const text = values.slice(0, 8).map(show).join(', ')
  return `one of ${text}${values.length > 8 ? ` and ${values.length - 8} more` : ''}`
}

function counted(count: number, thing: string): string {
  return `${count} ${count === 1 ? thing : thing.replace(/y$/, 'ie').concat('s')}`
}
