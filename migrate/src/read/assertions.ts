import type ts from 'typescript'
import { calleeOf, outerOf } from './nodes.ts'
import type { Source } from './source.ts'
import { hookName } from './tests.ts'

/** What an assertion asks of an expression: that it is true, or something else. */
type Asserted = { readonly statement: ts.Statement; readonly isTrue: boolean } | undefined

/** Finds the assertion that an expression is the subject of: `expect(x).toBe(true)`, `assert.ok(x)`, `t.true(x)`. */
export function assertionOf(source: Source, node: ts.Node): Asserted {
  const { ts } = source
  const outer = outerOf(source, node)
  let current = outer.parent
  while (current && !ts.isStatement(current)) {
    if (ts.isFunctionLike(current)) return undefined
    current = current.parent
  }
  if (!current || !ts.isExpressionStatement(current)) return undefined
  const text = current.expression.getText(source.file)
  const inner = node.getText(source.file)
  const at = text.indexOf(inner)
  const shape = `${text.slice(0, at)}§${text.slice(at + inner.length)}`.replaceAll(/\s+/g, '')
  if (TRUE.some((pattern) => pattern.test(shape))) return { statement: current, isTrue: true }
  return FALSE.some((pattern) => pattern.test(shape)) ? { statement: current, isTrue: false } : undefined
}

const MESSAGE = '(?:,.*)?'
const TRUE = [
  /^expect\(§(?:,.*)?\)\.(?:toBe|toEqual|toStrictEqual)\(true\)$/,
  /^expect\(§\)\.toBeTruthy\(\)$|^expect\(§\)\.toBeTrue\(\)$/,
  /^expect\(§\)\.(?:to\.)?(?:be\.)?(?:true|ok)(?:\(\))?$/,
  /^expect\(§\)\.to\.(?:equal|eql|eq|be\.equal)\(true\)$/,
  new RegExp(String.raw`^(?:assert|t|tap|test)(?:\.(?:ok|true|isTrue|assert|truthy))?\(§${MESSAGE}\)$`),
  new RegExp(String.raw`^(?:assert|t)\.(?:equal|strictEqual|deepEqual|is|same)\(§,true${MESSAGE}\)$`),
  /^\(?§\)?\.should\.(?:be\.true|equal\(true\)|be\.true\(\)|be\.ok)$/,
]
const FALSE = [
  /^expect\(§\)\.(?:toBe|toEqual|toStrictEqual)\(false\)$/,
  /^expect\(§\)\.toBeFalsy\(\)$/,
  /^expect\(§\)\.(?:to\.)?be\.false(?:\(\))?$/,
  /^(?:assert|t)\.(?:false|isFalse|notOk|falsy|equal\(§,false\))\(?/,
]

/** Whether a call is asserted to throw: `expect(() => scope.done()).toThrow()`, `assert.throws(() => scope.done())`. */
export function isToThrow(source: Source, call: ts.Node): boolean {
  const arrow = outerOf(source, call).parent
  if (!source.ts.isArrowFunction(arrow)) return false
  const { path = '' } = expectationOn(source, arrow) ?? {}
  return /\.throws$/.test(calleeOf(source, arrow.parent)) || /^(?:to\.)?(?:toT|t)hrow/.test(path)
}

/** What is asked of a value: `expect(value).not.toEqual(other)`. */
interface Expectation {
  /** `not.toEqual`, or in Chai `to.not.deep.equal`. */
  readonly path: string
  readonly isNot: boolean
  /** The last name of the path. */
  readonly name: ts.MemberName
  readonly call: ts.CallExpression
}

/** The call of a matcher on a node that is the subject of `expect`. */
export function expectationOn(source: Source, node: ts.Node): Expectation | undefined {
  const { ts } = source
  const subject = outerOf(source, node).parent
  if (calleeOf(source, subject) !== 'expect') return undefined
  const names: ts.MemberName[] = []
  let chain: ts.Node = subject
  for (; ts.isPropertyAccessExpression(chain.parent); chain = chain.parent) names.push(chain.parent.name)
  const name = names.at(-1)
  const call = chain.parent
  if (!name || !ts.isCallExpression(call)) return undefined
  const path = names.map(({ text }) => text)
  return { path: path.join('.'), isNot: path.includes('not'), name, call }
}

const COUNTED =
  /^(?:not\.)?(?:toHaveLength|toBe(?:Undefined|Defined|Truthy|Falsy|Null)?|to\.(?:not\.)?(?:have\.)?length(?:Of)?)$/

/** Whether an assertion is about there being something, or the length of a list. */
export function isCounted(source: Source, node: ts.Node): boolean {
  return COUNTED.test(expectationOn(source, node)?.path ?? '')
}

/** A call that is a statement by itself: `scope.done()`. */
export function statementOfCall(source: Source, call: ts.Node): ts.Statement | undefined {
  const outer = outerOf(source, call).parent
  return outer && source.ts.isExpressionStatement(outer) ? outer : undefined
}

/** The function that only makes a call, and whose result is unused: `beforeEach(() => mock.onGet(url).reply(200))`. */
export function arrowOfCall(source: Source, call: ts.Node): ts.ArrowFunction | undefined {
  const { ts } = source
  const outer = outerOf(source, call)
  const arrow = outer.parent
  if (!ts.isArrowFunction(arrow) || arrow.body !== outer || !ts.isCallExpression(arrow.parent)) return undefined
  const isIgnored = hookName(source, arrow.parent) !== undefined || /\.forEach$/.test(calleeOf(source, arrow.parent))
  return isIgnored ? arrow : undefined
}

/** Whether nothing is done with what a call returns. */
export function isStatement(source: Source, call: ts.Node): boolean {
  return statementOfCall(source, call) !== undefined || arrowOfCall(source, call) !== undefined
}

/** Writes a comparison with a number in place of a node, or the opposite in place of what negates it. */
export function replaceComparison(source: Source, node: ts.Node, code: string): void {
  const { parent } = node
  const isNegated =
    source.ts.isPrefixUnaryExpression(parent) && parent.operator === source.ts.SyntaxKind.ExclamationToken
  const opposite = code.replace(/(===|>) (\w+)$/, (_, sign, number) => {
    if (sign === '>') return `=== ${number}`
    return number === '0' ? '> 0' : `!== ${number}`
  })
  if (isNegated && opposite !== code) source.replace(parent, inParentheses(source, parent, opposite))
  else source.replace(node, inParentheses(source, node, code))
}

function inParentheses({ ts }: Source, node: ts.Node, code: string): string {
  const { parent } = node
  const isBare =
    ts.isExpressionStatement(parent) ||
    ts.isVariableDeclaration(parent) ||
    ts.isReturnStatement(parent) ||
    ts.isArrowFunction(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isIfStatement(parent) ||
    ts.isParenthesizedExpression(parent) ||
    (ts.isCallExpression(parent) && parent.expression !== node)
  return isBare ? code : `(${code})`
}
