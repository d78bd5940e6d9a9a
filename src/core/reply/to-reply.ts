import { typeError } from '../own-frames.ts'
import { isNamedReply, KINDS, ownKindOf, REPLY } from '../own-kind.ts'
import { joinKey } from '../property.ts'
import { reasonOf, withArticle } from '../refusal.ts'
import { show } from '../show.ts'
import { bodyClassOf, isObject, isReadable, isResponse, tagOf } from '../type-guards.ts'
import type { Content, NamedReply, Reply, Resolver } from './reply.ts'

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
  if (isNamedReply(response)) return (response as NamedReply)[REPLY]
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
 * Returns the JSON of a payload.
 * @throws {TypeError} if JSON cannot hold it.
 */
export function jsonText(payload: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(payload, refuseLoss)
  } catch {
    text = JSON.stringify(payload, refuseLossAt())
  }
  if (text === undefined) throw typeError('its toJSON() returns nothing')
  return text
}

type Holder = Readonly<Record<string, unknown>>

function refuseLoss(this: Holder, key: string, value: unknown): unknown {
  // Most values of a payload: they cost nothing more.
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value
  const loss = lossOf(this[key], value)
  if (loss !== undefined) throw typeError(loss)
  return value
}

/** As `refuseLoss`, with the place of the value. To know it takes a fifth longer, so only a payload that is refused is written so. */
function refuseLossAt(): typeof refuseLoss {
  /** The values around the one that is written, each with its key, the outermost first. */
  const around: { readonly value: unknown; readonly key: string }[] = []
  return function check(key, value) {
    while (around.length > 0 && around.at(-1)?.value !== this) around.pop()
    const isCircular = isObject(value) && around.some((outer) => outer.value === value)
    const loss = isCircular ? 'it is circular' : lossOf(this[key], value)
    if (loss !== undefined) throw typeError(`${loss}${placeOf([...around.map((outer) => outer.key), key])}`)
    if (isObject(value)) around.push({ value, key })
    return value
  }
}

/**
 * Returns what JSON would lose of a value, or change. It writes a map, an error or a file as `{}`, and has no functions.
 * `given` is the value before its `toJSON()`.
 */
function lossOf(given: unknown, value: unknown): string | undefined {
  const kind = ownKindOf(value)
  if (kind) return `${KINDS[kind]} cannot be part of a payload`
  if (value === null && tagOf(given) === 'Date') return 'an invalid Date would become null'
  if (typeof value === 'number' && !Number.isFinite(value)) return `the number ${value} would become null`
  if (typeof value === 'bigint') return `JSON has no BigInt such as ${show(value)}`
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value} would be lost`
  if (!isObject(value) || Array.isArray(value)) return undefined
  if (isReadable(value)) return 'a stream would be sent without its chunks; use stream()'
  const tag = tagOf(value)
  if (tag === 'Promise') return 'a Promise would become {}; await it'
  const isLost = !['Object', 'Boolean', 'Number', 'String'].includes(tag) && Object.keys(value).length === 0
  return isLost ? `${withArticle(tag)} would become {}` : undefined
}

/** `, at users[0].age`; empty for the whole payload. */
function placeOf([, ...keys]: readonly string[]): string {
  const place = keys.reduce((at, key) => joinKey(at, /^\d+$/.test(key) ? Number(key) : key), '')
  return keys.length === 0 ? '' : `, at ${place}`
}
