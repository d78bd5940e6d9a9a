import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf } from '../read/nodes.ts'
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
  const method = ts.isPropertyAccessExpression(parent) && METHOD.test(parent.name.text) ? parent.name.text : undefined
  const list = method === undefined ? history : parent
  source.replace(list, `${mocks}.calls(${method ? `{ method: ${source.quote(method.toUpperCase())} }` : ''})`)
  const outer = outerOf(source, list)
  const access = outer.parent
  if (ts.isElementAccessExpression(access) && access.expression === outer) readCall(source, adapter, access)
  else if (ts.isPropertyAccessExpression(access) && access.name.text === 'at') readCall(source, adapter, access.parent)
  else if (ts.isPropertyAccessExpression(access) ? access.name.text !== 'length' : !isSubject(source, outer))
    leaveByHand(READ)
}

function isSubject({ ts, file }: Source, { parent }: ts.Node): boolean {
  return ts.isCallExpression(parent) && parent.expression.getText(file) === 'expect'
}

function readCall(source: Source, adapter: Adapter, call: ts.Node): void {
  const { ts } = source
  const outer = outerOf(source, call)
  const access = outer.parent
  if (!ts.isPropertyAccessExpression(access)) leaveByHand(READ)
  const { text } = access.name
  if (text === 'data') readData(source, access)
  else if (text === 'headers') readHeader(source, access)
  else if (text === 'url') readUrl(source, adapter, access)
  else leaveByHand(text === 'params' ? 'read call.request.queries: each value is a text' : READ)
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
