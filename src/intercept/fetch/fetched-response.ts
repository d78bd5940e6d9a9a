/** Returns a stream that decodes a content encoding, or `undefined` if the platform has none for it. */
export type Decoder = (encoding: string) => TransformStream<Uint8Array, Uint8Array> | undefined

/** The properties of a fetched response that the constructor of `Response` does not take. */
export interface Origin {
  readonly url: string
  readonly redirected: boolean
  /** Aborts when the caller gives up the request; `undefined` if the caller has no signal. */
  readonly signal: AbortSignal | undefined
}

/** Makes a mocked response one that fetch would return: decoded, ended by an abort, with its `url` and `redirected`. */
export function fetchedResponse(response: Response, { url, redirected, signal }: Origin, decoder: Decoder): Response {
  const encoded = response.headers.has('content-encoding')
  return tellOrigin(signal || encoded ? readable(response, signal, decoder) : response, url, redirected)
}

/** Sets `url` and `redirected` of a response and of its clones. */
export function tellOrigin(response: Response, url: string, redirected: boolean): Response {
  Object.defineProperty(response, 'url', { value: url, configurable: true })
  if (redirected) Object.defineProperty(response, 'redirected', { value: true, configurable: true })
  return Object.defineProperty(response, 'clone', CLONE)
}

/** Shared by all responses: a function for each would be half of the cost of this step. */
const CLONE: PropertyDescriptor = {
  value(this: Response) {
    return tellOrigin(Response.prototype.clone.call(this), this.url, this.redirected)
  },
  configurable: true,
  writable: true,
}

/** Returns the response with a body that is decoded, and that the request's abort ends. */
function readable(response: Response, signal: AbortSignal | undefined, decoder: Decoder): Response {
  if (response.body === null) return response
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',') ?? []
  // Encodings are listed in the order in which they were applied, so the last is decoded first (RFC 9110, section 8.4).
  const decoders = encodings.reverse().flatMap((encoding) => decoder(encoding.trim()) ?? [])
  const source = signal ? abortable(response.body, signal) : response.body
  const body = decoders.reduce<ReadableStream<Uint8Array>>((stream, transform) => stream.pipeThrough(transform), source)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Forwards chunks as they arrive. After the signal aborts, reading fails with the signal's reason. */
function abortable(body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let stop: () => void
  return new ReadableStream<Uint8Array>({
    start(controller) {
      stop = () => {
        controller.error(signal.reason)
        reader.cancel(signal.reason).catch(() => {})
      }
      signal.addEventListener('abort', stop)
    },
    async pull(controller) {
      const { done, value } = await reader.read()
      if (signal.aborted) return
      if (!done) return controller.enqueue(value)
      signal.removeEventListener('abort', stop)
      controller.close()
    },
    cancel(reason) {
      signal.removeEventListener('abort', stop)
      return reader.cancel(reason)
    },
  })
}
