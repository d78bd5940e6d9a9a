import type { Trace } from '../core/frames.ts'
import { reasonOf, refuseCall } from '../core/refusal.ts'
import { toDeclaredReply } from '../core/reply/to-reply.ts'
import { show } from '../core/show.ts'
import type { CollectionOptions } from './options.ts'

/** An item as JSON holds it. It is never changed: a change makes another one. */
export type Item = Readonly<Record<string, unknown>>

/** A collection as declared. */
export interface Definition {
  /** The call, for messages. */
  readonly call: string
  /** The path of the list, without a slash at its end. */
  readonly path: string
  readonly itemPath: string
  /** The field of the id. */
  readonly id: string
  /** The type of the ids of the seed; `undefined` if it has none. */
  readonly idType: 'number' | 'string' | undefined
  /** The fields that the params of the path bind. */
  readonly bound: readonly string[]
  readonly seed: readonly Item[]
  readonly options: CollectionOptions<Item>
  readonly trace: Trace
}

/**
 * Returns a value as JSON holds it, and a copy.
 * @throws {RouteDefinitionError} if JSON cannot hold it; the message names the place.
 */
export function toJson(call: string, what: string, value: unknown): unknown {
  try {
    const reply = toDeclaredReply(value)
    if (reply.kind === 'content' && reply.body.kind === 'text') return JSON.parse(reply.body.text)
  } catch (error) {
    return refuseCall(call, `${what} cannot be sent as JSON: ${reasonOf(error)}`, undefined, { cause: error })
  }
  return refuseCall(call, `${what} cannot be sent as JSON: it is ${show(value)}`)
}

/** Returns a copy of what is JSON. */
export function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value
}
