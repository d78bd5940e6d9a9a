import type ts from 'typescript'
import { calleeOf, functionAround } from './nodes.ts'
import type { Source } from './source.ts'

const HOOKS = /^(?:before|after|setup|teardown|beforeAll|beforeEach|afterAll|afterEach|suiteSetup|suiteTeardown)$/
const TEST = /^(?:x|f)?(?:it|test|specify|bench)\b|\.(?:test|it)$/
const SUITE = /^(?:x|f)?(?:describe|suite|context)\b/

/** Whether what is called declares a test: `it`, `test.only`, `t.test`. */
export function isTest(callee: string): boolean {
  return TEST.test(callee)
}

/** Whether what is called declares a suite: `describe`, `suite.each`. */
export function isSuite(callee: string): boolean {
  return SUITE.test(callee)
}

/** The calls in a text of functions of a runner: `it(`, `test.each\``, `tap.test(`. */
function callsOf(names: string): RegExp {
  return new RegExp(String.raw`(?<![.\w])(?:(?:tap|t|lab|QUnit|Deno)\.)?(?:x|f)?(?:${names})(?:\.\w+)*\s*[(\`]`, 'g')
}

const TESTS = callsOf('it|test|specify')
const OF_TESTS = callsOf('it|test|specify|describe|suite|context')
const OF_RUNNER = callsOf(
  '(?:it|test|specify|describe|suite|context|before|after|setup|teardown)(?:Each|All)?|suite(?:Setup|Teardown)',
)

/** How many tests a text has. */
export function countTests(text: string): number {
  return text.match(TESTS)?.length ?? 0
}

/** Whether a text has tests, suites or hooks. */
export function runsTests(text: string): boolean {
  return text.search(OF_RUNNER) >= 0
}

/** Whether a file has tests or suites: its name says so, or its text. */
export function hasTests({ fileName, text }: Pick<ts.SourceFile, 'fileName' | 'text'>): boolean {
  return /\.(?:test|spec)\.\w+$/.test(fileName) || text.search(OF_TESTS) >= 0
}

/** The name of the hook whose callback is around a node: `afterEach`, for AVA `test.afterEach` and `afterEach.always` too. */
export function hookAround(source: Source, node: ts.Node): { name: string; call: ts.CallExpression } | undefined {
  const { ts } = source
  for (let current = functionAround(source, node); current; current = functionAround(source, current)) {
    const call = current.parent
    if (!ts.isCallExpression(call) || !call.arguments.includes(current as unknown as ts.Expression)) continue
    const name = hookName(source, call)
    if (name !== undefined) return { name, call }
  }
  return undefined
}

/** The function of the test around a node. */
export function testAround(source: Source, node: ts.Node): ts.SignatureDeclaration | undefined {
  for (let current = functionAround(source, node); current; current = functionAround(source, current))
    if (isTest(calleeOf(source, current.parent))) return current
  return undefined
}

/** Whether a node stands in the first statement of a test: nothing of this test has sent a request yet. */
export function isAtStart(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const statement = ts.findAncestor(node, ts.isExpressionStatement)
  const block = statement?.parent
  return (
    block !== undefined &&
    ts.isBlock(block) &&
    block.statements[0] === statement &&
    block.parent === testAround(source, node)
  )
}

/** Whether a node stands in a hook that runs behind the tests. */
export function isInAfterHook(source: Source, node: ts.Node): boolean {
  return /^after|eardown$/.test(hookAround(source, node)?.name ?? '')
}

/** The name of a hook, if a call is one. */
export function hookName(source: Source, call: ts.CallExpression): string | undefined {
  return calleeOf(source, call)
    .split('.')
    .find((name) => HOOKS.test(name))
}

/** Whether a node runs once for the file, and not in a test or in a hook of each test. */
export function isOncePerFile(source: Source, node: ts.Node): boolean {
  const hook = hookAround(source, node)
  if (hook) return /^(?:before|beforeAll|suiteSetup)$/.test(hook.name)
  for (let current = functionAround(source, node); current; current = functionAround(source, current)) {
    const callee = calleeOf(source, current.parent)
    if (!isSuite(callee) && !callee.endsWith('.forEach')) return false
  }
  return true
}

/** The hook by which a runner starts what a file needs, by the module of the runner. */
export const HOOK_OF: Readonly<Record<string, string>> = {
  vitest: 'beforeAll',
  '@jest/globals': 'beforeAll',
  'bun:test': 'beforeAll',
  'node:test': 'before',
  test: 'before',
  mocha: 'before',
}

/** Whether a project has no runner but Mocha. */
export function isRunByMocha(dependencies: ReadonlySet<string>): boolean {
  return dependencies.has('mocha') && !dependencies.has('jest') && !dependencies.has('vitest')
}

/** A script may have no more of `node:test` than its mocks. */
const TOOLS =
  /(?:import|const|let|var)\s*\{\s*(?:mock|snapshot)\s*(?:,\s*(?:mock|snapshot)\s*)?\}\s*(?:from|= require\()\s*['"]node:test['"]/

/** The module from which a file has its tests or hooks. */
export function runnerModule(modules: readonly string[], text: string): string | undefined {
  const others = TOOLS.test(text) ? modules.filter((module) => module !== 'node:test') : modules
  return others.find((module) => Object.hasOwn(HOOK_OF, module) || module === 'ava' || module === 'tap')
}
