import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { lowerCaseNames } from '../request/header-names.ts'
import { callIn, isCounted, readText } from '../request/recorded-calls.ts'
import type { Adapter } from './adapters.ts'
import { type Base, frontOf } from './base.ts'

const METHOD = /^(?:get|post|put|patch|delete|head|options)$/
const READ = 'read what the test needs from call.request, whose url is the whole URL, and whose queries are texts'

/** Rewrites `mock.history.get[0].data` as what mynah keeps of a call. */
export function convertHistory(source: Source, { base }: Adapter, history: ts.Expression, mocks: string): void {
  const { ts } = source
  const { parent } = history
  const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)
  const key = isMember && (ts.isPropertyAccessExpression(parent) ? parent.name : parent.argumentExpression)
  const name = key && (ts.isIdentifier(key) || ts.isStringLiteralLike(key)) ? key.text : ''
  const method = METHOD.test(name) ? name : undefined
  const list = method === undefined ? history : parent
  source.replace(list, `${mocks}.calls(${method ? `{ method: ${source.quote(method.toUpperCase())} }` : ''})`)
  const call = callIn(source, list)
  if (call) readCall(source, base, call)
}

function readCall(source: Source, base: Base, call: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, call)
  if (isCounted(source, call)) return
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    for (const use of otherUses(source, parent.name)) readCall(source, base, use)
    return
  }
  const member = ts.isPropertyAccessExpression(parent) ? parent.name : leaveByHand(READ)
  if (member.text === 'data') {
    source.replace(member, 'request.text')
    readText(source, parent)
  } else if (member.text === 'headers') {
    source.replace(member, 'request.headers')
    lowerCaseNames(source, parent)
  } else if (member.text === 'url') readUrl(source, base, parent as ts.PropertyAccessExpression)
  else leaveByHand(READ)
}

/** What a test asked for is the path behind the client's origin. */
function readUrl(source: Source, base: Base, url: ts.PropertyAccessExpression): void {
  const { path = '', call } = expectationOn(source, url) ?? {}
  const [expected] = call?.arguments ?? []
  const isPath = expected && source.ts.isStringLiteralLike(expected) && /^\/[^?]*$/.test(expected.text)
  if (!isPath || !/^(?:not\.)?to(?:Be|Equal|Contain|Match)$/.test(path) || frontOf(base) !== '') leaveByHand(READ)
  source.replace(url.name, 'request.url')
  source.edits.insert(url.getStart(source.file), 'new URL(')
  source.edits.insert(url.end, ').pathname')
}
