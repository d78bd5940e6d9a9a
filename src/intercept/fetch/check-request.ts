import { isToken } from '../../core/http-rules.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { headerLinesOf } from '../../response/make-response.ts'
import { UNDICI_VERSION } from '../../runtime/environment.ts'
import { fetchError } from '../../runtime/network-error.ts'

/** The ports that fetch never connects to (Fetch Standard, bad port). */
const BAD_PORTS = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 ' +
    '1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
)

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
export function checkRequest(request: IncomingRequest): void {
  const [, port] = /^https?:\/\/[^/]*:(\d+)\//.exec(request.url) ?? []
  if (port !== undefined && BAD_PORTS.has(port)) throw fetchError(new Error('bad port'))
  if (UNDICI_VERSION === undefined || !request.hasHeaders) return
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
export function checkLength(request: IncomingRequest): void {
  const { byteLength } = request
  if (byteLength === undefined || UNDICI_VERSION === undefined) return
  const announced = request.headers['content-length']
  if (announced === undefined || Number(announced) === byteLength) return
  const message = 'Request body length does not match content-length header'
  throw undiciError('RequestContentLengthMismatchError', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', message)
}

/**
 * Checks that the head of a mocked response is short enough: Node's fetch counts the characters of its names and values.
 * @throws {TypeError} `fetch failed`, as fetch does.
 */
export function checkHead(response: Response, maxHeaderSize = Number.POSITIVE_INFINITY): void {
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
