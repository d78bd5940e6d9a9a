import { findRecorder } from '#platform'
import type { RequestLine } from '../../core/request.ts'
import type { Stub } from '../../core/stub/stub.ts'

/** The stubs and operations that a test has used. */
export interface Usage {
  readonly stubs: readonly { readonly stub: Stub; readonly isUsed: boolean }[]
  /** The requests that got a response. */
  readonly requests: readonly RequestLine[]
}

/** Tells the reporter of `mynah/unused` what a test has used; `undefined` if the run has no such reporter. */
export const tellUsage: ((usage: Usage) => void) | undefined = findRecorder()
