import { BRAND, brandOf } from '../brand.ts'
import { MynahError } from '../errors.ts'
import type { RequestSnapshot } from '../request.ts'
import { bodyClassOf } from '../type-guards.ts'

/** Names and values in order; a name may occur more than once, as `set-cookie` does. */
export type HeaderList = readonly (readonly [name: string, value: string])[]

/** The head of a response, as far as a stub's settings or its resolver say it. */
export interface ReplyHead {
  /** `undefined` if it is not set, and 200 for most replies. */
  readonly status: number | undefined
  /** The reason phrase. Without a text it is the status's own. */
  readonly statusText?: string | undefined
  readonly headers: HeaderList
}

/** A response as it is sent, except for the type and the length, which come from the body. */
export interface Content extends ReplyHead {
  readonly kind: 'content'
  readonly status: number
  readonly body:
    | { readonly kind: 'empty' }
    | { readonly kind: 'text'; readonly text: string; readonly type: string }
    /** Passed to `new Response` unchanged: bytes, a Blob, a FormData. */
    | { readonly kind: 'native'; readonly value: NativeBody }
    | {
        readonly kind: 'stream'
        readonly items: Items
        readonly toChunk: (item: unknown) => Chunk
        readonly type: string | undefined
        /** In bytes, if it is known before the items are. */
        readonly size?: number
      }
    /** A `ReadableStream`. It can be read only once, so it is read once and replayed for later requests. */
    | { readonly kind: 'replay'; readonly stream: ReadableStream<Uint8Array> }
    | { readonly kind: 'response'; readonly response: Response }
  /** Makes the answer to a client that asks for another protocol. Its type is `Upgrade` of the response, which the core does not know. */
  readonly upgrade?: (...args: never[]) => unknown
}

/** The type of the body of `new Response`. The DOM library's name for it does not exist in every project. */
export type NativeBody = NonNullable<ConstructorParameters<typeof Response>[0]>

export type Chunk = string | Uint8Array | ArrayBuffer
export type Items = Iterable<unknown> | AsyncIterable<unknown>
/** Excludes a string, which is an iterable of strings too. A `networkError()` breaks the connection. */
export type Chunks = object & (Iterable<Chunk | NamedReply> | AsyncIterable<Chunk | NamedReply>)

/** A reply that is known before a request arrives. */
type FixedReply =
  | Content
  /** Without an `error` of its own, the client fails with a new one of this code. */
  | { readonly kind: 'networkError'; readonly code: string; readonly error?: Error }
  | { readonly kind: 'passthrough' }
  /** A resolver's `return next()`. */
  | { readonly kind: 'next' }

/** A reply that is made when a request arrives. */
interface ResolverReply {
  readonly kind: 'resolver'
  readonly resolver: Resolver
  /** Whether the answer is known to have a body, as that of a file is. */
  readonly hasBody?: boolean
  /** Whether the answer has an `upgrade`. */
  readonly upgrades?: boolean
  /** Returns why a stub with this method and this head cannot have it, and the method that it can have. */
  refuses?(method: string, head: Pick<Partial<ReplyHead>, 'status' | 'statusText'>): Refusal | undefined
}

interface Refusal {
  readonly problem: string
  readonly meant?: { readonly method: 'GET' }
}

/** A reply of a stub, completed by its settings. */
export type StubReply = FixedReply | ResolverReply

/** A reply as declared, or as returned by a resolver. The settings of the stub complete its head. */
export type Reply =
  | (Pick<Content, 'kind' | 'body' | 'upgrade'> & Partial<ReplyHead>)
  | Exclude<StubReply, Content>
  | { readonly kind: 'sequence'; readonly replies: readonly Exclude<Reply, { kind: 'sequence' }>[] }

/** A reply as it is sent. */
export type FinalReply =
  | FixedReply
  /** What a resolver threw: the client fails with it. */
  | { readonly kind: 'error'; readonly error: unknown }

/** The result of `text('Hello')` and the like: a reply, with its name and arguments for messages. Any other object is a payload. */
export interface NamedReply {
  /** @internal */
  readonly [BRAND]: { readonly kind: 'reply'; readonly reply: Reply }
  readonly name: string
  readonly args: readonly unknown[]
}

/** The attributes of a `set-cookie` header; `maxAge` is in seconds. */
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
 * The argument of a resolver. An invalid status, header, cookie or delay throws a `MynahError` with the code
 * `RESOLVER` at once.
 * @example
 * rest.get('/users/:id', ({ request, setStatusCode }) => { … })
 */
export interface ResolverContext<Snapshot = RequestSnapshot> {
  /** The request: `params`, `queries`, `headers`, `cookies`, the parsed `body`, and `raw`, the `Request`. */
  readonly request: Snapshot
  /** Sets the status, 200 to 599, and overrides the stub's own. */
  setStatusCode(status: number): void
  /** Sets a header and replaces its earlier values; a list sends the header several times. */
  setHeader(name: string, value: string | readonly string[]): void
  /** Adds a header and keeps its earlier values. */
  appendHeader(name: string, value: string): void
  /** Adds a `set-cookie` header; the value is percent-encoded. */
  setCookie(name: string, value: string, options?: CookieOptions): void
  /** Sets the delay in milliseconds. */
  setDelay(ms: number): void
  /** `return next()` passes the request on to the next candidate. */
  next(): NamedReply
  /** Makes a real request that bypasses all mocks. */
  readonly fetchReal: FetchReal
}

/**
 * Makes a real request as fetch does, bypassing all mocks. Without an argument it sends the resolver's own request, also more than
 * once. The real request is aborted with the client's request, and when the mocks end.
 * @throws what fetch throws.
 * @example
 * rest.get('/users', async ({ fetchReal }) => [...(await (await fetchReal()).json()), { id: 3 }])
 */
export type FetchReal = (
  input?: Request | URL | string,
  init?: ConstructorParameters<typeof Request>[1],
) => Promise<Response>

export type Resolver = (context: ResolverContext) => unknown

/** @throws {MynahError} `STREAM`, for a value that is not a chunk. */
export function chunkOf(item: unknown): Chunk {
  const isChunk = typeof item === 'string' || ArrayBuffer.isView(item) || bodyClassOf(item) === 'ArrayBuffer'
  if (isChunk) return item as Chunk
  throw new MynahError('STREAM', `A stream chunk must be a string or bytes, not ${typeof item}`)
}

/** Makes a named reply. */
export function named(name: string, args: readonly unknown[], reply: Reply): NamedReply {
  const brand = Object.freeze({ kind: 'reply', reply: Object.freeze(reply) } as const)
  return Object.freeze({ [BRAND]: brand, name, args: Object.freeze([...args]) })
}

/** Returns the reply of `text('Hello')` and the like; `undefined` for any other value. */
export function replyIn(value: unknown): Reply | undefined {
  return brandOf<NamedReply[typeof BRAND]>(value, 'reply')?.reply
}

/** Whether an item of a stream is a `networkError()`: the connection breaks there, whatever the code is. */
export function breaksConnection(item: unknown): boolean {
  return replyIn(item)?.kind === 'networkError'
}

/** The reply that `next()` in a resolver returns. */
export const NEXT: NamedReply = named('next', [], { kind: 'next' })
