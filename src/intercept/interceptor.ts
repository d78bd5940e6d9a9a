import type { RequestLine } from '../core/request.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Verdict } from '../response/verdict.ts'

/** What intercepts a platform's clients asks of the started mocks. */
export interface InterceptOptions {
  /** Returns a promise only if the answer has to wait. The promise never rejects. */
  answer(request: IncomingRequest): Verdict | Promise<Verdict>
  /** @throws {MynahError} `RELATIVE_URL`, if neither the page nor a `baseUrl` has an origin. */
  resolveUrl(url: string): string
  /** Returns the error with which a request fails when mynah's own code has thrown; the test fails with it too. A `MynahError` stays as it is. */
  fault(request: RequestLine, thrown: unknown): Error
}

/** Patches the clients of a platform. Returns the undo. */
export type Intercept = (options: InterceptOptions) => () => void
