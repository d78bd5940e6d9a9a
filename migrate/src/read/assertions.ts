import type ts from 'typescript'
import { calleeOf, outerOf } from './nodes.ts'
import type { Source } from './source.ts'
import { hookName } from './tests.ts'

/** What an assertion asks an expression to be: that it is true or false, or an empty list. */
type Asserted = { readonly statement: ts.Statement; readonly is: 'true' | 'false' | '[]' } | undefined

/** Finds the assertion that an expression is the subject of: `expect(x).toBe(true)`, `assert.ok(x)`, `t.true(x)`. */
export function assertionOf(source: Source, node: ts.Node): Asserted {
  const { ts } = source
  const statement = ts.findAncestor(node, ts.isStatement)
  const outer = outerOf(source, node)
  if (!statement || !ts.isExpressionStatement(statement) || ts.isArrowFunction(outer.parent)) return undefined
  const callee = calleeOf(source, outer.parent)
  const chain = callee === 'expect' ? outer.parent : outer
  const { names, call } = membersAfter(source, chain)
  const path = names.map(({ text }) => text).join('.')
  const value = call?.arguments[0]
  const isSubject = callee === 'expect' || path.startsWith('should.')
  if (isSubject && /^(?:should\.)?(?:to\.)?(?:be\.)?(?:deep\.)?(?:toBe|toEqual|toStrictEqual|equal|eql|eq)$/.test(path))
    return literalOf(statement, value?.getText())
  if (isSubject && TRUTHY.test(path)) return { statement, is: 'true' }
  if (isSubject) return FALSY.test(path) ? { statement, is: 'false' } : undefined
  const [first, second] = (outer.parent as ts.CallExpression).arguments ?? []
  if (first !== outer || outer.parent.parent !== statement) return undefined
  if (/^(?:assert|t)\.(?:equal|strictEqual|deepEqual|deepStrictEqual|is|same)$/.test(callee))
    return literalOf(statement, second?.getText())
  if (/^(?:assert|t|tap|test)(?:\.(?:ok|isOk|true|isTrue|assert|truthy))?$/.test(callee))
    return { statement, is: 'true' }
  return /^(?:assert|t)\.(?:false|isFalse|notOk|isNotOk|falsy)$/.test(callee) ? { statement, is: 'false' } : undefined
}

const TRUTHY = /^(?:toBeTruthy|toBeTrue|(?:should\.)?(?:to\.)?(?:be\.)?(?:true|ok))$/
const FALSY = /^(?:toBeFalsy|(?:should\.)?(?:to\.)?be\.false)$/

function literalOf(statement: ts.Statement, value: string | undefined): Asserted {
  return value === 'true' || value === 'false' || value === '[]' ? { statement, is: value } : undefined
}

function membersAfter({ ts }: Source, value: ts.Node): { names: ts.MemberName[]; call: ts.CallExpression | undefined } {
  const names: ts.MemberName[] = []
  let chain = value
  for (; ts.isPropertyAccessExpression(chain.parent); chain = chain.parent) names.push(chain.parent.name)
  const call = chain.parent
  return { names, call: ts.isCallExpression(call) && call.expression === chain ? call : undefined }
}

interface Expectation {
  /** `not.toEqual`, or in Chai `to.not.deep.equal`. */
  readonly path: string
  readonly isNot: boolean
  readonly name: ts.MemberName
  readonly call: ts.CallExpression
}

export function expectationOn(source: Source, node: ts.Node): Expectation | undefined {
  const subject = outerOf(source, node).parent
  if (calleeOf(source, subject) !== 'expect') return undefined
  const { names, call } = membersAfter(source, subject)
  const name = names.at(-1)
  if (!name || !call) return undefined
  const path = names.map(({ text }) => text)
  return { path: path.join('.'), isNot: path.includes('not'), name, call }
}

/** What a statement asks by `expect`: `resolves.toEqual`; empty if it asks nothing so. */
export function pathOfExpectation(source: Source, call: ts.Expression): string {
  const { ts } = source
  const names: string[] = []
  let subject = ts.isCallExpression(call) ? call.expression : call
  for (; ts.isPropertyAccessExpression(subject); subject = subject.expression) names.unshift(subject.name.text)
  return calleeOf(source, subject) === 'expect' ? names.join('.') : ''
}

const COUNTED =
  /^(?:not\.)?(?:toHaveLength|toBe(?:Undefined|Defined|Truthy|Falsy|Null)?|to\.(?:not\.)?(?:have\.)?length(?:Of)?)$/

/** Whether an assertion is about there being something, or the length of a list. */
export function isCounted(source: Source, node: ts.Node): boolean {
  return COUNTED.test(expectationOn(source, node)?.path ?? '')
}

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
  const isPart = ts.isPrefixUnaryExpression(parent) || ts.isBinaryExpression(parent) || ts.isAsExpression(parent)
  return isPart || ts.isPropertyAccessExpression(parent) ? `(${code})` : code
}
