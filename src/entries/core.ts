export { type ErrorCode, MynahError, RouteDefinitionError } from '../core/errors.ts'
export type { Explanation, StubMiss } from '../core/explain/explain.ts'
export { UnmatchedRequestError } from '../core/explain/explain.ts'
export type { Conditions, Difference, Expectation } from '../core/match/condition.ts'
export type { Miss } from '../core/match/match.ts'
export * from '../core/match/matchers.ts'
export type { Matcher, WholeCondition } from '../core/matcher.ts'
export type { Params, ParamsOf } from '../core/params.ts'
export * from '../core/reply/named-replies.ts'
export type {
  Chunk,
  CookieOptions,
  FetchReal,
  HeaderList,
  NamedReply,
  ResolverContext,
} from '../core/reply/reply.ts'
export type { ServerSentEvent } from '../core/reply/server-sent-event.ts'
export type { HeaderRecord, RequestSnapshot, TextRecord } from '../core/request.ts'
export type {
  MatchParts,
  RequestShape,
  RestMethod,
  RestMethods,
  RestResolver,
  RestResponse,
  RestSettings,
  TypedRequest,
} from '../core/stub/rest-method.ts'
export type { Method, Settings, Stub } from '../core/stub/stub.ts'
export type { AsymmetricMatcher, SchemaIssue, StandardSchema } from '../core/type-guards.ts'
export { createResolver, type ResolverOptions, type RouteResolver } from '../create-resolver.ts'
export { cut, throttle } from '../response/cut-and-throttle.ts'
export type { SentMessage } from '../response/sent-message.ts'
export { type Rest, rest } from '../rest.ts'
