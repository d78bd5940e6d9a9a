import type { Schema } from '@cfworker/json-schema'
import { MynahError } from '../../core/errors.ts'
import { type ApiDocument, type Data, isData, keysOf, type Part, pointer } from '../document/document.ts'

/** The alternatives of a schema, each with the values of the discriminator's property that pick it. */
interface Discriminator {
  readonly keyword: 'oneOf' | 'anyOf'
  readonly property: string
  /** Empty for an alternative that no value picks, such as `null`. */
  readonly values: readonly (readonly unknown[])[]
  /** Whether the property is required of each alternative that a value picks, and nothing but objects fits these. */
  readonly isRequired: boolean
}

/** Reads the discriminator of alternatives; returns `undefined` if there is none, or if a value would pick several of them. */
export function readDiscriminator(document: ApiDocument, { value, at }: Part<Data>): Discriminator | undefined {
  const keyword = Array.isArray(value.oneOf) ? 'oneOf' : 'anyOf'
  const { discriminator, [keyword]: alternatives } = value
  if (!isData(discriminator) || !Array.isArray(alternatives)) return undefined
  const { propertyName, mapping } = discriminator
  if (typeof propertyName !== 'string') return undefined
  const mapped = isData(mapping) ? Object.entries(mapping) : []
  const targets = mapped.map(([name, reference]) => [name, targetOf(document, reference, at)] as const)
  const parts = alternatives.map((value: unknown, index) =>
    document.resolve({ value, at: pointer(pointer(at, keyword), index) }),
  )
  // A property that no alternative has says something else than the alternative's name.
  const isNamed = mapped.length > 0 || parts.some((part) => propertiesOf(document, part, propertyName).length > 0)
  const values = alternatives.map((alternative: unknown, index) => {
    const part = parts[index] as Part
    const names = targets.filter(([, target]) => target === part.value).map(([name]) => name)
    const constants = names.length > 0 ? names : constantsOf(document, part, propertyName)
    const reference = isData(alternative) ? alternative.$ref : undefined
    return constants.length === 0 && isNamed && typeof reference === 'string' ? keysOf(reference).slice(-1) : constants
  })
  const all = values.flat()
  if (all.length === 0 || new Set(all).size < all.length) return undefined
  const isRequired = parts.every(
    (part, index) => values[index]?.length === 0 || isRequiredIn(document, part, propertyName),
  )
  return { keyword, property: propertyName, values, isRequired }
}

function isRequiredIn(document: ApiDocument, alternative: Part, name: string): boolean {
  const members = document.members(alternative).map(({ value }) => value)
  return (
    members.some(({ type }) => type === 'object') &&
    members.some(({ required }) => Array.isArray(required) && required.includes(name))
  )
}

/** Returns the schema that an entry of a mapping names: by its reference, or by its name. */
function targetOf(document: ApiDocument, reference: unknown, at: string): unknown {
  const $ref = /[#/.]/.test(String(reference)) ? String(reference) : pointer('#/components/schemas', String(reference))
  try {
    return document.resolve({ value: { $ref }, at }).value
  } catch (error) {
    // An entry that leads nowhere picks nothing.
    if (error instanceof MynahError) return undefined
    throw error
  }
}

/** Returns the values that an alternative itself allows for a property. */
function constantsOf(document: ApiDocument, alternative: Part, name: string): unknown[] {
  return propertiesOf(document, alternative, name).flatMap((property) =>
    document.members(property).flatMap(({ value }) => {
      if (value.const !== undefined) return [value.const]
      return Array.isArray(value.enum) ? value.enum : []
    }),
  )
}

/** Returns the schemas that the members of an alternative have for a property. */
function propertiesOf(document: ApiDocument, alternative: Part, name: string): Part[] {
  return document.members(alternative).flatMap(({ value: { properties }, at }) => {
    return isData(properties) && Object.hasOwn(properties, name) ? [{ value: properties[name], at }] : []
  })
}

/**
 * Replaces alternatives by conditions: only the alternative that the property picks is checked, and all if it may be missing and is.
 * `make` makes a schema that the validator counts.
 */
export function pickAlternative(
  schema: Schema,
  { keyword, property, values, isRequired }: Discriminator,
  make: (members: Schema) => Schema,
): void {
  const alternatives = schema[keyword] as readonly Schema[]
  delete schema[keyword]
  const isOneOf = (names: readonly unknown[]) =>
    make({ type: 'object', required: [property], properties: { [property]: make({ enum: [...names] }) } })
  const known = isOneOf(values.flat())
  const others = alternatives.filter((_, index) => values[index]?.length === 0)
  const picked = alternatives.flatMap((alternative, index) => {
    const names = values[index] ?? []
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    return names.length > 0 ? [make({ if: isOneOf(names), then: alternative })] : []
  })
  const decided = [others.length > 0 ? make({ anyOf: [known, ...others] }) : known, ...picked]
  const isThere = make({ type: 'object', required: [property] })
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  const either = make({ if: isThere, then: make({ allOf: decided }), else: make({ [keyword]: alternatives }) })
  schema.allOf = [...(schema.allOf ?? []), ...(isRequired ? decided : [either])]
}
