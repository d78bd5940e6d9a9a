import type ts from 'typescript'
import { arrowOfCall, statementOfCall } from '../read/assertions.ts'
import { calleeOf, chainFrom, type Link, nodesIn } from '../read/nodes.ts'
import { anyPath } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { hookAround, isOncePerFile, testAround } from '../read/tests.ts'
import { isInline } from '../request/resolver.ts'

const OPENED = 'fetch-mock refused requests without a route; in what stays with it, they reach the network now'
const CONTROL =
  /^(?:mock(?:Clear|Reset|Restore)?|(?:un)?mockGlobal|spy(?:Global)?|reset\w*|restore|hardReset|clearHistory|removeRoutes)$/

/**
 * Returns the tests of a file: those that have to stay with the library with the first construct of it that is left. Nothing if what is
 * left, or what answers, is not all in tests, or if no test would be converted.
 */
export function testsToKeep(source: Source, library: string): Map<ts.Node, ts.Node | undefined> | undefined {
  const { left, rulings, constructs } = source
  // It answers in place of one client, so that one test of a file may stay with it alone.
  if (library !== 'fetch-mock') return undefined
  const tests = new Map(rulings.tests)
  for (const { node } of left) {
    const test = testAround(source, node)
    if (!test || !bodyOf(source, test)) return undefined
    if (!tests.get(test)) tests.set(test, node)
  }
  for (const one of constructs) {
    const test = testAround(source, one)
    if (!test && !isControl(source, one)) return undefined
    if (test && !tests.has(test)) tests.set(test, undefined)
  }
  return [...tests.values()].includes(undefined) ? tests : undefined
}

/** Whether a link fails each request that no route takes, as mynah does by itself. */
export function isRefusal(source: Source, { name, args: [answer] }: Link): boolean {
  if (name !== 'catch' || !isInline(source, answer) || !source.ts.isBlock(answer.body)) return false
  return answer.body.statements[0]?.kind === source.ts.SyntaxKind.ThrowStatement
}

function isControl(source: Source, node: ts.Node): boolean {
  if (!hookAround(source, node) && !isOncePerFile(source, node)) return false
  const { links, node: whole } = chainFrom(source, node as ts.Expression)
  const isConfigured = source.ts.isPropertyAccessExpression(node.parent) && node.parent.name.text === 'config'
  if (isConfigured || node.getText() === 'manageFetchMockGlobally') return true
  const isRoute = ({ name, args }: Link) => !CONTROL.test(name) || (/^(?:mock|spy)$/.test(name) && args.length > 0)
  // Routes may be added to what a variable holds.
  const isAlone = statementOfCall(source, whole) ?? arrowOfCall(source, whole)
  return isAlone !== undefined && links.length > 0 && links.every((one) => !isRoute(one) || isRefusal(source, one))
}

/** How a file that only controls the library is beside mynah: one that puts it in place of fetch behind mynah has to spy. */
export function besideBy(source: Source): 'harmless' | 'spy' | undefined {
  const all = [...source.constructs, ...source.left.map(({ node }) => node)]
  if (all.length === 0 || !all.every((one) => isControl(source, one))) return undefined
  const late = all.filter((one): one is ts.Expression => !isOncePerFile(source, one))
  const names = late.flatMap((one) => chainFrom(source, one).links.map(({ name }) => name))
  // Older ones hand on a Request in parts that fetch refuses.
  if (names.includes('mock')) return undefined
  return names.includes('mockGlobal') ? 'spy' : 'harmless'
}

function bodyOf({ ts }: Source, test: ts.Node): ts.Block | undefined {
  const body = ts.isFunctionLike(test) && 'body' in test ? test.body : undefined
  return body && ts.isBlock(body) && body.statements.length > 0 ? body : undefined
}

/** Has the library let pass what mynah answers, and mynah what the tests that stay ask for. */
export function openTests(source: Source): void {
  const { file, style } = source
  for (const test of source.rulings.keptTests) {
    const [first] = bodyOf(source, test)?.statements ?? []
    const code = `${source.localName('mocks')}.use.all(${anyPath(source)}, ${source.name('passthrough')}())`
    if (first) source.edits.insertFirst(first.getStart(file), `${code}${style.semicolon}\n${source.indentOf(first)}`)
  }
  openStarts(source)
}

/** Has fetch-mock hand on to mynah what no route takes. */
export function openStarts(source: Source): void {
  const { ts, file } = source
  const isStart = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) && /\.mockGlobal$/.test(calleeOf(source, node))
  // The routes of other tests are mynah's, which is asked behind it. node:test runs before() as soon as it is called, so at the top too.
  for (const start of nodesIn(ts, file, isStart)) {
    const [next] = chainFrom(source, start).links
    if (next?.node.getText().endsWith('.spy()')) continue
    source.noteOnce(start, OPENED)
    source.edits.replace(start.end, next && isRefusal(source, next) ? next.node.end : start.end, '.spy()')
  }
}
