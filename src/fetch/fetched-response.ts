import { decodeContent } from '#decoder'
import { isEndedError, MynahError } from '../core/errors.ts'
import { atUser } from '../core/frames.ts'
import { isBodiless } from '../core/http-rules.ts'
import type { ByteSource } from '../request/bytes.ts'
import { encodingsOf } from '../request/decode.ts'
import { fetchHead, makeResponse, toResponse } from '../response/make-response.ts'
import { lateStream } from '../response/native-body.ts'
import { type Answer, headerOf } from '../response/verdict.ts'

/** A request whose answer is read. */
interface FetchedRequest {
  readonly method: string
  /** `undefined` if nobody can end the body. */
  readonly signal: AbortSignal | undefined
  /** Called when the body has ended: nobody needs the client's signal any more. */
  readonly releaseSignal: () => void
}

/** Makes the response that fetch would return for an answer: decoded, and ended by the client's signal, if it has one. */
export function fetchedResponse(answer: Answer, request: FetchedRequest): Response {
  const { method, signal } = request
  const hasNone = method === 'HEAD' || isBodiless(answer.status)
  // A response without bytes has a stream too, unless its request or its status has none (Fetch Standard, main fetch).
  const body = hasNone ? null : (answer.body ?? new Uint8Array())
  const isWhole = typeof body === 'string' || ArrayBuffer.isView(body)
  if (body === null || (isWhole && !signal && fetchHead(answer.headers).isPlain)) {
    request.releaseSignal()
    return toResponse(answer, body)
  }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return toResponse(answer, fetchedBody(bytes, headerOf(answer, 'content-encoding'), request))
}

/** Returns a body as fetch returns it: a byte stream, decoded, whose reading fails with the reason of the signal's abort. */
function fetchedBody(
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
  encoding: string | undefined,
  { signal, releaseSignal }: FetchedRequest,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = () => (ArrayBuffer.isView(body) ? lateStream(async () => body) : body)
  const source = (encoding && decodeContent(stream(), encodingsOf(encoding))) || sourceOf(body)
  let stop = () => {}
  const end = () => {
    signal?.removeEventListener('abort', stop)
    releaseSignal()
  }
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      stop = () => {
        controller.error(signal?.reason)
        source.cancel(signal?.reason).catch(() => {})
      }
      signal?.addEventListener('abort', stop)
    },
    async pull(controller) {
      const value = await readChunk(source)
      if (signal?.aborted) return
      // A copy: the controller transfers the buffer, which may be the stub's own.
      if (value) return controller.enqueue(new Uint8Array(value))
      end()
      controller.close()
      // A reader with a buffer of its own gets it back only so.
      controller.byobRequest?.respond(0)
    },
    cancel(reason) {
      end()
      return source.cancel(reason)
    },
  })
}

/** Bytes that are whole need no stream to be read from. */
function sourceOf(body: Uint8Array | ReadableStream<Uint8Array>): ByteSource {
  if (!ArrayBuffer.isView(body)) return body.getReader()
  const values = [body]
  return {
    read: async () => ({ done: values.length === 0, value: values.pop() }) as ReadableStreamReadResult<Uint8Array>,
    async cancel() {},
  }
}

/** Returns the next chunk that is not empty; `undefined` at the end. */
async function readChunk(source: ByteSource): Promise<Uint8Array | undefined> {
  try {
    for (;;) {
      const { value } = await source.read()
      if (value?.byteLength !== 0) return value
    }
  } catch (error) {
    throw isMynahError(error) ? error : atUser(() => new TypeError('terminated', { cause: error }))
  }
}

/** Whether mynah itself has ended the body: then the message of its error has to be the first that is seen. */
function isMynahError(error: unknown): boolean {
  return error instanceof MynahError || isEndedError(error)
}

/**
 * Reads a real response whose request has `integrity`, and returns it with the bytes that were compared. The platform's own fetch
 * compares them, as the content of a Blob: it would follow the redirects of such a request past the stubs and the allowlist.
 * @throws {TypeError} as fetch does, if no digest fits the body.
 */
export async function readVerified(response: Response, integrity: string): Promise<Response> {
  const { status, statusText, headers } = response
  const url = URL.createObjectURL(await response.blob())
  try {
    const { body } = await fetch(url, { integrity })
    return makeResponse(body, { status, statusText, headers })
  } finally {
    URL.revokeObjectURL(url)
  }
}
