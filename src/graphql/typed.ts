import type { NamedReply, ResolverContext } from '../core/reply/reply.ts'
import type { MatchedOperation, OperationMatch, OperationStub } from '../core/stub/operation-match.ts'
import type { Settings } from '../core/stub/stub.ts'
import type { DocumentAst, TypedDocument } from './document.ts'
import type { GraphqlResult } from './result.ts'

export type { MatchedOperation, OperationMatch, OperationStub }

/** An operation by its name, by a RegExp on the name, or by a document with one named operation, with types or without. */
export type OperationOf<Result, Variables> =
  | string
  | RegExp
  | DocumentAst
  | TypedDocument<Result, Variables>
  | (string & TypedDocument<Result, Variables>)

/** The argument of a resolver: that of `rest`, and the operation. */
export interface GraphqlContext<Variables = Record<string, unknown>> extends ResolverContext {
  readonly variables: Variables
  /** `undefined` for an anonymous operation. */
  readonly operationName: string | undefined
  /** The document; `undefined` if only its hash or id was sent, and is not known. */
  readonly query: string | undefined
}

/** A function that makes the result of each request. */
export type GraphqlResolver<Result, Variables> = (
  context: GraphqlContext<Variables>,
) => Result | NamedReply | Response | Promise<Result | NamedReply | Response>

/** A result, a reply with a name such as `networkError()`, a `Response`, or a resolver. */
export type GraphqlResponse<Data, Variables> =
  | GraphqlResult<Data>
  | NamedReply
  | Response
  | GraphqlResolver<GraphqlResult<Data>, Variables>

/** The results of a subscription: one, or an iterable of them. */
type SubscriptionResults<Data> =
  | GraphqlResult<Data>
  | Iterable<GraphqlResult<Data> | NamedReply>
  | AsyncIterable<GraphqlResult<Data> | NamedReply>

/** As `GraphqlResponse`, for a subscription. */
export type SubscriptionResponse<Data, Variables> =
  | SubscriptionResults<Data>
  | NamedReply
  | Response
  | GraphqlResolver<SubscriptionResults<Data>, Variables>

/** The settings of a stub of an operation. */
export interface GraphqlSettings<Variables = Record<string, unknown>> extends Settings {
  readonly match?: OperationMatch<Variables> | ((request: MatchedOperation<Variables>) => unknown)
}

/** Declares the stubs of queries, or of mutations. */
export type OperationMethod = <Data = Record<string, unknown>, Variables = Record<string, unknown>>(
  operation: OperationOf<Data, Variables>,
  result: GraphqlResponse<Data, Variables>,
  settings?: GraphqlSettings<Variables>,
) => OperationStub<Variables>

/** Declares the stubs of subscriptions. */
type SubscriptionMethod = <Data = Record<string, unknown>, Variables = Record<string, unknown>>(
  operation: OperationOf<Data, Variables>,
  results: SubscriptionResponse<Data, Variables>,
  settings?: GraphqlSettings<Variables>,
) => OperationStub<Variables>

/** Declares a stub of every operation, except subscriptions. */
type AnyOperationMethod = <Data = Record<string, unknown>, Variables = Record<string, unknown>>(
  result: GraphqlResponse<Data, Variables>,
  settings?: GraphqlSettings<Variables>,
) => OperationStub<Variables>

/** The result of `graphql`. */
export interface GraphqlApi {
  /**
   * Declares a stub of a query: `api.query('GetUser', { data: { user: { id: 1 } } })`.
   * @throws {RouteDefinitionError} if the declaration is wrong; the message shows the corrected code.
   */
  readonly query: OperationMethod
  /** As `query`, for a mutation. @throws {RouteDefinitionError} if the declaration is wrong. */
  readonly mutation: OperationMethod
  /** As `query`, for a subscription, with one result or an iterable of them. @throws {RouteDefinitionError} if the declaration is wrong. */
  readonly subscription: SubscriptionMethod
  /** Declares a stub of every query and mutation that has a document or a name. @throws {RouteDefinitionError} if the declaration is wrong. */
  readonly operation: AnyOperationMethod
}
