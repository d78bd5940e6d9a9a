import { isBodiless, isStatus, isToken, isUrlencoded, STATUS_TEXTS, sendablePhrase } from '../core/http-rules.ts'
import { collect, decode, splitUrl, type TextRecord } from '../core/request.ts'
import { isJson } from '../core/secrets/hide-in-text.ts'
import { HIDDEN } from '../core/show.ts'
import { isObject } from '../core/type-guards.ts'
import { parseBody, toText } from '../request/parse-body.ts'
import { bytesOf, isBytes } from './base64.ts'
import type { HarContent, HarNamed, HarParam } from './har-format.ts'
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
  /** `ignored` are the names of fields that are not compared, if the text is JSON. */
  | { readonly kind: 'text'; readonly text: string; readonly type: string; readonly ignored?: readonly string[] }
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

function readBody({ method, postData, bodySize, headers }: LooseEntry['request']): RecordedBody {
  const { text, params, mimeType } = postData ?? {}
  const type = mimeType || headerOf(headers, 'content-type') || ''
  if (text) {
    if (postData?._encoding === 'base64') return { kind: 'bytes', bytes: bytesOf(text) }
    const data = parseBody(text, type)
    return isData(data, text, type) ? { kind: 'data', data } : { kind: 'text', text: toText(text, type), type }
  }
  if (params && params.length > 0) return { kind: 'data', data: collect(params.map(toField)) }
  // A GET with a body is rare, and nobody would look for a condition on it.
  if (/^(?:GET|HEAD)$/i.test(method)) return { kind: 'unknown' }
  // Chromium counts no bytes of a body that it did not read, such as one of a file.
  const length = Number(headerOf(headers, 'content-length') ?? bodySize ?? -1)
  return { kind: length === 0 ? 'none' : 'unknown' }
}

/** Whether a parsed body is compared by its fields. Any body except valid JSON and a form stays a text. */
function isData(data: unknown, text: string, type: string): boolean {
  // axios and superagent send a JSON text as a form.
  const isOther = typeof data === 'string' || isBytes(data) || (isUrlencoded(type) && isJson(decode(text)))
  return !isOther && !isDeep(data)
}

/** Deeper values stay texts: they are never read, and each level uses the stack. */
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

/**
 * A field of a form. Of a file, the name and the type are compared: an archive need not have its bytes. A value that the archive
 * does not have is as one that is hidden: it matches any.
 */
function toField({ name, value, fileName, contentType }: HarParam): [string, unknown] {
  if (fileName != null) return [name, new File([], fileName, { type: contentType ?? '' })]
  return [name, String(value ?? HIDDEN)]
}

export function headerOf(headers: readonly HarNamed[] | null | undefined, wanted: string): string | undefined {
  return headers?.find(({ name }) => name.toLowerCase() === wanted)?.value
}

/** A recorded response. */
export interface RecordedResponse {
  readonly kind: 'response'
  readonly status: number
  /** The reason phrase, if it is not the status's own. */
  readonly statusText: string | undefined
  /** Names in the case of the archive. */
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** `undefined` if there is none. */
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
}

/** The answer to a recorded request. */
export type RecordedAnswer =
  | RecordedResponse
  | { readonly kind: 'networkError'; readonly code: string }
  /** The client gave up before an answer came. */
  | { readonly kind: 'never' }

/** Headers of one connection or one encoding of a body: a mocked answer has its own (RFC 9110, sections 6.6 and 7.6.1). */
export const CONNECTION: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'content-encoding', 'content-length'],
])

