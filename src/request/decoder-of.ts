/** Gives what decodes a body of this content type: by its charset, or as UTF-8 where there is none, or none that is known. */
export function decoderOf(type: string): TextDecoder {
  try {
    return new TextDecoder(/charset="?([^\s;"]+)/i.exec(type)?.[1])
  } catch {
    return new TextDecoder()
  }
}
