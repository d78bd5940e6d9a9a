import type { Operation } from '../request.ts'
import type { MatchableRequest } from './match.ts'

/** An operation that a request asks for, as data. */
export interface CalledOperation {
  /** `query`, `mutation` or `subscription` in GraphQL; `undefined` if only its name is known. */
  readonly type: string | undefined
  /** `undefined` if it is anonymous. */
  readonly name: string | undefined
  readonly variables: Readonly<Record<string, unknown>>
}

/** A request as a protocol reads it; one of several calls as the first of them. Its further parts are those that a `match` may ask for. */
export interface ReadRequest extends MatchableRequest {
  /** `undefined` if the request is not one of the protocol. */
  readonly operation: Operation | undefined
  /** The operation as the journal shows it; stubs are found by its name. `undefined` if no stub can take it. */
  readonly called: CalledOperation | undefined
  /** Answers a request of several calls. Its type is `AnswerBatch` of the exchange, which the core does not know. */
  readonly answerBatch?: ((...args: never[]) => unknown) | undefined
}

/** A protocol on top of HTTP, whose requests name an operation in their bodies or queries. */
export interface Protocol {
  /** The parts of a request that a `match` may ask for. */
  readonly parts: readonly string[]
  /** Reads a request, once. */
  read(request: MatchableRequest): ReadRequest
}

/** The operation that a stub answers. */
export interface StubOperation {
  readonly protocol: Protocol
  /** In messages: `query GetUser`. */
  readonly title: string
  /** The beginning of the stub's call. */
  readonly call: string
  /** The one name that it answers; missing if it answers several. */
  readonly name?: string | undefined
  /** How many conditions it counts as, beside those of the stub's `match`; one name counts more than several. */
  readonly weight: number
  takes(request: ReadRequest): boolean
}

/** Returns a request as the first protocol reads it that finds an operation in it. */
export function readAs(protocols: Iterable<Protocol>, request: MatchableRequest): ReadRequest | undefined {
  for (const protocol of protocols) {
    const read = protocol.read(request)
    if (read.operation) return read
  }
  return undefined
}