/** Reads the answer of an entry; returns `undefined` if the entry has none that can be sent. */
export function readAnswer(entry: LooseEntry): RecordedAnswer | undefined {
  const { request, response } = entry
  if (!response) return undefined
  if (response._networkError) return { kind: 'networkError', code: response._networkError }
  if (response._aborted) return { kind: 'never' }
  const status = Number(response.status)
  const reason = failureOf(entry) ?? failureOf(response)
  // Who gave up before an answer came has not seen what the server would have answered.
  if (reason && (isStatus(status) || !/abort|cancel/i.test(reason)))
    return { kind: 'networkError', code: codeOf(reason) }
  if (!isStatus(status)) return undefined
  const isHead = request.method.toUpperCase() === 'HEAD'
  const body = isHead || isBodiless(status) ? undefined : readContent(response.content ?? undefined)
  const recorded = response.headers ?? []
  const headers = recorded.flatMap(({ name, value }) => readHeader(name, String(value ?? ''), isHead))
  // Some tools save the type of a body only beside the body.
  const type = response.content?.mimeType
  const hasType = headers.some(isType)
  if (!hasType && body !== undefined && type && /^(?!x-unknown)[\w.+-]+\/[\w.+-]+/.test(type)) {
    headers.push(['content-type', type])
  }
  if (response.redirectURL && recorded.length === 0) headers.push(['location', sendable(response.redirectURL)])
  const statusText = readPhrase(response.statusText, status)
  return { kind: 'response', status, statusText, headers: headers.map((header) => inUtf8(header, body)), body }
}

/** Tools leave the phrase empty over HTTP/2, which has none. */
function readPhrase(recorded: unknown, status: number): string | undefined {
  const phrase = typeof recorded === 'string' ? sendablePhrase(recorded) : ''
  return phrase === '' || phrase === STATUS_TEXTS[status] ? undefined : phrase
}

/** Playwright and Chromium write why a request failed, also after its status had come. */
function failureOf({ _failureText, _error }: { readonly [field: `_${string}`]: unknown }): string | undefined {
  return [_failureText, _error].find((reason) => typeof reason === 'string' && reason !== '') as string | undefined
}

/** The codes of Node's sockets, by the reasons of browsers (`net::ERR_CONNECTION_REFUSED`, `NS_ERROR_NET_RESET`). */
const CODES: readonly (readonly [reason: RegExp, code: string])[] = [
  [/REFUSED/i, 'ECONNREFUSED'],
  [/RESET|CONNECTION_CLOSED|EMPTY_RESPONSE|INCOMPLETE|INTERRUPT/i, 'ECONNRESET'],
  [/TIMED?_?-?\s?OUT/i, 'ETIMEDOUT'],
  [/NAME_NOT_RESOLVED|UNKNOWN_HOST/i, 'ENOTFOUND'],
  [/UNREACHABLE|DISCONNECTED/i, 'ENETUNREACH'],
]

function codeOf(reason: string): string {
  return CODES.find(([known]) => known.test(reason))?.[1] ?? reason
}

function readContent(content: Partial<HarContent> | undefined): string | Uint8Array<ArrayBuffer> | undefined {
  if (!content?.text) return undefined
  return content.encoding === 'base64' ? bytesOf(content.text) : content.text
}

/** Returns a header as it can be sent. Chromium separates several values of one name by line breaks. */
function readHeader(name: string, value: string, isHead: boolean): [string, string][] {
  // A client sends a HEAD request to learn the length of the answer to a GET.
  const known = name.toLowerCase()
  const isLength = isHead && known === 'content-length'
  if (!isToken(name) || (CONNECTION.has(known) && !isLength)) return []
  return value.split('\n').map((line) => [name, sendable(line)])
}

/** Returns a value in which each byte is one character, without the control characters that a header cannot have. */
function sendable(value: string): string {
  const text = /[^\0-\xff]/.test(value) ? String.fromCharCode(...new TextEncoder().encode(value)) : value
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
  return text.replace(/[\0-\x08\x0a-\x1f\x7f]+/g, ' ').trim()
}

export function isType([name]: readonly [name: string, value: string]): boolean {
  return name.toLowerCase() === 'content-type'
}

/** An archive has the decoded text, which is sent as UTF-8. A text of ASCII characters is the same in its own charset. */
function inUtf8(header: readonly [string, string], body: unknown): readonly [string, string] {
  const [name, value] = header
  const isText = isType(header) && typeof body === 'string' && !/^[\0-\x7f]*$/.test(body)
  return isText ? [name, value.replace(/(charset=)"?(?!utf-?8)[^\s;"]+"?/i, '$1utf-8')] : header
}
