import { isBodiless, STATUS_TEXTS } from '../core/http-rules.ts'
import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import { assertArgument } from '../core/refusal.ts'
import type { Content } from '../core/reply/reply.ts'
import { messageOf } from '../core/show.ts'
import { isObject } from '../core/type-guards.ts'
import { answerOf, type Call } from '../mocks/session/journal.ts'
import { replayedBytes } from '../response/stream-body.ts'
import { isBytes } from './base64.ts'
import type { Har, HarEntry, HarResponse } from './har-format.ts'
import { hideSecrets } from './hide-secrets.ts'
import { writeArchive, writeBytes, writeNoResponse, writeRequest, writeResponse } from './write-entry.ts'

/** The options of `toHar`. */
export interface ToHarOptions {
  /** Whether secrets stay as they were sent; `false` by default. */
  readonly secrets?: boolean
}

/**
 * Writes calls as a HAR 1.2 archive, which any network panel opens. The archive has the bodies of mocked answers, except
 * streams. It has no bodies of answers that came from the network.
 *
 * - `secrets`: `true` keeps the values of authorization, cookies and the like, which are `'(hidden)'` otherwise.
 *
 * @throws {RouteDefinitionError} if the argument is not a list of calls.
 * @example
 * writeFileSync('failed.har', JSON.stringify(toHar(mocks.calls())))
 */
export function toHar(calls: readonly Call[], options: ToHarOptions = {}): Har {
  const areCalls =
    Array.isArray(calls) && calls.every((call) => isObject(call) && 'request' in call && 'startedAt' in call)
  assertArgument(areCalls, 'toHar', calls, 'a list of calls')
  checkOptions('toHar', '…, ', options, { secrets: ON_OR_OFF })
  const entries = calls.map(writeCall)
  return writeArchive(options.secrets ? entries : entries.map(hideSecrets))
}

/** Writes a call as an entry. */
function writeCall(call: Call): HarEntry {
  const { startedAt, duration } = call
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time: duration,
    request: writeRequest(call.request),
    response: writeAnswer(call),
    cache: {},
    timings: { send: 0, wait: duration, receive: 0 },
  }
}

function writeAnswer(call: Call): HarResponse {
  const { request, outcome, response, error } = call
  const { reply, head } = answerOf(call)
  if (reply?.kind === 'networkError') return writeNoResponse({ _networkError: reply.code })
  if (error !== undefined) return writeNoResponse({ comment: messageOf(error) })
  if (!response) return writeNoResponse({ comment: outcome ?? 'pending' })
  const { status } = response
  const isEmpty = request.method === 'HEAD' || isBodiless(status)
  const statusText = head?.statusText ?? STATUS_TEXTS[status]
  const bytes = isEmpty ? new Uint8Array() : reply?.kind === 'content' ? bytesOf(reply.body) : undefined
  const headers = new Headers(head ? (head.headers as [string, string][]) : response.headers)
  return writeResponse(status, statusText ?? '', headers, bytes && writeBytes(bytes))
}

/** Returns the bytes of a body, if they are known. Those of a stream are not. */
function bytesOf(body: Content['body']): Uint8Array | undefined {
  switch (body.kind) {
    case 'empty':
      return new Uint8Array()
    case 'text':
      return new TextEncoder().encode(body.text)
    case 'native':
      return isBytes(body.value) ? body.value : replayedBytes(body.value as object)
    case 'response':
      return body.response.body === null ? new Uint8Array() : replayedBytes(body.response)
    default:
      return undefined
  }
}
