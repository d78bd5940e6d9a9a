import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { fieldCode } from '../layout/model.ts'
import { expectationOn } from '../read/assertions.ts'
import { calleeOf, isTypeScript, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { lowerCaseNames } from './header-names.ts'
import { upperCaseMethod } from './request-fields.ts'

const READ = 'read what the test needs from call.request'
const SENT = 'this is the text that was sent, and not the body as the test passed it'
const COUNTED =
  /^(?:not\.)?(?:toHaveLength|toBe(?:Undefined|Defined|Truthy|Falsy|Null)?|to\.(?:not\.)?(?:have\.)?length(?:Of)?)$/
const OPTIONS = /^(?:body|headers|method|signal)$/

/** Whether an assertion is about there being a call, or their number. */
export function isCounted(source: Source, node: ts.Node): boolean {
  return COUNTED.test(expectationOn(source, node)?.path ?? '')
}

/** The call of a list of calls that an expression reads; `undefined` if it only counts them. */
export function callIn(source: Source, calls: ts.Node): ts.Node | undefined {
  const { ts } = source
  const around = outerOf(source, calls)
  const { parent } = around
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
  if (member === 'length' || isCounted(source, calls)) return undefined
  if (ts.isElementAccessExpression(parent) && parent.expression === around) return parent
  return /^(?:at|pop|shift)$/.test(member) ? parent.parent : leaveByHand(READ)
}

/** Rewrites what a file reads of a list of calls. */
export function readCalls(source: Source, calls: ts.Node): void {
  const call = callIn(source, calls)
  if (call) readCall(source, call)
}

/** Rewrites what a file reads of a call: `call.url` and `call.options`, or `call[0]` and `call[1]` before fetch-mock 12. */
export function readCall(source: Source, call: ts.Node): void {
  const { ts } = source
  const around = outerOf(source, call)
  const { parent } = around
  if (isCounted(source, call)) return
  if (ts.isVariableDeclaration(parent)) readVariable(source, parent.name, readCall)
  else if (ts.isElementAccessExpression(parent) && parent.expression === around) {
    const index = parent.argumentExpression.getText(source.file)
    const code = index === '0' ? 'request.url' : index === '1' ? 'request' : leaveByHand(READ)
    const isOptional = /^\s*\?\./.test(source.file.text.slice(around.end))
    source.edits.replace(around.end, parent.end, (isOptional ? '?.' : '.') + code)
    if (index === '1') readOptions(source, parent)
  } else if (ts.isPropertyAccessExpression(parent) && /^(?:url|options)$/.test(parent.name.text)) {
    const isUrl = parent.name.text === 'url'
    source.replace(parent.name, isUrl ? 'request.url' : 'request')
    if (!isUrl) readOptions(source, parent)
  } else leaveByHand(READ)
}

/** The options of a fetch: mynah keeps what was sent. */
export function readOptions(source: Source, options: ts.Node): void {
  const { ts } = source
  const { parent: access } = outerOf(source, options)
  if (ts.isVariableDeclaration(access)) {
    readVariable(source, access.name, readOptions)
    return
  }
  const member = ts.isPropertyAccessExpression(access) ? access.name.text : ''
  if (!ts.isPropertyAccessExpression(access) || !OPTIONS.test(member)) leaveByHand(READ)
  else if (member === 'headers') lowerCaseNames(source, access)
  else if (member === 'method') upperCaseMethod(source, access)
  else if (member === 'body') {
    source.replace(access.name, 'text')
    readText(source, access)
    source.note(access, SENT)
  }
}

/** The text of a body, which is no form any more. TypeScript knows it as optional. */
export function readText(source: Source, text: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, text)
  const callee = calleeOf(source, parent)
  const isRead = ts.isPropertyAccessExpression(parent) && /^(?:get|getAll|has|entries|keys)$/.test(parent.name.text)
  const isOther =
    isRead || ts.isAsExpression(text.parent) || expectationOn(source, text)?.name.text === 'toBeInstanceOf'
  if (isOther) leaveByHand('the body of a call is what was sent: compare call.request.text')
  if (callee === 'JSON.parse' && isTypeScript(source)) source.edits.insert(text.end, ` ?? ${source.quote('')}`)
  if (ts.isVariableDeclaration(parent)) for (const use of otherUses(source, parent.name)) readText(source, use)
}

/** A variable that holds a call or its options, or takes a call apart: `const [url, options] = calls[0]`. */
function readVariable(source: Source, name: ts.BindingName, read: (source: Source, use: ts.Node) => void): void {
  const { ts } = source
  if (ts.isIdentifier(name)) {
    for (const use of otherUses(source, name)) read(source, use)
    return
  }
  const fields = name.elements.map((element, index) => {
    if (ts.isOmittedExpression(element)) return ''
    const local = ts.isIdentifier(element.name) && !element.dotDotDotToken ? element.name : leaveByHand(READ)
    const own = (element.propertyName ?? local).getText(source.file)
    const key = ts.isArrayBindingPattern(name) ? (index === 0 ? 'url' : 'options') : own
    if (read !== readCall || index > 1 || !/^(?:url|options)$/.test(key)) return leaveByHand(READ)
    if (key === 'url') return fieldCode('request', `{ ${fieldCode('url', local.text)} }`)
    for (const use of otherUses(source, local)) readOptions(source, use)
    return fieldCode('request', local.text)
  })
  source.replace(name, `{ ${fields.filter((field) => field !== '').join(', ')} }`)
}
