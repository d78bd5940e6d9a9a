import { isUrlencoded } from '../core/http-rules.ts'
import { collect, decode, splitUrl, type TextRecord } from '../core/request.ts'
import { isObject } from '../core/type-guards.ts'
import { parseBody, toText } from '../request/parse-body.ts'
import { bytesOf, isBytes } from './base64.ts'
import type { HarNamed, HarParam } from './har-format.ts'
import { isJson } from './hide-in-text.ts'
import type { LooseEntry } from './parse-archive.ts'

/** The parts of a recorded request that a request has to match. */
export interface RecordedRequest {
  readonly method: string
  readonly origin: string
  readonly pathname: string
  readonly queries: TextRecord
  readonly body: RecordedBody
}

/** A body as the archive has it; `unknown` if the archive does not have it, or if it is not compared. */
export type RecordedBody =
  | { readonly kind: 'none' | 'unknown' }
  /** JSON, or the fields of a form. */
  | { readonly kind: 'data'; readonly data: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }

/** The part of an entry that is there before its answer. */
export type RequestOnly = Pick<LooseEntry, 'request'>

/** Reads the request of an entry. Its queries come from the URL: each tool encodes the list of queries in its own way. */
export function readRequest({ request }: RequestOnly): RecordedRequest {
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
    return isData(data, text, type) ? { kind: 'data', data } : { kind: 'text', text: toText(text, type), type }
  }
  if (params && params.length > 0) return { kind: 'data', data: collect(params.map(toField)) }
  // A GET with a body is rare, and nobody would look for a condition on it.
  const isBodiless = method === 'GET' || method === 'HEAD'
  return { kind: bodySize > 0 || isBodiless ? 'unknown' : 'none' }
}

/** Whether a parsed body is compared by its fields. Any body except valid JSON and a form stays a text. */
function isData(data: unknown, text: string, type: string): boolean {
  // axios and superagent send a JSON text as a form.
  const isOther = typeof data === 'string' || isBytes(data) || (isUrlencoded(type) && isJson(decode(text)))
  return !isOther && !isDeep(data)
}

/** Deeper values stay texts: nobody reads them, and each level takes room on the stack. */
const DEEPEST = 100

/** Whether a JSON value has more levels than are compared, or printed. */
export function isDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) return true
    level = level.flatMap((one) => (isObject(one) ? Object.values(one) : []))
  }
  return false
}

/** A field of a form. Of a file, the name and the type are compared: an archive need not have its bytes. */
function toField({ name, value = '', fileName, contentType = '' }: HarParam): [string, unknown] {
  return [name, fileName === undefined ? String(value) : new File([], fileName, { type: contentType })]
}

export function headerOf(headers: readonly HarNamed[] | null | undefined, wanted: string): string | undefined {
  return headers?.find(({ name }) => name.toLowerCase() === wanted)?.value
}
