import type { Sources } from '../intercept/interceptor.ts'
import type { Session } from '../mocks/session/session.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'
import { sharedIn } from '../runtime/shared.ts'

/** What happens to a request that no stub takes. */
export interface Decision {
  readonly verdict: Verdict
  /** Whether the test fails with the verdict's error, and not the client alone. */
  readonly failsTest: boolean
}

/** Decides what happens to a request that no stub takes. */
export interface UnmatchedPolicy {
  /**
   * Whether the request goes to the network without a word.
   * @throws what a function in the option `passthrough` throws.
   */
  isAllowed(request: IncomingRequest): boolean
  /** Whether the head of a request decides that it is allowed, whatever its body is. Calls no function of the options. */
  isAllowedByHead(request: IncomingRequest): boolean
  /**
   * Decides on a request; a promise only when `onUnmatched` is a function. `untaken` is what is reported, `sessions` are those that were
   * asked, the newest first.
   */
  decide(request: IncomingRequest, untaken: IncomingRequest, sessions: readonly Session[]): Decision | Promise<Decision>
}

/** Mocks that are started. Another copy of the library may have made them. */
export interface StartedMocks {
  readonly baseUrl: string | undefined
  /** Decides on a request that no stub takes. */
  readonly policy: UnmatchedPolicy
  readonly sessions: {
    /** The session that a request belongs to: the running `isolate`'s, or the main one. */
    readonly current: Session
    /** Clears the state of a test that has ended: the first request after it belongs to the next test. */
    beginTest(): void
  }
  /** Where the mocks were set up. */
  place(): string | undefined
  /** What `setupMocks` returned. */
  mocks(): unknown
}

/** The state that all copies of the library in one realm share: the sources of requests, and the started mocks, the newest first. */
interface Interception {
  started: readonly StartedMocks[]
  sources: Sources | undefined
  /** Removes the listener of the sources. */
  unlisten: (() => void) | undefined
}

export function interception(): Interception {
  const shared = sharedIn<{ interception: Interception }>(globalThis)
  shared.interception ??= { started: [], sources: undefined, unlisten: undefined }
  return shared.interception
}

/** Returns where the started mocks were set up, for messages. */
export function startedPlaces(): readonly (string | undefined)[] {
  return interception().started.map((mocks) => mocks.place())
}

/** Whether mocks were started in this realm, of any copy of the library. */
export function wasAnyStarted(): boolean {
  return interception().sources !== undefined
}
