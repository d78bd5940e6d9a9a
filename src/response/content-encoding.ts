import { bodyOf } from './native-body.ts'
import { firstChunk } from './stream-body.ts'

/** The responses of which it is known whether their bodies are encoded as their `content-encoding` says. */
const recognised = new WeakMap<Response, boolean>()

/** The first bytes of the formats that have such. A brotli or deflate body has none. */
const MAGIC: Readonly<Record<string, readonly number[]>> = {
  gzip: [0x1f, 0x8b],
  'x-gzip': [0x1f, 0x8b],
  zstd: [0x28, 0xb5, 0x2f, 0xfd],
}

/**
 * Finds out whether a `Response` that a stub sends is encoded as its `content-encoding` says. fetch decodes a body and keeps
 * the header, and `new Response(text, fetched)` copies the header to a plain text. Returns a promise if the body's first bytes
 * have to be read for it.
 */
export function recogniseEncoding(response: Response, once: boolean): Promise<void> | undefined {
  const encoding = response.headers.get('content-encoding')
  if (encoding === null || recognised.has(response)) return undefined
  const body = bodyOf(response)
  if (body === null) return undefined
  // Only a fetched response has a URL.
  if (response.url !== '') {
    recognised.set(response, false)
    return undefined
  }
  const last = (encoding.split(',').at(-1) as string).trim().toLowerCase()
  return firstChunk(response, () => body, once).then((chunk) => {
    recognised.set(response, chunk === undefined || looksEncoded(chunk, last))
  })
}

/** Returns the headers that fit the bytes of a response: without the encoding and the length if the body has been decoded. */
export function fittingHeaders(response: Response): Headers {
  const { headers } = response
  if (recognised.get(response) !== false) return headers
  const fitting = new Headers(headers)
  fitting.delete('content-encoding')
  fitting.delete('content-length')
  return fitting
}

function looksEncoded(bytes: Uint8Array, encoding: string): boolean {
  const magic = MAGIC[encoding]
  return magic ? magic.every((byte, index) => (bytes[index] ?? byte) === byte) : !isText(bytes)
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return ![...text].some((char) => char < ' ' && !'\t\n\f\r'.includes(char))
  } catch {
    return false
  }
}
