import type { Stub } from './stub.ts'

/**
 * Marks mocks and the contexts of resolvers, and is the member that returns what stubs keep. A symbol of the whole process: the
 * mocks may be of another copy of mynah than the stubs.
 */
export const STATES: unique symbol = Symbol.for('mynah.states.1') as never

/** What stubs keep between requests, besides how often they were used. Each session has its own, and new ones after each reset. */
export interface StubStates {
  /** By the owner of the stubs, such as a collection. */
  readonly kept: Map<object, unknown>
  /** Whether they are those of an `isolate`, which shares nothing. */
  readonly isIsolated: boolean
  /** Calls a function when they are over: at a reset, at the end of a test, at the end of the mocks. */
  whenOver(callback: () => void): void
  /** Returns the stubs in force. */
  stubs(): readonly Stub[]
  /** Fails the test with an error that comes after the answer. */
  fail(error: unknown): void
}

/** Returns what stubs keep. `call` is the call of the user, for messages; `changes` says whether it changes what is kept. */
export type ReadStates = (call: string, changes: boolean) => StubStates
