import { type Brand, brandOf } from '../brand.ts'
import type { Stub } from './stub.ts'

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

/** The brand of mocks, and of the context of a resolver, as far as stubs are concerned. */
export interface StatesBrand extends Brand {
  readonly kind: 'mocks' | 'context'
  /** Returns what stubs keep. `call` is the call of the user, for messages; `changes` says whether it changes what is kept. */
  states(call: string, changes: boolean): StubStates
}

/** Returns what stubs keep in mocks, or in mocks whose resolver has this context; `undefined` for another value. */
export function statesIn(
  target: unknown,
  ...[call, changes]: Parameters<StatesBrand['states']>
): StubStates | undefined {
  const brand = brandOf<StatesBrand>(target, 'context') ?? brandOf<StatesBrand>(target, 'mocks')
  return brand?.states(call, changes)
}

/** Returns what stubs keep in mocks whose resolver has this context. */
export function statesOf(context: object): StubStates {
  return statesIn(context, '', true) as StubStates
}
