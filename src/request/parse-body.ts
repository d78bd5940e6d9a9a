import { isJsonType, isMultipart, isUrlencoded } from '../core/http-rules.ts'
import { parsedJson } from '../core/json.ts'
import { collect } from '../core/request.ts'
import { textDecoderOf } from './decode.ts'
import { parseMultipart } from './parse-multipart.ts'

/** Parses a body by its content type; returns `undefined` for an empty one. */
export function parseBody(body: ArrayBuffer | string, type: string): unknown {
  if (isEmpty(body)) return undefined
  if (isJsonType(type)) {
    const text = toText(body, type)
    const value = parsedJson(text)
    return value === undefined ? text : value
  }
  if (isUrlencoded(type)) return collect(new URLSearchParams(toText(body, type)))
  if (isMultipart(type)) {
    const values = parseMultipart(toBytes(body), type)
    return values ? collect(values) : toText(body, type)
  }
  return /^text\/|[/+-](xml|ndjson)\b/i.test(type) ? toText(body, type) : toBytes(body)
}

export function isEmpty(body: ArrayBuffer | string): boolean {
  return (typeof body === 'string' ? body.length : body.byteLength) === 0
}

export function toText(body: ArrayBuffer | string, type: string): string {
  // As `TextDecoder` does, which removes a byte order mark.
  if (typeof body === 'string') return body.replace(/^\ufeff/, '')
  return textDecoderOf(type).decode(body)
}

export function toBytes(body: ArrayBuffer | string): Uint8Array<ArrayBuffer> {
  // A copy, because user code may write into it.
  return typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body.slice(0))
}
