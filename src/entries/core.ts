export { type ErrorCode, MynahError, RouteDefinitionError } from '../core/errors.ts'
export type { Explanation, StubMiss } from '../core/explain/explain.ts'
export { UnmatchedRequestError } from '../core/explain/unmatched-request-error.ts'
export {
  endsWith,
  equals,
  every,
  exists,
  fn,
  greater,
  greaterOrEquals,
  haveEntries,
  haveType,
  includes,
  inRange,
  length,
  less,
  lessOrEquals,
  maxLength,
  minLength,
  not,
  oneOf,
  regExp,
  some,
  startsWith,
} from '../core/match/matchers.ts'
export type { Matcher } from '../core/matcher.ts'
export type { ParamsOf } from '../core/params.ts'
export { html, networkError, passthrough, redirect, sequence, sse, stream, text } from '../core/reply/named-replies.ts'
export type { ServerSentEvent } from '../core/reply/server-sent-event.ts'
export { cut, throttle } from '../core/reply/transfer.ts'
export type { CookieOptions, NamedReply, ResolverContext } from '../core/reply.ts'
export type { RequestSnapshot } from '../core/request.ts'
export type { Method, Settings, Stub } from '../core/stub/stub.ts'
export { createResolver, type ResolverOptions, type RouteResolver } from '../create-resolver.ts'
export type {
  MatchParts,
  RequestShape,
  RestMethod,
  RestResolver,
  RestResponse,
  RestSettings,
  TypedRequest,
} from '../rest.ts'
export { rest } from '../rest.ts'
