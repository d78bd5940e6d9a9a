import type ts from 'typescript'
import { printCall, printStub } from '../layout/print-stub.ts'
import { arrowOfCall, isStatement } from '../read/assertions.ts'
import { callersOf } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { isAssignment, outerOf } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'

/** `mocks.use.get(…)`, or `mocks.expect(rest.get(…), rest.get(…))`; of a function that gets stubs `scopeOf(rest.get(…))`. */
export function overrideCode(
  source: Source,
  interceptors: readonly Interceptor[],
  caller: string,
  indent: string,
): string {
  const [first] = interceptors
  const code = ({ stub, comments = [] }: Interceptor, blanks: string, own = stub.at ?? source.name('rest')) => {
    // An expectation comes once unless said otherwise.
    const times = caller.endsWith('.expect') && stub.times === '1' ? undefined : stub.times
    return [...comments, printStub({ ...stub, times }, own, source, source.style, blanks)].join(`\n${blanks}`)
  }
  const isOne = interceptors.length === 1 && first !== undefined
  if (isOne && !/\.(?:use|expect)$/.test(caller)) return `${caller}(${code(first, indent)})`
  if (isOne && first.stub.at === undefined) return code(first, indent, caller)
  const inner = indent + source.style.indent
  const codes = interceptors.map((one) => code(one, inner))
  return printCall(caller, codes, source.style, indent)
}

/** Replaces the expression, with the declaration of the variable that is of no use any more. */
export function replaceWhole(source: Source, node: ts.Node, code: string): void {
  const { ts } = source
  const { parent } = node
  if (!ts.isVariableDeclaration(parent) || !ts.isVariableDeclarationList(parent.parent)) {
    source.replace(ts.isBinaryExpression(parent) ? parent : node, code)
    return
  }
  if (!ts.isIdentifier(parent.name))
    leaveByHand('keep the undo that mocks.use(…) returns in place of what is read of this scope')
  const { declarations } = parent.parent
  const before = declarations.at(-2)
  const start = `${source.style.semicolon}\n${source.indentOf(parent.parent)}`
  if (!before) source.replace(parent.parent, code)
  else if (declarations.at(-1) === parent) source.edits.replace(before.end, parent.end, start + code)
  else leaveByHand('declare this in a statement of its own: mocks.use.get(path, payload)')
}

export function ownerOf(source: Source, { parent }: ts.Node): ts.Identifier | undefined {
  const { ts } = source
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name
  return isAssignment(source, parent) && ts.isIdentifier(parent.left) && ts.isExpressionStatement(parent.parent)
    ? parent.left
    : undefined
}

export function dropDeclaration(source: Source, declaration: ts.VariableDeclaration): void {
  const list = declaration.parent as ts.VariableDeclarationList
  if (list.declarations.length === 1) source.remove(list.parent)
  else dropItem(source, list.declarations, declaration)
}

/** Drops an item of a list, with one comma. */
export function dropItem(source: Source, list: ts.NodeArray<ts.Node>, item: ts.Node): void {
  const [before, next] = [-1, 1].map((step) => list[list.indexOf(item) + step])
  const [start, end] = next ? [item.pos, next.pos] : before ? [before.end, item.end] : [list.pos, list.end]
  source.edits.replace(start, end, '')
}

/** The assignment or the declaration that a value begins in, else the value. */
export function startOf(source: Source, node: ts.Node): ts.Node {
  const { parent } = node
  const isValue = source.ts.isVariableDeclaration(parent) || source.ts.isBinaryExpression(parent)
  return isValue ? source.statementOf(node) : node
}

export function putInBraces(source: Source, body: ts.Node): void {
  source.edits.insert(body.getStart(source.file), '{ ')
  source.edits.insert(body.end, ' }')
}

/** Whether an answer is handed on, or is what a function returns whose callers do something with it. */
export function isHandedOn(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  if (ts.isPropertyAssignment(parent) || ts.isArrayLiteralExpression(parent) || ts.isCallExpression(parent)) return true
  if (isAssignment(source, parent)) return true
  const around = isReturned(source, node) ? ts.findAncestor(parent, ts.isFunctionLike) : undefined
  const calls = around ? callersOf(source, around) : []
  return calls.some((call) => !isStatement(source, ts.isAwaitExpression(call.parent) ? call.parent : call))
}

export function isReturned(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  return ts.isReturnStatement(parent) || (ts.isArrowFunction(parent) && !arrowOfCall(source, node))
}

/** A function that returned an answer which nothing uses returns nothing. */
export function dropReturn(source: Source, node: ts.Node): void {
  if (!isReturned(source, node)) return
  const outer = outerOf(source, node)
  const { parent } = outer
  if (source.ts.isReturnStatement(parent))
    source.edits.replace(parent.getStart(source.file), outer.getStart(source.file), '')
  else putInBraces(source, outer)
}
