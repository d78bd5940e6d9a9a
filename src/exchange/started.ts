import type { Sources } from '../intercept/interceptor.ts'
import type { SharedRequest } from '../request/shared-request.ts'
import type { Verdict } from '../response/verdict.ts'
import type { AbortSignalLike } from '../runtime/abort.ts'
import { sharedIn } from '../runtime/shared.ts'

/** A verdict, or that no stub takes the request; `call` is then the first call of a batch that none takes. */
type SharedVerdict = Verdict | { readonly kind: 'untaken'; readonly call?: SharedRequest | undefined }

/**
 * Mocks that are started. Another copy of the library may have made them, of another version: what is asked of them runs in their
 * own copy, and what is passed in and out is data.
 */
export interface StartedMocks {
  readonly baseUrl: string | undefined
  /** Where the mocks were set up. */
  place(): string | undefined
  /** What `setupMocks` returned. */
  mocks(): unknown
  /** Clears the state of a test that has ended: the first request after it belongs to the next test. */
  beginTest(): void
  /** Aborts when the state that a request of the code that runs belongs to ends: that of the mocks, or of the running `isolate`. */
  ending(): AbortSignalLike
  /** Whether the head of a request decides that it passes through by a stub; `undefined` if no stub takes it. */
  passesByHead(request: SharedRequest): boolean | undefined
  /** Whether the policy allows a request by its head, whatever its body is. Calls no function of the options. */
  isAllowedByHead(request: SharedRequest): boolean
  /** Answers a request if a stub takes it: `answer` in `exchange.ts` of the mocks' own copy. */
  ask(request: SharedRequest): SharedVerdict | Promise<SharedVerdict>
  /** Applies the policy to a request that none of the started mocks takes: `decideUnmatched` in `dispatch.ts`. `untaken` is what is reported. */
  decide(request: SharedRequest, untaken: SharedRequest, asked: readonly StartedMocks[]): Verdict | Promise<Verdict>
  /** Adds a failure: the test fails with this error. */
  fail(error: unknown): void
  /** Returns the error of the failures up to now, and forgets them. */
  takeFailure(): unknown
}

/**
 * What all copies of the library in one realm share: a function that adds mocks as the newest started ones, and returns the undo. Without
 * mocks it only returns those that are started, the newest first. The copy that is the first to start has made it, and patches the clients.
 */
interface Share {
  (joining?: StartedMocks): { readonly started: readonly StartedMocks[]; leave(): void }
  readonly sources: Sources
}

/** Returns the function that copies share; `make` is called if there is none yet. */
export function shareOf(make: () => Share): Share {
  const shared = sharedIn<{ share: Share }>(globalThis)
  shared.share ??= make()
  return shared.share
}

/** Returns the mocks that are started in this realm, of any copy of the library, the newest first. */
export function startedMocks(): readonly StartedMocks[] {
  return sharedIn<{ share: Share }>(globalThis).share?.().started ?? []
}

/** Returns where the started mocks were set up, for messages. */
export function startedPlaces(): readonly (string | undefined)[] {
  return startedMocks().map((mocks) => mocks.place())
}

/** Whether mocks were started in this realm, of any copy of the library. */
export function wasAnyStarted(): boolean {
  return sharedIn<{ share: Share }>(globalThis).share !== undefined
}
