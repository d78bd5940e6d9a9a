import { whenProcessEnds } from '../../runtime/exit.ts'
import { failureOf } from '../session/failure-error.ts'
import type { FileCheck, Hooks, KnownTest } from './runner.ts'

/** The part of `node:test` that is used. */
interface NodeTest {
  before(callback: () => unknown): void
  beforeEach(callback: (this: unknown) => unknown): void
  after(callback: () => unknown): void
}

/** A test, suite or hook of node:test, as it is the resource of its async scope. */
interface NodeTestResource {
  readonly root?: NodeTestResource
  /** The test, suite or hook that a hook belongs to. A hook names itself as its root. */
  readonly parentTest?: NodeTestResource
  readonly subtests?: readonly NodeTestResource[]
  readonly loc?: { readonly file?: string }
  readonly finished?: boolean
  readonly skipped?: boolean
  readonly filtered?: boolean
  readonly isTodo?: boolean
}

const resource = () => process.getBuiltinModule('node:async_hooks').executionAsyncResource() as NodeTestResource

/** Whether node:test has called mynah in a hook with a context of its own. */
let hasCalled = false

/**
 * Returns `node:test` if it runs this process, and not if only its `mock` is used: a hook would then print a report of no tests.
 * `node file.test.js` is known when a `describe` or a hook runs.
 */
function nodeTest(): NodeTest | undefined {
  if (!isLoaded()) return undefined
  const isRunner = process.env.NODE_TEST_CONTEXT !== undefined || process.execArgv.includes('--test')
  return isRunner || hasCalled || resource().root ? process.getBuiltinModule('node:test') : undefined
}

function isLoaded(): boolean {
  if (typeof process !== 'object') return false
  const { moduleLoadList } = process as { readonly moduleLoadList?: readonly string[] }
  return moduleLoadList?.includes('NativeModule test') ?? false
}

/** Whether node:test runs this process. */
export function isNodeTest(): boolean {
  return nodeTest() !== undefined
}

/** The context of a test, a suite or the whole file. A suite's has no `after`. */
interface NodeTestContext {
  after?(callback: () => unknown): void
}

/** Whether node:test passes this context to a hook. */
export function isNodeTestContext(context: unknown): context is NodeTestContext {
  const name = (context as { readonly constructor?: { readonly name?: string } } | undefined)?.constructor?.name
  if (!/^(Test|Suite)Context$/.test(name ?? '')) return false
  hasCalled ||= isLoaded()
  return hasCalled
}

/**
 * Returns a function that returns the hooks of node:test for the file or the `describe` in which this is called. They may be
 * registered later too, when a hook of the same file or `describe` runs.
 */
export function nodeTestScope(): () => Hooks | undefined {
  if (!isLoaded()) return () => undefined
  const { AsyncResource } = process.getBuiltinModule('node:async_hooks')
  const scope = new AsyncResource('mynah')
  return () => {
    const test = nodeTest()
    const hook = (name: keyof NodeTest) => (callback: () => unknown) =>
      scope.runInAsyncScope(() => test?.[name](callback))
    return test && { beforeAll: hook('before'), beforeEach: hook('beforeEach'), afterAll: hook('after') }
  }
}

/** Has node:test call a function after the test that is running, which an error fails. Returns whether it will. */
export function afterNodeTest(callback: () => Promise<void>): boolean {
  const test = nodeTest()
  test?.after(callback)
  return test !== undefined
}

/** The functions to call when the test of a context is over. node:test skips the others if one throws. */
const finishers = new WeakMap<object, (() => unknown)[]>()

/** Has node:test call a function when the test of a context, or the whole file, is over. Returns whether it will. */
export function whenNodeTestFinished(context: unknown, callback: () => unknown): boolean {
  if (!isNodeTestContext(context)) return false
  const { after } = context as NodeTestContext
  if (!after) return false
  const known = finishers.get(context)
  known?.push(callback)
  if (known) return true
  const callbacks = [callback]
  finishers.set(context, callbacks)
  after.call(context, async () => {
    const errors: unknown[] = []
    for (const one of callbacks) {
      try {
        await one()
      } catch (error) {
        errors.push(error)
      }
    }
    if (errors.length > 0) throw failureOf(errors)
  })
  return true
}

/** Fails the process with the error of a check, when it ends. node:test offers no hook of the file to a `describe` or a test. */
export function atNodeTestEnd(check: FileCheck): void {
  const test = nodeTest()
  if (!test) return
  let root: NodeTestResource | undefined
  test.after(() => {
    let owner: NodeTestResource = resource()
    while (owner.parentTest) owner = owner.parentTest
    root = owner.root
  })
  whenProcessEnds(() => {
    const error = root && check(nodeTests(root))
    return error instanceof Error ? error.stack : undefined
  })
}

function nodeTests({ subtests = [] }: NodeTestResource): KnownTest[] {
  return subtests.flatMap((test) => {
    const hasRun = test.finished === true && !test.skipped && !test.filtered && !test.isTodo
    return [{ file: test.loc?.file, hasRun }, ...nodeTests(test)]
  })
}
