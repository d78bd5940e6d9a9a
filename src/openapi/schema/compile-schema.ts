import { format as formats, type Schema } from '@cfworker/json-schema'

/** Whether a value keeps a schema. */
export type IsValid = (value: unknown) => boolean

type AnySchema = Schema | boolean

/** Compiles one keyword; `compile` compiles a schema within it. */
type KeywordCompiler = (schema: Schema, compile: (inner: AnySchema) => IsValid) => IsValid

const KEYWORDS: Readonly<Record<string, KeywordCompiler>> = {
  type: ({ type }) => {
    const types = [type].flat()
    return (value) => types.some((one) => isOfType(value, one as string))
  },
  enum: ({ enum: values = [] }, compile) => {
    const isConstant = new Set(values)
    // Objects are compared in depth, which the validator does.
    return values.some((value) => typeof value === 'object' && value !== null)
      ? compile({ anyOf: values.map((value) => ({ const: value })) })
      : (value) => isConstant.has(value)
  },
  required: ({ required = [] }) => whenObject((value) => required.every((name) => Object.hasOwn(value, name))),
  properties: ({ properties = {} }, compile) => {
    const checks = Object.entries(properties).map(([name, inner]) => [name, compile(inner)] as const)
    return whenObject((value) => checks.every(([name, isValid]) => !Object.hasOwn(value, name) || isValid(value[name])))
  },
  additionalProperties: ({ properties = {}, additionalProperties = true }, compile) => {
    const isValid = compile(additionalProperties)
    return whenObject((value) =>
      Object.keys(value).every((name) => Object.hasOwn(properties, name) || isValid(value[name])),
    )
  },
  items: ({ items = true }, compile) => {
    const isValid = compile(items as AnySchema)
    return (value) => !Array.isArray(value) || value.every((item) => isValid(item))
  },
  allOf: ({ allOf = [] }, compile) => {
    const members = allOf.map(compile)
    return (value) => members.every((isValid) => isValid(value))
  },
  anyOf: ({ anyOf = [] }, compile) => {
    const members = anyOf.map(compile)
    return (value) => members.some((isValid) => isValid(value))
  },
  oneOf: ({ oneOf = [] }, compile) => {
    const members = oneOf.map(compile)
    return (value) => members.filter((isValid) => isValid(value)).length === 1
  },
  format: ({ format = '' }) => {
    const isFormat = formats[format] ?? (() => true)
    return (value) => typeof value !== 'string' || isFormat(value)
  },
}

/**
 * Compiles a schema to a function. The validator reads a schema again for each value, and names each part of it, for its
 * errors: that is most of the cost of a check whose value is valid. So the frequent keywords are compiled. A schema with
 * another keyword is left to `validate` as a whole, since that keyword may depend on the ones beside it.
 */
export function compileSchema(
  root: AnySchema,
  lookup: Readonly<Record<string, AnySchema>>,
  validate: (value: unknown, schema: Schema) => boolean,
): IsValid {
  const known = new Map<string, IsValid>()
  /** Compiled when it is first asked: schemas refer to each other in circles. */
  const compileReference = (reference: string): IsValid => {
    return (value) => {
      const compiled = known.get(reference) ?? compile(lookup[reference] as AnySchema)
      known.set(reference, compiled)
      return compiled(value)
    }
  }
  const compile = (schema: AnySchema): IsValid => {
    if (typeof schema === 'boolean') return () => schema
    const names = Object.keys(schema)
    if (!names.every((name) => name === '$ref' || isCompiled(name, schema))) return (value) => validate(value, schema)
    const checks = names.map((name) =>
      name === '$ref' ? compileReference(schema.$ref as string) : (KEYWORDS[name] as KeywordCompiler)(schema, compile),
    )
    return checks.length === 1 ? (checks[0] as IsValid) : (value) => checks.every((isValid) => isValid(value))
  }
  return compile(root)
}

/** Elements one by one, a form of `items` in older drafts, are left to the validator. */
function isCompiled(name: string, schema: Schema): boolean {
  return Object.hasOwn(KEYWORDS, name) && !(name === 'items' && Array.isArray(schema.items))
}

function whenObject(isValid: (value: Readonly<Record<string, unknown>>) => boolean): IsValid {
  return (value) =>
    typeof value !== 'object' ||
    value === null ||
    Array.isArray(value) ||
    isValid(value as Readonly<Record<string, unknown>>)
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    case 'integer':
      return typeof value === 'number' && value % 1 === 0
    default:
      return typeof value === type
  }
}
