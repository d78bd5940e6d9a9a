import type { RequestSnapshot } from './request.ts'
import { bodyClassOf, isObject, isReadable, isResponse, tagOf } from './type-guards.ts'

const REPLY = Symbol.for('mynah.reply')

/** Name and value, in order; a name may come more than once, as `set-cookie` does. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** What is sent, as far as it is known before a request has come. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly type: string }
  /** What `new Response` takes as it stands: bytes, a Blob, a FormData. */
  | { readonly kind: 'native'; readonly value: NativeBody }
  | {
      readonly kind: 'stream'
      readonly items: Items
      readonly toChunk: (item: unknown) => Chunk
      readonly type: string | undefined
    }
  /** A stream of the platform's, which can be read once, and so is read once and replayed. */
  | { readonly kind: 'replay'; readonly stream: ReadableStream<Uint8Array> }
  | { readonly kind: 'response'; readonly response: Response }

/** What `new Response` takes; the DOM library's own name for it is not there in every project. */
export type NativeBody = NonNullable<ConstructorParameters<typeof Response>[0]>

export type Chunk = string | Uint8Array | ArrayBuffer
export type Items = Iterable<unknown> | AsyncIterable<unknown>
/** No string, though it is an iterable of strings too. */
export type Chunks = object & (Iterable<Chunk> | AsyncIterable<Chunk>)

/** What is given as a response. The head of a `content` reply is completed by the stub's settings. */
export type Reply = SingleReply | { readonly kind: 'sequence'; readonly replies: readonly SingleReply[] }

export type SingleReply =
  | { readonly kind: 'content'; readonly body: Body; readonly status?: number; readonly headers?: HeaderList }
  | { readonly kind: 'networkError'; readonly code: string }
  | { readonly kind: 'passthrough' }
  | { readonly kind: 'resolver'; readonly resolver: Resolver }
  /** A resolver's `return next()`. */
  | { readonly kind: 'next' }

/** A reply with a name, such as `text('Hello')`, and the arguments it was written with: the only thing that is not taken for a payload. */
export interface NamedReply {
  readonly [REPLY]: Reply
  readonly name: string
  readonly args: readonly unknown[]
}

/** A `set-cookie` header's attributes; `maxAge` is in seconds. */
export interface CookieOptions {
  readonly domain?: string
  readonly expires?: Date
  readonly httpOnly?: boolean
  readonly maxAge?: number
  readonly path?: string
  readonly sameSite?: 'Strict' | 'Lax' | 'None'
  readonly secure?: boolean
}

/**
 * What a resolver is given. What cannot be sent throws a `MynahError`, `RESOLVER`, where it is set.
 * @example
 * rest.get('/users/:id', ({ request, setStatusCode }) => { … })
 */
export interface ResolverContext<Request = RequestSnapshot> {
  readonly request: Request
  /** Sets the status, 200 to 599; it wins over the stub's own. */
  setStatusCode(status: number): void
  /** Sets a header in place of what was there; a list sends it several times. */
  setHeader(name: string, value: string | readonly string[]): void
  /** Adds a header to what is there. */
  appendHeader(name: string, value: string): void
  /** Adds a `set-cookie` header, the value encoded. */
  setCookie(name: string, value: string, options?: CookieOptions): void
  /** Sets the delay in milliseconds. */
  setDelay(ms: number): void
  /** `return next()` hands the request to the next candidate. */
  next(): NamedReply
}

export type Resolver = (context: ResolverContext) => unknown

/** Whether a value is a reply with a name, also one of another copy of mynah. */
export function isNamedReply(value: unknown): value is NamedReply {
  return isObject(value) && REPLY in value
}

/** Gives a reply its name: it is taken for no payload. */
export function named(name: string, args: readonly unknown[], reply: Reply): NamedReply {
  return Object.freeze({ [REPLY]: Object.freeze(reply), name, args: Object.freeze([...args]) })
}

/** The reply that `next()` in a resolver gives. */
export const NEXT: NamedReply = named('next', [], { kind: 'next' })

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

function json(payload: unknown): Body {
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
