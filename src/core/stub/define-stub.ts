import { BRAND } from '../brand.ts'
import type { Trace } from '../frames.ts'
import type { HeaderList } from '../reply/reply.ts'
import { completeReply } from '../reply/to-reply.ts'
import { callSiteOf } from './call-site.ts'
import { settingsMistake } from './check-settings.ts'
import { type AreRight, callOf, isMistake, rightOf } from './correction.ts'
import { mergeSettings } from './merge-settings.ts'
import { tryMatch } from './parse-match.ts'
import { tryPath } from './parse-path.ts'
import { tryResponse } from './parse-response.ts'
import type { Declarer, Method, Settings, Stub, StubParts } from './stub.ts'

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
  declarer: Declarer = NO_DECLARER,
): Stub {
  const route = { method, path, declarer }
  const parts = declarer.operation?.protocol.parts
  const pattern = declarer.pattern ?? rightOf(route, tryPath(path, declarer.at))
  const areRight: AreRight = (given) => !settingsMistake(given) && !isMistake(tryMatch(pattern, given.match, parts))
  rightOf(route, settingsMistake(settings), areRight)
  const {
    match,
    status,
    statusText,
    headers,
    delay = 0,
    times = Number.POSITIVE_INFINITY,
  } = mergeSettings(declarer.settings, settings)
  const reply = rightOf(route, tryResponse(response, settings, status, method))
  const head = { status, statusText, headers: headers ? toHeaderList(headers) : NO_HEADERS }
  const replies = reply.kind === 'sequence' ? reply.replies : [reply]
  // Each member by its name: V8 keeps those behind a spread in a list, which it copies while it grows.
  return new DeclaredStub(method, path, {
    pattern,
    match: rightOf(route, tryMatch(pattern, match, parts), areRight),
    replies: replies.map((one) => completeReply(one, head)),
    status,
    statusText,
    headers: head.headers,
    delay,
    times,
    trace,
    declarer,
    original: undefined,
  })
}

/** Returns a copy with other parts. It is counted by itself. */
export function copyStub(stub: Stub, parts: Partial<StubParts>): Stub {
  return new DeclaredStub(stub.method, stub.path, { ...stub.parts, ...parts })
}

/**
 * Only the route is an own property: a test runner that prints a call shows `{ method: 'GET', path: '/users' }` for its stub, and
 * Storybook, which sends all own properties of a story's parameters to its manager, sends no payload. The rest is private, and
 * read by getters.
 */
class DeclaredStub {
  // Jest prints the name of the class, which a bundler shortens.
  static readonly name: string = 'Stub'
  readonly method: Method
  readonly path: string | RegExp
  readonly #parts: StubParts
  declare readonly status: Stub['status']
  declare readonly statusText: Stub['statusText']
  declare readonly headers: Stub['headers']
  declare readonly delay: Stub['delay']
  declare readonly times: Stub['times']
  declare readonly declarer: Stub['declarer']

  constructor(method: Method, path: string | RegExp, parts: StubParts) {
    this.method = method
    this.path = path
    this.#parts = parts
    Object.freeze(this)
  }

  get parts() {
    return this.#parts
  }

  get [BRAND]() {
    return { kind: 'stub' } as const
  }

  get at() {
    return this.declarer.at as string
  }

  toString(): string {
    return `${callOf(this)})  ${callSiteOf(this.parts.trace) ?? ''}`.trimEnd()
  }
}

for (const name of ['status', 'statusText', 'headers', 'delay', 'times', 'declarer'] as const) {
  Object.defineProperty(DeclaredStub.prototype, name, {
    get(this: DeclaredStub) {
      return this.parts[name]
    },
  })
}

/** The declarer of a stub that `rest` declares without a base. */
const NO_DECLARER: Declarer = Object.freeze({})

/** Shared by all stubs without headers. */
const NO_HEADERS: HeaderList = Object.freeze([])

/** Returns a record of headers as a list, with its names as written: a server sends them so. */
function toHeaderList(headers: Readonly<Record<string, string | readonly string[]>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : [value]).map((one) => [name, String(one)] as const),
  )
}
