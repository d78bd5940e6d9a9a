/** Decodes base64. `Buffer` is faster, but a page has none. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (typeof Buffer === 'function') return new Uint8Array(Buffer.from(base64, 'base64'))
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** Encodes bytes as base64. */
export function toBase64(bytes: Uint8Array): string {
  if (typeof Buffer === 'function')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  let binary = ''
  for (const byte of bytes) binary += String.fromCharCode(byte)
  return btoa(binary)
}

/** Decodes bytes as UTF-8; returns `undefined` if they are not valid UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a value is bytes, also those of another realm: in jsdom, Node's are not of the page's `Uint8Array`. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value)
}
