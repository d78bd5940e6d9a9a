import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Adapter } from './adapters.ts'
import { frontOf, isBare } from './base.ts'

const WHOLE = 'call.request.url is the whole URL: compare its pathname'

/** Whether an expression is what an assertion is about. */
export function isSubject({ ts, file }: Source, { parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText(file) === 'expect'
}

/** What an assertion compares a member of a call with. */
function expectedOf(source: Source, access: ts.Node): ts.Expression | undefined {
  const { ts, file } = source
  const outer = outerOf(source, access)
  const { parent } = outer
  if (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText(file)))
    return parent.left === outer ? parent.right : parent.left
  if (
    ts.isCallExpression(parent) &&
    /^(?:assert|t)\.\w+$/.test(parent.expression.getText(file)) &&
    parent.arguments[0] === outer
  )
    return parent.arguments[1]
  let matcher: ts.Node = isSubject(source, outer) ? parent.parent : outer
  while (ts.isPropertyAccessExpression(matcher.parent) && matcher.parent.expression === matcher)
    matcher = matcher.parent
  const call = matcher.parent
  return isSubject(source, outer) && call && ts.isCallExpression(call) ? call.arguments[0] : undefined
}

/** axios has the method in lower case. */
export function readMethod(source: Source, access: ts.PropertyAccessExpression): void {
  const expected = expectedOf(source, access)
  if (!expected || !source.ts.isStringLiteralLike(expected)) leaveByHand('call.request.method is in upper case')
  else {
    source.replace(access.name, 'request.method')
    source.replace(expected, source.quote(expected.text.toUpperCase()))
  }
}

/** Each value of a query is a text. */
export function readParams(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  const expected = expectedOf(source, access)
  const values = expected && ts.isObjectLiteralExpression(expected) ? expected.properties : undefined
  const texts = values?.map((one) => (ts.isPropertyAssignment(one) ? one.initializer : undefined))
  const isPlain = (one: ts.Expression | undefined) =>
    one !== undefined && (ts.isStringLiteralLike(one) || ts.isNumericLiteral(one))
  if (!texts?.every(isPlain)) leaveByHand('read call.request.queries: each value is a text')
  source.replace(access.name, 'request.queries')
  for (const one of texts ?? []) if (one && ts.isNumericLiteral(one)) source.replace(one, source.quote(one.text))
}

/** The text that was sent. TypeScript knows it as optional. */
export function readData(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  source.replace(access.name, 'request.text')
  const { parent } = outerOf(source, access)
  const isParsed = ts.isCallExpression(parent) && parent.expression.getText(source.file) === 'JSON.parse'
  if (isParsed && /\.[cm]?tsx?$/.test(source.file.fileName))
    source.edits.insert(access.end, ` ?? ${source.style.quote}${source.style.quote}`)
}

/** The names of headers are in lower case here. */
export function readHeader(source: Source, headers: ts.PropertyAccessExpression): void {
  const { ts } = source
  source.replace(headers.name, 'request.headers')
  const outer = outerOf(source, headers)
  const access = outer.parent
  const isCalled = ts.isCallExpression(access.parent) && access.parent.expression === access
  if (ts.isPropertyAccessExpression(access) && !isCalled) source.replace(access.name, access.name.text.toLowerCase())
  else if (ts.isElementAccessExpression(access) && ts.isStringLiteralLike(access.argumentExpression))
    source.replace(access.argumentExpression, source.quote(access.argumentExpression.text.toLowerCase()))
  else leaveByHand('read call.request.headers: the names are in lower case, and all that was sent is there')
}

/** What a test asked for is the path, if the client's base has none. */
export function readUrl(source: Source, { base }: Adapter, url: ts.PropertyAccessExpression): void {
  const expected = expectedOf(source, url)
  const text = expected && source.ts.isStringLiteralLike(expected) ? expected.text : ''
  const front = frontOf(base)
  if (/^https?:\/\/[^/]+\/./.test(text)) source.replace(url.name, 'request.url')
  else if (!expected || !isPath(source, expected) || front === undefined) leaveByHand(WHOLE)
  else {
    replaceByUrl(source, url, 'pathname')
    if (front !== '') source.replace(expected, source.quote(front + text))
  }
}

function replaceByUrl(source: Source, access: ts.PropertyAccessExpression, part: string): void {
  source.replace(access.name, 'request.url')
  source.edits.insert(access.getStart(source.file), 'new URL(')
  source.edits.insert(access.end, `).${part}`)
}

function isPath({ ts }: Source, node: ts.Expression | undefined): boolean {
  return node !== undefined && ts.isStringLiteralLike(node) && /^\/[^?]*$/.test(node.text)
}

/** The base of the client is the origin of the request. */
export function readBase(source: Source, call: ts.PropertyAccessExpression): void {
  const expected = expectedOf(source, call)
  const isOrigin = expected && source.ts.isStringLiteralLike(expected) && /^https?:\/\/[^/]+$/.test(expected.text)
  if (!isOrigin) leaveByHand('call.request.url is the whole URL: compare its origin')
  replaceByUrl(source, call, 'origin')
}

/** The URLs of all calls, compared with a list. */
export function readUrls(source: Source, { base }: Adapter, call: ts.Node, url: ts.Node, code: string): void {
  const { ts } = source
  const expected = expectedOf(source, call)
  const paths = expected && ts.isArrayLiteralExpression(expected) ? expected.elements : undefined
  if (!paths?.every((one) => isPath(source, one)) || !isBare(base)) leaveByHand(WHOLE)
  source.replace(url, `new URL(${code}).pathname`)
}
