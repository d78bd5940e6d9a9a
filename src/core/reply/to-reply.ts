import { jsonText } from '../json.ts'
import { reasonOf } from '../refusal.ts'
import { bodyClassOf, isResponse } from '../type-guards.ts'
import { type Content, type Reply, type ReplyHead, type Resolver, replyIn } from './reply.ts'

/** Returns why a payload cannot be sent, as the rest of a sentence. */
export function payloadProblem(payload: unknown, error: unknown): string {
  return isResponse(payload)
    ? 'Response cannot be copied: its body is locked, or was read already'
    : `payload cannot be sent as JSON: ${reasonOf(error)}`
}

/**
 * Makes the reply of a response: of the argument of `rest`, or of what a resolver returned (docs/guide/responding.md).
 * @throws {TypeError} if JSON cannot hold the payload.
 */
export function toReply(response: unknown): Reply {
  const named = replyIn(response)
  if (named) return named
  if (typeof response === 'function') return { kind: 'resolver', resolver: response as Resolver }
  const body = toBody(response)
  // `Response.error()` is the network error of the platform. It has no code.
  if (body.kind === 'response' && body.response.type === 'error') return { kind: 'networkError', code: 'ECONNREFUSED' }
  return { kind: 'content', body }
}

/**
 * Makes the reply of a declaration. A `Response` is copied, since the test may still read it and change its headers.
 * @throws {TypeError} if JSON cannot hold the payload, or the `Response` was read already.
 */
export function toDeclaredReply(response: unknown): Reply {
  return toReply(isResponse(response) ? response.clone() : response)
}

function toBody(payload: unknown): Content['body'] {
  if (payload === undefined) return { kind: 'empty' }
  if (ArrayBuffer.isView(payload)) {
    return {
      kind: 'native',
      value: new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength).slice() as BufferSource,
    }
  }
  switch (bodyClassOf(payload)) {
    case 'Response':
      return { kind: 'response', response: payload as Response }
    case 'Blob':
    case 'File':
      return { kind: 'native', value: payload as Blob }
    case 'ArrayBuffer':
    case 'SharedArrayBuffer':
      return { kind: 'native', value: new Uint8Array(payload as ArrayBuffer).slice() }
    case 'FormData':
      return { kind: 'native', value: copyForm(payload as FormData) }
    case 'URLSearchParams':
      return { kind: 'text', text: String(payload), type: 'application/x-www-form-urlencoded;charset=UTF-8' }
    case 'ReadableStream':
      return { kind: 'replay', stream: payload as ReadableStream<Uint8Array> }
    default:
      return { kind: 'text', text: jsonText(payload), type: 'application/json' }
  }
}

function copyForm(form: FormData): FormData {
  const copy = new (form.constructor as typeof FormData)()
  for (const [name, value] of form) {
    copy.append(name, value)
  }
  return copy
}

/**
 * Completes the head of a reply that is known before the request. If the reply has its own status, as a redirect has, that
 * status wins.
 */
export function completeReply<Other extends Exclude<Reply, { kind: 'content' | 'sequence' }>>(
  reply: Extract<Reply, { kind: 'content' }> | Other,
  { status, statusText, headers }: ReplyHead,
): Content | Other {
  if (reply.kind !== 'content') return reply
  return {
    kind: 'content',
    body: reply.body,
    status: reply.status ?? status ?? 200,
    statusText: reply.statusText ?? statusText,
    headers: reply.headers ? [...headers, ...reply.headers] : headers,
    ...(reply.upgrade && { upgrade: reply.upgrade }),
  }
}
