import type ts from 'typescript'
import { constantText, isHanded, isMadeOf } from '../read/constants.ts'
import { calleeOf, innerOf, nodesIn, outerOf, subjectCode } from '../read/nodes.ts'
import { kindOf, payloadCode } from '../read/payload.ts'
import { leaveByHand, type Source } from '../read/source.ts'

export type Inline = ts.ArrowFunction | ts.FunctionExpression

export function isInline(source: Source, node: ts.Expression | undefined): node is Inline {
  return node !== undefined && (source.ts.isArrowFunction(node) || source.ts.isFunctionExpression(node))
}

export function parametersOf({ parameters }: Inline): ts.ParameterDeclaration[] {
  return parameters.filter(({ name }) => name.getText() !== 'this')
}

/** The code of a function's body. An object that an arrow function returns stands in parentheses. */
export function bodyOf(source: Source, { body }: Inline): string {
  const code = source.code(body)
  return !source.ts.isBlock(body) && code.startsWith('{') ? `(${code})` : code
}

/** A shorthand property keeps its name. */
export function replaceUse(source: Source, use: ts.Node, code: string): void {
  const isShorthand = source.ts.isShorthandPropertyAssignment(use.parent)
  source.replace(use, isShorthand ? `${use.getText(source.file)}: ${code}` : code)
}

export function thisIn({ ts }: Source, node: Inline): ts.Node[] {
  if (!ts.isFunctionExpression(node)) return []
  const isOther = (inner: ts.Node) => ts.isFunctionExpression(inner) || ts.isFunctionDeclaration(inner)
  return nodesIn(ts, node.body, ({ kind }) => kind === ts.SyntaxKind.ThisKeyword, isOther)
}

/** The values that a function may return: each branch of a conditional expression is one. */
export function returnedValues(source: Source, { body }: Inline): ts.Expression[] {
  const { ts } = source
  const branchesOf = (value: ts.Expression): ts.Expression[] => {
    const inner = innerOf(source, value)
    return ts.isConditionalExpression(inner) ? [inner.whenTrue, inner.whenFalse].flatMap(branchesOf) : [value]
  }
  const returned = ts.isBlock(body) ? returnStatements(source, body).flatMap((one) => one.expression ?? []) : [body]
  return returned.flatMap(branchesOf)
}

export function returnStatements({ ts }: Source, body: ts.Block): ts.ReturnStatement[] {
  return nodesIn(ts, body, ts.isReturnStatement, ts.isFunctionLike)
}

const TEXT_MEMBERS =
  /^(?:match|includes|startsWith|endsWith|indexOf|split|replace|replaceAll|trim|toString|slice|substring|length|search)$/

/** Whether a use reads a body as text: `body.includes('x')`, `JSON.parse(body)`. */
export function isReadAsText(source: Source, use: ts.Identifier): boolean {
  const { ts } = source
  const outer = outerOf(source, use)
  const { parent } = outer
  if (ts.isAsExpression(outer) && outer.type.kind === ts.SyntaxKind.StringKeyword) return true
  if (ts.isAsExpression(use.parent) && use.parent.type.kind === ts.SyntaxKind.StringKeyword) return true
  if (ts.isPropertyAccessExpression(parent) && parent.expression === outer) return TEXT_MEMBERS.test(parent.name.text)
  const callee = calleeOf(source, parent)
  return (
    /^(?:JSON\.parse|URLSearchParams|(?:querystring|qs)\.parse|Buffer\.from)$/.test(callee) || /\.test$/.test(callee)
  )
}

const FORM =
  'the body of a form is a record of its fields here, and one without a content type is bytes: read request.text for the text'

/** Says so of a body that is kept, compared or handed on as a whole, which nock has as a text. */
export function noteForm(source: Source, use: ts.Identifier): void {
  const { parent } = outerOf(source, use)
  const isMember = source.ts.isPropertyAccessExpression(parent) || source.ts.isElementAccessExpression(parent)
  if (!isMember && !isReadAsText(source, use)) source.notes.push({ line: source.lineOf(use), reason: FORM })
}

/** Converts a returned value to a payload: a text needs `text()`. */
export function returnPayload(source: Source, value: ts.Expression): void {
  const callee = calleeOf(source, value)
  if (callee.endsWith('.json')) return
  if (callee.endsWith('.text')) {
    source.replace(value, `${source.code(value)}.then(${source.name('text')})`)
    return
  }
  const kind = kindOf(source, value)
  if (kind === 'promise') {
    const sent = `(value) => (typeof value === 'string' ? ${source.name('text')}(value) : value)`
    source.replace(value, `${subjectCode(source, value)}.then(${sent})`)
    return
  }
  if (kind === 'string') source.replace(value, `${source.name('text')}(${source.code(value)})`)
  if (kind === 'none') source.replace(value, 'undefined')
  if (kind === 'stream') source.replace(value, `${source.name('stream')}(${source.code(value)})`)
  if (/^(?:unknown|function|error)$/.test(kind)) source.replace(value, payloadCode(source, value).code)
}

/** Prints what a function of one text returns for the text that `code` stands for: `uri === '/a'`, or `isUsers(uri)`. */
export function conditionOn(source: Source, node: ts.Expression, code: string): string {
  const { ts } = source
  if (isInline(source, node) && thisIn(source, node).length > 0)
    leaveByHand('write this function without this: match: ({ url }) => …')
  const callee = ts.isIdentifier(node) ? source.code(node) : `(${source.code(node)})`
  // An argument of a function without a parameter would be a type error.
  const signatures = source.checker.getTypeAtLocation(node).getCallSignatures()
  const takesNone = signatures.length > 0 && signatures.every(({ parameters }) => parameters.length === 0)
  return `${callee}(${takesNone ? '' : code})`
}

export function isAlwaysTrue({ ts }: Source, node: ts.Node): boolean {
  return ts.isArrowFunction(node) && node.parameters.length === 0 && node.body.kind === ts.SyntaxKind.TrueKeyword
}

/** Returns the code for the path of a request with its query. */
export function wholePath(source: Source, url = 'url'): string {
  return `${url}.slice(new ${source.global('URL')}(${url}).origin.length)`
}

/** Prints a test of the path and its query, which no path of mynah holds: for a function, a RegExp that reads the query, or a text that may have one. */
export function testOf(source: Source, path: ts.Expression, base = '', whole = wholePath(source)): string | undefined {
  const code = source.code(path)
  if (source.ts.isRegularExpressionLiteral(path) || calleeOf(source, path) === 'RegExp')
    return /\\\?|\[[^\]]*\?/.test(path.getText()) ? `${code}.test(${whole})` : undefined
  if (kindOf(source, path) === 'function') return conditionOn(source, path, whole)
  const isKnown = whole !== wholePath(source) || constantText(source, path) !== undefined
  if (isKnown || !(isHanded(source, path, /\?/) || isMadeOf(source, path, /\?/))) return undefined
  return `${whole} === ${base && `${source.quote(base)} + `}${code}`
}
