import type ts from 'typescript'
import { functionAround, HOOKS, isInside, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** Where a declaration runs: in a test, or in a hook of the tests in a suite. */
export interface Placement {
  /** The callback of the test or of the hook; the file at its top. */
  readonly scope: ts.Node
  readonly kind: 'hook' | 'test'
  /** The suite around a hook; the file at its top. */
  readonly suite: ts.Node
  /** The statement's place in the scope: the call of the helper, if a helper declares. */
  readonly at: ts.Node
  /** The calls of helpers through which it runs, as code. */
  readonly calls: readonly ts.CallExpression[]
  /** The loop around the declaration, in the same scope. */
  readonly loop: ts.Node | undefined
}

const DESCRIBE = /^(?:x|f)?(?:describe|suite|context)\b/
const TEST = /^(?:x|f)?(?:it|test|specify|bench)\b/
const EACH = /\.(?:forEach|map|flatMap)$/
const DEPTH = 3

/** Returns the tests and hooks in which a node runs, also by the helpers of the file. */
export function placementsOf(source: Source, node: ts.Node, calls: readonly ts.CallExpression[] = []): Placement[] {
  const { ts } = source
  let loop = loopAround(source, node)
  for (let around = functionAround(source, node); around; around = functionAround(source, around)) {
    const call = ts.isCallExpression(around.parent) ? around.parent : undefined
    const callee = call?.expression.getText(source.file) ?? ''
    const place = { scope: around, at: node, calls, loop }
    if (HOOKS.test(callee.split('.').find((part) => HOOKS.test(part)) ?? ''))
      return [{ ...place, kind: 'hook', suite: suiteAround(source, around) }]
    if (TEST.test(callee) || /\.(?:test|it)$/.test(callee))
      return [{ ...place, kind: 'test', suite: suiteAround(source, around) }]
    if (DESCRIBE.test(callee)) return [{ ...place, kind: 'hook', suite: around }]
    const name = nameOf(source, around)
    if (name) return placedByCalls(source, name, calls)
    if (EACH.test(callee)) loop ??= around
    loop ??= loopAround(source, around)
  }
  return [{ scope: source.file, kind: 'hook', suite: source.file, at: node, calls, loop }]
}

function placedByCalls(source: Source, name: ts.Identifier, calls: readonly ts.CallExpression[]): Placement[] {
  const { ts } = source
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!symbol || calls.length >= DEPTH) return []
  return usesOf(source, symbol, name.text).flatMap((use) => {
    const call = ts.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : undefined
    return call ? placementsOf(source, call, [...calls, call]) : []
  })
}

/** The name of a function that the file calls. */
function nameOf({ ts }: Source, node: ts.SignatureDeclaration): ts.Identifier | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name
  const { parent } = node
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined
}

function suiteAround(source: Source, node: ts.Node): ts.Node {
  const { ts } = source
  for (let around = functionAround(source, node); around; around = functionAround(source, around)) {
    const call = ts.isCallExpression(around.parent) ? around.parent.expression.getText(source.file) : ''
    if (DESCRIBE.test(call)) return around
  }
  return source.file
}

/** The loop around a node, in its own function. */
function loopAround({ ts }: Source, node: ts.Node): ts.Node | undefined {
  for (let current = node.parent; current && !ts.isFunctionLike(current); current = current.parent) {
    if (ts.isIterationStatement(current, false)) return current
  }
  return undefined
}

/** Whether the first of two placements may run before the second, in one test. */
export function runsBefore(source: Source, first: Placement, second: Placement): boolean {
  if (first.scope === second.scope) return first.at.pos < second.at.pos && !areBranches(source, first.at, second.at)
  if (first.kind === 'test') return false
  const isAround = first.suite === source.file || isInside(second.scope, first.suite)
  if (!isAround) return false
  return second.kind === 'test' || (first.suite === second.suite ? first.scope.pos < second.scope.pos : true)
}

/** Whether the first of two nodes may run before the second, in one test. */
export function mayRunBefore(source: Source, first: ts.Node, second: ts.Node): boolean {
  const placements = placementsOf(source, second)
  return placementsOf(source, first).some((one) => placements.some((other) => runsBefore(source, one, other)))
}

/** Whether two nodes are in two branches of one condition. */
function areBranches({ ts }: Source, first: ts.Node, second: ts.Node): boolean {
  for (let current: ts.Node = second; current.parent; current = current.parent) {
    const { parent } = current
    if (!isInside(first, parent)) continue
    if (ts.isIfStatement(parent)) return true
    return ts.isConditionalExpression(parent) || ts.isCaseBlock(parent)
  }
  return false
}
