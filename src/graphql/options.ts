import { checkOptions, type OptionTable } from '../core/options.ts'
import { refuseCall } from '../core/refusal.ts'
import { quote, showWritten } from '../core/show.ts'
import { isObject, isPlainObject } from '../core/type-guards.ts'
import { isDocument, sourceOf } from './document.ts'
import { createProtocol, type GraphqlProtocol, type Persisted } from './read-request.ts'
import type { SchemaCheck } from './schema/schema.ts'

/** The consequence of what breaks the schema: an error, a warning on the console, or nothing. */
export type GraphqlCheck = 'error' | 'warn' | 'off'

/** The options of `graphql`. */
export interface GraphqlOptions {
  /** What `schema` of `mynah/graphql-schema` returns: requests and results are checked against it. */
  readonly schema?: SchemaCheck
  /** The documents that clients send by a hash or an id, by that hash or id. */
  readonly persisted?: Readonly<Record<string, string | object>>
  /** The consequence of a request that the schema does not take; `'error'` by default. */
  readonly requests?: GraphqlCheck
  /** The consequence of a result that breaks the schema; `'error'` by default. */
  readonly responses?: GraphqlCheck
  /** The operations that are not checked, each with its reason: `{ 'query GetUser': 'the server omits them' }`. */
  readonly ignore?: Readonly<Record<string, string>>
}

/** An endpoint, as its stubs share it. */
export interface Endpoint {
  readonly path: string
  readonly protocol: GraphqlProtocol
  readonly persisted: Persisted
  readonly schema: SchemaCheck | undefined
  readonly requests: GraphqlCheck
  readonly responses: GraphqlCheck
  readonly ignore: Readonly<Record<string, string>>
}

const MODES = ['error', 'warn', 'off']
const MODE: OptionTable[string] = {
  isRight: (value) => MODES.includes(value as never),
  wanted: `one of ${MODES.map(quote).join(', ')}`,
}
const OPTIONS: OptionTable = {
  schema: {
    isRight: (value) => isObject(value) && 'complete' in value,
    wanted: 'what schema() of mynah/graphql-schema returns',
  },
  persisted: {
    isRight: (value) => isPlainObject(value) && Object.values(value).every(isDocument),
    wanted: 'an object of hashes or ids, and documents',
  },
  requests: MODE,
  responses: MODE,
  ignore: {
    isRight: (value) =>
      isPlainObject(value) &&
      Object.values(value).every((reason) => typeof reason === 'string' && reason.trim() !== ''),
    wanted: 'an object of operations and reasons',
  },
}

/** @throws {RouteDefinitionError} for an endpoint that is no text, and for an option that is unknown or has a wrong value. */
export function parseEndpoint(path: unknown, options: GraphqlOptions): Endpoint {
  if (typeof path !== 'string')
    return refuseCall(`graphql(${showWritten(path)})`, 'it takes the path or the URL of the endpoint')
  checkOptions('graphql', `${quote(path)}, `, options, OPTIONS)
  const { schema, requests = 'error', responses = 'error', ignore = {} } = options
  const persisted = Object.fromEntries(
    Object.entries(options.persisted ?? {}).map(([id, document]) => [id, sourceOf(document)]),
  )
  return { path, protocol: createProtocol(persisted), persisted, schema, requests, responses, ignore }
}
