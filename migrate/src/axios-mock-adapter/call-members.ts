import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { calleeOf, isTypeScript, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { lowerCaseNames } from '../request/header-names.ts'
import type { Adapter } from './adapters.ts'
import { frontOf, isBare } from './base.ts'
import { containedIn } from './conditions.ts'

const WHOLE = 'call.request.url is the whole URL: compare its pathname'

/** What a member of a call is compared with, and how: `toBe`, `not.toMatch`, `equal`, `===`. */
interface Comparison {
  readonly how: string
  readonly expected: ts.Expression
}

const SAME = /^(?:not\.|to\.|be\.)*(?:toBe|toEqual|toStrictEqual|equal|eql|strictEqual|deepEqual|is|[=!]==?)$/

function comparisonOf(source: Source, access: ts.Node): Comparison | undefined {
  const { ts, file } = source
  const outer = outerOf(source, access)
  const { parent } = outer
  if (ts.isBinaryExpression(parent) && /^[=!]==?$/.test(parent.operatorToken.getText(file)))
    return {
      how: parent.operatorToken.getText(file),
      expected: parent.left === outer ? parent.right : parent.left,
    }
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== outer) return undefined
  const [, how] = /^(?:assert|t)\.(\w+)$/.exec(parent.expression.getText(file)) ?? []
  const [, second] = parent.arguments
  if (how !== undefined) return second && { how, expected: second }
  const found = expectationOn(source, outer)
  const [expected] = found?.call.arguments ?? []
  return found && expected && { how: found.path, expected }
}

/** axios has the method in lower case. */
export function readMethod(source: Source, access: ts.PropertyAccessExpression): void {
  const expected = comparisonOf(source, access)?.expected
  if (!expected || !source.ts.isStringLiteralLike(expected)) leaveByHand('call.request.method is in upper case')
  else {
    source.replace(access.name, 'request.method')
    source.replace(expected, source.quote(expected.text.toUpperCase()))
  }
}

/** Each value of a query is a text: all of them, or one. */
export function readParams(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  const { parent } = outerOf(source, access)
  const undefinedCall = /^\.to(?:BeUndefined\(\)|(?:Be|(?:Strict)?Equal)\(undefined\))/.exec(
    source.file.text.slice(parent.end),
  )
  if (undefinedCall && calleeOf(source, parent) === 'expect') {
    source.replace(access.name, 'request.queries')
    source.edits.replace(parent.end, parent.end + undefinedCall[0].length, '.toEqual({})')
    return
  }
  const member = ts.isPropertyAccessExpression(parent) ? parent : undefined
  const { how = '', expected } = comparisonOf(source, member ?? access) ?? {}
  const values = member ? [SAME.test(how) ? expected : undefined] : valuesIn(source, expected)
  if (!values?.every((one) => one && isText(source, one)))
    leaveByHand('read call.request.queries: each value is a text')
  source.replace(access.name, 'request.queries')
  for (const one of values ?? [])
    if (one && !ts.isStringLiteralLike(one)) source.replace(one, source.quote(one.getText(source.file)))
}

/** The values of an object, also of `expect.objectContaining({ … })`. */
function valuesIn(source: Source, node: ts.Expression | undefined): (ts.Expression | undefined)[] | undefined {
  const { ts } = source
  const object = node && (containedIn(source, node) ?? node)
  if (!object || !ts.isObjectLiteralExpression(object)) return undefined
  return object.properties.map((one) => (ts.isPropertyAssignment(one) ? one.initializer : undefined))
}

function isText({ ts, file }: Source, node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || /^(?:true|false)$/.test(node.getText(file))
}

/** The text that was sent. TypeScript knows it as optional. */
export function readData(source: Source, access: ts.PropertyAccessExpression): void {
  source.replace(access.name, 'request.text')
  const { parent } = outerOf(source, access)
  if (calleeOf(source, parent) === 'JSON.parse' && isTypeScript(source))
    source.edits.insert(access.end, ` ?? ${source.style.quote}${source.style.quote}`)
}

/** The names of headers are in lower case here, and the client adds its own. */
export function readHeader(source: Source, headers: ts.PropertyAccessExpression): void {
  const { ts } = source
  source.replace(headers.name, 'request.headers')
  const { parent } = outerOf(source, headers)
  const { how = '', expected } = comparisonOf(source, headers) ?? {}
  const isPart =
    expected !== undefined &&
    (/^to(?:MatchObject|HaveProperty)$/.test(how) || (how === 'toEqual' && containedIn(source, expected)))
  const isMember =
    ts.isElementAccessExpression(parent) ||
    (ts.isPropertyAccessExpression(parent) &&
      !(ts.isCallExpression(parent.parent) && parent.parent.expression === parent))
  if (!isPart && !isMember)
    leaveByHand('read call.request.headers: the names are in lower case, and all that was sent is there')
  lowerCaseNames(source, headers)
}

/** What a test asked for is the path behind the client's base. */
export function readUrl(source: Source, { base }: Adapter, url: ts.PropertyAccessExpression): void {
  const { how = '', expected } = comparisonOf(source, url) ?? {}
  const text = expected && source.ts.isStringLiteralLike(expected) ? expected.text : ''
  const front = frontOf(base)
  const isPattern =
    /^(?:to\.)?(?:toMatch|match)$/.test(how) && expected !== undefined && isPathPattern(source, expected)
  if (/^https?:\/\/[^/]+\/./.test(text)) source.replace(url.name, 'request.url')
  else if (!expected || !(isPattern || isPath(source, expected)) || front === undefined) leaveByHand(WHOLE)
  else if (front === '') replaceByUrl(source, url, 'pathname')
  else if (!SAME.test(how)) replaceByUrl(source, url, `pathname.slice(${front.length})`)
  else {
    replaceByUrl(source, url, 'pathname')
    source.replace(expected, source.quote(front + text))
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

/** A RegExp that finds nothing but a part of a path. */
function isPathPattern({ ts }: Source, node: ts.Expression): boolean {
  return ts.isRegularExpressionLiteral(node) && /^\/\^?\\\/[\w\\/+*-]*\$?\/i?$/.test(node.text)
}

/** The base of the client is the origin of the request. */
export function readBase(source: Source, call: ts.PropertyAccessExpression): void {
  const expected = comparisonOf(source, call)?.expected
  const isOrigin = expected && source.ts.isStringLiteralLike(expected) && /^https?:\/\/[^/]+$/.test(expected.text)
  if (!isOrigin) leaveByHand('call.request.url is the whole URL: compare its origin')
  replaceByUrl(source, call, 'origin')
}

/** The URLs of all calls, compared with a list. */
export function readUrls(source: Source, { base }: Adapter, call: ts.Node, url: ts.Node, code: string): void {
  const { ts } = source
  const expected = comparisonOf(source, call)?.expected
  const paths = expected && ts.isArrayLiteralExpression(expected) ? expected.elements : undefined
  if (!paths?.every((one) => isPath(source, one)) || !isBare(base)) leaveByHand(WHOLE)
  source.replace(url, `new URL(${code}).pathname`)
}
