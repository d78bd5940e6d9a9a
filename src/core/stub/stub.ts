import { BRAND, brandOf } from '../brand.ts'
import type { Trace } from '../frames.ts'
import type { Match, MatchableRequest, Miss } from '../match/match.ts'
import type { StubOperation } from '../match/operation.ts'
import type { Params } from '../params.ts'
import type { Pattern } from '../path/path.ts'
import type { Content, HeaderList, ReplyHead, StubReply } from '../reply/reply.ts'

/** The methods that a stub can be declared for; `ALL` takes requests of any method, including others. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'ALL'] as const
export type Method = (typeof METHODS)[number]

/** The settings of a stub. */
export interface Settings {
  /** The conditions under which the stub answers: an object of parts, or a function of the request. */
  readonly match?: unknown
  /** An integer from 200 to 599; 200 by default. */
  readonly status?: number
  /** The reason phrase; the status's own by default. */
  readonly statusText?: string
  /** Name → value or list of values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Milliseconds; `Infinity` never answers. */
  readonly delay?: number
  /** How many requests the stub answers; then the next candidate does. 1 or more. */
  readonly times?: number
}

/** One declaration: a route, a response and settings. It is frozen; counts and other state are kept by the mocks. */
export interface Stub {
  readonly method: Method
  /** As written. */
  readonly path: string | RegExp
  /** `undefined` if the settings have none. */
  readonly status: number | undefined
  readonly statusText: string | undefined
  readonly headers: HeaderList
  /** Milliseconds. */
  readonly delay: number
  readonly times: number
  /** Returns the call and its place: `rest.get('/users')  test/users.test.ts:12`. */
  toString(): string
  /** The base of `rest.at(base)`, as written. */
  readonly at?: string
  /** @internal */
  readonly declarer: Declarer
  /** What mynah itself reads: one getter is faster than those of the public members. @internal */
  readonly parts: StubParts
  /** @internal */
  readonly [BRAND]: { readonly kind: 'stub' }
}

/** All of a stub but its route. */
export interface StubParts extends ReplyHead, Pick<Stub, 'delay' | 'times' | 'declarer'> {
  readonly pattern: Pattern
  readonly match: Match | undefined
  readonly replies: readonly StubReply[]
  readonly trace: Trace
  /** The declared stub, of which this one is a copy. */
  readonly original: Stub | undefined
}

/** The checks of a stub besides its `match`: of the requests that it takes, and of its answers when they are sent. */
export interface Contract {
  /** The API that the stub's operation belongs to. */
  readonly api?: DescribedApi
  /** Throws the error that a request fails with. */
  checkRequest(request: MatchableRequest, params: Params): void
  /** Returns the answer to send, or throws the error that its request fails with. */
  parseReply(content: Content, request: MatchableRequest): Content | Promise<Content>
}

/** The operations of an API's document, by their names. */
export interface DescribedApi {
  readonly title: string
  operations(): readonly { readonly name: string }[]
  /** Returns the operation of a request. */
  find(method: string, url: string): { readonly name: string } | undefined
}

/** What no call of `rest` can set. Whoever declares stubs, such as `rest.at(base)` or an OpenAPI document, sets it for all of them. */
export interface Declarer {
  /** The base of `rest.at(base)`, as written. */
  readonly at?: string
  /** The settings of all of its stubs; a stub's own win. */
  readonly settings?: Settings
  /** The beginning of the stub's call, if it is not `rest`. */
  readonly caller?: string
  /** Whether the stub answers only if no other stub of its route does. */
  readonly isFallback?: boolean
  readonly contract?: Contract
  /** The operation that the stub answers, among those of its path. */
  readonly operation?: StubOperation
  /** Answers the handshakes of WebSockets while one of its stubs is in force, whose requests come over their connections. */
  readonly handshake?: Stub | undefined
  /** What the stubs were declared by, if they keep something between requests: the key of what they keep. */
  readonly owner?: object
  /** Set if the path is not in the syntax of `rest`. A stub whose pattern has no forms never answers, and only has a `hint`. */
  readonly pattern?: Pattern
  /**
   * Returns a line for the report on a request that no stub answers: how to get a stub for it. `misses` are the differences of
   * the nearest stub, if it is the declarer's.
   */
  readonly hint?: (url: string, method: string, misses: readonly Miss[]) => string | undefined
}

/** Returns the stub that the user declared. */
export function originalOf(stub: Stub): Stub {
  return stub.parts.original ?? stub
}

/** Whether a value is a stub, including one from another copy of mynah. */
export function isStub(value: unknown): value is Stub {
  return brandOf(value, 'stub') !== undefined
}

/** Returns the route of a stub as text: `GET /users/:id`. */
export function routeOf({ method, path, at, declarer }: Pick<Stub, 'method' | 'path' | 'at' | 'declarer'>): string {
  if (declarer.operation) return declarer.operation.title
  return at === undefined
    ? `${method} ${path}`
    : `${method} ${at.replace(/\/+$/, '')}${typeof path === 'string' ? path : ` ${path}`}`
}
