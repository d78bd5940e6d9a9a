import { completeReplies } from '../reply/complete-reply.ts'
import type { HeaderList } from '../reply.ts'
import { callSiteOf, type Trace } from './call-site.ts'
import { checkSettings } from './check-settings.ts'
import type { StubExtras } from './contract.ts'
import { callOf } from './correction.ts'
import { parseMatch } from './parse-match.ts'
import { parsePath } from './parse-path.ts'
import { parseResponse } from './parse-response.ts'
import type { Method, Settings, Stub } from './stub.ts'

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
  const {
    match,
    status = extras?.defaultStatus,
    headers = {},
    delay = 0,
    times = Number.POSITIVE_INFINITY,
  } = settings ?? {}
  const headerList = toHeaderList(headers)
  const stub: Omit<Stub, 'toString'> = {
    method,
    path,
    pattern,
    match: parseMatch(route, pattern, match),
    replies: completeReplies(parseResponse(route, settings, response), status, headerList),
    status,
    headers: headerList,
    delay,
    times,
    trace,
    ...extras,
  }
  return freezeStub(stub, PROTOTYPE)
}

/** Only the route is enumerable: a test runner that prints a call shows `{ method: 'GET', path: '/users' }` for its stub. */
function freezeStub(stub: Omit<Stub, 'toString'>, prototype: object): Stub {
  const descriptors = Object.entries(stub).map(([name, value]) => {
    return [name, { value, enumerable: name === 'method' || name === 'path' }] as const
  })
  return Object.freeze(Object.create(prototype, Object.fromEntries(descriptors)) as Stub)
}

const PROTOTYPE = {
  toString(this: Stub): string {
    return `${callOf(this)})  ${callSiteOf(this.trace) ?? ''}`.trimEnd()
  },
}

/** Returns a record of headers as a list, with its names as written: a server sends them so. */
function toHeaderList(headers: Readonly<Record<string, string | readonly string[]>>): HeaderList {
  return Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'object' ? value : [value]).map((one) => [name, String(one)] as const),
  )
}
