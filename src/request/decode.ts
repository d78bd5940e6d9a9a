import { decodeContent } from '#decoder'
import { COMPRESSION_FORMATS } from '../core/http-rules.ts'
import { bytesOfSource } from './bytes.ts'

/** Returns the encodings of a `content-encoding` header, the one that was applied last first (RFC 9110, section 8.4). */
export function encodingsOf(header: string): string[] {
  const encodings = header.toLowerCase().split(',')
  return encodings.map((one) => one.trim()).reverse()
}

/** Decodes the content encodings of a request's body. If an encoding is another or does not fit the bytes, the bytes stay encoded. */
export async function decodeBody(bytes: ArrayBuffer, header: string): Promise<ArrayBuffer> {
  const encodings = encodingsOf(header)
  // Node decodes more than a page, and a stub must take the same requests in both.
  const isUndone = encodings.every((encoding) => Object.hasOwn(COMPRESSION_FORMATS, encoding))
  const source = isUndone ? decodeContent(new Blob([bytes]).stream(), encodings, true) : undefined
  return source ? bytesOfSource(source).catch(() => bytes) : bytes
}

/** Returns a decoder for the charset of a content type; for UTF-8 if the charset is missing or unknown. */
export function textDecoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(type)?.[1])
  } catch {
    return new TextDecoder()
  }
}
