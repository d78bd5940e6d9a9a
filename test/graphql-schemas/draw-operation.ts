import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedOutputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isUnionType,
} from 'graphql'
import { drawn } from '../openapi-documents/mutants.ts'

/** How many fields each selection set has at most, and how many levels there are below the root. */
const LEAVES = 3
const OBJECTS = 2
const LEVELS = 3

/** The name of a `__typename` that the schema fills in. */
export const FILLED_IN = 'filledIn'

/** An operation with its variables. */
interface DrawnOperation {
  readonly document: string
  readonly variables: Record<string, unknown>
}

/** Draws a query with one root field. Each field has a name of its own, so that no two of them conflict. */
export function drawOperation(schema: GraphQLSchema, random: () => number): DrawnOperation {
  const variables: Record<string, unknown> = {}
  const declared: string[] = []
  let count = 0
  const one = <Item>(items: readonly Item[]) => drawn(items, 1, random)[0] as Item

  function argumentOf({ name, type }: GraphQLArgument): string {
    if (random() < 0.5) return `${name}: ${literalOf(type)}`
    const variable = `v${count++}`
    declared.push(`$${variable}: ${type}`)
    variables[variable] = leastValue(type)
    return `${name}: $${variable}`
  }

  function field(declaration: GraphQLField<unknown, unknown>, levels: number): string {
    const given = declaration.args.filter(isNeeded).map(argumentOf).join(', ')
    const name = `f${count++}: ${declaration.name}${given && `(${given})`}`
    const type = getNamedType(declaration.type)
    return isLeafType(type) ? name : `${name} ${selection(type, levels)}`
  }

  function selection(type: GraphQLNamedOutputType, levels: number): string {
    const fields = 'getFields' in type && !isUnionType(type) ? Object.values(type.getFields()) : []
    const [leaves, objects] = [true, false].map((wanted) =>
      fields.filter((one) => isLeafType(getNamedType(one.type)) === wanted),
    )
    const parts = [isAbstractType(type) ? '__typename' : `${FILLED_IN}: __typename`]
    parts.push(...drawn(leaves ?? [], LEAVES, random).map((leaf) => field(leaf, levels)))
    if (levels > 0) parts.push(...drawn(objects ?? [], OBJECTS, random).map((object) => field(object, levels - 1)))
    if (isAbstractType(type)) {
      for (const possible of drawn(schema.getPossibleTypes(type), 2, random)) {
        parts.push(`... on ${possible.name} ${selection(possible, levels - 1)}`)
      }
    }
    return `{ ${parts.join(' ')} }`
  }

  const root = schema.getQueryType()
  const body = field(one(Object.values(root?.getFields() ?? {})), LEVELS)
  return { document: `query Drawn${declared.length > 0 ? `(${declared.join(', ')})` : ''} { ${body} }`, variables }
}

function isNeeded({ type, defaultValue }: { type: GraphQLInputType; defaultValue?: unknown }): boolean {
  return isNonNullType(type) && defaultValue === undefined
}

function neededOf(type: GraphQLInputObjectType): GraphQLInputField[] {
  const fields = Object.values(type.getFields())
  return type.isOneOf ? fields.slice(0, 1) : fields.filter(isNeeded)
}

/** Values of the built-in scalars; those of others are any text. */
const SCALARS: Readonly<Record<string, unknown>> = { Int: 1, Float: 1.5, Boolean: true }

/** Returns the least value of a type, as JSON. */
function leastValue(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return leastValue(type.ofType)
  if (isListType(type)) return [leastValue(type.ofType)]
  if (isEnumType(type)) return type.getValues()[0]?.name
  if (!isInputObjectType(type)) return SCALARS[type.name] ?? '1'
  return Object.fromEntries(neededOf(type).map((field) => [field.name, leastValue(field.type)]))
}

/** Returns the least value of a type, as a document has it. */
function literalOf(type: GraphQLInputType): string {
  if (isNonNullType(type)) return literalOf(type.ofType)
  if (isListType(type)) return `[${literalOf(type.ofType)}]`
  if (isEnumType(type)) return String(leastValue(type))
  if (!isInputObjectType(type)) return JSON.stringify(leastValue(type))
  return `{ ${neededOf(type)
    .map((field) => `${field.name}: ${literalOf(field.type)}`)
    .join(', ')} }`
}
