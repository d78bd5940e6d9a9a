import { type RequestSnapshot, splitUrl } from '../core/request.ts'
import { isBytes, textOf, toBase64 } from './base64.ts'
import { isFile } from './exchanges.ts'
import type {
  Har,
  HarContent,
  HarEntry,
  HarNamed,
  HarParam,
  HarPostData,
  HarRequest,
  HarResponse,
} from './har-format.ts'
import { headerOf } from './read-entry.ts'

/** The version of mynah, which an archive names as its creator. A test compares it with package.json. */
export const VERSION = '0.1.0'

/** Makes an archive of entries. */
export function writeArchive(entries: HarEntry[]): Har {
  return { log: { version: '1.2', creator: { name: 'mynah', version: VERSION }, entries } }
}

/** Writes a request as an archive has it. */
export function writeRequest(request: RequestSnapshot): HarRequest {
  const { method, url, headers, cookies } = request
  const postData = writePostData(request)
  return {
    method,
    url,
    httpVersion: 'HTTP/1.1',
    cookies: namedOf(Object.entries(cookies)),
    headers: namedOf(Object.entries(headers)),
    queryString: namedOf(new URLSearchParams(splitUrl(url).search)),
    headersSize: -1,
    bodySize: postData ? -1 : 0,
    ...(postData && { postData }),
  }
}

function namedOf(pairs: Iterable<readonly [string, string]>): HarNamed[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

function writePostData({ body, headers, text }: RequestSnapshot): HarPostData | undefined {
  if (body === undefined) return undefined
  const mimeType = headers['content-type'] ?? ''
  if (isBytes(body)) {
    const { text: written = '', encoding } = writeBytes(body)
    return { mimeType, text: written, ...(encoding && { _encoding: encoding }) }
  }
  // The text has a boundary that differs each time, and files that are not text.
  if (/^multipart\//i.test(mimeType) && typeof body === 'object') return { mimeType, params: paramsOf(body as Fields) }
  return { mimeType, text: String(text) }
}

type Field = string | File
type Fields = Readonly<Record<string, Field | readonly Field[]>>

function paramsOf(fields: Fields): HarParam[] {
  const all = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value as Field] as const),
  )
  return all.map(([name, value]) =>
    isFile(value) ? { name, fileName: value.name, contentType: value.type } : { name, value },
  )
}

/** A body as an archive has it; `undefined` if it is not known. */
export type WrittenBody = Pick<HarContent, 'size' | 'text' | 'encoding'>

/** Writes an answer as an archive has it. */
export function writeResponse(
  status: number,
  statusText: string,
  headers: Iterable<readonly [string, string]>,
  body: WrittenBody | undefined,
): HarResponse {
  const named = namedOf(headers)
  return {
    status,
    statusText,
    httpVersion: 'HTTP/1.1',
    cookies: named.flatMap(({ name, value }) => (name.toLowerCase() === 'set-cookie' ? toCookie(value) : [])),
    headers: named,
    content: { mimeType: headerOf(named, 'content-type') ?? '', ...(body ?? { size: -1 }) },
    redirectURL: headerOf(named, 'location') ?? '',
    headersSize: -1,
    bodySize: -1,
  }
}

/** Writes that no answer came. `more` has the reason. */
export function writeNoResponse(more: Partial<HarResponse>): HarResponse {
  return { ...writeResponse(0, '', [], { size: 0 }), ...more }
}

function toCookie(header: string): { name: string; value: string }[] {
  const [, name = '', value = ''] = /^\s*([^=;]*)=([^;]*)/.exec(header) ?? []
  return name === '' ? [] : [{ name: name.trim(), value: value.trim() }]
}

/** Writes bytes as text if they are UTF-8, else as base64. */
export function writeBytes(bytes: Uint8Array, mayBeText = true): WrittenBody {
  const size = bytes.byteLength
  if (size === 0) return { size }
  const text = mayBeText ? textOf(bytes) : undefined
  return text === undefined ? { size, text: toBase64(bytes), encoding: 'base64' } : { size, text }
}
