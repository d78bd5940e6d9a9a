import {
  ASYMMETRIC_MATCHERS_OBJECT,
  chai,
  GLOBAL_EXPECT,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect'

/** The plugin `JestExtend` adds it. */
interface Extensible {
  extend(expect: unknown, matchers: object): void
}

type Hook = () => unknown
interface Test {
  readonly name: string
  readonly run: Hook
}

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)

/** Vitest's `expect`, put together as Vitest does it. */
export const expect = Object.assign((value: unknown, message?: string) => chai.expect(value, message), chai.expect)
Object.assign(expect, Reflect.get(globalThis, ASYMMETRIC_MATCHERS_OBJECT), {
  extend: (matchers: object) => (chai.expect as unknown as Extensible).extend(expect, matchers),
})
Object.assign(globalThis, { [GLOBAL_EXPECT]: expect })
setState({ assertionCalls: 0, isExpectingAssertions: false }, expect as never)

/** What became of a test: its name, and the error of its body or of a hook. */
export type TestResult = { readonly name: string; readonly error?: unknown }

/**
 * A runner for the tests of one module: `describe` only names, and hooks belong to the whole module. mynah finds the hooks
 * as globals, as in Jest, so that a miss fails its test.
 */
export function createRunner() {
  const tests: Test[] = []
  const hooks: Record<'beforeAll' | 'beforeEach' | 'afterEach' | 'afterAll', Hook[]> = {
    beforeAll: [],
    beforeEach: [],
    afterEach: [],
    afterAll: [],
  }
  const path: string[] = []
  const add = (name: keyof typeof hooks) => (hook: Hook) => void hooks[name].push(hook)
  const test = (name: string, run: Hook) => void tests.push({ name: [...path, name].join(' > '), run })
  const describe = (name: string, body: Hook) => {
    path.push(name)
    body()
    path.pop()
  }
  const globals = {
    test,
    it: test,
    describe,
    expect,
    beforeAll: add('beforeAll'),
    before: add('beforeAll'),
    beforeEach: add('beforeEach'),
    afterEach: add('afterEach'),
    afterAll: add('afterAll'),
    after: add('afterAll'),
  }

  /** Calls hooks, and returns the functions that they returned, which are called at the end, as Vitest does. */
  async function call(list: readonly Hook[]): Promise<Hook[]> {
    const ends: Hook[] = []
    for (const hook of list) {
      const end = await hook()
      if (typeof end === 'function') ends.unshift(end as Hook)
    }
    return ends
  }

  async function runTest({ name, run }: Test): Promise<TestResult> {
    const errors: unknown[] = []
    const attempt = (fn: Hook) => Promise.resolve(fn()).catch((error) => errors.push(error))
    let ends: Hook[] = []
    await attempt(async () => {
      ends = await call(hooks.beforeEach)
      await run()
    })
    for (const hook of [...hooks.afterEach, ...ends]) await attempt(async () => hook())
    // mynah's hook throws the report of a miss after the assertion that the miss broke: the report says why.
    return errors.length === 0 ? { name } : { name, error: errors.at(-1) }
  }

  /** Runs all tests, one after the other, and tells each. Errors of `beforeAll` and `afterAll` reject. */
  async function runAll(tell: (result: TestResult) => void): Promise<void> {
    const ends = await call(hooks.beforeAll)
    for (const test of tests) tell(await runTest(test))
    await call([...hooks.afterAll, ...ends])
  }

  return { globals, runAll }
}
