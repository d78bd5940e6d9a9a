import type { Sources } from './intercept/interceptor.ts'
import type { Mocks } from './mocks/mocks.ts'
import type { UnmatchedPolicy } from './mocks/on-unmatched.ts'
import type { Session } from './mocks/session/session.ts'

/** Mocks that are started. Another copy of the library may have made them. */
export interface StartedMocks {
  readonly baseUrl: string | undefined
  /** Decides on a request that no stub takes. */
  readonly policy: UnmatchedPolicy
  /** `current` is the session that a request belongs to: the running `isolate`'s, or the main one. */
  readonly sessions: { readonly current: Session }
  /** Where the mocks were set up. */
  place(): string | undefined
  /** What `setupMocks` returned. */
  mocks(): Mocks
}

/** The state that all copies of the library in one realm share: the sources of requests, and the started mocks, the newest first. */
interface Shared {
  started: readonly StartedMocks[]
  sources: Sources | undefined
  /** Removes the listener of the sources. */
  unlisten: (() => void) | undefined
}

const SHARED = Symbol.for('mynah.interception.1')

export function shared(): Shared {
  const realm = globalThis as { [SHARED]?: Shared }
  realm[SHARED] ??= { started: [], sources: undefined, unlisten: undefined }
  return realm[SHARED]
}

/** Returns where the started mocks were set up, for messages. */
export function startedPlaces(): readonly (string | undefined)[] {
  return shared().started.map((mocks) => mocks.place())
}

/** Whether mocks were started in this realm, of any copy of the library. */
export function wasAnyStarted(): boolean {
  return shared().sources !== undefined
}
