import type { Schema } from '@cfworker/json-schema'
import { getOrAdd } from '../../core/get-or-add.ts'
import type { LinkedSchema } from './schemas.ts'
import { NOTHING } from './translate.ts'

/** The types of schemas that were asked for: parameters are read by them at each request. */
const knownTypes = new WeakMap<Schema, ReadonlySet<string>>()

/** Returns a schema with its references, `allOf`, `anyOf`, `oneOf`, `then` and `else`: all schemas that may describe the whole value. */
export function membersOf({ root, lookup }: LinkedSchema): Schema[] {
  // The list grows while it is read. A schema that refers to itself is in it once.
  const members = new Set([root])
  for (const schema of members) {
    if (typeof schema !== 'object') continue
    const { allOf = [], anyOf = [], oneOf = [], then = true, else: otherwise = true, $ref } = schema
    for (const inner of [...allOf, ...anyOf, ...oneOf, then, otherwise]) members.add(inner)
    if ($ref !== undefined) members.add(lookup[$ref])
  }
  return [...members].filter((schema) => typeof schema === 'object')
}

/** Returns the types that a schema names, itself or by a reference; an empty set if it allows all. */
export function typesOf(schema: LinkedSchema): ReadonlySet<string> {
  const { root } = schema
  if (typeof root !== 'object') return new Set()
  const typesIn = ({ type, items, properties }: Schema): string[] => {
    if (type !== undefined) return [type].flat()
    return properties ? ['object'] : items === undefined ? [] : ['array']
  }
  return getOrAdd(knownTypes, root, () => new Set(membersOf(schema).flatMap(typesIn)))
}

/** Whether values of a schema are lists or objects only, which a text has to be split for. */
export function isOnly(type: 'array' | 'object', schema: LinkedSchema): boolean {
  const types = typesOf(schema)
  return types.has(type) && !types.has('string')
}

/** Returns the schema of a property, of whichever of a schema's members has it. */
export function propertyOf(members: readonly Schema[], name: string): Schema | boolean | undefined {
  const owner = members.find(({ properties = {} }) => Object.hasOwn(properties, name))
  const others = members.map(({ additionalProperties }) => additionalProperties)
  return owner?.properties?.[name] ?? others.find((one) => typeof one === 'object' && one !== NOTHING)
}

/** Returns the names of the properties that a schema's members have. */
export function namesIn(members: readonly Schema[]): string[] {
  return [...new Set(members.flatMap(({ properties }) => Object.keys(properties ?? {})))]
}

/** Whether a value of a schema may have properties that it does not name. */
export function isOpen(members: readonly Schema[]): boolean {
  const more = members.map(({ additionalProperties }) => additionalProperties).filter((one) => one !== undefined)
  return more.length > 0 ? more.some((one) => one !== NOTHING) : !members.some(({ properties }) => properties)
}
