/** Joins chunks. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let end = 0
  for (const chunk of chunks) {
    bytes.set(chunk, end)
    end += chunk.byteLength
  }
  return bytes
}
