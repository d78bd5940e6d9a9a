import { textOf, toBase64 } from './base64.ts'
import type { HarContent, HarResponse } from './har-format.ts'
import { headerOf } from './read-request.ts'
import { namedOf } from './write-request.ts'

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
export function writeNoResponse(more: Partial<HarResponse> & { readonly _error?: string }): HarResponse {
  return { ...writeResponse(0, '', [], { size: 0 }), ...more }
}

function toCookie(header: string): { name: string; value: string }[] {
  const [, name = '', value = ''] = /^\s*([^=;]*)=([^;]*)/.exec(header) ?? []
  return name === '' ? [] : [{ name: name.trim(), value: value.trim() }]
}

/** Writes bytes as text if they are UTF-8, else as base64. */
export function writeBytes(bytes: Uint8Array, mayBeText = true): WrittenBody {
  const text = mayBeText ? textOf(bytes) : undefined
  const size = bytes.byteLength
  return text === undefined ? { size, text: toBase64(bytes), encoding: 'base64' } : { size, text }
}
