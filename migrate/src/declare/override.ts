import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { printCall, printStub } from '../layout/print-stub.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, isAssignment } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** An expectation comes once unless said otherwise. */
function withoutOnce(interceptors: readonly Interceptor[]): Interceptor[] {
  return interceptors.map((one) => (one.stub.times === '1' ? { ...one, stub: { ...one.stub, times: undefined } } : one))
}

/** `mocks.use.get(…)`, or `mocks.expect(rest.get(…), rest.get(…))`. */
export function overrideCode(
  source: Source,
  interceptors: readonly Interceptor[],
  caller: string,
  indent: string,
): string {
  const shown = caller.endsWith('.expect') ? withoutOnce(interceptors) : interceptors
  const [first] = shown
  const code = ({ stub, comments = [] }: Interceptor, own: string, blanks: string) =>
    [...comments, printStub(stub, own, source, source.style, blanks)].join(`\n${blanks}`)
  if (shown.length === 1 && first && first.stub.at === undefined) return code(first, caller, indent)
  const inner = indent + source.style.indent
  const codes = shown.map((one) => code(one, one.stub.at ?? source.name('rest'), inner))
  return printCall(caller, codes, source.style, indent)
}

/** A call of what holds stubs: `scopeOf(rest.get(…), rest.post(…))`. */
export function heldCode(source: Source, interceptors: readonly Interceptor[], holder: string, indent: string): string {
  const { style } = source
  const codeOf = ({ stub }: Interceptor, own: string) =>
    printStub(stub, stub.at ?? source.name('rest'), source, style, own)
  const [only] = interceptors
  if (only && interceptors.length === 1) return `${holder}(${codeOf(only, indent)})`
  const codes = interceptors.map((one) => codeOf(one, indent + style.indent))
  return printCall(holder, codes, style, indent)
}

/** Two scopes in a list: the list is one override. */
export function replaceListed(
  source: Source,
  chain: Chain,
  list: ts.ArrayLiteralExpression,
  interceptors: readonly Interceptor[],
  isExpected: boolean,
): void {
  const indent = source.indentOf(chain.node)
  const shown = isExpected ? withoutOnce(interceptors) : interceptors
  const codes = shown.map(({ stub }) => printStub(stub, stub.at ?? source.name('rest'), source, source.style, indent))
  source.replace(chain.node, codes.join(`,\n${indent}`))
  const statement = source.statementOf(list)
  const caller = `${source.localName('mocks')}.${isExpected ? 'expect' : 'use'}`
  source.edits.replace(statement.getStart(source.file), list.getStart(source.file) + 1, `${caller}(`)
  source.edits.replace(list.end - 1, list.end, ')')
}

export function listAround(source: Source, node: ts.Node): ts.ArrayLiteralExpression | undefined {
  const { parent } = node
  return source.ts.isArrayLiteralExpression(parent) && source.ts.isVariableDeclaration(parent.parent)
    ? parent
    : undefined
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

/** The variable that holds a chain, or the list that the chain is in. */
export function ownerOf(source: Source, node: ts.Node): ts.Identifier | undefined {
  const { ts } = source
  const list = listAround(source, node)
  const { parent } = list ?? node
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) return parent.name
  return isAssignment(source, parent) && ts.isIdentifier(parent.left) && ts.isExpressionStatement(parent.parent)
    ? parent.left
    : undefined
}

export function dropDeclaration(source: Source, declaration: ts.VariableDeclaration): void {
  const list = declaration.parent as ts.VariableDeclarationList
  if (list.declarations.length === 1) {
    source.remove(list.parent)
    return
  }
  const index = list.declarations.indexOf(declaration)
  const next = list.declarations[index + 1]
  const previous = list.declarations[index - 1]
  if (next) source.edits.replace(declaration.getStart(source.file), next.getStart(source.file), '')
  else if (previous) source.edits.replace(previous.end, declaration.end, '')
}

/** The assignment or the declaration that a value begins in, else the value. */
export function startOf(source: Source, node: ts.Node): ts.Node {
  const { parent } = node
  const isValue = source.ts.isVariableDeclaration(parent) || source.ts.isBinaryExpression(parent)
  return isValue ? source.statementOf(node) : node
}
