import type { Match } from '../match/match.ts'
import type { Pattern } from '../path/path.ts'
import { callOf } from '../refusal.ts'
import { completeReply, type StubReply } from '../reply/complete-reply.ts'
import type { HeaderList } from '../reply.ts'
import { isObject } from '../type-guards.ts'
import { placeOf } from './call-site.ts'
import { refuseSettings } from './check-settings.ts'
import { refuseMatch } from './parse-match.ts'
import { refusePath } from './parse-path.ts'
import { refuseResponse } from './parse-response.ts'

/** The methods that a stub can be declared for; `ALL` takes each of them, and any other. */
export const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'ALL'] as const
export type Method = (typeof METHODS)[number]

/** The settings of a stub. */
export interface Settings {
  /** The conditions under which the stub answers: an object of parts, or a function of the request. */
  readonly match?: unknown
  /** An integer from 200 to 599; 200 unless said. */
  readonly status?: number
  /** Name → value, or list of values. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  /** Milliseconds; `Infinity` never answers. */
  readonly delay?: number
  /** How many requests the stub answers before it steps aside; 1 or more. */
  readonly times?: number
}

/** Where a stub was declared: a stack is kept as the engine took it, and made a text only when a report needs it. */
export interface Trace {
  readonly stack?: string
}

/** One declaration: a route, a response and settings. Frozen data: nothing that happens to it is written on it. */
export interface Stub {
  readonly method: Method
  /** As written. */
  readonly path: string | RegExp
  readonly pattern: Pattern
  readonly match: Match | undefined
  readonly reply: StubReply
  readonly status: number | undefined
  readonly headers: HeaderList
  readonly delay: number
  readonly times: number
  readonly trace: Trace
  /** Its call and its place: `rest.get('/users')  test/users.test.ts:12`. */
  toString(): string
}

/**
 * Makes a stub.
 * @throws {RouteDefinitionError} where it could not do what it says; the message shows the corrected code.
 */
export function defineStub(
  method: Method,
  path: string | RegExp,
  response: unknown,
  settings: Settings | undefined,
  trace: Trace,
): Stub {
  const route = { method, path }
  const pattern = refusePath(route)
  refuseSettings(route, settings)
  const { match, status, headers = {}, delay = 0, times = Number.POSITIVE_INFINITY } = settings ?? {}
  const headerList = toHeaderList(headers)
  const stub: Omit<Stub, 'toString'> = {
    method,
    path,
    pattern,
    match: refuseMatch(route, pattern, match),
    reply: completeReply(refuseResponse(route, settings, response), status, headerList),
    status,
    headers: headerList,
    delay,
    times,
    trace,
  }
  return Object.freeze(Object.assign(Object.create(PROTOTYPE) as Pick<Stub, 'toString'>, stub))
}

const PROTOTYPE = {
  toString(this: Stub): string {
    return `${callOf(this)})  ${placeOf(this.trace) ?? ''}`.trimEnd()
  },
}

/** Whether a value is a stub, also one of another copy of mynah. */
export function isStub(value: unknown): value is Stub {
  return isObject(value) && 'pattern' in value && 'reply' in value
}

/** Gives a record of headers as a list, its names in lower case. */
function toHeaderList(headers: Readonly<Record<string, string | readonly string[]>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : [value]).map((one) => [name.toLowerCase(), String(one)] as const),
  )
}

/** The route of a stub as text: `GET /users/:id`. */
export function routeOf({ method, path }: Pick<Stub, 'method' | 'path'>): string {
  return `${method} ${path}`
}
