import {
  buildClientSchema,
  buildSchema,
  execute,
  type GraphQLOutputType,
  GraphQLSchema,
  getVariableValues,
  type IntrospectionQuery,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { drawn } from '../openapi-documents/mutants.ts'

type Data = Readonly<Record<string, unknown>>

/** A request and the data of its stub. */
interface Asked {
  readonly document: string
  readonly variables: Data
  readonly data?: unknown
}

/** The verdicts of graphql-js 16, a copy of its own beside the one that mynah uses. */
export interface Oracle {
  readonly schema: GraphQLSchema
  /** Whether a server takes a request. */
  takesRequest(asked: Asked): boolean
  /** Returns what a server sends that has this data; `undefined` if it cannot send it. */
  completed(asked: Asked): Promise<unknown>
  /** Returns what a server with random data sends. */
  randomData(asked: Asked, random: () => number): Promise<unknown>
}

/** Directives that ask for a result in parts. */
const PARTS = ['defer', 'stream']

export function createOracle(source: string | { readonly data: IntrospectionQuery } | IntrospectionQuery): Oracle {
  const options = { assumeValid: true }
  const read =
    typeof source === 'string'
      ? buildSchema(source, options)
      : buildClientSchema('data' in source ? source.data : source, options)
  const { directives, ...config } = read.toConfig()
  const schema = new GraphQLSchema({ ...config, directives: directives.filter(({ name }) => !PARTS.includes(name)) })
  for (const type of Object.values(schema.getTypeMap())) {
    // Without it graphql-js takes any value as an object.
    if (isObjectType(type)) type.isTypeOf = isRecord
  }
  const run = (
    { document, variables, data }: Asked,
    fieldResolver: (source: Data, key: string | number, type: GraphQLOutputType) => unknown,
  ) =>
    execute({
      schema,
      document: parse(document),
      variableValues: variables,
      rootValue: data,
      fieldResolver: (source, _args, _context, { path, returnType }) => fieldResolver(source, path.key, returnType),
      typeResolver: (value) => (isRecord(value) ? String(value.__typename) : undefined),
    })
  return {
    schema,
    takesRequest({ document, variables }) {
      try {
        const parsed = parse(document)
        if (validate(schema, parsed).length > 0) return false
        const [operation] = parsed.definitions as readonly OperationDefinitionNode[]
        return !getVariableValues(schema, operation?.variableDefinitions ?? [], variables).errors
      } catch {
        return false
      }
    },
    async completed(asked) {
      const { data, errors } = await run(asked, (source, key) => {
        if (source[key] === undefined) throw new Error('It is absent')
        return source[key]
      })
      return errors ? undefined : data
    },
    async randomData(asked, random) {
      const { data, errors } = await run({ ...asked, data: {} }, (_source, _key, type) =>
        randomValue(schema, type, random),
      )
      if (errors) throw errors[0]
      return data
    },
  }
}

function isRecord(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const SCALARS: Readonly<Record<string, unknown>> = { Int: 1, Float: 1.5, Boolean: true, ID: '7' }

function randomValue(schema: GraphQLSchema, type: GraphQLOutputType, random: () => number): unknown {
  if (!isNonNullType(type) && random() < 0.05) return null
  const one = <Item>(items: readonly Item[]) => drawn(items, 1, random)[0]
  const inner = isNonNullType(type) ? type.ofType : type
  if (isListType(inner)) return [0, 1].map(() => randomValue(schema, inner.ofType, random))
  if (isEnumType(inner)) return one(inner.getValues())?.name
  if (isLeafType(inner)) return SCALARS[inner.name] ?? 'x'
  return isAbstractType(inner) ? { __typename: one(schema.getPossibleTypes(inner))?.name } : {}
}
