import { readable } from '../../core/stub/call-site.ts'
import { atJestEnd } from './jest.ts'
import { atMochaEnd } from './mocha.ts'
import { atNodeTestEnd, isNodeTest } from './node-test.ts'
import type { FileCheck } from './runner.ts'
import { atVitestEnd } from './vitest.ts'

/**
 * Fails a test file whose mocks nothing has used by its end. These have to be mocks that the file sets up itself, or that a
 * hook or a test sets up: a module of several mocks may be imported for one of them. If a test has not run, it may be the one
 * that would have used them.
 */
export function failIfUnused(
  isUsed: () => boolean,
  place: () => string | undefined,
  errorOf: (hook: string) => Error,
): void {
  const isOfHook = isCalledByRunner(new Error().stack)
  const check: FileCheck = (tests) => {
    if (isUsed()) return undefined
    const setUpIn = place()?.replace(/:\d+$/, '')
    const inFile = tests.filter(({ file }) => file !== undefined && readable(file) === setUpIn)
    const own = inFile.length === 0 && isOfHook ? tests : inFile
    if (own.length === 0) return undefined
    return own.every(({ hasRun }) => hasRun) ? errorOf(startHook()) : 'later'
  }
  atJestEnd(check)
  atVitestEnd(check)
  atMochaEnd(check)
  atNodeTestEnd(check)
}

/** The part of each runner that calls hooks and tests. Modules are loaded by another. */
const CALLER =
  /[\\/](?:jest-circus|@vitest[\\/]runner|mocha[\\/]lib|vitest[\\/]dist[\\/]chunks[\\/]run\.)|node:internal[\\/]test_runner/

/** Whether a function that a runner calls has come here, without an `await` in between. A module that it imports has not. */
function isCalledByRunner(stack = ''): boolean {
  const frames = stack
    .split('\n')
    .filter((line) => /^\s+at (?!async )/.test(line) && !/node_modules[\\/]mynah[\\/]/.test(line))
  const caller = frames.findIndex((line) => /[\\/]node_modules[\\/]|\(node:/.test(line))
  // node:test calls by way of `node:async_hooks`.
  return caller >= 0 && frames.slice(caller, caller + 2).some((line) => CALLER.test(line))
}

/** The name of the hook that starts mocks. Mocha and node:test have no `beforeAll`. */
function startHook(): string {
  const hasBeforeAll = 'beforeAll' in globalThis || !('before' in globalThis || isNodeTest())
  return hasBeforeAll ? 'beforeAll' : 'before'
}
