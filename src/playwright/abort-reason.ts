import { isObject } from '../core/type-guards.ts'

/** Playwright's reasons, each with the codes of Node and undici for which it is the nearest. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  accessdenied: ['EACCES', 'EPERM'],
  addressunreachable: ['EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL'],
  connectionaborted: ['ECONNABORTED'],
  connectionclosed: ['EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_CLOSED'],
  connectionrefused: ['ECONNREFUSED'],
  connectionreset: ['ECONNRESET'],
  internetdisconnected: ['ENETDOWN'],
  namenotresolved: ['ENOTFOUND', 'EAI_AGAIN', 'ENODATA'],
  timedout: [
    'ETIMEDOUT',
    'ESOCKETTIMEDOUT',
    'UND_ERR_CONNECT_TIMEOUT',
    'UND_ERR_HEADERS_TIMEOUT',
    'UND_ERR_BODY_TIMEOUT',
  ],
}

/** Returns the reason with which a request ends: the nearest one to the `code` of the error, or of its cause. */
export function abortReasonOf(error: unknown): string {
  const code = codeOf(error) ?? (isObject(error) && 'cause' in error ? codeOf(error.cause) : undefined)
  const [reason] = Object.entries(REASONS).find(([, codes]) => codes.includes(code ?? '')) ?? []
  return reason ?? 'failed'
}

function codeOf(error: unknown): string | undefined {
  return isObject(error) && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
