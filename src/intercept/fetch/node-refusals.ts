import { maxHeaderSize } from 'node:http'
import { isToken } from '../../core/http-rules.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { headerLinesOf } from '../../response/make-response.ts'
import { fetchError } from '../../runtime/network-error.ts'
import type { Refusals } from './perform.ts'

/** The headers that Node's fetch refuses, each with a test of the values that it takes. */
const REFUSED: Readonly<Record<string, (value: string) => boolean>> = {
  'transfer-encoding': () => false,
  'keep-alive': () => false,
  upgrade: () => false,
  connection: (value) => value.split(',').every((token) => isToken(token.trim())),
  'content-length': (value) => /^\d+$/.test(value),
}

/**
 * Checks what fetch refuses to send, before anybody is asked for an answer.
 * @throws {TypeError} `fetch failed`, with the reason as its cause, as fetch does.
 */
function checkRequest(request: IncomingRequest): void {
  if (!request.hasHeaders) return
  for (const [name, value] of Object.entries(request.headers)) {
    if (name === 'expect') {
      throw undiciError('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'expect header not supported')
    }
    const isTaken = Object.hasOwn(REFUSED, name) ? REFUSED[name] : isHeaderText
    if (!isTaken?.(value)) {
      throw undiciError('InvalidArgumentError', 'UND_ERR_INVALID_ARG', `invalid ${name} header`)
    }
  }
  checkLength(request)
}

/**
 * Checks that a body has the length that the request's `content-length` says. A body that has not been read passes.
 * @throws {TypeError} `fetch failed`, as fetch does.
 */
function checkLength(request: IncomingRequest): void {
  const announced = request.hasHeaders ? request.headers['content-length'] : undefined
  if (announced === undefined) return
  const { byteLength } = request
  if (byteLength === undefined || Number(announced) === byteLength) return
  const message = 'Request body length does not match content-length header'
  throw undiciError('RequestContentLengthMismatchError', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', message)
}

/**
 * Checks that the head of a mocked response is short enough: Node's fetch counts the characters of its names and values.
 * @throws {TypeError} `fetch failed`, as fetch does.
 */
function checkHead(response: Response): void {
  const length = headerLinesOf(response).reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (length < maxHeaderSize) return
  throw undiciError('HeadersOverflowError', 'UND_ERR_HEADERS_OVERFLOW', 'Headers Overflow Error')
}

function isHeaderText(value: string): boolean {
  return !/[^\t -~\x80-\xff]/.test(value)
}

/** Returns fetch's error with a cause of undici, which provides Node's fetch. */
function undiciError(name: string, code: string, message: string): TypeError {
  return fetchError(Object.assign(new Error(message), { name, code }))
}

/** Returns what a version of undici refuses, which provides Node's fetch. Bun and Deno have another fetch, with other rules. */
export function refusalsOf(undici: number | undefined): Refusals | undefined {
  return undici === undefined ? undefined : { checkRequest, checkLength, checkHead }
}
