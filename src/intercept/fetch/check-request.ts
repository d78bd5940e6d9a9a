import { isToken } from '../../core/http-rules.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { fetchError } from '../../response/network-error.ts'
import { UNDICI_VERSION } from '../../runtime/environment.ts'

/** The ports that fetch never connects to (Fetch Standard, bad port). */
const BAD_PORTS = new Set(
  (
    '0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 ' +
    '137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 ' +
    '1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080'
  ).split(' '),
)

/**
 * Checks what fetch refuses to send, before anybody is asked for an answer.
 * @throws {TypeError} `fetch failed`, with the reason as its cause, as fetch does.
 */
export function checkRequest(request: IncomingRequest): void {
  if (BAD_PORTS.has(portOf(request.url))) throw fetchError(new Error('bad port'))
  if (UNDICI_VERSION === undefined || !request.hasHeaders) return
  for (const [name, value] of Object.entries(request.headers)) {
    const error = headerError(name, value, UNDICI_VERSION)
    if (error) throw fetchError(error)
  }
  checkLength(request)
}

/** Returns what stands behind the last colon of the origin: the port, if there is one. The URL is normalized: a path follows. */
function portOf(url: string): string {
  const end = url.indexOf('/', 'https://'.length)
  return url.slice(url.lastIndexOf(':', end) + 1, end)
}

/**
 * Checks that a body has the length that the request's `content-length` says. A body that has not been read passes.
 * @throws {TypeError} `fetch failed`, as fetch does.
 */
export function checkLength(request: IncomingRequest): void {
  const announced = request.hasHeaders ? request.headers['content-length'] : undefined
  const { byteLength } = request
  if (announced === undefined || byteLength === undefined) return
  if (Number.parseInt(announced, 10) === byteLength) return
  if (UNDICI_VERSION === undefined) return
  const message = 'Request body length does not match content-length header'
  throw fetchError(undiciError('RequestContentLengthMismatchError', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH', message))
}

/** Returns the error of a header that Node's fetch refuses; it is undici's, whose versions differ. */
function headerError(name: string, value: string, version: number): Error | undefined {
  switch (name) {
    case 'transfer-encoding':
    case 'keep-alive':
    case 'upgrade':
      return invalidHeader(name)
    case 'expect':
      return undiciError('NotSupportedError', 'UND_ERR_NOT_SUPPORTED', 'expect header not supported')
    case 'connection':
      return isConnection(value, version) ? undefined : invalidHeader(name)
    case 'content-length':
      return (version < 7 ? Number.isFinite(Number.parseInt(value, 10)) : /^\d+$/.test(value))
        ? undefined
        : invalidHeader(name)
    default:
      return /[^\t -~\x80-\xff]/.test(value) ? invalidHeader(name) : undefined
  }
}

function isConnection(value: string, version: number): boolean {
  if (version < 7) return /^(?:close|keep-alive)$/i.test(value)
  return value.split(',').every((token) => isToken(token.trim()))
}

function invalidHeader(name: string): Error {
  return undiciError('InvalidArgumentError', 'UND_ERR_INVALID_ARG', `invalid ${name} header`)
}

function undiciError(name: string, code: string, message: string): Error {
  return Object.assign(new Error(message), { name, code })
}
