import { Blob as NodeBlob } from 'node:buffer'
import { runInThisContext } from 'node:vm'
import { classOf, isObject } from '../core/type-guards.ts'
import { concatBytes, readBlob } from './bytes.ts'

type BufferBytes = Uint8Array<ArrayBuffer>

/** The bytes of a body, and its own content type. */
export interface WrittenBody {
  readonly type: string
  /** A promise if they have to be read first, as those of jsdom's Blob. */
  readonly bytes: BufferBytes | Promise<BufferBytes>
}

/** Taken before mocks lend one that knows the page's bodies. */
const KnownResponse = Response

const NODE = runInThisContext('globalThis') as typeof globalThis

/** Whether the environment may have body classes of its own, as jsdom, happy-dom and the edge runtime have. */
export function hasOwnBodies(): boolean {
  return typeof document === 'object' || (Blob as unknown) !== NodeBlob || FormData !== NODE.FormData
}

/**
 * Whether Node's `Response` stands beside a page's body classes, as in Vitest's jsdom: it would send their values as a text, and refuse
 * or never read their files.
 */
export function hasMixedClasses(): boolean {
  const isNodes = globalThis.Response.prototype === KnownResponse.prototype
  return isNodes && hasOwnBodies() && writeForeignBody(new File([], '')) !== undefined
}

/**
 * Writes a body whose class is not Node's, such as jsdom's and happy-dom's FormData: Node's `Request` and `Response` would
 * send it as a text, for example `[object FormData]`. Returns `undefined` for a body that they know.
 */
export function writeForeignBody(body: unknown): WrittenBody | undefined {
  if (!isObject(body)) return undefined
  switch (classOf(body)) {
    case 'FormData':
      return isForeignForm(body as FormData) ? writeForm(body as FormData) : undefined
    case 'URLSearchParams':
      return isTakenForText(body) ? { type: SEARCH, bytes: new TextEncoder().encode(String(body)) } : undefined
    case 'Blob':
    case 'File':
      return isForeignBlob(body as Blob) ? { type: (body as Blob).type, bytes: readBytes(body as Blob) } : undefined
    default:
      return undefined
  }
}

const SEARCH = 'application/x-www-form-urlencoded;charset=UTF-8'

/** Node 20 and 22 accept a Blob of jsdom, which has no stream, and then wait for its bytes without end. */
function isForeignForm(form: FormData): boolean {
  // The npm package `form-data` has a class of that name, whose values cannot be listed.
  if (typeof form.values !== 'function') return false
  return [...form.values()].some((part) => typeof part !== 'string' && !isStreamable(part)) || isTakenForText(form)
}

function isForeignBlob(blob: Blob): boolean {
  return !isStreamable(blob) || (takesAnyBlob() ? !(blob instanceof NodeBlob) : isTakenForText(blob))
}

/**
 * Whether the platform takes for a Blob what has the members of one, as Node 20 and 22 do. Then no Blob of a page is given to it: the
 * page's `stream()` may be a polyfill that reads a `Response` of the same Blob, without end.
 */
function takesAnyBlob(): boolean {
  return !isTakenForText({ [Symbol.toStringTag]: 'Blob', type: '', size: 0, stream: () => new ReadableStream() })
}

function isStreamable(blob: Blob): boolean {
  return typeof blob.stream === 'function'
}

function isTakenForText(body: object): boolean {
  return new KnownResponse(body as BodyInit).headers.get('content-type')?.toLowerCase() === TAGGED_TYPE.toLowerCase()
}

/** The type with which Node's classes send a body that they do not know. */
export const TAGGED_TYPE = 'text/plain;charset=UTF-8'

/** Whether a text is all that Node's classes make of a body that they do not know. */
export function isTag(text: string | undefined): boolean {
  return text !== undefined && /^\[object (Blob|File|FormData)\]$/.test(text)
}

let boundaries = 0

/** Writes a form as a multipart body; its type contains the boundary (HTML Standard, multipart/form-data encoding). */
function writeForm(form: FormData): WrittenBody {
  const boundary = `----mynah${(boundaries++).toString().padStart(12, '0')}`
  const parts = [...[...form].flatMap((entry) => writeEntry(boundary, ...entry)), encode(`--${boundary}--\r\n`)]
  const isKnown = parts.every((part) => ArrayBuffer.isView(part))
  const bytes = isKnown ? concatBytes(parts) : Promise.all(parts).then(concatBytes)
  return { type: `multipart/form-data; boundary=${boundary}`, bytes }
}

function writeEntry(boundary: string, name: string, value: FormDataEntryValue): (BufferBytes | Promise<BufferBytes>)[] {
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`
  if (typeof value === 'string') return [encode(`${head}\r\n\r\n${value}\r\n`)]
  const type = value.type || 'application/octet-stream'
  const fileHead = `${head}; filename="${escapeName(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`
  return [encode(fileHead), readBytes(value), encode('\r\n')]
}

async function readBytes(blob: Blob): Promise<BufferBytes> {
  return new Uint8Array(await readBlob(blob))
}

function encode(text: string): BufferBytes {
  return new TextEncoder().encode(text)
}

function escapeName(name: string): string {
  return name.replace(/\r/g, '%0D').replace(/\n/g, '%0A').replace(/"/g, '%22')
}
