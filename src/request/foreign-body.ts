import { isObject, tagOf } from '../core/type-guards.ts'
import { readBlob } from './read-blob.ts'
import { writeForm } from './write-form.ts'

/** A body as its bytes, with the type that it says of itself. */
export interface WrittenBody {
  readonly type: string
  readonly bytes: Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>
}

/**
 * Writes a body that is of a class of the page's own, as jsdom's and happy-dom's are: Node's `Request` and `Response`
 * would send it as a text, `[object FormData]` say. Gives `undefined` for what they know.
 */
export function writeForeignBody(body: unknown): WrittenBody | undefined {
  if (!isObject(body)) return undefined
  switch (classOf(body)) {
    case 'FormData':
      return isForeignForm(body as FormData) ? writeForm(body as FormData) : undefined
    case 'URLSearchParams': {
      const bytes = async () => new TextEncoder().encode(String(body))
      return isTakenForText(body) ? { type: SEARCH, bytes: bytes() } : undefined
    }
    case 'Blob':
    case 'File':
      return isForeignBlob(body as Blob) ? { type: (body as Blob).type, bytes: readBlob(body as Blob) } : undefined
    default:
      return undefined
  }
}

const SEARCH = 'application/x-www-form-urlencoded;charset=UTF-8'

/** By its tag, since it comes from another realm; happy-dom's have none. */
function classOf(value: object): string | undefined {
  const tag = tagOf(value)
  return tag === 'Object' ? value.constructor?.name : tag
}

/** Node 20 and 22 tell forms and Blobs by their looks, and wait for ever for one of jsdom's, which has no stream. */
function isForeignForm(form: FormData): boolean {
  return [...form.values()].some((part) => typeof part !== 'string' && !isStreamable(part)) || isTakenForText(form)
}

function isForeignBlob(blob: Blob): boolean {
  return !isStreamable(blob) || isTakenForText(blob)
}

function isStreamable(blob: Blob): boolean {
  return typeof blob.stream === 'function'
}

function isTakenForText(body: object): boolean {
  return /^text\/plain;charset=utf-8$/i.test(new Response(body as BodyInit).headers.get('content-type') ?? '')
}
