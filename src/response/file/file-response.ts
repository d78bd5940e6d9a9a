import { STATUS_TEXTS } from '../../core/http-rules.ts'
import type { Content, HeaderList, Items, ReplyHead } from '../../core/reply/reply.ts'
import type { RequestSnapshot } from '../../core/request.ts'

/** The properties of a file that are known before it is read. */
interface FileFacts {
  /** In bytes. */
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
  readonly type: string
}

/** The first and the last byte, counted from 0, both inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns the reply to a request for a file (RFC 9110, sections 13 and 14): whole, in part, or only its head. `read` returns
 * the chunks of a range; `head` is what the stub and its resolver have set, which completes the reply. A stub with another status than 200 sends the whole file: preconditions and ranges are about
 * successful responses.
 */
export function fileResponse(
  { size, modifiedAt, type }: FileFacts,
  read: (range: ByteRange) => Items,
  { method, headers }: Pick<RequestSnapshot, 'method' | 'headers'>,
  head: ReplyHead,
): Content {
  const status = head.status ?? 200
  const own = (name: string) => head.headers.find(([key]) => key.toLowerCase() === name)?.[1]
  const etag = own('etag') ?? `"${size.toString(16)}-${Math.floor(modifiedAt).toString(16)}"`
  const lastModified = own('last-modified') ?? new Date(modifiedAt).toUTCString()
  const all = (more: HeaderList): HeaderList => {
    const added: HeaderList = [['accept-ranges', 'bytes'], ['etag', etag], ['last-modified', lastModified], ...more]
    return added.filter(([name]) => own(name) === undefined)
  }
  const reply = (code: number, body: Content['body'], more: HeaderList): Content => {
    // A phrase that was set belongs to the status that was set.
    const statusText = code === status ? head.statusText : STATUS_TEXTS[code]
    return { kind: 'content', status: code, statusText, headers: all(more), body }
  }
  const empty = (code: number, more: HeaderList = []) => reply(code, { kind: 'empty' }, more)
  const part = (range: ByteRange, code: number, more: HeaderList = []) => {
    const length = ['content-length', String(range.end - range.start + 1)] as const
    const toChunk = (item: unknown) => item as Uint8Array
    return reply(code, { kind: 'stream', items: read(range), toChunk, type }, [...more, length])
  }
  const whole = { start: 0, end: size - 1 }
  if (status !== 200 || (method !== 'GET' && method !== 'HEAD')) return part(whole, status)
  const failed = failedPrecondition(headers, etag, lastModified)
  if (failed !== undefined) return empty(failed)
  // A range is defined for GET alone (RFC 9110, section 14.2).
  const ranges = method === 'GET' && isCurrent(headers['if-range'], etag, lastModified) ? headers.range : undefined
  const range = ranges === undefined ? undefined : parseRange(ranges, size)
  if (range === undefined) return part(whole, status)
  if (range === 'unsatisfiable') return empty(416, [['content-range', `bytes */${size}`]])
  return part(range, 206, [['content-range', `bytes ${range.start}-${range.end}/${size}`]])
}

/** Returns the status that a precondition of the request asks for, or `undefined` if the file is to be sent (section 13.2.2). */
function failedPrecondition(
  headers: RequestSnapshot['headers'],
  etag: string,
  lastModified: string,
): number | undefined {
  const ifMatch = headers['if-match']
  const ifNoneMatch = headers['if-none-match']
  const changedSince = (name: Lowercase<string>) => Date.parse(lastModified) > Date.parse(headers[name] ?? '')
  if (ifMatch !== undefined ? !lists(ifMatch, etag, false) : changedSince('if-unmodified-since')) return 412
  if (ifNoneMatch !== undefined) return lists(ifNoneMatch, etag, true) ? 304 : undefined
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(lastModified) <= since ? 304 : undefined
}

/** Whether a list of entity tags has the file's. A weak comparison ignores that one of them is weak (section 8.8.3.2). */
function lists(list: string, etag: string, isWeak: boolean): boolean {
  if (list.trim() === '*') return true
  const strong = (tag: string) => (isWeak ? tag.replace(/^W\//, '') : tag)
  const listed = list.match(/(?:W\/)?"[^"]*"/g) ?? []
  return (isWeak || !etag.startsWith('W/')) && listed.some((tag) => strong(tag) === strong(etag))
}

/** Whether the part that a client has is of this file, as `if-range` asks (section 13.1.5). */
function isCurrent(ifRange: string | undefined, etag: string, lastModified: string): boolean {
  if (ifRange === undefined) return true
  return ifRange.includes('"') ? lists(ifRange, etag, false) : Date.parse(lastModified) === Date.parse(ifRange)
}

/**
 * Reads a `range` header (section 14.1.2). Ranges that overlap or follow one another are one. Returns `undefined`, for the
 * whole file, for another unit, for what is no list of ranges, and for several ranges with gaps between them.
 */
function parseRange(header: string, size: number): ByteRange | 'unsatisfiable' | undefined {
  const [, list] = /^bytes=(.*)$/i.exec(header.trim()) ?? []
  const parsed = list?.split(',').map((item) => parseItem(item.trim(), size))
  if (!parsed || parsed.some((range) => range === undefined)) return undefined
  const [first, ...others] = parsed
    .filter((range) => range !== undefined)
    .filter(({ start, end }) => start <= end)
    .sort((a, b) => a.start - b.start)
  if (!first) return 'unsatisfiable'
  return others.reduce<ByteRange | undefined>(
    (range, { start, end }) =>
      range && start <= range.end + 1 ? { start: range.start, end: Math.max(range.end, end) } : undefined,
    first,
  )
}

/** Reads `0-99`, `100-` or `-100`. A range that the file does not have has an `end` before its `start`. */
function parseItem(item: string, size: number): ByteRange | undefined {
  const [, from, to] = /^(\d*)-(\d*)$/.exec(item) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') return { start: Math.max(0, size - Number(to)), end: Number(to) === 0 ? -1 : size - 1 }
  if (to !== '' && Number(to) < Number(from)) return undefined
  return { start: Number(from), end: to === '' ? size - 1 : Math.min(Number(to), size - 1) }
}
