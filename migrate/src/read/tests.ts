import type ts from 'typescript'
import { namesFrom } from './known-names.ts'
import { calleeOf, functionAround, nodesIn } from './nodes.ts'
import type { Source, TypeScript } from './source.ts'

const HOOKS = /^(?:before|after|setup|teardown|beforeAll|beforeEach|afterAll|afterEach|suiteSetup|suiteTeardown)$/
const TEST = /^(?:x|f)?(?:it|test|specify|bench)\b|\.(?:test|it)$/
const SUITE = /^(?:x|f)?(?:describe|suite|context)\b/

export function isTest(callee: string): boolean {
  return TEST.test(callee)
}

export function isSuite(callee: string): boolean {
  return SUITE.test(callee)
}

/** What a runner's functions are called: `it`, `test.each`, `tap.test`. */
function calledOf(names: string): RegExp {
  return new RegExp(String.raw`^(?:(?:tap|t|lab|QUnit|Deno)\.)?(?:x|f)?(?:${names})(?!\w)`)
}

const TESTS = calledOf('it|test|specify')
const OF_TESTS = calledOf('it|test|specify|describe|suite|context')
const OF_RUNNER = calledOf(
  '(?:it|test|specify|describe|suite|context|before|after|setup|teardown)(?:Each|All)?|suite(?:Setup|Teardown)',
)

function runnerCalls(ts: TypeScript, file: ts.SourceFile, names: RegExp): ts.CallExpression[] {
  // The call of what `test.each(cases)` returns is one.
  const isInner = ({ parent }: ts.Node) => ts.isCallExpression(parent.parent) && parent.parent.expression === parent
  const isNamed = (call: ts.CallExpression) => names.test(calleeOf({ ts }, call)) && !isInner(call.expression)
  return nodesIn(ts, file, ts.isCallExpression).filter(isNamed)
}

export function testsIn({ ts, file }: Source): ts.CallExpression[] {
  return runnerCalls(ts, file, TESTS)
}

export function runsTests({ ts, file }: Source): boolean {
  return runnerCalls(ts, file, OF_RUNNER).length > 0
}

/** Whether a file has tests or suites: its name says so, or what it calls. */
export function hasTests(ts: TypeScript, file: ts.SourceFile): boolean {
  return /\.(?:test|spec)\.\w+$/.test(file.fileName) || runnerCalls(ts, file, OF_TESTS).length > 0
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

/** What gets a function, which a call may wrap for a test: `it('a', wrap(async () => {}))`. */
export function callOfCallback(source: Source, { parent: call }: ts.Node): ts.CallExpression | undefined {
  const { ts } = source
  if (!ts.isCallExpression(call)) return undefined
  const { parent } = call
  const isWrapped =
    ts.isCallExpression(parent) && parent.arguments.indexOf(call) > 0 && isTest(calleeOf(source, parent))
  return isWrapped ? parent : call
}

export function testAround(source: Source, node: ts.Node): ts.SignatureDeclaration | undefined {
  for (let current = functionAround(source, node); current; current = functionAround(source, current))
    if (isTest(calleeOf(source, callOfCallback(source, current)))) return current
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

export function isRunByMocha(dependencies: ReadonlySet<string>): boolean {
  return dependencies.has('mocha') && !dependencies.has('jest') && !dependencies.has('vitest')
}

/** The module from which a file has its tests or hooks. A script may have no more of `node:test` than its mocks. */
export function runnerModule(ts: TypeScript, file: ts.SourceFile, modules: readonly string[]): string | undefined {
  const lists = file.statements.flatMap((one) => namesFrom(ts, file, one, 'node:test') ?? [])
  const isTool = (list: (typeof lists)[number]) =>
    !(ts.isImportClause(list.parent) && list.parent.name) &&
    list.elements.every(({ name }) => /^(?:mock|snapshot)$/.test(name.getText()))
  const others = lists.some(isTool) ? modules.filter((module) => module !== 'node:test') : modules
  return others.find((module) => Object.hasOwn(HOOK_OF, module) || /^(?:ava|tape?)$/.test(module))
}
