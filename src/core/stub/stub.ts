import type { Match } from '../match/match.ts'
import type { Trace } from '../own-frames.ts'
import { isStubLike } from '../own-kind.ts'
import type { Pattern } from '../path/path.ts'
import type { Replies } from '../reply/complete-reply.ts'
import type { HeaderList } from '../reply.ts'
import { isObject } from '../type-guards.ts'
import type { Contract } from './contract.ts'

/** The methods that a stub can be declared for; `ALL` takes requests of any method, including others. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'ALL'] as const
export type Method = (typeof METHODS)[number]

/** The settings of a stub. */
export interface Settings {
  /** The conditions under which the stub answers: an object of parts, or a function of the request. */
  readonly match?: unknown
  /** An integer from 200 to 599; 200 by default. */
  readonly status?: number
  /** Name → value or list of values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Milliseconds; `Infinity` never answers. */
  readonly delay?: number
  /** How many requests the stub answers before it steps aside; 1 or more. */
  readonly times?: number
}

/** One declaration: a route, a response and settings. It is frozen; counts and other state are kept by the mocks. */
export interface Stub {
  readonly method: Method
  /** As written. */
  readonly path: string | RegExp
  /** `undefined` if the settings have none. */
  readonly status: number | undefined
  readonly headers: HeaderList
  /** Milliseconds. */
  readonly delay: number
  readonly times: number
  /** Returns the call and its place: `rest.get('/users')  test/users.test.ts:12`. */
  toString(): string
  /** @internal */
  readonly pattern: Pattern
  /** @internal */
  readonly match: Match | undefined
  /** @internal */
  readonly replies: Replies
  /** @internal */
  readonly trace: Trace
  /** The base of `rest.at(base)`, as written. */
  readonly at?: string
  /** @internal */
  readonly contract?: Contract
  /** Whether the stub answers only if no other stub of its route does. @internal */
  readonly isFallback?: boolean
  /** The beginning of the stub's call, if it is not `rest`. @internal */
  readonly caller?: string
  /** The status that is sent if the settings and the response have none. @internal */
  readonly defaultStatus?: number
  /** Returns a line for the report on a request that no stub answers: how to get a stub for it. @internal */
  readonly hint?: (url: string, method: string) => string | undefined
  /** Whether the stub never answers, and only has a `hint`. @internal */
  readonly isHint?: boolean
}

/** The parts of a stub that no call of `rest` can set; `pattern` if the path is not in the syntax of `rest`. */
export type StubExtras = Partial<
  Pick<Stub, 'at' | 'contract' | 'isFallback' | 'caller' | 'defaultStatus' | 'hint' | 'isHint' | 'pattern'>
>

/** Whether a value is a stub, including one from another copy of mynah. */
export function isStub(value: unknown): value is Stub {
  return isObject(value) && isStubLike(value)
}

/** Returns the route of a stub as text: `GET /users/:id`. */
export function routeOf({ method, path, at }: Pick<Stub, 'method' | 'path' | 'at'>): string {
  return at === undefined
    ? `${method} ${path}`
    : `${method} ${at.replace(/\/+$/, '')}${typeof path === 'string' ? path : ` ${path}`}`
}
