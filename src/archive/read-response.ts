import { isBodiless, isStatus, isToken } from '../core/http-rules.ts'
import { bytesOf } from './base64.ts'
import type { HarContent } from './har-format.ts'
import type { LooseEntry } from './parse-archive.ts'

/** A recorded response. */
export interface RecordedResponse {
  readonly kind: 'response'
  readonly status: number
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
const CONNECTION = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'te', 'trailer', 'transfer-encoding'],
  ...['upgrade', 'content-encoding', 'content-length'],
])

/** Whether a header does not fit a body that has been read and decoded. `name` is in lower case. */
export function isOfConnection(name: string): boolean {
  return CONNECTION.has(name)
}

/** Reads the answer of an entry; returns `undefined` if the entry has none that can be sent. */
export function readAnswer({ request, response }: LooseEntry): RecordedAnswer | undefined {
  if (!response) return undefined
  if (response._networkError) return { kind: 'networkError', code: response._networkError }
  if (response._aborted) return { kind: 'never' }
  const status = Number(response.status)
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
  return { kind: 'response', status, headers: headers.map((header) => inUtf8(header, body)), body }
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
  if (!isToken(name) || (isOfConnection(known) && !isLength)) return []
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
