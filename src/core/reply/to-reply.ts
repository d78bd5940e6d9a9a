import { typeError } from '../own-frames.ts'
import { KINDS, ownKindOf } from '../own-kind.ts'
import { reasonOf } from '../refusal.ts'
import { isNamedReply, REPLY, type Reply, type ReplyBody, type Resolver } from '../reply.ts'
import { bodyClassOf, isObject, isReadable, isResponse, tagOf } from '../type-guards.ts'

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
  if (isNamedReply(response)) return response[REPLY]
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

function toBody(payload: unknown): ReplyBody {
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
      return json(payload)
  }
}

function copyForm(form: FormData): FormData {
  const copy = new (form.constructor as typeof FormData)()
  for (const [name, value] of form) {
    copy.append(name, value)
  }
  return copy
}

function json(payload: unknown): ReplyBody {
  const text = JSON.stringify(payload, (_key, value: unknown) => {
    checkJsonValue(value)
    return value
  })
  if (text === undefined) {
    throw typeError(
      typeof payload === 'object' ? 'its toJSON() returns nothing' : `a ${typeof payload} is not a payload`,
    )
  }
  return { kind: 'text', text, type: 'application/json' }
}

/** `JSON.stringify` would write a map, an error or a file as `{}`, and silently lose what it contains. */
function checkJsonValue(value: unknown): void {
  const kind = ownKindOf(value)
  if (kind) throw typeError(`${capitalised(KINDS[kind])} cannot be part of a payload`)
  if (!isObject(value) || Array.isArray(value)) return
  if (isReadable(value)) throw typeError('A stream would be sent without its chunks')
  const tag = tagOf(value)
  const isLost = !['Object', 'Boolean', 'Number', 'String'].includes(tag) && Object.keys(value).length === 0
  if (isLost) throw typeError(`${/^[AEIO]/.test(tag) ? 'An' : 'A'} ${tag} would become {}`)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
