import { type OptionTable, optionMistake } from '../core/options.ts'
import { reasonOf, refuseCall } from '../core/refusal.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { showWritten } from '../core/show.ts'
import { isMistake } from '../core/stub/correction.ts'
import { type MessageCondition, tryMessage } from './message-condition.ts'
import { toPayload } from './payload.ts'

/** The argument of a handler. */
export interface WebSocketContext {
  /** Sends a text, bytes or a Blob. Anything else is sent as its JSON. */
  send(data: unknown): void
  /** Closes the connection, optionally with a code (1000 to 1003, 1007 to 1014, or 3000 to 4999) and a reason. */
  close(code?: number, reason?: string): void
  /** Breaks the connection without a close, as a network does: the client's code is 1006. */
  break(): void
  /** The request that opened the connection. */
  readonly request: RequestSnapshot
  /** The subprotocol; empty if there is none. */
  readonly protocol: string
}

/** The argument of `message`. */
export interface WebSocketMessageContext extends WebSocketContext {
  /** A text, or the bytes of a binary message. */
  readonly data: string | Uint8Array
}

/** What is sent for a message: a text, bytes, a Blob, or data, as its JSON; or a function that is called. */
export type WebSocketAnswer =
  | ((context: WebSocketMessageContext) => unknown)
  | string
  | number
  | boolean
  | object
  | null

/** The argument of `close`. */
export interface WebSocketCloseContext extends WebSocketContext {
  readonly code: number
  readonly reason: string
}

/** What a WebSocket does. What a handler throws, or rejects with, fails the test, and closes the connection with 1011. */
export interface WebSocketHandlers {
  /** Called when the connection is open. */
  readonly open?: (context: WebSocketContext) => unknown
  /**
   * Called for each message of the client. Or a list of conditions, each with its answer: the first one that a message meets, by
   * the rule of `match` for a body, sends what stands beside it.
   */
  readonly message?:
    | ((context: WebSocketMessageContext) => unknown)
    | readonly (readonly [condition: unknown, answer: WebSocketAnswer])[]
  /** Called when the connection is closed, by either side. */
  readonly close?: (context: WebSocketCloseContext) => unknown
}

/** The handlers of a connection. */
export interface Handlers {
  readonly open: (context: WebSocketContext) => unknown
  readonly message: (context: WebSocketMessageContext) => unknown
  readonly close: (context: WebSocketCloseContext) => unknown
}

const FUNCTION = { isRight: (value: unknown) => typeof value === 'function', wanted: 'a function' }

const HANDLERS: OptionTable = {
  open: FUNCTION,
  message: {
    isRight: (value) => FUNCTION.isRight(value) || Array.isArray(value),
    wanted: 'a function, or a list of [condition, answer]',
  },
  close: FUNCTION,
}

function ignore(): void {}

/**
 * Reads the handlers as they were written.
 * @throws {RouteDefinitionError} for a handler that is unknown, or no function.
 */
export function parseHandlers(written: WebSocketHandlers): Handlers {
  const mistake = optionMistake(written, HANDLERS, 'handler')
  const refuse = (problem: string, cause?: unknown) =>
    refuseCall(`websocket(${showWritten(written)})`, problem, undefined, { cause })
  if (mistake) return refuse(mistake.problem)
  const { open = ignore, message = ignore, close = ignore } = written
  return { open, message: typeof message === 'function' ? message : answerBy(message, refuse), close }
}

type Refuse = (problem: string, cause?: unknown) => never

/** Returns a handler that sends the answer of the first condition that a message meets. */
function answerBy(list: readonly (readonly [unknown, unknown])[], refuse: Refuse): Handlers['message'] {
  const answers = list.map((entry: unknown, at) => {
    if (!Array.isArray(entry) || entry.length !== 2) {
      return refuse(`message[${at}] is [condition, answer], not ${showWritten(entry)}`)
    }
    return { meets: parseCondition(entry[0], at, refuse), answer: parseAnswer(entry[1], at, refuse) }
  })
  return (context) => answers.find(({ meets }) => meets(context.data))?.answer(context)
}

function parseCondition(expected: unknown, at: number, refuse: Refuse): MessageCondition {
  const condition = tryMessage(expected)
  return isMistake(condition) ? refuse(`message[${at}]: ${condition.problem}`, condition.cause) : condition
}

function parseAnswer(answer: unknown, at: number, refuse: Refuse): Handlers['message'] {
  if (typeof answer === 'function') return answer as Handlers['message']
  try {
    const payload = toPayload(answer)
    return ({ send }) => send(payload)
  } catch (error) {
    return refuse(`message[${at}]: ${reasonOf(error)}`, error)
  }
}
