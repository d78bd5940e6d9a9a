import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'

/** A request, and the answer to it, as data: a real server and mynah are both made of it. */
export interface Exchange {
  readonly request: SentRequest
  readonly answer: Answer
}

interface SentRequest {
  readonly method: string
  /** Path and query, encoded. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: AnswerBody
}

export type AnswerBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text' | 'html'; readonly text: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'encoded'; readonly encoding: string; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'stream'; readonly chunks: readonly string[] }
  /** A stream that breaks off after its chunks. */
  | { readonly kind: 'broken'; readonly chunks: readonly string[] }
  /** The target answers with the request that it received. */
  | { readonly kind: 'redirect'; readonly status: 301 | 302 | 303 | 307 | 308 }

export const REDIRECT_TARGET = '/target?a=1'

export const RESPONSE_HEADERS = [
  'X-Total',
  'x-tag',
  'X-UPPER',
  'Cache-Control',
  'ETag',
  'Vary',
  'Link',
  'Allow',
  'WWW-Authenticate',
  'Server',
  'Age',
  'Retry-After',
  'Content-Language',
  'Set-Cookie',
  'Content-Type',
  'Last-Modified',
] as const

const BODY_METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const METHODS = ['GET', 'GET', 'GET', 'HEAD', ...BODY_METHODS, 'OPTIONS']

const token = fc.string({ unit: fc.constantFrom(...'abcxyz019-_'), minLength: 1, maxLength: 6 })
/** A value of a header: visible characters, spaces inside it. */
const headerValue = fc
  .string({ unit: fc.constantFrom(...'aB1 ,;="/()*é~\\'), minLength: 0, maxLength: 12 })
  .map((value) => value.trim())
const asciiValue = headerValue.map((value) => value.replaceAll('é', 'e'))
const text = fc.string({ unit: fc.constantFrom(...'aé€😀\n\r\t "\\{}[]&=%+', '\u2028'), maxLength: 40 })
const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array))

const segment = fc.oneof(
  token,
  fc.string({ unit: fc.constantFrom(..."aé/?#%& +:@!$'()*,;=~"), minLength: 1, maxLength: 4 }).map(encodeURIComponent),
  fc.constantFrom('a+b', 'a:b', 'a@b', '%C3%A4', "a'b", 'a;b=c', 'a,b', '~a', '(a)'),
)
const queryPart = fc.tuple(
  token,
  fc.oneof(token, text.map(encodeURIComponent), fc.constantFrom('', 'a+b', '%20', '[1]')),
)
const path = fc
  .tuple(fc.array(segment, { minLength: 1, maxLength: 3 }), fc.array(queryPart, { maxLength: 3 }), fc.boolean())
  .map(([segments, query, isTrailing]) => {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&')
    return `/${segments.join('/')}${isTrailing ? '/' : ''}${search && `?${search}`}`
  })

const requestHeaders = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom(
        'X-Team',
        'x-list',
        'Accept',
        'Accept-Language',
        'Authorization',
        'Cookie',
        'If-None-Match',
        'Range',
      ),
      asciiValue.filter((value) => value !== ''),
    ),
    { maxLength: 4, selector: ([name]) => name },
  )
  .map((headers) => Object.fromEntries(headers))

const requestBody = fc.oneof(
  fc.json({ maxDepth: 2 }).map((body) => ({ body, type: 'application/json' })),
  text.map((body) => ({ body, type: 'text/plain;charset=utf-8' })),
  fc.constant({ body: 'a=1&b=%C3%A4+c&a=2', type: 'application/x-www-form-urlencoded' }),
  bytes.map((body) => ({ body, type: 'application/octet-stream' })),
  text.map((body) => ({ body, type: 'application/vnd.api+json; charset=UTF-8' })),
)

const request: fc.Arbitrary<SentRequest> = fc
  .tuple(fc.constantFrom(...METHODS), path, requestHeaders, fc.option(requestBody, { nil: undefined }))
  .map(([method, path, headers, sent]) => {
    if (!sent || !BODY_METHODS.includes(method)) return { method, path, headers }
    return { method, path, headers: { ...headers, 'Content-Type': sent.type }, body: sent.body }
  })

/** Not empty: `Headers` trims what it joins them to. */
const listedValues = fc.array(headerValue.filter(Boolean), { minLength: 1, maxLength: 3 })

const responseHeaders = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...RESPONSE_HEADERS), fc.oneof(headerValue, headerValue, listedValues)), {
    maxLength: 5,
    selector: ([name]) => name,
  })
  .map((headers): Answer['headers'] =>
    Object.fromEntries(headers.map(([name, value]) => [name, name === 'Content-Type' ? 'text/x-own' : value])),
  )

const chunks = fc.array(text.filter(Boolean), { maxLength: 4 })
const ENCODERS = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }

const body: fc.Arbitrary<AnswerBody> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 2 }).map((value) => ({ kind: 'json' as const, value })) },
  fc.constant({ kind: 'empty' as const }),
  fc.tuple(fc.constantFrom('text' as const, 'html' as const), text).map(([kind, text]) => ({ kind, text })),
  bytes.map((bytes) => ({ kind: 'bytes' as const, bytes })),
  fc.tuple(fc.constantFrom('gzip', 'deflate', 'br'), text).map(([encoding, text]) => ({
    kind: 'encoded' as const,
    encoding,
    bytes: new Uint8Array(ENCODERS[encoding as 'gzip'](text)),
  })),
  chunks.map((chunks) => ({ kind: 'stream' as const, chunks })),
  chunks.map((chunks) => ({ kind: 'broken' as const, chunks })),
  fc.constantFrom(301, 302, 303, 307, 308).map((status) => ({ kind: 'redirect' as const, status: status as 301 })),
)

const BODILESS = [204, 205, 304]
const status = fc.oneof(
  { weight: 5, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 202, 203, 204, 205, 206, 226, 299, 304, 400, 401, 404, 409, 418, 422, 429, 500, 503, 599),
)

const answer: fc.Arbitrary<Answer> = fc.tuple(status, responseHeaders, body).map(([status, headers, body]) => {
  if (body.kind === 'redirect') return { status: body.status, headers, body }
  // mynah refuses a string that would be sent as JSON with the content type of a text.
  if (body.kind === 'json' && typeof body.value === 'string' && 'Content-Type' in headers) {
    return { status, headers, body: BODILESS.includes(status) ? { kind: 'empty' } : { kind: 'text', text: body.value } }
  }
  return { status, headers, body: BODILESS.includes(status) ? { kind: 'empty' } : body }
})

/** Random exchanges. fast-check makes a failing one as small as it can. */
export const exchanges: fc.Arbitrary<Exchange> = fc.record({ request, answer }).map(({ request, answer }) => {
  const { body } = answer
  // The answer to a HEAD request has no body that could break off.
  const isWhole = request.method === 'HEAD' && body.kind === 'broken'
  return { request, answer: isWhole ? { ...answer, body: { kind: 'stream', chunks: body.chunks } } : answer }
})
