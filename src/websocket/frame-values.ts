import { MynahError } from '../core/errors.ts'
import { showWritten } from '../core/show.ts'

/** The longest reason of a close frame, in bytes (RFC 6455, section 5.5). */
const LONGEST_REASON = 123

/**
 * Checks what a close frame has to hold (RFC 6455, section 7.4).
 * @throws {MynahError} `WEBSOCKET`, for a code that no frame may have, and a reason that is too long.
 */
export function checkClose(code: unknown, reason: unknown): void {
  const problem = problemOf(code, reason)
  if (problem === undefined) return
  const written = [code, ...(reason === undefined ? [] : [reason])].map(showWritten).join(', ')
  throw new MynahError('WEBSOCKET', `close(${written}): ${problem}`)
}

function problemOf(code: unknown, reason: unknown): string | undefined {
  if (code === undefined) return reason === undefined ? undefined : 'a reason needs a code'
  if (!isCode(code)) return 'a code is 1000 to 1003, 1007 to 1014, or 3000 to 4999'
  if (reason === undefined) return undefined
  return isReason(reason) ? undefined : `a reason is a text of at most ${LONGEST_REASON} bytes`
}

/** Whether a close frame can hold a reason. */
export function isReason(reason: unknown): boolean {
  return typeof reason === 'string' && new TextEncoder().encode(reason).byteLength <= LONGEST_REASON
}

/** Whether a value is a token (RFC 9110, section 5.6.2), as a subprotocol is. */
export function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(value)
}

function isCode(code: unknown): boolean {
  if (typeof code !== 'number' || !Number.isInteger(code)) return false
  return (code >= 3000 && code <= 4999) || (code >= 1000 && code <= 1014 && ![1004, 1005, 1006].includes(code))
}
