import type ts from 'typescript'
import type { Source, TypeScript } from './source.ts'
import { nodesIn } from './walk.ts'

export { nodesIn } from './walk.ts'

export function isTypeScript({ file }: Source): boolean {
  return /\.[cm]?tsx?$/.test(file.fileName)
}

export interface Link {
  readonly name: string
  readonly args: readonly ts.Expression[]
  readonly node: ts.Expression
}

export interface Chain {
  readonly root: ts.Expression
  readonly links: readonly Link[]
  readonly node: ts.Expression
}

/** Reads the calls that follow an expression: `root.get('/users').reply(200)`. `root[method](path)` is `root.intercept(path, method)`. */
export function chainFrom(source: Source, root: ts.Expression): Chain {
  const { ts } = source
  const links: Link[] = []
  let node = root
  for (;;) {
    const access = node.parent
    const isLookedUp = access && ts.isElementAccessExpression(access)
    if (!access || !(isLookedUp || ts.isPropertyAccessExpression(access)) || access.expression !== node) break
    const call = access.parent
    if (!ts.isCallExpression(call) || call.expression !== access) break
    const [path, ...rest] = call.arguments
    const args = isLookedUp && path ? [path, access.argumentExpression, ...rest] : call.arguments
    links.push({ name: isLookedUp ? 'intercept' : access.name.text, args, node: call })
    node = call
  }
  return { root, links, node }
}

/** The names that code reads or declares: those of members and of properties are none. */
export function namesIn(ts: TypeScript, root: ts.Node): string[] {
  return nodesIn(ts, root, ts.isIdentifier).flatMap((one) => {
    const { parent } = one
    const isMember = parent && (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent))
    return isMember && parent.name === one ? [] : [one.text]
  })
}

/** All uses of a symbol in the file, or in a part of one, its declarations among them. */
export function usesOf(source: Source, symbol: ts.Symbol, name: string, root: ts.Node = source.file): ts.Identifier[] {
  const isUse = (node: ts.Node): node is ts.Identifier =>
    source.ts.isIdentifier(node) && node.text === name && symbolAt(source, node) === symbol
  return nodesIn(source.ts, root, isUse)
}

/** What a name stands for, that of a shorthand property too. */
export function symbolAt({ ts, checker }: Source, node: ts.Node): ts.Symbol | undefined {
  return ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node)
}

export function usesIn(source: Source, root: ts.Node, name: ts.Identifier): ts.Identifier[] {
  const symbol = source.checker.getSymbolAtLocation(name)
  return symbol ? usesOf(source, symbol, name.text, root) : []
}

/** The other uses of a name in its file; none if a node is no name. */
export function otherUses(source: Source, name: ts.Node | undefined): ts.Identifier[] {
  const isName = name !== undefined && source.ts.isIdentifier(name)
  return isName ? usesIn(source, source.file, name).filter((use) => use !== name) : []
}

/** What a call or a `new` calls, as it is written; empty if a node is neither. */
export function calleeOf({ ts }: Pick<Source, 'ts'>, node: ts.Node | undefined): string {
  return node && (ts.isCallExpression(node) || ts.isNewExpression(node)) ? node.expression.getText() : ''
}

export function isSum({ ts }: Pick<Source, 'ts'>, node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
}

