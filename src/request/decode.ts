import { COMPRESSION_FORMATS } from '../core/http-rules.ts'

/** Returns the encodings of a `content-encoding` header, the one that was applied last first (RFC 9110, section 8.4). */
export function encodingsOf(header: string): string[] {
  const encodings = header.toLowerCase().split(',')
  return encodings.map((one) => one.trim()).reverse()
}

/** Decodes a stream as a page does. Returns `undefined` if an encoding is unknown. */
export function decompress(
  body: ReadableStream<Uint8Array>,
  encodings: readonly string[],
): ReadableStream<Uint8Array> | undefined {
  const isKnown = encodings.every((encoding) => Object.hasOwn(COMPRESSION_FORMATS, encoding))
  if (!isKnown || typeof DecompressionStream !== 'function') return undefined
  return encodings.reduce((stream, encoding) => {
    const transform = new DecompressionStream(COMPRESSION_FORMATS[encoding] as CompressionFormat)
    return stream.pipeThrough(transform as TransformStream<Uint8Array, Uint8Array>)
  }, body)
}

/** Decodes the content encodings of a body. If an encoding is unknown or does not fit the bytes, the bytes stay encoded. */
export async function decodeBody(bytes: ArrayBuffer, encodings: string): Promise<ArrayBuffer> {
  const stream = decompress(new Blob([bytes]).stream(), encodingsOf(encodings))
  return stream ? new Response(stream).arrayBuffer().catch(() => bytes) : bytes
}

/** Returns a decoder for the charset of a content type; for UTF-8 if the charset is missing or unknown. */
export function textDecoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(type)?.[1])
  } catch {
    return new TextDecoder()
  }
}
