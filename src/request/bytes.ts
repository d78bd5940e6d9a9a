import { isObject } from '../core/type-guards.ts'
import { copyDispatcher } from '../runtime/hosts/undici.ts'
import { fetchError } from '../runtime/network-error.ts'
import type { PlainRequest } from './plain-request.ts'

/** Joins chunks into one array. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.byteLength
  }
  return bytes
}

/** Returns the bytes of a Blob or a File of any implementation. */
export function readBlob(blob: Blob): Promise<ArrayBuffer> {
  if (typeof blob.arrayBuffer === 'function') return blob.arrayBuffer()
  // Older versions of jsdom have no `arrayBuffer`.
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result as ArrayBuffer)
    reader.onerror = () => reject(reader.error)
    reader.readAsArrayBuffer(blob)
  })
}

/**
 * Reads the body of a `Request` to its end, as fetch sends it: a chunk may be a text or a view of any type, though the body's
 * own methods refuse both.
 * @throws {TypeError} as fetch does, if the stream breaks off or has another chunk; the stream's own error is the cause.
 */
export async function readRequestBody({ body }: Request): Promise<ArrayBuffer> {
  if (body === null) return new ArrayBuffer(0)
  const chunks: Uint8Array[] = []
  const reader: ReadableStreamDefaultReader<unknown> = body.getReader()
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) chunks.push(chunkBytes(chunk.value))
  } catch (thrown) {
    if (isObject(thrown) && 'name' in thrown && thrown.name === 'AbortError') throw thrown
    throw fetchError(isObject(thrown) ? (thrown as Error) : new Error(String(thrown)))
  }
  return concatBytes(chunks).buffer
}

function chunkBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const problem = `The chunks of a body are strings or bytes, not ${typeof chunk}`
  throw Object.assign(new TypeError(problem), { code: 'ERR_INVALID_ARG_TYPE' })
}

/** Clones a request, with the `dispatcher`, an option of Node's fetch. */
export function cloneRequest(request: Request): Request {
  const clone = request.clone()
  copyDispatcher(request, clone)
  return clone
}

/**
 * Returns a request without its signal. Each `Request` keeps a listener on the signal that it was made with: a signal of a
 * thousand requests would have as many.
 */
export function withoutSignal(request: Request, sent: ArrayBuffer | string | undefined): Request {
  try {
    return new Request(request, { ...(request.bodyUsed && { body: sent ?? '' }), signal: null })
  } catch {
    // The test environment whose `Request` it is may have ended.
    return request
  }
}

/** Makes the `Request` of a client that has none. */
export function makeRequest(
  {
    url,
    method,
    credentials,
  }: Pick<Request, 'url' | 'method'> & { readonly credentials: RequestCredentials | undefined },
  { headers, signal }: Pick<PlainRequest, 'headers' | 'signal'>,
  sent: ArrayBuffer | string | undefined,
): Request {
  // `node:http` may send a body with these methods; `Request` refuses one.
  const body = method === 'GET' || method === 'HEAD' ? undefined : sent
  const init = { method, headers, ...(credentials && { credentials }), ...(body !== undefined && { body }) }
  try {
    return new Request(url, { ...init, ...(signal && { signal }) })
  } catch {
    // A page, such as that of jsdom in Vitest, replaces `AbortController`, and Node's `Request` refuses its signals.
    return new Request(url, init)
  }
}
