import type { Expectation } from '../match/condition.ts'
import type { WholeCondition } from '../matcher.ts'
import type { RequestSnapshot } from '../request.ts'
import type { MatchParts } from './rest-method.ts'
import type { Stub } from './stub.ts'

/** Conditions on an operation and its request. */
export interface OperationMatch<Variables = Record<string, unknown>>
  extends Pick<MatchParts<never>, 'headers' | 'cookies' | 'queries'> {
  readonly variables?:
    | { readonly [Name in keyof Variables]?: Expectation<Variables[Name]> }
    | ((variables: Variables) => unknown)
    | WholeCondition
  readonly extensions?: Expectation<Record<string, unknown>>
}

/** The request in a `match` function, with the operation. */
export interface MatchedOperation<Variables = Record<string, unknown>> extends RequestSnapshot {
  readonly variables: Variables
  /** `undefined` for an anonymous operation. */
  readonly operationName: string | undefined
  /** The document; `undefined` if only its hash or id was sent, and is not known. */
  readonly query: string | undefined
}

/** A stub of an operation, with the types of its variables. */
export interface OperationStub<Variables = Record<string, unknown>> extends Stub {
  /** Has no value: it carries the types alone. */
  readonly __variables?: Variables
}
