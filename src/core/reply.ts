import type { RequestSnapshot } from './request.ts'
import { isObject } from './type-guards.ts'

export const REPLY = Symbol.for('mynah.reply')

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
