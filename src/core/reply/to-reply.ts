import { reasonOf } from '../refusal.ts'
import { type Body, isNamedReply, REPLY, type Reply, type Resolver } from '../reply.ts'
import { bodyClassOf, isObject, isReadable, isResponse, tagOf } from '../type-guards.ts'

/** Why a payload could not be taken: the rest of a sentence that names it. */
export function payloadProblem(payload: unknown, error: unknown): string {
  return isResponse(payload)
    ? 'Response cannot be copied: its body is being read, or has been'
    : `payload cannot be sent as JSON: ${reasonOf(error)}`
}

/**
 * Makes a reply of what was given as a response, or returned by a resolver (contract: section 2, the table).
 * @throws {TypeError} where JSON cannot hold the payload.
 */
export function toReply(response: unknown): Reply {
  if (isNamedReply(response)) return response[REPLY]
  if (typeof response === 'function') return { kind: 'resolver', resolver: response as Resolver }
  const body = toBody(response)
  // `Response.error()` is the platform's own network error, and has no code.
  if (body.kind === 'response' && body.response.type === 'error') return { kind: 'networkError', code: 'ECONNREFUSED' }
  return { kind: 'content', body }
}

/**
 * Makes the reply of a declaration, which takes a `Response` as it stands, like every payload: whoever has it may go on
 * to read it, and to change its headers.
 * @throws {TypeError} where JSON cannot hold the payload, or the `Response` has been read.
 */
export function toDeclaredReply(response: unknown): Reply {
  return toReply(isResponse(response) ? response.clone() : response)
}

function toBody(payload: unknown): Body {
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

export function json(payload: unknown): Body {
  const text = JSON.stringify(payload, refuseWhatJsonLoses)
  if (text === undefined) {
    throw new TypeError(
      typeof payload === 'object' ? 'its toJSON() gives nothing' : `a ${typeof payload} is no payload`,
    )
  }
  return { kind: 'text', text, type: 'application/json' }
}

/** `JSON.stringify` writes a map, an error or a file as `{}`, and what was in it is lost without a word. */
function refuseWhatJsonLoses(_key: string, value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value
  if (isNamedReply(value)) throw new TypeError('A reply with a name, such as text(), stands alone')
  if (isReadable(value)) throw new TypeError('A stream would be sent without its chunks')
  const tag = tagOf(value)
  const isLost = !['Object', 'Boolean', 'Number', 'String'].includes(tag) && Object.keys(value).length === 0
  if (isLost) throw new TypeError(`${/^[AEIO]/.test(tag) ? 'An' : 'A'} ${tag} would become {}`)
  return value
}
