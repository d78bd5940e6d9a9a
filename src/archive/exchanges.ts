import { HIDDEN } from '../core/show.ts'
import { isPlainObject, synchronous } from '../core/type-guards.ts'
import type { ArchiveOptions } from './archive-options.ts'
import { isBytes, toBase64 } from './base64.ts'
import type { HarEntry } from './har-format.ts'
import { ignoreInBody } from './ignore.ts'
import type { LooseEntry } from './parse-archive.ts'
import { type RecordedAnswer, type RecordedRequest, type RequestOnly, readAnswer, readRequest } from './read-entry.ts'

/** A request with all its answers, in order. */
export interface Exchange {
  readonly request: RecordedRequest
  readonly answers: readonly RecordedAnswer[]
}

/**
 * Gathers the entries of an archive: one exchange for each request that differs by method, URL, queries or body. An entry
 * without an answer is left out.
 *
 * If several test files recorded one request, only the answers of the file `preferred` count, or the answers of the first file.
 * Each file sent the request from the start, so a sequence of both files' answers would be one that nobody received.
 */
export function exchangesOf(entries: readonly LooseEntry[], options: ArchiveOptions, preferred?: string): Exchange[] {
  const { filter } = options
  const exchanges = new Map<string, { request: RecordedRequest; by: string; answers: RecordedAnswer[] }>()
  for (const entry of entries) {
    if (!isHttpEntry(entry) || (filter && !synchronous(filter(entry as HarEntry), 'filter', 'entries'))) continue
    const answer = readAnswer(entry)
    if (!answer) continue
    const request = requestOf(entry, options)
    const key = requestKey(request)
    const known = exchanges.get(key)
    const by = entry._recordedBy ?? ''
    if (!known || (by === preferred && known.by !== preferred)) exchanges.set(key, { request, by, answers: [answer] })
    else if (known.by === by) known.answers.push(answer)
  }
  return [...exchanges.values()]
}

/** Playwright and Chromium save a WebSocket as an entry of its own, some under an `https:` URL. Proxyman's others have `null`. */
function isHttpEntry(entry: LooseEntry): boolean {
  const isSocket =
    ('_webSocketMessages' in entry && Array.isArray(entry._webSocketMessages)) ||
    ('_resourceType' in entry && entry._resourceType === 'websocket')
  return !isSocket && /^https?:$/.test(new URL(entry.request.url).protocol)
}

/** Returns the parts of a request that are compared. An ignored query has any value. */
export function requestOf(entry: RequestOnly, { ignore = {}, origin }: ArchiveOptions): RecordedRequest {
  const whole = readRequest(entry)
  const ignored = Object.fromEntries((ignore.queries ?? []).map((name) => [name, HIDDEN]))
  return {
    ...whole,
    origin: origin === undefined ? whole.origin : origin === 'any' ? '' : new URL(origin).origin,
    queries: Object.assign(Object.create(null), whole.queries, ignored),
    body: ignoreInBody(whole.body, ignore.body),
  }
}

/** Returns the same text for two equal requests. The order of queries and of keys does not count. */
export function requestKey({ method, origin, pathname, queries, body }: RecordedRequest): string {
  return JSON.stringify([method, origin, pathname, canonical(queries), canonical(body)])
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (isBytes(value)) return toBase64(value)
  if (isFile(value)) return { name: value.name, type: value.type }
  if (!isPlainObject(value)) return value
  const entries = Object.entries(value).map(([key, inner]) => [key, canonical(inner)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

export function isFile(value: unknown): value is File {
  return typeof File === 'function' && value instanceof File
}
