import type { Schema } from '@cfworker/json-schema'
import { isPlainObject } from '../../core/type-guards.ts'
import type { CompiledSchema } from './schemas.ts'

type Lookup = CompiledSchema['lookup']
type AnySchema = Schema | boolean | undefined

/** A longer chain of references is a circle. */
const DEEPEST = 20
const NUMERIC = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Converts received texts to the types of their schema: `'1'` to a number, the elements of a list and the fields of a form
 * by their own schemas. A text that cannot be converted stays a text.
 */
export function coerce(value: unknown, schema: AnySchema, lookup: Lookup): unknown {
  if (typeof value === 'string') return coerceText(value, schema, lookup)
  const members = membersOf(schema, lookup)
  if (Array.isArray(value)) {
    const items = members.map((member) => member.items).find((one) => one !== undefined)
    return value.map((item) => coerce(item, items as AnySchema, lookup))
  }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([name, inner]) => {
    const property = propertySchema(members, name)
    // One field of a form arrives as a text, not as a list.
    const isList = typesOf(property, lookup).has('array') && !typesOf(property, lookup).has('string')
    return [name, coerce(isList && typeof inner === 'string' ? listOf(inner) : inner, property, lookup)]
  })
  return Object.fromEntries(entries)
}

/** Reads a list from one field of a form: as JSON, or as the only element. */
function listOf(text: string): unknown {
  const parsed = parsedJson(text)
  return Array.isArray(parsed) ? parsed : [text]
}

function coerceText(text: string, schema: AnySchema, lookup: Lookup): unknown {
  const types = typesOf(schema, lookup)
  if ((types.has('integer') || types.has('number')) && NUMERIC.test(text)) return Number(text)
  if (types.has('boolean') && (text === 'true' || text === 'false')) return text === 'true'
  if (types.has('null') && (text === 'null' || (text === '' && !types.has('string')))) return null
  if ((types.has('object') || types.has('array')) && !types.has('string')) return parsedJson(text) ?? text
  if (types.size === 0 && NUMERIC.test(text) && constantsOf(schema, lookup).includes(Number(text))) return Number(text)
  return text
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The types of schemas that were asked for: parameters are read by them at each request. */
const knownTypes = new WeakMap<Schema, ReadonlySet<string>>()

/** Returns the types that a schema names, itself or by a reference; an empty set if it allows all. */
export function typesOf(schema: AnySchema, lookup: Lookup): ReadonlySet<string> {
  const known = typeof schema === 'object' ? knownTypes.get(schema) : undefined
  if (known) return known
  const named = membersOf(schema, lookup).flatMap(({ type, items, properties }) => {
    if (type !== undefined) return [type].flat()
    return properties ? ['object'] : items === undefined ? [] : ['array']
  })
  const types = new Set<string>(named)
  if (typeof schema === 'object') knownTypes.set(schema, types)
  return types
}

function constantsOf(schema: AnySchema, lookup: Lookup): unknown[] {
  return membersOf(schema, lookup).flatMap(
    (member) => member.enum ?? (member.const === undefined ? [] : [member.const]),
  )
}

/** Returns a schema with its references, `allOf`, `anyOf` and `oneOf`: all schemas that may describe the whole value. */
export function membersOf(schema: AnySchema, lookup: Lookup, depth = 0): Schema[] {
  if (typeof schema !== 'object' || schema === null || depth > DEEPEST) return []
  const inner = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? [])
  if (schema.$ref !== undefined) inner.push(lookup[schema.$ref] as Schema)
  return inner.length === 0 ? [schema] : [schema, ...inner.flatMap((one) => membersOf(one, lookup, depth + 1))]
}

/** Returns the schema of a property, of whichever of a schema's members has it. */
export function propertySchema(members: readonly Schema[], name: string): AnySchema {
  for (const { properties } of members) {
    if (properties && Object.hasOwn(properties, name)) return properties[name]
  }
  return members.map(({ additionalProperties }) => additionalProperties).find((one) => typeof one === 'object')
}

/** Whether a value of a schema may have properties that it does not name. */
export function isOpen(members: readonly Schema[]): boolean {
  const named = members.some(({ properties }) => properties)
  const more = members.map(({ additionalProperties }) => additionalProperties).filter((one) => one !== undefined)
  return more.length > 0 ? more.some((one) => one !== false) : !named
}
