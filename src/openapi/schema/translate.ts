import { format as formats, type Schema } from '@cfworker/json-schema'
import { getOrAdd } from '../../core/get-or-add.ts'
import { show } from '../../core/show.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { type ApiDocument, type Data, isData, type Part, pointer, refuseDocument } from '../document/document.ts'
import { type Applied, NOTHING_APPLIED, reachedFrom, SAME_VALUE } from './applied.ts'
import type { CheckedValue } from './checked-value.ts'
import { pickAlternative, readDiscriminator } from './discriminator.ts'
import { mendPattern } from './mend-pattern.ts'

/** The keywords that are copied if their value is a number. */
const LIMIT = /^(min|max|exclusiveMin|exclusiveMax)(imum|Length|Items|Contains|Properties)$/

/** The keywords that are copied, each with the check of its value. */
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  const: (value) => value !== undefined,
  enum: Array.isArray,
  format: (value) => typeof value === 'string' && Object.hasOwn(formats, value),
  multipleOf: (value) => isNumber(value) && value > 0,
  dependentRequired: isPlainObject,
  // No check reads it, but the least value is made of it.
  default: (value) => value !== undefined,
}

/** Takes no value. The validator's error for `false` has no place in the schema. */
export const NOTHING: Schema = { not: {}, title: 'nothing' }

/** The keywords whose value is a schema, a list of schemas or a map of them. */
const SCHEMA = /^(items|additionalProperties|not)$/
const SCHEMA_SINCE_31 = /^(additionalItems|contains|else|if|propertyNames|then|unevaluatedItems|unevaluatedProperties)$/
const LIST = /^(allOf|anyOf|oneOf|prefixItems)$/
const MAP = /^(properties|patternProperties|dependentSchemas)$/
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

/**
 * Translates the schemas of a document to JSON Schema: it removes unknown types, replaces `nullable` of 3.0, removes required
 * fields that only the other side sends, and writes references as keys of `lookup`.
 */
export class Translation {
  readonly #document: ApiDocument
  readonly #excused: 'readOnly' | 'writeOnly'
  readonly #checked: CheckedValue
  /** The schemas that references lead to, by their pointers. */
  readonly lookup: Record<string, Schema | boolean> = Object.create(null)
  /** The schemas of references that are still to be translated. */
  readonly #pending: { readonly key: string; readonly part: Part; readonly applied: Applied }[] = []
  /** The translated schemas: YAML may have the same one at many places. */
  readonly #known = new WeakMap<object, Schema>()
  /** The schemas that are being translated, with their places: one that is met again contains itself, as in a dereferenced document. */
  readonly #open = new Map<object, string>()
  /**
   * The schemas in circles that are applied to the same value already. To apply one of them again would never end, and say
   * nothing more: the children of a base are `allOf` the base, and the base is `oneOf` its children.
   */
  #applied = NOTHING_APPLIED

  /** `excused` is the flag of fields that may be missing. */
  constructor(document: ApiDocument, excused: 'readOnly' | 'writeOnly', checked: CheckedValue) {
    this.#document = document
    this.#excused = excused
    this.#checked = checked
  }

  /** Translates a schema, and all schemas that it reaches. A translation that has thrown is incomplete, and of no use any more. */
  translate(part: Part): Schema | boolean {
    const root = this.#schema(part)
    for (let next = this.#pending.pop(); next; next = this.#pending.pop()) {
      this.#applied = next.applied
      this.lookup[next.key] = this.#schema(next.part)
      this.#applied = NOTHING_APPLIED
    }
    return root
  }

