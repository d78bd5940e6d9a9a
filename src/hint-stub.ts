import type { Trace } from './core/frames.ts'
import { NO_PATH } from './core/path/path.ts'
import { defineStub } from './core/stub/define-stub.ts'
import type { Declarer, Stub } from './core/stub/stub.ts'

/** Makes a stub that answers nothing: it stands in an empty list for the hint of its declarer. */
export function hintStub(hint: NonNullable<Declarer['hint']>, trace: Trace): Stub {
  return defineStub('ALL', '/*path', undefined, undefined, trace, { hint, pattern: NO_PATH, isFallback: true })
}
