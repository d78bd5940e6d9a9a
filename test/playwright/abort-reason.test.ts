import { expect, test } from 'vitest'
import { abortReasonOf } from '../../src/playwright/abort-reason.ts'
import { connectionError, cutError, fetchError } from '../../src/runtime/network-error.ts'

test.each([
  ['ECONNREFUSED', 'connectionrefused'],
  ['ECONNRESET', 'connectionreset'],
  ['ECONNABORTED', 'connectionaborted'],
  ['EPIPE', 'connectionclosed'],
  ['ETIMEDOUT', 'timedout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timedout'],
  ['ENOTFOUND', 'namenotresolved'],
  ['EAI_AGAIN', 'namenotresolved'],
  ['EHOSTUNREACH', 'addressunreachable'],
  ['ENETDOWN', 'internetdisconnected'],
  ['EACCES', 'accessdenied'],
  ['CERT_HAS_EXPIRED', 'failed'],
])('networkError(%j) is %j', (code, reason) => {
  expect(abortReasonOf(connectionError(code))).toBe(reason)
  expect(abortReasonOf(fetchError(connectionError(code)))).toBe(reason)
})

test.each([
  [new Error('a bug'), 'failed'],
  [undefined, 'failed'],
  [new DOMException('aborted', 'AbortError'), 'failed'],
  [new TypeError('terminated', { cause: cutError() }), 'connectionclosed'],
])('%s is %j', (error, reason) => {
  expect(abortReasonOf(error)).toBe(reason)
})
