import { createTable } from './core/choose/table.ts'
import { MynahError } from './core/errors.ts'
import { type Explanation, explain, UnmatchedRequestError } from './core/explain/explain.ts'
import { checkOptions, type OptionTable } from './core/options.ts'
import { BASE_URL, isBaseUrl, parseBase } from './core/path/base.ts'
import { assertArgument } from './core/refusal.ts'
import { show } from './core/show.ts'
import { checkHidden, checkRoutes } from './core/stub/check-routes.ts'
import type { Stub } from './core/stub/stub.ts'
import { isRequest, isResponse } from './core/type-guards.ts'
import { answer } from './exchange/exchange.ts'
import { explainRequest } from './mocks/explain-request.ts'
import { internalFault } from './mocks/session/failure-error.ts'
import { Session } from './mocks/session/session.ts'
import { IncomingRequest } from './request/incoming-request.ts'
import { toResponse } from './response/make-response.ts'
import type { Verdict } from './response/verdict.ts'
import { fetchError } from './runtime/network-error.ts'

/** The options of `createResolver`. */
export interface ResolverOptions {
  /** The origin and the prefix of paths without an origin. */
  readonly baseUrl?: string
  /** Makes the real request when a stub's reply is `passthrough()`. */
  readonly passthrough?: (request: Request) => Response | Promise<Response>
}

/** Resolves and answers requests without any patching: for Playwright's `page.route`, a service worker, a server's fetch handler. */
export interface RouteResolver {
  /** Returns the decision on a request without the answer. The request is not counted. */
  resolve(request: Request | URL | string): Promise<Explanation>
  /**
   * Returns the response to a request.
   * @throws {UnmatchedRequestError} when no stub answers it.
   * @throws {TypeError} for a `networkError()`, as fetch does.
   * @throws {MynahError} `PASSTHROUGH`, for a `passthrough()` without the option of that name, or if the option returns no `Response`.
   */
  fetch(request: Request): Promise<Response>
}

/**
 * Makes a resolver of routes.
 * @param routes The stubs. Their order does not matter.
 * @param options `baseUrl` and `passthrough`; both are optional.
 * @throws {RouteDefinitionError} for an unknown option, and for a stub that can never answer.
 * @example
 * const { fetch } = createResolver([rest.get('/users', [{ id: 1 }])])
 * const response = await fetch(new Request('https://api.test/users'))
 */
export function createResolver(routes: readonly Stub[], options: ResolverOptions = {}): RouteResolver {
  checkRoutes(routes, 'createResolver')
  checkOptions('createResolver', '…, ', options, RESOLVER_OPTIONS)
  const { baseUrl, passthrough } = options
  const table = createTable(routes, parseBase(baseUrl))
  checkHidden(table.sharing)
  const session = new Session(table)
  let pending = 0
  const decide = async (request: IncomingRequest): Promise<Verdict> => {
    pending++
    try {
      const verdict = await answer(request, session)
      if (verdict.kind !== 'untaken') return verdict
      const explanation = explain(verdict.call ?? request, [session], undefined, undefined)
      return { kind: 'error', error: new UnmatchedRequestError(explanation) }
    } catch (thrown) {
      throw internalFault(request, thrown)
    } finally {
      pending--
      // Nobody reads this journal. A pending request is still counted by it.
      if (pending === 0) session.journal.clear()
      session.failures.forget()
    }
  }
  return {
    resolve: (...asked) => explainRequest(session, { name: 'resolver.resolve', maker: 'createResolver' }, asked),
    async fetch(raw) {
      assertArgument(isRequest(raw), 'resolver.fetch', raw, 'a Request')
      const request = new IncomingRequest(raw)
      const verdict = await decide(request)
      switch (verdict.kind) {
        case 'response':
          return toResponse(verdict)
        case 'networkError':
          throw fetchError(verdict.error)
        case 'error':
          throw verdict.error
        case 'passthrough':
          if (passthrough) return realResponse(await passthrough(raw))
          throw new MynahError(
            'PASSTHROUGH',
            `The stub of ${request.method} ${request.url} returns passthrough(), but this resolver cannot make the real request\n\n` +
              `Write  createResolver(…, { passthrough: (request) => fetch(request) })`,
          )
      }
    },
  }
}

function realResponse(response: unknown): Response {
  if (isResponse(response)) return response
  throw new MynahError('PASSTHROUGH', `The option passthrough returned ${show(response)}; it returns a Response`)
}

const RESOLVER_OPTIONS: OptionTable = {
  baseUrl: { isRight: isBaseUrl, wanted: BASE_URL },
  passthrough: { isRight: (value) => typeof value === 'function', wanted: 'a function of the request' },
}
