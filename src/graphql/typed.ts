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

/** A result, a response helper such as `networkError()`, a `Response`, or a resolver of `Made` results. */
export type GraphqlResponse<Data, Variables, Made = GraphqlResult<Data>> =
  | GraphqlResult<Data>
  | NamedReply
  | Response
  | GraphqlResolver<Made, Variables>

/** The results of a subscription: one, or an iterable of them. */
type SubscriptionResults<Result> = Result | Iterable<Result | NamedReply> | AsyncIterable<Result | NamedReply>

/** As `GraphqlResponse`, for a subscription. */
export type SubscriptionResponse<Data, Variables, Made = GraphqlResult<Data>> =
  | SubscriptionResults<GraphqlResult<Data>>
  | NamedReply
  | Response
  | GraphqlResolver<SubscriptionResults<Made>, Variables>

/** A type parameter that is inferred elsewhere, as `NoInfer` of TypeScript 5.4 has it. */
type Fixed<Type> = [Type][Type extends unknown ? 0 : never]

type Primitive = string | number | boolean | bigint

/** Any data. Where a `Literal`, a type parameter, is expected, TypeScript keeps `'User'` and does not take it for a text. */
type Literals<Literal> =
  | Literal
  | object
  | null
  | undefined
  | { readonly [name: string]: Literals<Literal> }
  | readonly Literals<Literal>[]

/** The result of a resolver: of the document's data, with its literals kept. */
type MadeResult<Data, Literal> = GraphqlResult<Fixed<Data>> & { readonly data?: Literals<Literal> }

/** The settings of a stub of an operation. */
export interface GraphqlSettings<Variables = Record<string, unknown>> extends Settings {
  readonly match?: OperationMatch<Variables> | ((request: MatchedOperation<Variables>) => unknown)
}

/** Declares the stubs of queries, or of mutations. */
export type OperationMethod = <
  Data = object,
  Variables = Record<string, unknown>,
  Literal extends Primitive = Primitive,
>(
  operation: OperationOf<Data, Variables>,
  result: GraphqlResponse<Data, Variables, MadeResult<Data, Literal>>,
  settings?: GraphqlSettings<Variables>,
) => OperationStub<Variables>

/** Declares the stubs of subscriptions. */
type SubscriptionMethod = <Data = object, Variables = Record<string, unknown>, Literal extends Primitive = Primitive>(
  operation: OperationOf<Data, Variables>,
  results: SubscriptionResponse<Data, Variables, MadeResult<Data, Literal>>,
  settings?: GraphqlSettings<Variables>,
) => OperationStub<Variables>

/** Declares a stub of every operation, except subscriptions. */
type AnyOperationMethod = <Data = object, Variables = Record<string, unknown>, Literal extends Primitive = Primitive>(
  result: GraphqlResponse<Data, Variables, MadeResult<Data, Literal>>,
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
