/** Gives what decodes a content encoding; `undefined` where the platform cannot. */
export type Decoder = (encoding: string) => TransformStream<Uint8Array, Uint8Array> | undefined

/** What fetch knows of a response that `new Response` cannot be told. */
interface Origin {
  readonly url: string
  readonly redirected: boolean
  /** Aborted where the caller gives the request up; `undefined` where it has no signal in hand. */
  readonly signal: AbortSignal | undefined
}

/** Makes a mocked response what fetch would give: decoded, ended by an abort, and telling where it came from. */
export function fetchedResponse(response: Response, { url, redirected, signal }: Origin, decoder: Decoder): Response {
  const encoded = response.headers.has('content-encoding')
  return tellOrigin(signal || encoded ? readable(response, signal, decoder) : response, url, redirected)
}

/** Says of a response, and of its clones, where it came from, which `new Response` cannot be told. */
function tellOrigin(response: Response, url: string, redirected: boolean): Response {
  Object.defineProperty(response, 'url', { value: url, configurable: true })
  if (redirected) Object.defineProperty(response, 'redirected', { value: true, configurable: true })
  return Object.defineProperty(response, 'clone', CLONE)
}

/** One for all: a function of its own would be half of what this costs a response. */
const CLONE: PropertyDescriptor = {
  value(this: Response) {
    return tellOrigin(Response.prototype.clone.call(this), this.url, this.redirected)
  },
  configurable: true,
  writable: true,
}

/** The response with a body as the application reads it: decoded, and ended by the request's abort. */
function readable(response: Response, signal: AbortSignal | undefined, decoder: Decoder): Response {
  if (response.body === null) return response
  const encodings = response.headers.get('content-encoding')?.toLowerCase().split(',') ?? []
  // The last encoding was put on last, and comes off first (RFC 9110, section 8.4).
  const decoders = encodings.reverse().flatMap((encoding) => decoder(encoding.trim()) ?? [])
  const source = signal ? abortable(response.body, signal) : response.body
  const body = decoders.reduce<ReadableStream<Uint8Array>>((stream, transform) => stream.pipeThrough(transform), source)
  const { status, statusText, headers } = response
  return new Response(body, { status, statusText, headers })
}

/** Passes chunks on as they come, until the signal is aborted: then reading fails with the signal's reason. */
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
