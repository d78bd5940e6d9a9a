import { realFetch } from '#intercept'
import { isThenable } from './core/type-guards.ts'
import { dispatch, fault } from './exchange/dispatch.ts'
import type { StartedMocks } from './exchange/started.ts'
import { pageCookies } from './fetch/page-cookies.ts'
import { perform } from './fetch/perform.ts'
import { readCall } from './fetch/read-call.ts'
import { fetchHop } from './fetch/real-fetch.ts'
import { absoluteUrl } from './request/absolute-url.ts'
import type { IncomingRequest } from './request/incoming-request.ts'
import { bypass } from './runtime/bypass.ts'

/**
 * Returns a fetch that one mocks object answers, without any patch. `use` is called before each request, and makes sure that
 * failures are reported. A request that passes through reaches the network, past all mocks.
 */
export function createMocksFetch(mocks: StartedMocks, use: () => void): typeof globalThis.fetch {
  const resolveUrl = (url: string) => absoluteUrl(url, mocks.baseUrl, { name: 'mocks.fetch', maker: 'setupMocks' })
  const means = {
    handle: (request: IncomingRequest) => dispatch(request, [mocks]),
    fault: (request: IncomingRequest, thrown: unknown) => fault(request, thrown, mocks),
    cookies: pageCookies(),
    passthrough: (request: IncomingRequest) => bypass(() => fetchHop(globalThis.fetch, request, realFetch)),
  }
  return async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    use()
    const request = readCall(input, init, resolveUrl)
    // A promise is awaited only if there is one: the request belongs to the mocks as they are when it is sent.
    return perform(isThenable(request) ? await request : request, means)
  }
}
