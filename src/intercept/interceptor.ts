import type { RequestLine } from '../core/request.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'

/** What the interception of a platform needs: who answers, and what a relative URL means. */
export interface InterceptOptions {
  /** Gives a promise only where time must pass, which never rejects. */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
  /** @throws where nothing tells the origin. */
  resolveUrl(url: string): string
  /** Gives the error that a request fails with where code of ours has thrown, MynahErrors as they are; the test hears of it. */
  fault(request: RequestLine, thrown: unknown): Error
}

/** Patches what the clients of a platform go through; gives the undo. */
export type Intercept = (options: InterceptOptions) => () => void
