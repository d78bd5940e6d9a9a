import { decoder } from '#intercept'
import { dispatch, fault, type StartedMocks } from './dispatch.ts'
import { hasSignal } from './intercept/fetch/fetch-interceptor.ts'
import { initOf, isForeignRequest, withBodyAsBytes, withNativeSignal } from './intercept/fetch/foreign-init.ts'
import { perform } from './intercept/fetch/perform.ts'
import { absolute, plainRequest } from './intercept/fetch/plain-request.ts'
import { absoluteUrl } from './request/absolute-url.ts'
import { writeForeignBody } from './request/foreign-body.ts'
import { IncomingRequest } from './request/incoming-request.ts'
import { bypass } from './runtime/bypass.ts'

/**
 * Returns a fetch that one mocks object answers, without any patch. `use` is called before each request, and makes sure that
 * failures are told. A request that passes through reaches the network, past all mocks.
 */
export function createMocksFetch(mocks: StartedMocks, use: () => void): typeof globalThis.fetch {
  const resolveUrl = (url: string) => absoluteUrl(url, mocks.baseUrl, { name: 'mocks.fetch', maker: 'setupMocks' })
  const means = {
    handle: (request: IncomingRequest) => dispatch(request, [mocks]),
    fault: (request: IncomingRequest, thrown: unknown) => fault(request, thrown, mocks),
    decoder,
    passthrough: ({ raw }: IncomingRequest) => bypass(() => fetch(raw)),
  }
  return async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    use()
    if (isForeignRequest(input)) return fetch(input.url, { ...(await initOf(input)), ...init })
    const foreign = init && writeForeignBody(init.body)
    if (foreign) return fetch(input, await withBodyAsBytes(init, foreign))
    const source =
      plainRequest(input, init, resolveUrl) ?? new Request(absolute(input, resolveUrl), withNativeSignal(init))
    const text = typeof init?.body === 'string' ? init.body : undefined
    return perform(new IncomingRequest(source, text), hasSignal(input, init), means)
  }
}
