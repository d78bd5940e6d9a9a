import { readBlob } from './read-blob.ts'

/** A form as a multipart body, with the type that tells its boundary. */
interface WrittenForm {
  readonly type: string
  readonly bytes: Promise<Uint8Array<ArrayBuffer>>
}

let boundaries = 0

/** Whether a value is a form that `Response` and `Request` do not know for one. */
export function isForeignForm(value: unknown): value is FormData {
  if (Object.prototype.toString.call(value) !== '[object FormData]') return false
  // Node 20 and 22 tell a form by its looks, and wait for ever for a file of jsdom's, which has no stream.
  const files = [...(value as FormData).values()].filter((part) => typeof part !== 'string')
  if (files.some((file) => typeof file.stream !== 'function')) return true
  return !new Response(value as FormData).headers.get('content-type')?.startsWith('multipart/')
}

/**
 * Writes a form that is not the platform's own, as jsdom's is not: `Response` would send it as the text
 * `[object FormData]` (HTML Standard, multipart/form-data encoding).
 */
export function writeForm(form: FormData): WrittenForm {
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
