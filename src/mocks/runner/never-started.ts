import { whenProcessEnds } from '#platform'
import { RUNNERS } from '#runners'
import { readable } from '../../core/stub/call-site.ts'
import type { FileCheck } from './runner.ts'

/** What the check of mocks needs to know of them. */
interface Suspect {
  /** Whether something has started the mocks, or used them without a start. */
  isUsed(): boolean
  /** Whether mocks were started anywhere in this process. */
  isAnyStarted(): boolean
  /** Where the mocks were set up. */
  place(): string | undefined
  /** `hasFailure` says whether a test failed, which may have been about to start them. */
  error(startHook?: string, hasFailure?: boolean): Error
}

/**
 * Fails a test file whose mocks nothing has used by its end. These have to be mocks that the file sets up itself, or that a
 * hook or a test sets up: a module of several mocks may be imported for one of them. If a test has not run, it may be the one
 * that would have used them.
 */
export function failIfUnused(mocks: Suspect): void {
  // Its text, which takes long to make, is read only if nothing uses the mocks.
  const trace = new Error()
  const known = RUNNERS.filter(({ startHook, atEnd }) => {
    const check: FileCheck = (tests) => {
      if (mocks.isUsed()) return undefined
      const setUpIn = mocks.place()?.replace(/:\d+$/, '')
      const inFile = tests.filter(({ file }) => file !== undefined && readable(file) === setUpIn)
      const suspected = inFile.length === 0 && isCalledByRunner(trace.stack) ? tests : inFile
      if (suspected.length === 0) return undefined
      const outcomes = suspected.map(({ outcome }) => outcome)
      return outcomes.includes(undefined) ? 'later' : mocks.error(startHook, outcomes.includes('failed'))
    }
    return atEnd(check)
  })
  if (known.length === 0) warnIfUnused(mocks)
}

/**
 * Warns in a process of tests whose runner, such as AVA, does not tell which file is a test. Nothing is said if other mocks
 * were started: then this may be a module of several mocks.
 */
function warnIfUnused(mocks: Suspect): void {
  if (typeof process !== 'object' || process.env?.NODE_ENV !== 'test') return
  whenProcessEnds(() => {
    if (!mocks.isUsed() && !mocks.isAnyStarted()) console.warn(`\n${mocks.error().stack}`)
    return undefined
  })
}

/** The part of each runner that calls hooks and tests. Modules are loaded by another. */
const CALLER =
  /[\\/](?:jest-circus|@vitest[\\/]runner|mocha[\\/]lib|jasmine-core|vitest[\\/]dist[\\/]chunks[\\/]run\.)|node:internal[\\/]test_runner/

/** Whether a function that a runner calls has come here, without an `await` in between. A module that it imports has not. */
function isCalledByRunner(stack = ''): boolean {
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at (?!async )/.test(line) && !/node_modules[\\/]mynah[\\/]/.test(line))
  const caller = frames.findIndex((line) => /[\\/]node_modules[\\/]|\(node:/.test(line))
  // node:test calls by way of `node:async_hooks`.
  return caller >= 0 && frames.slice(caller, caller + 2).some((line) => CALLER.test(line))
}
