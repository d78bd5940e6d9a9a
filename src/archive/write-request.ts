import { type RequestSnapshot, splitUrl } from '../core/request.ts'
import { isBytes, textOf, toBase64 } from './base64.ts'
import { isFile } from './exchanges.ts'
import type { HarNamed, HarParam, HarPostData, HarRequest } from './har-format.ts'

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

export function namedOf(pairs: Iterable<readonly [string, string]>): HarNamed[] {
  return Array.from(pairs, ([name, value]) => ({ name, value }))
}

function writePostData({ body, headers, text }: RequestSnapshot): HarPostData | undefined {
  if (body === undefined) return undefined
  const mimeType = headers['content-type'] ?? ''
  if (isBytes(body)) {
    const readable = textOf(body)
    return readable === undefined
      ? { mimeType, text: toBase64(body), _encoding: 'base64' }
      : { mimeType, text: readable }
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
