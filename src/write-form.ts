import type { WrittenBody } from './foreign-body.ts'
import { readBlob } from './read-blob.ts'

let boundaries = 0

/** Writes a form as a multipart body, whose type tells its boundary (HTML Standard, multipart/form-data encoding). */
export function writeForm(form: FormData): WrittenBody {
  const boundary = `----mynah${(boundaries++).toString().padStart(12, '0')}`
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: writeParts(form, boundary) }
}

async function writeParts(form: FormData, boundary: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: (string | ArrayBuffer)[] = []
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`
    if (typeof value === 'string') parts.push(`${head}\r\n\r\n${value}\r\n`)
    else {
      const type = value.type || 'application/octet-stream'
      parts.push(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`)
      parts.push(await readBlob(value), '\r\n')
    }
  }
  return join([...parts, `--${boundary}--\r\n`])
}

function join(parts: readonly (string | ArrayBuffer)[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : new Uint8Array(part)))
  const joined = new Uint8Array(bytes.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let end = 0
  for (const chunk of bytes) {
    joined.set(chunk, end)
    end += chunk.byteLength
  }
  return joined
}

function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
}
