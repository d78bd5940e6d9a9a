const FORMATS: Readonly<Record<string, CompressionFormat>> = { gzip: 'gzip', 'x-gzip': 'gzip', deflate: 'deflate' }

/** The bytes of a body before its content encodings were put on; what cannot be taken off stays on. */
export async function decodeBody(bytes: ArrayBuffer, encodings: string): Promise<ArrayBuffer> {
  let body = bytes
  // The last was put on last, and comes off first (RFC 9110, section 8.4).
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

/** Gives what decodes a body of this content type: by its charset, or as UTF-8 where there is none, or none that is known. */
export function decoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(type)?.[1])
  } catch {
    return new TextDecoder()
  }
}
