import { isObject } from '../core/type-guards.ts'
import { copyDispatcher } from '../runtime/hosts/undici.ts'
import { fetchError } from '../runtime/network-error.ts'
import type { PlainRequest } from './plain-request.ts'

/** The bytes of a body, from its start. */
export type ByteSource = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read' | 'cancel'>

/**
 * Decodes a body as the platform's fetch does. `encodings` are those of its `content-encoding`, in the order in which
 * they are undone. Returns `undefined` if the platform leaves the body as it is, as it does for an unknown encoding. With `isStrict` a
 * body that is cut off fails, as on a server, which would not decode a part of it.
 */
export type Decoder = (
  body: ReadableStream<Uint8Array>,
  encodings: readonly string[],
  isStrict?: boolean,
) => ByteSource | undefined

/** Reads a source to its end. */
export async function bytesOfSource(source: Pick<ByteSource, 'read'>): Promise<ArrayBuffer> {
  const chunks: Uint8Array[] = []
  for (let chunk = await source.read(); !chunk.done; chunk = await source.read()) chunks.push(chunk.value)
  return concatBytes(chunks).buffer
}

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

/** Reads a stream. Its own iterator would cancel the stream only after the read that it waits for, which may never come. */
export function readAll(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return { done, value } as IteratorResult<unknown>
    },
    return: async (reason) => {
      await reader.cancel(reason)
      return { done: true, value: undefined }
    },
  }
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
  const reader: ReadableStreamDefaultReader<unknown> = body.getReader()
  const read = async () => {
    const { done, value } = await reader.read()
    return done ? { done, value: undefined } : { done, value: chunkBytes(value) }
  }
  try {
    return await bytesOfSource({ read })
  } catch (thrown) {
    if (isObject(thrown) && 'name' in thrown && thrown.name === 'AbortError') throw thrown
    throw fetchError(isObject(thrown) ? (thrown as Error) : new Error(String(thrown)))
  }
}

function chunkBytes(chunk: unknown): Uint8Array {
  if (typeof chunk === 'string') return new TextEncoder().encode(chunk)
  if (ArrayBuffer.isView(chunk)) return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const problem = `The chunks of a body must be strings or bytes, not ${typeof chunk}`
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
