import type ts from 'typescript'
import type { Source, TypeScript } from './source.ts'

export function isTypeScript({ file }: Source): boolean {
  return /\.[cm]?tsx?$/.test(file.fileName)
}

/** One call of a chain: `.get('/users')`. */
export interface Link {
  readonly name: string
  readonly args: readonly ts.Expression[]
  readonly node: ts.Expression
}

export interface Chain {
  readonly root: ts.Expression
  readonly links: readonly Link[]
  /** The whole expression. */
  readonly node: ts.Expression
}

/** Reads the calls that follow an expression: `root.get('/users').reply(200)`. */
export function chainFrom(source: Source, root: ts.Expression): Chain {
  const { ts } = source
  const links: Link[] = []
  let node = root
  for (;;) {
    const access = node.parent
    if (!access || !ts.isPropertyAccessExpression(access) || access.expression !== node) break
    const call = access.parent
    if (!ts.isCallExpression(call) || call.expression !== access) break
    links.push({ name: access.name.text, args: call.arguments, node: call })
    node = call
  }
  return { root, links, node }
}

type Test = (node: ts.Node) => boolean

/** Returns the nodes below a node, and the node itself, that pass a test, in their order; none of those that are outside, nor below one. */
export function nodesIn<Found extends ts.Node>(
  typescript: TypeScript,
  root: ts.Node,
  test: (node: ts.Node) => node is Found,
  isOutside?: Test,
): Found[]
export function nodesIn(typescript: TypeScript, root: ts.Node, test: Test, isOutside?: Test): ts.Node[]
export function nodesIn(typescript: TypeScript, root: ts.Node, test: Test, isOutside: Test = () => false): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (isOutside(node)) return
    if (test(node)) found.push(node)
    typescript.forEachChild(node, visit)
  }
  visit(root)
  return found
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

/** The uses of what a name stands for in a node. */
export function usesIn(source: Source, root: ts.Node, name: ts.Identifier): ts.Identifier[] {
  const symbol = source.checker.getSymbolAtLocation(name)
  return symbol ? usesOf(source, symbol, name.text, root) : []
}

/** Whether an identifier is the name of a declaration. */
export function isDeclarationName(node: ts.Node): boolean {
  return (node.parent as { name?: ts.Node }).name === node && 'type' in node.parent
}

/** Leaves the parentheses, `as` and `!` around an expression, which do not change its value. */
export function outerOf(source: Source, node: ts.Node): ts.Node {
  const { ts } = source
  let current = node
  while (
    ts.isParenthesizedExpression(current.parent) ||
    ts.isAsExpression(current.parent) ||
    ts.isNonNullExpression(current.parent)
  ) {
    current = current.parent
  }
  return current
}

/** What is inside of parentheses, `as` and `!`. */
export function innerOf({ ts }: Source, node: ts.Expression): ts.Expression {
  let current = node
  while (ts.isParenthesizedExpression(current) || ts.isAsExpression(current) || ts.isNonNullExpression(current))
    current = current.expression
  return current
}

export function isInside(node: ts.Node, outer: ts.Node): boolean {
  return node.pos >= outer.pos && node.end <= outer.end
}

/** The function around a node; `undefined` at the top of the file. */
export function functionAround(source: Source, node: ts.Node): ts.SignatureDeclaration | undefined {
  let current = node.parent
  while (current && !source.ts.isFunctionLike(current)) current = current.parent
  return current
}

export const HOOKS =
  /^(?:before|after|setup|teardown|beforeAll|beforeEach|afterAll|afterEach|suiteSetup|suiteTeardown)$/

/** Whether a text has tests, suites or hooks. */
export function runsTests(text: string): boolean {
  return RUN.test(text)
}

const RUN =
  /(?<![.\w])(?:x|f)?(?:it|test|specify|describe|suite|context|before|after|setup|teardown)(?:Each|All)?(?:\.\w+)*\s*[(`]/

/** Whether a file has tests or suites: its name says so, or its text. */
export function hasTests({ fileName, text }: ts.SourceFile): boolean {
  return /\.(?:test|spec)\.\w+$/.test(fileName) || SUITE.test(text)
}

const SUITE = /\b(?:describe|it|test|suite|specify|context)(?:\.\w+)*\s*[(`]/

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

/** The name of a hook, if a call is one. */
export function hookName(source: Source, call: ts.CallExpression): string | undefined {
  const names = call.expression.getText(source.file).split('.')
  return names.find((name) => HOOKS.test(name))
}

/** Whether a node runs once for the file, and not in a test or in a hook of each test. */
export function isOncePerFile(source: Source, node: ts.Node): boolean {
  const hook = hookAround(source, node)
  if (hook) return /^(?:before|beforeAll|suiteSetup)$/.test(hook.name)
  for (let current = functionAround(source, node); current; current = functionAround(source, current)) {
    const call = current.parent
    const callee = source.ts.isCallExpression(call) ? call.expression.getText(source.file) : ''
    if (!/^(?:describe|suite|context)\b|\.forEach$/.test(callee)) return false
  }
  return true
}

/** Whether nothing follows a call in its test. */
export function isLastOfTest(source: Source, call: ts.Node): boolean {
  const { ts } = source
  const statement = outerOf(source, call).parent
  const body = statement?.parent
  const around = functionAround(source, call)
  if (!around || !body || !ts.isBlock(body) || body.parent !== around || !ts.isCallExpression(around.parent))
    return false
  const isTest = /^(?:it|test)\b/.test(around.parent.expression.getText(source.file))
  return isTest && body.statements.at(-1) === statement
}

/** The statements behind one in its block. */
export function statementsAfter(source: Source, node: ts.Node): readonly ts.Statement[] {
  const { ts } = source
  const { parent } = node
  if (!ts.isBlock(parent) && !ts.isSourceFile(parent)) return []
  return parent.statements.slice(parent.statements.indexOf(node as ts.Statement) + 1)
}

/** The value of an object's property, also a shorthand one. */
export function propertyOf(
  { ts }: Source,
  object: ts.ObjectLiteralExpression,
  name: string,
): ts.Expression | undefined {
  const property = object.properties.find((one) => one.name?.getText() === name)
  if (!property) return undefined
  if (ts.isPropertyAssignment(property)) return property.initializer
  return ts.isShorthandPropertyAssignment(property) ? property.name : undefined
}
