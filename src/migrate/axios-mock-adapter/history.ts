import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Adapter } from './adapters.ts'

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/
const READ = 'read what the test needs of call.request'

/** Rewrites `mock.history.get[0].data` as what mynah keeps of a call. */
export function convertHistory(
  source: Source,
  adapter: Adapter,
  history: ts.PropertyAccessExpression,
  mocks: string,
): void {
  const { ts } = source
  const { parent } = history
  const key =
    ts.isElementAccessExpression(parent) && parent.expression === history ? parent.argumentExpression : undefined
  const name = ts.isPropertyAccessExpression(parent)
    ? parent.name.text
    : key && ts.isStringLiteralLike(key)
      ? key.text
      : ''
  const method = METHOD.test(name) ? name : undefined
  const list = method === undefined ? history : parent
  source.replace(list, `${mocks}.calls(${method ? `{ method: ${source.quote(method.toUpperCase())} }` : ''})`)
  const outer = outerOf(source, list)
  const access = outer.parent
  if (ts.isVariableDeclaration(access) && ts.isArrayBindingPattern(access.name)) {
    for (const one of access.name.elements) if (ts.isBindingElement(one)) readVariable(source, adapter, one.name)
  } else if (ts.isElementAccessExpression(access) && access.expression === outer) readCall(source, adapter, access)
  else if (ts.isPropertyAccessExpression(access) && access.name.text === 'at') readCall(source, adapter, access.parent)
  else if (ts.isPropertyAccessExpression(access) ? access.name.text !== 'length' : !isSubject(source, outer))
    leaveByHand(READ)
}

/** A variable that holds a call. */
function readVariable(source: Source, adapter: Adapter, name: ts.BindingName): void {
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!source.ts.isIdentifier(name)) readPattern(source, name)
  else if (symbol) for (const use of usesOf(source, symbol, name.text)) if (use !== name) readCall(source, adapter, use)
}

/** `const { data } = mock.history.post[0]`. */
function readPattern(source: Source, pattern: ts.BindingPattern): void {
  const { ts } = source
  const fields = pattern.elements.map((one) => {
    const key = ts.isBindingElement(one) ? (one.propertyName ?? one.name).getText(source.file) : ''
    return key === 'data' && ts.isBindingElement(one) ? `text: ${one.name.getText(source.file)}` : leaveByHand(READ)
  })
  source.replace(pattern, `{ request: { ${fields.join(', ')} } }`)
}

function isSubject({ ts, file }: Source, { parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText(file) === 'expect'
}

function readCall(source: Source, adapter: Adapter, call: ts.Node): void {
  const { ts } = source
  const outer = outerOf(source, call)
  const access = outer.parent
  if (ts.isVariableDeclaration(access)) {
    readVariable(source, adapter, access.name)
    return
  }
  if (
    isSubject(source, outer) &&
    /\)\.(?:not\.)?toBe(?:Defined|Undefined|Truthy|Falsy)\(/.test(access.parent.parent.getText(source.file))
  )
    return
  if (!ts.isPropertyAccessExpression(access)) leaveByHand(READ)
  const { text } = access.name
  if (text === 'data') readData(source, access)
  else if (text === 'headers') readHeader(source, access)
  else if (text === 'url') readUrl(source, adapter, access)
  else if (text === 'method') readMethod(source, access)
  else if (text === 'params') readParams(source, access)
  else leaveByHand(READ)
}

/** What an assertion compares a member of a call with. */
function expectedOf(source: Source, access: ts.Node): ts.Expression | undefined {
  const outer = outerOf(source, access)
  const call = isSubject(source, outer) ? outer.parent.parent.parent : undefined
  return call && source.ts.isCallExpression(call) ? call.arguments[0] : undefined
}

/** axios has the method in lower case. */
function readMethod(source: Source, access: ts.PropertyAccessExpression): void {
  const expected = expectedOf(source, access)
  if (!expected || !source.ts.isStringLiteralLike(expected)) leaveByHand('call.request.method is in upper case')
  else {
    source.replace(access.name, 'request.method')
    source.replace(expected, source.quote(expected.text.toUpperCase()))
  }
}

/** Each value of a query is a text. */
function readParams(source: Source, access: ts.PropertyAccessExpression): void {
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
function readData(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  source.replace(access.name, 'request.text')
  const { parent } = outerOf(source, access)
  const isParsed = ts.isCallExpression(parent) && parent.expression.getText(source.file) === 'JSON.parse'
  if (isParsed && /\.[cm]?tsx?$/.test(source.file.fileName))
    source.edits.insert(access.end, ` ?? ${source.style.quote}${source.style.quote}`)
}

/** The names of headers are in lower case here. */
function readHeader(source: Source, headers: ts.PropertyAccessExpression): void {
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
function readUrl(source: Source, { base }: Adapter, url: ts.PropertyAccessExpression): void {
  const { ts } = source
  const subject = outerOf(source, url).parent
  const assertion = isSubject(source, outerOf(source, url)) ? subject.parent.parent : undefined
  const [expected] = assertion && ts.isCallExpression(assertion) ? assertion.arguments : []
  const isPath = expected && ts.isStringLiteralLike(expected) && /^\/[^?]*$/.test(expected.text)
  const isBare = 'text' in base && !base.isHandedOver && /^(?:https?:\/\/[^/]+)?$/.test(base.text)
  if (!isPath || !isBare) leaveByHand('call.request.url is the whole URL: compare its pathname')
  source.replace(url.name, 'request.url')
  source.edits.insert(url.getStart(source.file), 'new URL(')
  source.edits.insert(url.end, ').pathname')
}
