import codes from 'statuses/codes.json' with { type: 'json' }

/** The reason phrases of statuses (IANA, HTTP Status Code Registry), as Node has them too. */
export const STATUS_TEXTS: Readonly<Record<number, string>> = codes

/** Whether a value is a status that a response can have. */
export function isStatus(status: unknown): status is number {
  return Number.isInteger(status) && (status as number) >= 200 && (status as number) <= 599
}

const BODILESS_STATUSES: readonly unknown[] = [204, 205, 304]

/** Whether a response of this status has no body (Fetch Standard, null body status). */
export function isBodiless(status: unknown): boolean {
  return BODILESS_STATUSES.includes(status)
}

/** The statuses that redirect (Fetch Standard, redirect status). */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** Whether a text is a valid name of a header or a cookie: a token (RFC 9110, section 5.6.2). */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/.test(text)
}

/** The content encodings of a request body that are undone, each with its name for `DecompressionStream`. */
export const COMPRESSION_FORMATS: Readonly<Record<string, 'gzip' | 'deflate'>> = {
  gzip: 'gzip',
  'x-gzip': 'gzip',
  deflate: 'deflate',
}

/** Whether a content type is one of HTML's forms, whose fields are text. */
export function isFormType(type: string | undefined): boolean {
  return type !== undefined && (isUrlencoded(type) || isMultipart(type))
}

/** Whether a content type is one of JSON, such as `application/problem+json` or `application/x-json`. */
export function isJsonType(type: unknown): boolean {
  return /[/+-]json\b/i.test(String(type))
}

export function isUrlencoded(type: string): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(type)
}

export function isMultipart(type: string): boolean {
  return /^multipart\/form-data\b/i.test(type)
}

/**
 * Returns a reason phrase as a `Response` takes it: a phrase of a real answer may have characters that no byte holds, since fetch
 * decodes it as UTF-8. It is sent as the bytes that came.
 */
export function sendablePhrase(phrase: string): string {
  const bytes = /[^\0-\xff]/.test(phrase) ? String.fromCharCode(...new TextEncoder().encode(phrase)) : phrase
  return bytes.replace(/[^\t -~\x80-\xff]/g, '')
}

/** Replaces lone surrogates, which UTF-8 cannot express, as fetch does. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd')
}
