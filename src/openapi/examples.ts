import { isBodiless } from '../core/http-rules.ts'
import { parsedJson } from '../core/json.ts'
import { text } from '../core/reply/named-replies.ts'
import { record } from '../core/request.ts'
import { isObject } from '../core/type-guards.ts'
import { type ApiDocument, type Data, isData, isUnreadable, type Part, pointer } from './document/document.ts'
import { isJson } from './document/media-type.ts'
import type { Operation } from './document/operation.ts'
import type { CompiledSchema, Schemas } from './schema/schemas.ts'
import { type Violation, violationsOf } from './schema/violations.ts'

/** An operation's own example for its lowest status of success. */
export interface Example {
  readonly status: number
  /** The response of the stub. */
  readonly response: unknown
  readonly type: string | undefined
  /** All violations of the example's own schema; `undefined` for an example that keeps it. */
  readonly violations: (() => Violation[]) | undefined
}

/** An example, if there is one: `null` is one too. */
type Found = { readonly value: unknown } | undefined

/** Reads the example of a status, if it has one: the first one, or the one of a name. It never invents values. */
export function readExample(
  operation: Operation,
  schemas: Schemas,
  isIgnored: (key: string) => boolean,
  status: number | undefined,
  name?: string,
): Example | undefined {
  const response = status === undefined ? undefined : operation.response(status)
  if (status === undefined || !response) return undefined
  const found = { status, violations: undefined }
  // The first JSON type, or else the first type.
  const content = response.content.filter(([, media]) => name === undefined || namesIn(media).includes(name))
  const chosen = content.find(([type]) => isJson(type)) ?? content[0]
  if (!chosen && name !== undefined) return undefined
  if (!chosen || operation.method === 'HEAD' || isBodiless(status)) {
    return { ...found, response: undefined, type: undefined }
  }
  const [type, media] = chosen
  const written =
    name === undefined ? exampleOf(operation.document, media) : namedExample(operation.document, media, name)
  if (!written) return undefined
  const isRange = type.includes('*')
  if (!isJson(type) && (!isRange || typeof written.value === 'string')) {
    if (typeof written.value !== 'string' || isRange) return undefined
    return { ...found, response: text(written.value), type }
  }
  const example = { ...found, response: written.value, type: isRange ? undefined : type }
  try {
    const schema = schemas.schemaOf(media, 'response')
    const kept = [() => written.value, () => asJson(written.value)].find((read) => isKept(schema, read()))
    return kept || isIgnored(response.key)
      ? { ...example, response: kept ? kept() : written.value }
      : { ...example, violations: () => violationsOf(schema, written.value) }
  } catch (error) {
    if (isUnreadable(error) && isIgnored(response.key)) return example
    throw error
  }
}

function isKept(schema: CompiledSchema, value: unknown): boolean {
  return value !== undefined && schema.isValid(value)
}

/** Many documents write a JSON example as a string, and parsers of YAML make dates of texts. */
function asJson(value: unknown): unknown {
  return parsedJson(typeof value === 'string' ? value : JSON.stringify(value))
}

/** Returns the example of a media type: its `example`, the first of its `examples`, or its schema's example. */
function exampleOf(document: ApiDocument, media: Part<Data>): Found {
  const schema = { value: media.value.schema, at: pointer(media.at, 'schema') }
  return declaredExample(document, media) ?? fromSchema(document, schema, new Map())
}

/** Returns `example`, or the first of `examples`, which is a map of objects here. */
export function declaredExample(document: ApiDocument, { value, at }: Part<Data>): Found {
  if (value.example !== undefined) return { value: value.example }
  return namesIn({ value }).flatMap((name) => namedExample(document, { value, at }, name) ?? [])[0]
}

/** Returns the example of a name; `undefined` if its value is elsewhere (`externalValue`). */
function namedExample(document: ApiDocument, { value, at }: Part<Data>, name: string): Found {
  const found = entryOf(document, { value, at }, name)
  return found?.value === undefined ? undefined : { value: found.value }
}

function entryOf(document: ApiDocument, { value, at }: Part<Data>, name: string): Data | undefined {
  const written = (value.examples as Data)[name]
  const found = document.resolve({ value: written, at: pointer(pointer(at, 'examples'), name) }).value
  return isData(found) ? found : undefined
}

function namesIn({ value: { examples } }: Pick<Part<Data>, 'value'>): string[] {
  return isData(examples) ? Object.keys(examples) : []
}

/** Returns the names of the examples of a status, each with the place of its value if that is elsewhere (`externalValue`). */
export function exampleNames(operation: Operation, status: number): Map<string, unknown> {
  const named = (operation.response(status)?.content ?? []).flatMap(([, media]) =>
    namesIn(media).map((name) => [name, entryOf(operation.document, media, name)] as const),
  )
  return new Map(named.map(([name, entry]) => [name, entry?.value === undefined ? entry?.externalValue : undefined]))
}

/** The examples by their schema. Each schema is read once: schemas that refer to each other would otherwise never end. */
type Known = Map<unknown, Found>

/** Returns the example of a schema: its own, or one composed of the examples of its parts. */
function fromSchema(document: ApiDocument, part: Part, known: Known): Found {
  const { value: schema, at } = document.resolve(part)
  if (known.has(schema)) return known.get(schema)
  if (!isData(schema)) return undefined
  // A schema that contains itself has no end. The inner one has no example then.
  known.set(schema, undefined)
  const inner = (value: unknown, key: string) => fromSchema(document, { value, at: pointer(at, key) }, known)
  const found = readSchema(schema, inner)
  known.set(schema, found)
  return found
}

function readSchema(schema: Data, inner: Inner): Found {
  if (schema.example !== undefined) return { value: schema.example }
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return { value: schema.examples[0] }
  if (schema.const !== undefined) return { value: schema.const }
  const alternatives = schema.oneOf ?? schema.anyOf
  const [alternative] = Array.isArray(alternatives) ? alternatives.flatMap((one) => inner(one, 'oneOf') ?? []) : []
  if (alternative) return alternative
  if (Array.isArray(schema.allOf)) return merged(schema, inner)
  if (isData(schema.properties)) return fromProperties(schema, schema.properties, inner)
  const item = isData(schema.items) ? inner(schema.items, 'items') : undefined
  return item && { value: [item.value] }
}

type Inner = (value: unknown, key: string) => Found

/** Returns the examples of properties, if every required property has one. */
function fromProperties(schema: Data, properties: Data, inner: Inner): Found {
  const result = record<unknown>()
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  for (const [name, property] of Object.entries(properties)) {
    if (isData(property) && property.writeOnly === true) continue
    const found = inner(property, 'properties')
    if (found) result[name] = found.value
    else if (required.includes(name)) return undefined
  }
  return Object.keys(result).length > 0 ? { value: result } : undefined
}

/** Returns the examples of the members of an `allOf` as one object. */
function merged(schema: Data, inner: Inner): Found {
  const members = [
    ...(schema.allOf as unknown[]).map((member) => inner(member, 'allOf')),
    ...(isData(schema.properties) ? [fromProperties(schema, schema.properties, inner)] : []),
  ].filter((member) => member !== undefined)
  const [first] = members
  if (!first || !members.every(({ value }) => isObject(value) && !Array.isArray(value))) return first
  return { value: Object.assign(record<unknown>(), ...members.map(({ value }) => value)) }
}
