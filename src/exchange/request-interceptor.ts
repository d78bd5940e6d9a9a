import { sharedSources } from './add-started.ts'

/** An intercepted request, with the fields of the `request` event of `@mswjs/interceptors`. */
export interface InterceptedRequest {
  readonly request: Request
  readonly requestId: string
  /** The `XMLHttpRequest` or the socket that sends the request; for a fetch the request itself. */
  readonly initiator: unknown
  /** Answers the request, once. Until one of its methods is called, the next listener is asked, and mynah's stubs are one of them. */
  readonly controller: {
    /** `0` while the request has no answer. */
    readonly readyState: number
    respondWith(response: Response): Promise<void> | void
    errorWith(reason?: unknown): Promise<void> | void
    passthrough(): Promise<void> | void
  }
}

/** Takes an intercepted request. The request waits for its promise. */
export type InterceptedRequestListener = (event: InterceptedRequest) => void | Promise<void>

/** The methods of an `Interceptor` of `@mswjs/interceptors`. */
export interface RequestInterceptor {
  /** `'ACTIVE'` while the clients are patched: from the first owner's `apply` to the last owner's `dispose`. */
  readonly readyState: string
  /** Patches the clients, if no mocks have done so. */
  apply(owner?: object): void
  /** Takes an owner back; the last one removes the patches and all listeners. Started mocks are owners too. */
  dispose(owner?: object): void
  on(type: 'request', listener: InterceptedRequestListener): unknown
  once(type: 'request', listener: InterceptedRequestListener): unknown
  removeListener(type: 'request', listener: InterceptedRequestListener): unknown
}

/**
 * Returns what catches the requests of all clients for mynah, with the interface of an interceptor of `@mswjs/interceptors`. All mocks
 * share it. A listener that is added before mocks start sees each request first, and can answer it in their place; one that is added
 * later sees what they have answered. A request that nobody answers passes through, or is reported by the started mocks.
 *
 * @returns the same interceptor at each call. It emits the `request` event alone.
 * @example
 * const interceptor = requestInterceptor()
 * interceptor.on('request', ({ request }) => console.log(request.method, request.url))
 * interceptor.apply()
 */
export function requestInterceptor(): RequestInterceptor {
  return sharedSources()
}
