import { isBodiless, STATUS_TEXTS } from '../core/http-rules.ts'
import type { Content } from '../core/reply/reply.ts'
import { messageOf } from '../core/show.ts'
import { type Call, sentTo } from '../mocks/session/journal.ts'
import { replayedBytes } from '../response/stream-body.ts'
import { isBytes } from './base64.ts'
import type { HarEntry, HarResponse } from './har-format.ts'
import { writeRequest } from './write-request.ts'
import { type WrittenBody, writeBytes, writeNoResponse, writeResponse } from './write-response.ts'

/** Writes a call as an entry. */
export function writeCall(call: Call): HarEntry {
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
  const { reply, head } = sentTo(call)
  if (reply?.kind === 'networkError') return writeNoResponse({ _networkError: reply.code })
  if (error !== undefined) return writeNoResponse({ _error: messageOf(error) })
  if (!response) return writeNoResponse({ _error: outcome ?? 'pending' })
  const { status } = response
  const isEmpty = request.method === 'HEAD' || isBodiless(status)
  const statusText = head?.statusText || STATUS_TEXTS[status]
  const body = isEmpty ? { size: 0 } : reply?.kind === 'content' ? writeBody(reply.body) : undefined
  return writeResponse(status, statusText ?? '', new Headers(head?.headers ?? response.headers), body)
}

/** Returns a body, if it is known. The body of a stream is not. */
function writeBody(body: Content['body']): WrittenBody | undefined {
  switch (body.kind) {
    case 'empty':
      return { size: 0 }
    case 'text':
      return { size: new TextEncoder().encode(body.text).byteLength, text: body.text }
    case 'native':
      return writeKnown(isBytes(body.value) ? body.value : replayedBytes(body.value as object))
    case 'response':
      return body.response.body === null ? { size: 0 } : writeKnown(replayedBytes(body.response))
    default:
      return undefined
  }
}

function writeKnown(bytes: Uint8Array | undefined): WrittenBody | undefined {
  return bytes && writeBytes(bytes)
}
