import { atUser } from '../core/frames.ts'
import type { HeaderList } from '../core/reply/reply.ts'
import { isObject } from '../core/type-guards.ts'
import { cutError, isCutError } from '../runtime/network-error.ts'

/*
 * What the application's server and the test tell each other, over HTTP on the loopback interface. The heads go as JSON in one
 * header of each message, so that the body of the message is the body itself. Both show the test's id.
 */
export const ID_HEADER = 'mynah-test'
export const HEAD_HEADER = 'mynah-head'
/** A trailer: the error with which a body fails. */
export const ERROR_TRAILER = 'mynah-error'

/** Heads may be long: a report is one. */
export const LONGEST_HEAD: number = 2 ** 30

export interface RequestHead {
  readonly method: string
  readonly url: string
  readonly sentTo: string
  readonly headers: HeaderList
  readonly hasBody: boolean
  /** The line of the application that sends the request. */
  readonly at: string | undefined
}

export type VerdictHead =
  | {
      readonly kind: 'response'
      readonly status: number
      readonly statusText: string
      readonly headers: HeaderList
      /** A stream fails as it does in the test, after its first chunks. */
      readonly body: 'none' | 'whole' | 'stream'
    }
  | { readonly kind: 'networkError' | 'error'; readonly error: SentError }
  | { readonly kind: 'passthrough' }

export interface SentError {
  readonly name: string
  readonly message: string
  /** Its own fields, such as `code`. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly isCut: boolean
}

export function encode(head: RequestHead | VerdictHead | SentError): string {
  return encodeURIComponent(JSON.stringify(head))
}

/** The type is the caller's claim: both ends are of this package, and have shown each other the test's id. */
export function decode<Head extends RequestHead | VerdictHead | SentError>(text: unknown): Head {
  return JSON.parse(decodeURIComponent(String(text)))
}

/** Returns an error as data. What JSON cannot hold is left out. */
export function describeError(error: unknown): SentError {
  const isCut = isCutError(error)
  if (!isObject(error)) return { name: 'Error', message: String(error), fields: {}, isCut }
  const { name = 'Error', message = '', code } = error as Partial<Error> & { readonly code?: unknown }
  const fields = Object.entries({ ...error, code }).filter(([, value]) =>
    /^(string|number|boolean)$/.test(typeof value),
  )
  return { name: String(name), message: String(message), fields: Object.fromEntries(fields), isCut }
}

/** Makes an error again. */
export function remakeError({ name, message, fields, isCut }: SentError): Error {
  if (isCut) return cutError()
  // Its own code is a number, and cannot be written.
  if (name === 'AbortError') return new DOMException(message, name)
  return atUser(() => Object.assign(new Error(message), fields, { name }))
}
