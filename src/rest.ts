import type { Params } from './core/params.ts'
import { quote } from './core/show.ts'
import { callSiteOf } from './core/stub/call-site.ts'
import { checkBase } from './core/stub/check-base.ts'
import { callMistake } from './core/stub/check-settings.ts'
import { rightOf } from './core/stub/correction.ts'
import { defineStub } from './core/stub/define-stub.ts'
import { doubtOf, wordDoubt } from './core/stub/doubt.ts'
import type { RestMethod, RestMethods, RestSettings } from './core/stub/rest-method.ts'
import { type Declarer, METHODS, type Method, type Settings, type Stub } from './core/stub/stub.ts'
import { warnOnce } from './runtime/warn-once.ts'

/**
 * Declares stubs: `rest.<method>(path, response, settings?)`, for `get head post put patch delete options all`.
 *
 * - `path`: path-to-regexp's syntax from a slash on (any origin), an absolute URL (that origin only), or a RegExp.
 * - `response`: the payload, a response helper (`text()`, `networkError()` …), or a resolver.
 * - `settings`: `match`, `status` (200–599), `statusText`, `headers`, `delay` (ms), `times`.
 *
 * @throws {RouteDefinitionError} if the declaration is wrong; the message shows the corrected code.
 * @example
 * rest.get('/users/:id', ({ request }) => ({ id: request.params.id }))
 * rest.get('/users', [{ id: 2 }], { match: { queries: { role: 'admin' } } })
 */
export const rest: Rest = Object.freeze({
  ...declaring(),
  at(base: string, settings?: Settings) {
    checkBase(base, settings)
    const declarer = { at: base, caller: `rest.at(${quote(base)})`, ...(settings && { settings }) }
    return declaring(declarer)
  },
})

/** The type of `rest`: a function for each method, and `at`. */
export interface Rest extends RestMethods {
  /**
   * Returns the functions for one API: their paths are relative to the base, which is an origin with or without a
   * prefix, or a prefix alone. A RegExp is tested against the rest of the pathname. The settings apply to each stub;
   * its own take precedence, and headers and the parts of a `match` are merged by name.
   *
   * @param base An origin with or without a prefix, or a prefix alone.
   * @param settings Settings of each stub; a stub's own take precedence.
   * @throws {RouteDefinitionError} if the base has params, a query or a hash, or is not a URL or a path; for wrong settings.
   * @example
   * const slack = rest.at('https://slack.com/api', { match: { headers: { authorization: exists() } } })
   * slack.post('/chat.postMessage', { ok: true })
   */
  at(base: string, settings?: RestSettings<{ params: Params }>): RestMethods
}

/** Makes the functions of all methods, for one declarer. */
function declaring(declarer?: Declarer): RestMethods {
  const methods = METHODS.map((method) => [method.toLowerCase(), restMethod(method, declarer, (stub) => stub)])
  return Object.freeze(Object.fromEntries(methods)) as RestMethods
}

/** A function that takes stubs, and who declares one for it. */
type StubTaker = ((stub: Stub) => unknown) & { readonly declarer: Declarer }

/** Each function is made when it is read: all mocks have two takers, and few tests use their methods. */
const TAKER_METHODS = METHODS.map((method) => {
  const get = function (this: StubTaker) {
    return restMethod(method, this.declarer, this)
  }
  return [method.toLowerCase(), { get }] as const
})
const TAKER: object = Object.create(Function.prototype, Object.fromEntries(TAKER_METHODS))

/** Returns a function that takes stubs with the methods that declare one for it: `use.get(…)`. */
export function withMethods<Result>(
  caller: string,
  take: (...stubs: readonly Stub[]) => Result,
): typeof take & RestMethods<Result> {
  return Object.setPrototypeOf(Object.assign(take, { declarer: { caller } }), TAKER)
}

function restMethod<Result>(
  method: Method,
  declarer: Declarer | undefined,
  then: (stub: Stub) => Result,
): RestMethod<Result> {
  return function declare(...args: readonly unknown[]) {
    // By index: ten thousand stubs would pay for as many iterators.
    const path = args[0] as string | RegExp
    const response = args[1]
    const settings = args[2] as Settings | undefined
    const route = { method, path, declarer }
    rightOf(route, callMistake(args))
    const trace = traceFrom(declare)
    const stub = defineStub(method, path, response, settings, trace, declarer)
    const headers = settings?.headers ? Object.entries(settings.headers) : []
    const doubt = doubtOf(route, { value: response, status: settings?.status, headers })
    if (doubt) warnOnce(stub, wordDoubt(doubt, callSiteOf(trace)))
    return then(stub)
  } as RestMethod<Result>
}

/** Returns the stack of the line that called `caller`. It captures one frame, without its text: ten thousand stubs pay for it. */
export function traceFrom(caller: (...args: never[]) => unknown): { stack?: string } {
  const trace: { stack?: string } = {}
  if (typeof Error.captureStackTrace !== 'function') {
    return { stack: new Error().stack?.split('\n').slice(2).join('\n') ?? '' }
  }
  const limit = Error.stackTraceLimit
  // `Reflect.set` does not throw if `Error` is frozen.
  Reflect.set(Error, 'stackTraceLimit', 1)
  Error.captureStackTrace(trace, caller)
  Reflect.set(Error, 'stackTraceLimit', limit)
  return trace
}
