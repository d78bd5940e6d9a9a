import { collect, splitUrl, type TextRecord } from '../core/request.ts'
import { parseBody } from '../request/parse-body.ts'
import { bytesOf } from './base64.ts'
import type { HarNamed, HarParam } from './har-format.ts'
import type { LooseEntry } from './parse-archive.ts'

/** What a recorded request asks of the requests that it answers. */
export interface RecordedRequest {
  readonly method: string
  readonly origin: string
  readonly pathname: string
  readonly queries: TextRecord
  readonly body: RecordedBody
}

/** A body as the archive has it. It is `unknown` if the archive does not say which, or nobody asks. */
export type RecordedBody =
  | { readonly kind: 'none' | 'unknown' }
  /** JSON, or the fields of a form. */
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** Reads the request of an entry. Its queries are those of its URL: tools encode the list of them each in their own way. */
export function readRequest({ request }: LooseEntry): RecordedRequest {
  // Normalized, as a client sends it: without a user, without a hash.
  const { href } = new URL(request.url)
  const { origin, pathname, search } = splitUrl(href)
  return {
    method: request.method.toUpperCase(),
    origin,
    pathname,
    queries: collect(new URLSearchParams(search)),
    body: readBody(request),
  }
}

function readBody({ method, postData, bodySize = -1, headers }: LooseEntry['request']): RecordedBody {
  const { text, params, mimeType } = postData ?? {}
  const type = mimeType || headerOf(headers, 'content-type') || ''
  if (text) {
    if (postData?._encoding === 'base64') return { kind: 'bytes', bytes: bytesOf(text) }
    const data = parseBody(text, type)
    return isData(data) ? { kind: 'data', data } : asText(data, text)
  }
  if (params && params.length > 0) return { kind: 'data', data: collect(params.map(toField)) }
  // Nobody expects a body there, and nobody would look for a condition on it.
  const isBodiless = method === 'GET' || method === 'HEAD'
  return { kind: bodySize > 0 || isBodiless ? 'unknown' : 'none' }
}

function asText(data: unknown, text: string): RecordedBody {
  return { kind: 'text', text: typeof data === 'string' ? data : text }
}

/** Whether a parsed body is compared by its fields: what was no JSON, or no form, is left a text. */
function isData(data: unknown): boolean {
  return typeof data !== 'string' && !(data instanceof Uint8Array)
}

/** A field of a form; a file counts by its name and its type. */
function toField({ name, value = '', fileName, contentType = '' }: HarParam): [string, unknown] {
  return [name, fileName === undefined ? String(value) : new RecordedFile(fileName, contentType)]
}

/** A file of a form, of which an archive need not have the bytes. */
export class RecordedFile {
  readonly name: string
  readonly type: string

  constructor(name: string, type: string) {
    this.name = name
    this.type = type
  }
}

export function headerOf(headers: readonly HarNamed[] | null | undefined, wanted: string): string | undefined {
  return headers?.find(({ name }) => name.toLowerCase() === wanted)?.value
}
