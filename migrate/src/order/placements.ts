import type ts from 'typescript'
import {
  calleeOf,
  callOf,
  type FunctionName,
  functionAround,
  isInside,
  nameOfFunction,
  nodesIn,
} from '../read/nodes.ts'
import type { Source, TypeScript } from '../read/source.ts'
import { callOfCallback, hookName, isSuite, isTest, runsTests } from '../read/tests.ts'

/** Where a node runs: in a test, in a hook of the tests in a suite, or in a function that only other files call. */
export interface Placement {
  /** The callback of the test or of the hook, or that function; the file at its top. */
  readonly scope: ts.Node
  readonly kind: 'hook' | 'test' | 'function'
  /** The suite around a hook; the file at its top. */
  readonly suite: ts.Node
  /** The calls of helpers through which it runs, from the one in the scope, and the node itself. */
  readonly trail: readonly [ts.Node, ...ts.Node[]]
  /** The functions that these calls run, of which there may be several of one name. */
  readonly through: readonly ts.Node[]
  readonly loops: readonly ts.Node[]
}

type Inner = Pick<Placement, 'loops' | 'through'> & { readonly trail: readonly ts.Node[] }

const EACH = /\.(?:forEach|map|flatMap)$/
const DEPTH = 3

/** Returns the tests and hooks in which a node runs, also by the helpers of the file. `inner` is what a call runs. */
export function placementsOf(
  source: Source,
  node: ts.Node,
  inner: Inner = { trail: [], through: [], loops: [] },
): Placement[] {
  const { through } = inner
  const trail = [node, ...inner.trail] as const
  const loops = [...inner.loops, ...loopsAround(source, node)]
  for (let around = functionAround(source, node); around; around = functionAround(source, around)) {
    const call = callOfCallback(source, around)
    const callee = calleeOf(source, call)
    const place = { scope: around, trail, through, loops }
    if (call && hookName(source, call)) return [{ ...place, kind: 'hook', suite: suiteAround(source, around) }]
    if (isTest(callee)) return [{ ...place, kind: 'test', suite: suiteAround(source, around) }]
    if (isSuite(callee)) return [{ ...place, kind: 'hook', suite: around }]
    const name = nameOfFunction(source.ts, around)
    const found = name && placedByCalls(source, around, name, { trail, through: [around, ...through], loops })
    if (found) return found
    if (EACH.test(callee)) loops.push(around)
    loops.push(...loopsAround(source, around))
  }
  return [{ scope: source.file, kind: 'hook', suite: source.file, trail, through, loops }]
}

function placedByCalls(
  source: Source,
  around: ts.SignatureDeclaration,
  name: FunctionName,
  place: Pick<Placement, 'trail' | 'through' | 'loops'>,
): Placement[] | undefined {
  if (place.trail.length > DEPTH) return []
  const uses = callsOf(source, name)
  if (uses.length > 0) return uses.flatMap((use) => placementsOf(source, use, place))
  const isByOthers = !(isMember(source.ts, name) && runsTests(source))
  return isByOthers ? [{ ...place, scope: around, kind: 'function', suite: source.file }] : undefined
}

/** The calls of a function, and what it is handed to, such as a hook. An object that has one may be of any type, so its name alone counts. */
function callsOf({ ts, file, checker }: Source, name: FunctionName): ts.Node[] {
  const symbol = checker.getSymbolAtLocation(name)
  const isOwn = (node: ts.Node) =>
    ts.isIdentifier(node) &&
    node.text === name.text &&
    (isMember(ts, name) || checker.getSymbolAtLocation(node) === symbol)
  // A member of a global, jest.mock(), is none of the file.
  const isOfGlobal = ({ parent }: ts.Node) =>
    ts.isPropertyAccessExpression(parent) &&
    ts.isIdentifier(parent.expression) &&
    !checker.getSymbolAtLocation(parent.expression)?.declarations?.some((one) => !one.getSourceFile().isDeclarationFile)
  return nodesIn(ts, file, isOwn).flatMap((node) => {
    if (isOfGlobal(node)) return []
    const call = callOf(ts, node)
    const isHandedOver = ts.isCallExpression(node.parent) && node.parent.arguments.includes(node as ts.Identifier)
    return call ?? (isHandedOver ? node : [])
  })
}

function isMember(ts: TypeScript, { parent }: FunctionName): boolean {
  return !(ts.isFunctionDeclaration(parent) || ts.isVariableDeclaration(parent) || ts.isClassDeclaration(parent))
}

function suiteAround(source: Source, node: ts.Node): ts.Node {
  for (let around = functionAround(source, node); around; around = functionAround(source, around))
    if (isSuite(calleeOf(source, around.parent))) return around
  return source.file
}

function loopsAround({ ts }: Source, node: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  for (let current = node.parent; current && !ts.isFunctionLike(current); current = current.parent) {
    if (ts.isIterationStatement(current, false)) found.push(current)
  }
  return found
}

/** Whether the first of two placements may run before the second, in one test. */
export function runsBefore(source: Source, first: Placement, second: Placement): boolean {
  if (first.scope === second.scope) {
    const index = first.trail.findIndex((one, at) => one !== second.trail[at])
    const [one, other] = [first.trail[index], second.trail[index]]
    // One call runs one of the functions of its name.
    const isOther = index > 0 && first.loops.length === 0 && first.through[index - 1] !== second.through[index - 1]
    if (one === undefined || other === undefined || isOther) return false
    return one.end < other.end && !areBranches(source, one, other)
  }
  if (first.kind !== 'hook') return false
  const isAround = first.suite === source.file || isInside(second.scope, first.suite)
  return isAround && (second.kind !== 'hook' || first.suite !== second.suite || first.scope.pos < second.scope.pos)
}

/** Whether a reset surely runs between two placements: in a statement of the second one's function itself. */
export function endsBetween({ ts }: Source, reset: Placement, first: Placement, second: Placement): boolean {
  const [call] = reset.trail
  const statement = ts.findAncestor(call, ts.isStatement)
  const [older, newer] = [first, second].map(({ scope, trail }) => trail.find((one) => isInside(one, scope)))
  const isSure = reset.trail.length === 1 && reset.scope === second.scope && statement?.parent.parent === second.scope
  if (!isSure || !newer || newer.pos < call.end) return false
  return first.scope !== second.scope || (older !== undefined && older.end <= call.pos)
}

export function mayRunBefore(source: Source, first: ts.Node, second: ts.Node): boolean {
  const placements = placementsOf(source, second)
  return placementsOf(source, first).some((one) => placements.some((other) => runsBefore(source, one, other)))
}

function areBranches({ ts }: Source, first: ts.Node, second: ts.Node): boolean {
  for (let current: ts.Node = second; current.parent; current = current.parent) {
    const { parent } = current
    if (!isInside(first, parent)) continue
    return ts.isIfStatement(parent) || ts.isConditionalExpression(parent) || ts.isCaseBlock(parent)
  }
  return false
}
