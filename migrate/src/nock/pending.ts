import { UNUSED } from '../declare/unused-list.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Source } from '../read/source.ts'

/** The members of nock and of a scope that tell what has not come yet. */
export const PENDING = /^(?:isDone|pendingMocks|activeMocks)$/

export const NO_STUB = 'no stub is declared in this file: write it with the mocks that have the stubs'

/** Refuses a use of nock itself in a file without stubs: nock has one list for all files, and each file's mocks have their own. */
export function checkOwn(source: Source, interceptors: readonly Interceptor[]): void {
  if (interceptors.length === 0 && !/\bsetupMocks\b/.test(source.file.text)) leaveByHand(NO_STUB)
}

/** Whether `mocks.unused()` lists the same of these interceptors: it has no stub that took one of two requests. */
export function checkUnused(interceptors: readonly Interceptor[]): void {
  const isAlike = ({ stub: { times }, isOptional }: Interceptor) =>
    !isOptional && (times === undefined || times === '1')
  if (!interceptors.every(isAlike)) leaveByHand(UNUSED)
}
