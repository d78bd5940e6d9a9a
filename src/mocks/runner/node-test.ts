import {
  hasNodeTest,
  isNodeTests,
  isTestContext,
  type NodeTestResource,
  ownerOfAfter,
} from '../../runtime/hosts/node-test.ts'
import { failureOf } from '../session/failure-error.ts'
import { atProcessEnd, type Hooks, type KnownTest, type Runner } from './runner.ts'

/** The part of `node:test` that is used. */
interface NodeTest {
  beforeEach(callback: (this: unknown) => unknown): void
  afterEach(callback: (this: unknown) => unknown): void
  after(callback: () => unknown): void
}

/**
 * Returns `node:test` if this process has declared a test or a hook: node:test then waits for the end of the process. A hook in a
 * script that uses its `mock` alone would print a report of no tests. The environment does not tell: a test's child inherits it.
 */
function runningNodeTest(): NodeTest | undefined {
  const isRunning = hasNodeTest() && process.listeners('beforeExit').some(isNodeTests)
  return isRunning ? process.getBuiltinModule('node:test') : undefined
}

/** What waits for the first test or hook of the process. */
const waiting = new Set<() => void>()

/** Calls a function once, after the code that declares the first test or hook of the process. */
function whenDeclared(callback: () => void): void {
  if (waiting.add(callback).size > 1) return
  const look = (event: string | symbol, listener: (...args: never[]) => unknown) => {
    if (event !== 'beforeExit' || !isNodeTests(listener)) return
    process.off('newListener', look)
    queueMicrotask(() => {
      for (const one of waiting) one()
      waiting.clear()
    })
  }
  process.on('newListener', look)
}

/** The context of a test, a suite or the whole file. A suite's has no `after`. */
interface NodeTestContext {
  after?(callback: () => unknown): void
  /** The failure, whose cause is what the test has thrown. */
  readonly error?: { readonly cause?: unknown } | null
}

/** Whether node:test passes this context to a hook. */
export function isNodeTestContext(context: unknown): context is NodeTestContext {
  return isTestContext(context) && hasNodeTest()
}

/**
 * Returns a function that returns the hooks of node:test for the file or the `describe` in which this is called. They may be
 * registered later too, when a hook of the same file or `describe` runs. If the file has declared nothing yet, `declared` is called when it has.
 */
export function nodeTestScope(): (declared: () => void) => Hooks | undefined {
  if (!hasNodeTest()) return () => undefined
  const { AsyncResource } = process.getBuiltinModule('node:async_hooks')
  const scope = new AsyncResource('mynah')
  let isWaiting = false
  return (declared) => {
    const test = runningNodeTest()
    if (!test && !isWaiting) whenDeclared(declared)
    isWaiting = true
    const hook = (name: keyof NodeTest) => (callback: () => unknown) =>
      scope.runInAsyncScope(() => test?.[name](callback))
    if (!test) return undefined
    return {
      beforeEach: hook('beforeEach'),
      afterEach: hook('afterEach'),
      afterAll: hook('after'),
    }
  }
}

/** Calls a function after the test or hook in whose async scope this is called. Returns whether node:test will. */
function afterOwner(callback: () => Promise<void>): boolean {
  const test = runningNodeTest()
  test?.after(callback)
  return test !== undefined
}

/**
 * Calls a function after the test in whose async scope this is called; an error fails that test. Returns whether node:test will. Not
 * after a `beforeEach` or `afterEach`: node:test fails each later test with the error too. The hooks of the mocks find what went wrong there.
 */
export function afterNodeTest(callback: () => Promise<void>): boolean {
  return afterOwner(async () => {
    if (!/^(?:before|after)Each$/.test(ownerOfAfter()?.hookType ?? '')) await callback()
  })
}

/** The functions to call when the test of a context is over. node:test skips the others if one throws. */
const finishers = new WeakMap<object, (() => unknown)[]>()

/** Calls a function when the test of a context, or the whole file, is over. Returns whether node:test will. */
function whenFinished(context: unknown, callback: () => unknown): boolean {
  if (!isNodeTestContext(context)) return false
  const { after } = context as NodeTestContext
  if (!after) return false
  const callbacks = finishers.get(context) ?? []
  if (callbacks.push(callback) > 1) return true
  finishers.set(context, callbacks)
  after.call(context, async () => {
    const errors: unknown[] = []
    for (const one of callbacks)
      await Promise.resolve()
        .then(one)
        .catch((error: unknown) => errors.push(error))
    if (errors.length > 0) throw failureOf(errors)
  })
  return true
}

function nodeTests({ subtests = [] }: NodeTestResource): KnownTest[] {
  return subtests.flatMap((test) => {
    const hasRun = test.finished && !test.skipped && !test.filtered && !test.isTodo
    const outcome = hasRun ? (test.passed ? 'passed' : 'failed') : undefined
    return [{ file: test.loc?.file, outcome }, ...nodeTests(test)]
  })
}

/** Returns a function that returns the tests of the process. node:test offers no hook of the file to a `describe` or a test. */
function watchTests(): () => readonly KnownTest[] {
  let root: NodeTestResource | undefined
  const watch = () =>
    afterOwner(async () => {
      let owner = ownerOfAfter()
      while (owner?.parentTest) owner = owner.parentTest
      root = owner?.root
    })
  if (!watch()) whenDeclared(watch)
  return () => (root ? nodeTests(root) : [])
}

export const nodeTest: Runner = {
  startHook: 'before',
  whenFinished,
  errorsOf(context) {
    const error = isNodeTestContext(context) ? context.error : undefined
    return error ? [error.cause ?? error] : undefined
  },
  atEnd(check) {
    if (!hasNodeTest()) return false
    atProcessEnd(check, watchTests())
    return true
  },
}
