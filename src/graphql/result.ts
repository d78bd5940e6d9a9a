import { isNamedReply } from '../core/brand.ts'
import { jsonText } from '../core/json.ts'
import { asCode, keyProblem, reasonOf } from '../core/refusal.ts'
import { sequence } from '../core/reply/named-replies.ts'
import { type Content, type Items, type NamedReply, named } from '../core/reply/reply.ts'
import { showWritten } from '../core/show.ts'
import { isObject, isPlainObject, isResponse } from '../core/type-guards.ts'
import type { OperationType } from './scan.ts'

/** A result as GraphQL sends it. */
export interface GraphqlResult<Data = unknown> {
  readonly data?: Data | null
  readonly errors?: readonly GraphqlError[]
  readonly extensions?: object
}

/** An error of a result. */
export interface GraphqlError {
  readonly message: string
  readonly path?: readonly (string | number)[]
  readonly locations?: readonly { readonly line: number; readonly column: number }[]
  readonly extensions?: object
}

/** Why a result is refused, and the code of the right one. */
export interface WrongResult {
  readonly problem: string
  readonly meant?: string
}

const MEMBERS = ['data', 'errors', 'extensions']

/** Marks the end of a stream of results. */
export const END: unique symbol = Symbol('end')

/** The bodies that are results, which the contract of their stub writes for each request. */
const bodies = new WeakSet<Content['body']>()

/** Whether a body is a result, or a stream of results; any other is sent as it is. */
export function isResultBody(body: Content['body']): boolean {
  return bodies.has(body)
}

/**
 * Makes the reply of a result, or of several for a subscription.
 * @throws {WrongResult}
 */
export function toResultReply(type: OperationType | undefined, response: unknown): unknown {
  if (isResponse(response)) return response
  if (isNamedReply(response)) {
    return response.name === 'sequence' ? sequence(...response.args.map((one) => toResultReply(type, one))) : response
  }
  if (type !== 'subscription') return replyOf({ kind: 'text', text: resultText(response), type: 'application/json' })
  const items = isItems(response) ? streamed(response) : [resultText(response), END]
  return replyOf({ kind: 'stream', items, toChunk: String, type: 'text/event-stream' })
}

function replyOf(body: Content['body']): NamedReply {
  bodies.add(body)
  return named('result', [], { kind: 'content', body })
}

function isItems(value: unknown): value is Items {
  return isObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value)
}

/** Returns the results of a subscription as texts. A list is read at once, so that a wrong result is refused where it is written. */
function streamed(results: Items): Items {
  if (Array.isArray(results)) return [...results.map(textOrReply), END]
  async function* texts() {
    for await (const result of results) yield textOrReply(result)
    yield END
  }
  // An iterable that can be walked through again is; a generator is walked through once, and its results are sent again.
  const iterator: object =
    Symbol.asyncIterator in results ? results[Symbol.asyncIterator]() : results[Symbol.iterator]()
  return iterator === results ? texts() : { [Symbol.asyncIterator]: texts }
}

function textOrReply(result: unknown): unknown {
  return isNamedReply(result) ? result : resultText(result)
}

/** Returns the JSON of a result. */
function resultText(result: unknown): string {
  const wrong = wrongResult(result)
  if (wrong) throw wrong
  try {
    return jsonText(result)
  } catch (error) {
    throw { problem: `the result cannot be sent as JSON: ${reasonOf(error)}` } satisfies WrongResult
  }
}

function wrongResult(result: unknown): WrongResult | undefined {
  if (!isPlainObject(result) || !('data' in result || 'errors' in result)) {
    const isAlone = isPlainObject(result) && 'extensions' in result
    const meant = isPlainObject(result) && !isAlone ? `{ data: ${asCode(result)} }` : undefined
    const problem = `a result is an object with data or errors, got ${showWritten(result)}`
    return { problem, ...(meant && { meant }) }
  }
  const unknown = Object.keys(result).find((key) => !MEMBERS.includes(key))
  if (unknown !== undefined) return { problem: keyProblem(unknown, 'member of a result', MEMBERS) }
  const { data, errors } = result
  if (data !== undefined && data !== null && !isPlainObject(data)) {
    return { problem: `data is an object or null, not ${showWritten(data)}` }
  }
  if (errors === undefined || (Array.isArray(errors) && errors.length > 0 && errors.every(isError))) return undefined
  return { problem: `errors is a list of objects with a message, not ${showWritten(errors)}` }
}

function isError(error: unknown): boolean {
  return isObject(error) && 'message' in error && typeof error.message === 'string'
}
