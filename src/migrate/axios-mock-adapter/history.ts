import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { functionAround, outerOf, usesOf } from '../read/nodes.ts'
import { escapePath } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { isInline } from '../request/resolver.ts'
import type { Adapter } from './adapters.ts'
import { isSubject, readBase, readData, readHeader, readMethod, readParams, readUrl, readUrls } from './call-members.ts'

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/
const READ = 'read what the test needs of call.request'

/** Rewrites `mock.history.get[0].data` as what mynah keeps of a call. */
export function convertHistory(
  source: Source,
  adapter: Adapter,
  history: ts.Expression,
  callsOf: (filter: string) => string,
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
  const { own } = adapter
  const filters = [
    ...(method === undefined ? [] : [`method: ${source.quote(method.toUpperCase())}`]),
    ...(own === undefined ? [] : [`path: ${source.quote(`${escapePath(own)}{/*rest}`)}`]),
  ]
  source.replace(list, callsOf(filters.length === 0 ? '' : `{ ${filters.join(', ')} }`))
  readList(source, adapter, list)
}

/** What is done with a list of calls. */
function readList(source: Source, adapter: Adapter, list: ts.Node): void {
  const { ts } = source
  const outer = outerOf(source, list)
  const access = outer.parent
  const member = ts.isPropertyAccessExpression(access) ? access.name.text : ''
  if (ts.isVariableDeclaration(access) && ts.isArrayBindingPattern(access.name)) {
    for (const one of access.name.elements) if (ts.isBindingElement(one)) readVariable(source, adapter, one.name)
  } else if (ts.isVariableDeclaration(access) && ts.isIdentifier(access.name)) {
    for (const use of lastingUsesOf(source, access, access.name)) readList(source, adapter, use)
  } else if (ts.isForOfStatement(access) && ts.isVariableDeclarationList(access.initializer)) {
    for (const { name } of access.initializer.declarations) readVariable(source, adapter, name)
  } else if (ts.isElementAccessExpression(access) && access.expression === outer) readCall(source, adapter, access)
  else if (/^(?:at|pop|shift)$/.test(member)) readCall(source, adapter, access.parent)
  else if (/^(?:map|forEach|some|every|filter|find)$/.test(member)) {
    readEach(source, adapter, access.parent)
    if (member === 'filter') readList(source, adapter, access.parent)
    if (member === 'find') readCall(source, adapter, access.parent)
  } else if (ts.isPropertyAccessExpression(access) ? access.name.text !== 'length' : !isSubject(source, outer))
    leaveByHand(READ)
}

/** The uses of a list in a variable: calls that come later are in the old one, and not in that of mynah. */
function lastingUsesOf(source: Source, declaration: ts.VariableDeclaration, name: ts.Identifier): ts.Identifier[] {
  const symbol = source.checker.getSymbolAtLocation(name)
  const uses = symbol ? usesOf(source, symbol, name.text).filter((use) => use !== name) : []
  const around = functionAround(source, declaration)
  const isSame = uses.every((use) => functionAround(source, use) === around)
  const text = source.file.text.slice(declaration.end, Math.max(declaration.end, ...uses.map(({ end }) => end)))
  return isSame && !/\bawait\b|\bthen\(/.test(text) ? uses : leaveByHand(READ)
}

/** A variable that holds a call. */
function readVariable(source: Source, adapter: Adapter, name: ts.BindingName): void {
  const symbol = source.checker.getSymbolAtLocation(name)
  if (!source.ts.isIdentifier(name)) readPattern(source, name)
  else if (symbol) for (const use of usesOf(source, symbol, name.text)) if (use !== name) readCall(source, adapter, use)
}

/** `mock.history.get.map((call) => call.url)`, `.map(({ url }) => url)`. */
function readEach(source: Source, adapter: Adapter, call: ts.Node): void {
  const { ts } = source
  const [callback] = ts.isCallExpression(call) ? call.arguments : []
  const [parameter, ...others] = isInline(source, callback) ? callback.parameters : []
  if (!isInline(source, callback) || !parameter || others.length > 0) {
    leaveByHand(READ)
    return
  }
  const { name } = parameter
  const body = callback.body.getText(source.file)
  if (ts.isIdentifier(name) && body === `${name.text}.url`)
    readUrls(source, adapter, call, callback.body, `${name.text}.request.url`)
  else if (name.getText(source.file) === '{ url }' && body === 'url') {
    source.replace(name, '{ request: { url } }')
    readUrls(source, adapter, call, callback.body, 'url')
  } else readVariable(source, adapter, name)
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
  else if (text === 'baseURL') readBase(source, access)
  else leaveByHand(READ)
}