  #schema(part: Part, excused: readonly string[] = []): Schema | boolean {
    const { value, at } = part
    if (typeof value === 'boolean') return value || NOTHING
    if (!isData(value)) refuseDocument(`a schema is an object, not ${show(value)}`, at)
    const outer = this.#open.get(value)
    if (outer !== undefined) return this.#schemaOf(this.#reference({ value, at: outer }))
    const make = () => {
      this.#open.set(value, at)
      const translated = this.#translated(value, at, excused)
      this.#open.delete(value)
      return translated
    }
    return excused.length > 0 || this.#applied.size > 0 ? make() : getOrAdd(this.#known, value, make)
  }

  #schemaOf(members: Schema): Schema {
    return Object.assign(Object.create(this.#checked.prototype), members)
  }

  #translated(value: Data, at: string, excused: readonly string[]): Schema {
    const result = this.#schemaOf({})
    if (typeof value.$ref === 'string') {
      Object.assign(result, this.#reference(this.#document.target(value.$ref, at)))
      // OpenAPI 3.0 ignores other keys beside a reference.
      if (this.#document.version === '3.0') return result
    }
    const excusedHere = value.required || value.allOf ? [...excused, ...this.#excusedOf({ value, at })] : excused
    for (const [keyword, inner] of Object.entries(value)) {
      const applied = this.#applied
      if (!SAME_VALUE.includes(keyword)) this.#applied = NOTHING_APPLIED
      const translated = this.#keyword(keyword, { value: inner, at: pointer(at, keyword) }, excusedHere)
      this.#applied = applied
      if (translated !== undefined) result[keyword] = translated
    }
    if (value.uniqueItems === true) result.allOf = [...(result.allOf ?? []), this.#checked.uniqueItems]
    if (typeof value.exclusiveMinimum === 'boolean') exclude(result, value, 'minimum', 'exclusiveMinimum')
    if (typeof value.exclusiveMaximum === 'boolean') exclude(result, value, 'maximum', 'exclusiveMaximum')
    const discriminator = readDiscriminator(this.#document, { value, at })
    if (discriminator && !excusedHere.includes(discriminator.property)) {
      pickAlternative(result, discriminator, (members) => this.#schemaOf(members))
    }
    return value.nullable === true && this.#document.version === '3.0' ? orNull(result) : result
  }

  /** Returns the translated value of a keyword; `undefined` if the value is of no use. */
  #keyword(keyword: string, part: Part, excused: readonly string[]): unknown {
    const { value, at } = part
    const inner = (item: unknown, key: string | number) =>
      this.#schema({ value: item, at: pointer(at, key) }, keyword === 'allOf' ? excused : [])
    if (keyword === 'type') return typeIn(value)
    if (keyword === 'required')
      return Array.isArray(value) ? value.filter((name) => !excused.includes(name)) : undefined
    if (keyword === 'pattern') return mendPattern(value)
    if (LIMIT.test(keyword)) return isNumber(value) ? value : undefined
    if (LIST.test(keyword)) return isFilled(value) ? withoutCopies(keyword, value.map(inner)) : undefined
    if (MAP.test(keyword)) return isData(value) ? this.#map(keyword, value, inner) : undefined
    if (SCHEMA.test(keyword) || (SCHEMA_SINCE_31.test(keyword) && this.#document.version !== '3.0')) {
      return Array.isArray(value) ? value.map(inner) : this.#schema(part)
    }
    return PLAIN[keyword]?.(value) ? value : undefined
  }

  #map(keyword: string, map: Data, inner: (item: unknown, key: string) => Schema | boolean): Record<string, Schema> {
    const entries = Object.entries(map).flatMap(([name, item]) => {
      const key = keyword === 'patternProperties' ? mendPattern(name) : name
      return key === undefined ? [] : [[key, inner(item, name)] as const]
    })
    return Object.fromEntries(entries) as Record<string, Schema>
  }

  /** Returns a reference to a schema, which will be translated; a schema of any value if it is applied already. */
  #reference(target: Part): Schema {
    if (this.#applied.has(target.value)) return {}
    const around = reachedFrom(this.#document, target, this.#applied)
    const names = around.map((one) => this.#applied.get(one))
    // Alone, the schema says more than within these.
    const key = [...names, target.at].join(' ')
    if (!(key in this.lookup)) {
      this.lookup[key] = true
      const isInCircle = around.length > 0 || reachedFrom(this.#document, target, new Set([target.value])).length > 0
      const applied = new Map(around.map((one, index) => [one, names[index] as string] as const))
      this.#pending.push({ key, part: target, applied: isInCircle ? applied.set(target.value, target.at) : applied })
    }
    return { $ref: key }
  }

  /** Returns the names of the properties that may be missing. */
  #excusedOf(schema: Part): string[] {
    return this.#document.members(schema).flatMap(({ value: { properties }, at }) => {
      if (!isData(properties)) return []
      const isExcused = (value: unknown) =>
        this.#document.members({ value, at }).some((one) => one.value[this.#excused] === true)
      return Object.keys(properties).filter((name) => isExcused(properties[name]))
    })
  }
}

/** Returns the types that JSON Schema has. */
function typeIn(value: unknown): unknown {
  const types = [value].flat().filter((type) => TYPES.includes(type as string))
  return types.length === 0 ? undefined : Array.isArray(value) ? types : types[0]
}

function isFilled(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0
}

/** Removes alternatives that are there twice: the validator tries each, and such schemas within each other double its work. */
function withoutCopies(keyword: string, schemas: readonly (Schema | boolean)[]): unknown[] {
  if (keyword !== 'anyOf' && keyword !== 'allOf') return [...schemas]
  const isReference = (schema: Schema | boolean) => typeof schema === 'object' && Object.keys(schema).join() === '$ref'
  return [...new Map(schemas.map((one) => [isReference(one) ? (one as Schema).$ref : one, one])).values()]
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

/** Writes an excluded limit, a flag in draft 4, as the number of later drafts. */
function exclude(result: Schema, value: Data, limit: 'minimum' | 'maximum', flag: string): void {
  if (value[flag] !== true || !isNumber(value[limit])) return
  delete result[limit]
  result[flag] = value[limit]
}

/** Returns a schema that also allows `null`. */
function orNull(schema: Schema): Schema {
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] }
}
