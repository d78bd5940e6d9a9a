const FORMATS: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' }

/** Decodes the content encodings of a body. If an encoding is unknown or does not fit the bytes, the bytes stay encoded. */
export async function decodeBody(bytes: ArrayBuffer, encodings: string): Promise<ArrayBuffer> {
  let body = bytes
  // Encodings are listed in the order in which they were applied, so the last is decoded first (RFC 9110, section 8.4).
  for (const encoding of encodings.toLowerCase().split(',').reverse()) {
    const format = FORMATS[encoding.trim()]
    if (format && typeof DecompressionStream === 'function') body = await decompress(body, format).catch(() => body)
  }
  return body
}

function decompress(bytes: ArrayBuffer, format: CompressionFormat): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format))
  return new Response(stream).arrayBuffer()
}

/** Returns a decoder for the charset of a content type; for UTF-8 if the charset is missing or unknown. */
export function textDecoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(type)?.[1])
  } catch {
    return new TextDecoder()
  }
}
