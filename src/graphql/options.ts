import type { Trace } from '../core/frames.ts'
import { checkOptions, type OptionRow, type OptionTable } from '../core/options.ts'
import { refuseCall } from '../core/refusal.ts'
import { quote, showWritten } from '../core/show.ts'
import { isMistake } from '../core/stub/correction.ts'
import { tryPath } from '../core/stub/parse-path.ts'
import type { Stub } from '../core/stub/stub.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { isDocument } from './document.ts'
import { createProtocol, type GraphqlProtocol } from './read-request.ts'
import type { CheckOptions, SchemaCheck } from './schema/stub-checks.ts'

/** `websocket` of `mynah/websocket`. */
export interface GraphqlTransport {
  (handlers: never, options?: never): unknown
  /** Makes the stub that opens connections for the stubs of an endpoint. @internal */
  forGraphql(path: string, trace: Trace): Stub
}

/** The options of `graphql`. */
export interface GraphqlOptions extends CheckOptions {
  /** What `schema` of `mynah/graphql-schema` returns: requests and results are checked against it. */
  readonly schema?: SchemaCheck
  /** The documents that clients send by a hash or an id, by that hash or id. */
  readonly persisted?: Readonly<Record<string, string | object>>
  /** `websocket` of `mynah/websocket`: the stubs answer over WebSockets too, by the protocol graphql-transport-ws. */
  readonly websocket?: GraphqlTransport
}

/** An endpoint, as its stubs share it. */
interface Endpoint {
  readonly path: string
  readonly protocol: GraphqlProtocol
  /** Makes the checks of a stub; `undefined` without a schema. */
  readonly checksOf: ReturnType<SchemaCheck['checksFor']> | undefined
  readonly websocket: GraphqlTransport | undefined
}

/** The schema checks its value. */
const OF_SCHEMA: OptionRow = { isRight: () => true, wanted: '' }
const OPTIONS: OptionTable = {
  schema: { isRight: (value) => 'checksFor' in Object(value), wanted: 'schema() of mynah/graphql-schema' },
  persisted: {
    isRight: (value) => isPlainObject(value) && Object.values(value).every(isDocument),
    wanted: 'an object of documents',
  },
  websocket: { isRight: (value) => 'forGraphql' in Object(value), wanted: 'websocket of mynah/websocket' },
  requests: OF_SCHEMA,
  responses: OF_SCHEMA,
  ignore: OF_SCHEMA,
}

/** @throws {RouteDefinitionError} for a wrong endpoint, and for an option that is unknown or has a wrong value. */
export function parseEndpoint(path: string, options: GraphqlOptions): Endpoint {
  const pattern = typeof path === 'string' ? tryPath(path) : { problem: 'it takes a path or a URL' }
  if (isMistake(pattern)) refuseCall(`graphql(${showWritten(path)})`, pattern.problem, undefined, pattern)
  checkOptions('graphql', `${quote(path)}, `, options, OPTIONS)
  const { schema, persisted = {}, websocket, ...checks } = options
  return { path, protocol: createProtocol(persisted), checksOf: schema?.checksFor(path, checks), websocket }
}
