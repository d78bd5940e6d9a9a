/** Returns the part of a link after `#` that holds a text, compressed. */
export async function toHash(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'))
  const encoded = btoa(String.fromCharCode(...bytes))
  return `#code=${encoded.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`
}

/** Returns the text that a link holds; `undefined` if it holds none, or if it was cut off. */
export async function fromHash(hash: string): Promise<string | undefined> {
  const [, encoded] = /^#code=([\w-]+)$/.exec(hash) ?? []
  if (encoded === undefined) return undefined
  try {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
    return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')))
  } catch {
    return undefined
  }
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer())
}
