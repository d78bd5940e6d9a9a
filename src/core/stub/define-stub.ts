import type { Trace } from '../own-frames.ts'
import { completeReplies } from '../reply/complete-reply.ts'
import type { HeaderList } from '../reply.ts'
import { callSiteOf } from './call-site.ts'
import { checkSettings } from './check-settings.ts'
import { callOf } from './correction.ts'
import { parseMatch } from './parse-match.ts'
import { parsePath } from './parse-path.ts'
import { parseResponse } from './parse-response.ts'
import type { Method, Settings, Stub, StubExtras } from './stub.ts'

/**
 * Makes a stub.
 * @throws {RouteDefinitionError} if the declaration is wrong; the message shows the corrected code.
 */
export function defineStub(
  method: Method,
  path: string | RegExp,
  response: unknown,
  settings: Settings | undefined,
  trace: Trace,
  extras?: StubExtras,
): Stub {
  const route = { method, path, ...extras }
  const pattern = extras?.pattern ?? parsePath(route)
  checkSettings(route, settings)
  const { match, status = extras?.defaultStatus, headers, delay = 0, times = Number.POSITIVE_INFINITY } = settings ?? {}
  const headerList = headers ? toHeaderList(headers) : NO_HEADERS
  return new DeclaredStub(method, path, {
    pattern,
    match: parseMatch(route, pattern, match),
    replies: completeReplies(parseResponse(route, settings, response), status, headerList),
    status,
    headers: headerList,
    delay,
    times,
    trace,
    ...extras,
  })
}

/** All of a stub but its route. */
type Parts = Omit<Stub, 'method' | 'path' | 'toString'>

/**
 * Only the route is enumerable: a test runner that prints a call shows `{ method: 'GET', path: '/users' }` for its stub. The
 * rest is read by getters: a property that is not enumerable takes longer to define than all else of a stub.
 */
class DeclaredStub implements Stub {
  // Jest prints the name of the class, which a bundler shortens.
  static readonly name: string = 'Stub'
  readonly method: Method
  readonly path: string | RegExp
  private declare readonly parts: Parts

  constructor(method: Method, path: string | RegExp, parts: Parts) {
    this.method = method
    this.path = path
    Object.defineProperty(this, 'parts', { value: parts })
    Object.freeze(this)
  }

  get pattern(): Parts['pattern'] {
    return this.parts.pattern
  }

  get match(): Parts['match'] {
    return this.parts.match
  }

  get replies(): Parts['replies'] {
    return this.parts.replies
  }

  get status(): Parts['status'] {
    return this.parts.status
  }

  get headers(): Parts['headers'] {
    return this.parts.headers
  }

  get delay(): Parts['delay'] {
    return this.parts.delay
  }

  get times(): Parts['times'] {
    return this.parts.times
  }

  get trace(): Parts['trace'] {
    return this.parts.trace
  }

  get contract() {
    return this.parts.contract as NonNullable<Parts['contract']>
  }

  get isFallback() {
    return this.parts.isFallback as NonNullable<Parts['isFallback']>
  }

  get caller() {
    return this.parts.caller as NonNullable<Parts['caller']>
  }

  get at() {
    return this.parts.at as NonNullable<Parts['at']>
  }

  get defaultStatus() {
    return this.parts.defaultStatus as NonNullable<Parts['defaultStatus']>
  }

  get hint() {
    return this.parts.hint as NonNullable<Parts['hint']>
  }

  get isHint() {
    return this.parts.isHint as NonNullable<Parts['isHint']>
  }

  toString(): string {
    return `${callOf(this)})  ${callSiteOf(this.trace) ?? ''}`.trimEnd()
  }
}

/** Shared by all stubs without headers. */
const NO_HEADERS: HeaderList = Object.freeze([])

/** Returns a record of headers as a list, with its names as written: a server sends them so. */
function toHeaderList(headers: Readonly<Record<string, string | readonly string[]>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : [value]).map((one) => [name, String(one)] as const),
  )
}
