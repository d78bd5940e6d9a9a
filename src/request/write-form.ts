import { concatBytes } from './bytes.ts'
import type { WrittenBody } from './foreign-body.ts'
import { readBlob } from './read-blob.ts'

let boundaries = 0

/** Writes a form as a multipart body, whose type tells its boundary (HTML Standard, multipart/form-data encoding). */
export function writeForm(form: FormData): WrittenBody {
  const boundary = `----mynah${(boundaries++).toString().padStart(12, '0')}`
  return { type: `multipart/form-data; boundary=${boundary}`, bytes: writeParts(form, boundary) }
}

async function writeParts(form: FormData, boundary: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  const write = (text: string) => parts.push(new TextEncoder().encode(text))
  for (const [name, value] of form) {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`
    if (typeof value === 'string') write(`${head}\r\n\r\n${value}\r\n`)
    else {
      const type = value.type || 'application/octet-stream'
      write(`${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`)
      parts.push(new Uint8Array(await readBlob(value)))
      write('\r\n')
    }
  }
  write(`--${boundary}--\r\n`)
  return concatBytes(parts)
}

function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
}
