import { COMPRESSION_FORMATS } from '../core/http-rules.ts'
import type { Decoder } from './bytes.ts'

/** Decodes a body as a page's fetch does. */
export const decodeContent: Decoder = (body, encodings) => {
  const isKnown = encodings.every((encoding) => Object.hasOwn(COMPRESSION_FORMATS, encoding))
  if (!isKnown || typeof DecompressionStream !== 'function') return undefined
  const decoded = encodings.reduce((stream, encoding) => {
    const transform = new DecompressionStream(COMPRESSION_FORMATS[encoding] as CompressionFormat)
    return stream.pipeThrough(transform as TransformStream<Uint8Array, Uint8Array>)
  }, body)
  return decoded.getReader()
}
