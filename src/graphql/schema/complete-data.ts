import {
  type DocumentNode,
  executeSync,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  visit,
} from 'graphql'
import { listed } from '../../core/refusal.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import { type Path, placeOf, type SchemaViolation, violationAt } from './violations.ts'

/** A document with the operation that is meant. */
export interface AskedDocument {
  /** The text of a document, or its AST. */
  readonly document: unknown
  readonly operationName: string | undefined
  /** `undefined` while no request has come: a declaration is checked without them. */
  readonly variables: Readonly<Record<string, unknown>> | undefined
}

/** A result, as GraphQL sends it. */
export interface CheckedResult {
  readonly data?: unknown
  readonly errors?: readonly unknown[]
  readonly extensions?: unknown
}

/** The link of a path in the argument of a field's resolver. */
interface PathLink {
  readonly key: string | number
  readonly prev: PathLink | undefined
}

/**
 * Completes the `data` of a result by graphql-js's own `execute`, which takes each field from the data: `__typename` is filled in,
 * fields that were not selected are dropped. A selected field that is absent is a violation, unless an error has its path.
 */
export function completeData(
  schema: GraphQLSchema,
  { document, operationName, variables }: AskedDocument & { readonly document: DocumentNode },
  result: CheckedResult,
): { readonly result: CheckedResult; readonly violations: readonly SchemaViolation[] } {
  const { data, errors = [] } = result
  const excused = new Set(
    errors.flatMap((error) => (isPlainObject(error) && isPath(error.path) ? placeOf(error.path) : [])),
  )
  const violations = new Map<string, SchemaViolation>()
  const types = new Map<string, GraphQLOutputType>()
  const executed = executeSync({
    schema,
    document: asWhole(variables ? document : withoutConditions(document)),
    operationName,
    rootValue: data,
    variableValues: variables ?? {},
    fieldResolver(source: Readonly<Record<string, unknown>>, _args, _context, { path, returnType }) {
      const value = Object.hasOwn(source, path.key) ? source[path.key] : undefined
      const at = placeOf(keysOf(path))
      types.set(at, returnType)
      if (value === undefined && !excused.has(at)) {
        const received = isNonNullType(returnType) ? 'nothing' : 'nothing; write null'
        violations.set(at, { at, expected: String(returnType), received })
      }
      if (!isRightKind(returnType, value)) throw new Error('It is of another kind')
      return value
    },
    typeResolver: (value: unknown) => (isPlainObject(value) ? (value.__typename as string | undefined) : undefined),
  })
  // Without its required variables nothing is executed, and the request is refused for it.
  if (!executed.data && types.size === 0) return { result, violations: [] }
  const possible = (type: GraphQLOutputType) =>
    isAbstractType(type) ? listed(schema.getPossibleTypes(type).map(({ name }) => name)) : ''
  for (const { path = [] } of executed.errors ?? []) {
    const at = placeOf(path)
    const field = types.get(at.replace(/(?:\[\d+\])+$/, ''))
    if (!field || violations.has(at) || excused.has(at)) continue
    const violation = violationAt(data, path, field, possible)
    violations.set(violation.at, violation)
  }
  return { result: { ...result, data: executed.data }, violations: [...violations.values()] }
}

function isPath(path: unknown): path is Path {
  return Array.isArray(path)
}

function keysOf(link: PathLink | undefined): Path {
  return link ? [...keysOf(link.prev), link.key] : []
}

/** Whether objects and lists are where the schema has them. `execute` completes the rest. */
function isRightKind(type: GraphQLOutputType, value: unknown): boolean {
  if (value === undefined || value === null || !isCompositeType(getNamedType(type))) return true
  const inner = getNullableType(type)
  if (isListType(inner)) return Array.isArray(value) && value.every((item) => isRightKind(inner.ofType, item))
  return isPlainObject(value)
}

/** Makes a schema whose fields take no arguments: what they are does not matter to data that is there. */
export function withoutArguments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) Object.assign(field, { args: [] })
  }
  return schema
}

/** Leaves out what asks for a result in parts: a stub sends it as a whole, and `execute` would return it in parts. */
function asWhole(document: DocumentNode): DocumentNode {
  return visit(document, { Directive: ({ name }) => (/^(?:defer|stream)$/.test(name.value) ? null : undefined) })
}

/** Leaves out what depends on variables, before there are any. */
function withoutConditions(document: DocumentNode): DocumentNode {
  const leave = ({ directives = [] }: { directives?: DocumentNode['definitions'][number]['directives'] }) =>
    directives.some(({ arguments: args = [] }) => args.some(({ value }) => value.kind === Kind.VARIABLE))
      ? null
      : undefined
  return visit(document, {
    VariableDefinition: () => null,
    Field: leave,
    InlineFragment: leave,
    FragmentSpread: leave,
  })
}
