import { parsedJson } from '../../core/json.ts'
import { isPlainObject } from '../../core/type-guards.ts'

interface Payload {
  readonly query: string
  readonly [name: string]: unknown
}

/** Asks for an operation, which may be a query or a mutation too. */
export interface SubscribeMessage {
  readonly type: 'subscribe'
  readonly id: string
  readonly payload: Payload
}

/** A message of a client. */
export type ClientMessage =
  | SubscribeMessage
  | { readonly type: 'connection_init' | 'ping' | 'pong'; readonly payload?: object | null }
  | { readonly type: 'complete'; readonly id: string }
  /** What only servers send. */
  | { readonly type: 'connection_ack' | 'next' | 'error' }

/** Reads a message as the servers of graphql-ws do; `undefined` if it is none of the protocol. */
export function parseMessage(data: string | Uint8Array): ClientMessage | undefined {
  const message = parsedJson(typeof data === 'string' ? data : new TextDecoder().decode(data))
  return isPlainObject(message) && isMessage(message) ? (message as ClientMessage) : undefined
}

function isMessage({ type, id, payload }: Readonly<Record<string, unknown>>): boolean {
  switch (type) {
    case 'connection_init':
    case 'connection_ack':
    case 'ping':
    case 'pong':
      return isDataOrMissing(payload)
    case 'subscribe':
      return isId(id) && isPlainObject(payload) && isOperation(payload)
    case 'next':
      return isId(id) && isPlainObject(payload)
    case 'error':
      return isId(id) && Array.isArray(payload) && payload.length > 0
    default:
      return type === 'complete' && isId(id)
  }
}

function isOperation({ query, operationName, variables, extensions }: Readonly<Record<string, unknown>>): boolean {
  const isName = operationName == null || typeof operationName === 'string'
  return typeof query === 'string' && isName && isDataOrMissing(variables) && isDataOrMissing(extensions)
}

function isId(id: unknown): boolean {
  return typeof id === 'string' && id !== ''
}

function isDataOrMissing(value: unknown): boolean {
  return value == null || isPlainObject(value)
}
