import { hasLoaded } from './node.ts'

/*
 * What mynah uses of node:test that its documentation lacks, each with the reason.
 */

/** A test, suite or hook of node:test, as it is the resource of its async scope. */
export interface NodeTestResource {
  readonly root?: NodeTestResource
  /** The test, suite or hook that a hook belongs to. A hook names itself as its root. */
  readonly parentTest?: NodeTestResource
  readonly hookType?: string
  readonly subtests?: readonly NodeTestResource[]
  readonly loc?: { readonly file?: string }
  readonly finished?: boolean
  readonly passed?: boolean
  readonly skipped?: boolean
  readonly filtered?: boolean
  readonly isTodo?: boolean
}

/** Whether the process has loaded node:test. */
export function hasNodeTest(): boolean {
  return typeof process === 'object' && (hasLoaded('test', process) ?? false)
}

/** Whether a listener of `beforeExit` is that of node:test, which adds it with the first test or hook of the process. */
export function isNodeTests({ name }: { readonly name: string }): boolean {
  return name === 'exitHandler'
}

/** Whether a value is a context of node:test, which does not export the classes. */
export function isTestContext(context: unknown): boolean {
  const name = (context as { readonly constructor?: { readonly name?: string } } | undefined)?.constructor?.name
  return /^(Test|Suite)Context$/.test(name ?? '')
}

/** Returns the test, suite or hook whose `after` runs: nothing documented leads to the results of the other tests. */
export function ownerOfAfter(): NodeTestResource | undefined {
  return (process.getBuiltinModule('node:async_hooks').executionAsyncResource() as NodeTestResource).parentTest
}

/** Whether `node --test` has started this process. */
export function isNodeTestProcess(): boolean {
  return process.env.NODE_TEST_CONTEXT !== undefined
}