/** The texts and the values that a template or a sum consists of; nothing if a node is neither. */
export function partsOfText(source: Source, node: ts.Node): (string | ts.Expression)[] | undefined {
  if (isSum(source, node)) return [node.left, node.right]
  if (!source.ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.flatMap(({ expression, literal }) => [expression, literal.text])
  return [node.head.text, ...spans]
}

export function callsNamed(source: Source, name: RegExp, root: ts.Node = source.file): ts.CallExpression[] {
  return nodesIn(source.ts, root, source.ts.isCallExpression).filter((call) => name.test(calleeOf(source, call)))
}

export function isAssignment({ ts }: Pick<Source, 'ts'>, node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
}

type Around = ts.ParenthesizedExpression | ts.AsExpression | ts.SatisfiesExpression | ts.NonNullExpression

/** Whether a node changes no value: parentheses, `as`, `satisfies` and `!`. */
function isAround({ ts }: Source, node: ts.Node): node is Around {
  const kinds = [ts.isParenthesizedExpression, ts.isAsExpression, ts.isSatisfiesExpression, ts.isNonNullExpression]
  return kinds.some((is) => is(node))
}

/** Leaves what is around an expression without changing its value. */
export function outerOf(source: Source, node: ts.Node): ts.Node {
  return isAround(source, node.parent) ? outerOf(source, node.parent) : node
}

export function innerOf(source: Source, node: ts.Expression): ts.Expression {
  return isAround(source, node) ? innerOf(source, node.expression) : node
}

export function subjectCode(source: Source, node: ts.Expression): string {
  const isSubject = source.ts.isLeftHandSideExpression(node) && !source.ts.isNumericLiteral(node)
  return isSubject ? source.code(node) : `(${source.code(node)})`
}

export function isInside(node: ts.Node, outer: ts.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end
}

export function isInVariable({ ts }: Source, node: ts.Node, name: string): boolean {
  return ts.findAncestor(node, (one) => ts.isVariableDeclaration(one) && one.name.getText() === name) !== undefined
}

export function functionAround(source: Source, node: ts.Node): ts.SignatureDeclaration | undefined {
  return source.ts.findAncestor(node.parent, source.ts.isFunctionLike)
}

/** Whether the names of an expression are known at another place of its file too. */
export function isReachable(source: Source, node: ts.Node, at: ts.Node): boolean {
  return nodesIn(source.ts, node, source.ts.isIdentifier).every((name) => {
    const declaration = symbolAt(source, name)?.valueDeclaration
    const around = declaration?.getSourceFile() === source.file ? functionAround(source, declaration) : undefined
    return !around || isInside(at, around)
  })
}

export function statementsAfter(source: Source, node: ts.Node): readonly ts.Statement[] {
  const { ts } = source
  const { parent } = node
  if (!ts.isBlock(parent) && !ts.isSourceFile(parent) && !ts.isCaseOrDefaultClause(parent)) return []
  return parent.statements.slice(parent.statements.indexOf(node as ts.Statement) + 1)
}

export function propertyOf(
  { ts }: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.Expression | undefined {
  const property = object.properties.find((one) => nameOf(ts, one) === name)
  return property && propertyValue(ts, property)
}

/** The name of a property, which may be written in quotes; `...` of what is spread. */
export function nameOf(ts: TypeScript, { name }: ts.ObjectLiteralElementLike): string {
  return name && ts.isStringLiteralLike(name) ? name.text : (name?.getText() ?? '...')
}

export function propertyValue(ts: TypeScript, property: ts.ObjectLiteralElementLike): ts.Expression | undefined {
  if (ts.isPropertyAssignment(property)) return property.initializer
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined
}

export type FunctionName = ts.Identifier | ts.StringLiteral

export function nameOfFunction(ts: TypeScript, node: ts.SignatureDeclaration): FunctionName | undefined {
  const { parent } = node
  if (ts.isConstructorDeclaration(node)) return node.parent.name
  const isInline = ts.isArrowFunction(node) || ts.isFunctionExpression(node)
  const assigned = isInline && ts.isBinaryExpression(parent) && ts.isPropertyAccessExpression(parent.left)
  if (assigned && !/^module\.exports$/.test(parent.left.getText())) return parent.left.name as ts.Identifier
  const isHeld = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent)
  const name = isInline ? (isHeld ? parent.name : undefined) : node.name
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name : undefined
}

/** The call of what a name stands for, or of the member that it names. */
export function callOf(ts: TypeScript, name: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  const { parent } = name
  const callee = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name
  const call = callee.parent
  return (ts.isCallExpression(call) || ts.isNewExpression(call)) && call.expression === callee ? call : undefined
}
