import type ts from 'typescript'
import { fieldCode } from '../../layout/model.ts'
import { expectationOn, isCounted } from '../../read/assertions.ts'
import { calleeOf, isTypeScript, nameOf, otherUses, outerOf, propertyValue } from '../../read/nodes.ts'
import { kindOf } from '../../read/payload.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { compareInCapitals, lowerCaseKeys, lowerCaseNames } from '../../request/letter-case.ts'

const READ = "read what the test needs from call.request: mocks.calls('POST /users')[0]?.request.body"
const SENT = 'this is the text that was sent, and not the body as the test passed it'

type Read = (source: Source, node: ts.Node) => void

export function readCalls(source: Source, calls: ts.Node): void {
  const { ts } = source
  const around = outerOf(source, calls)
  const { parent } = around
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
  if (member === 'length' || isCounted(source, calls)) return
  if (/^(?:at|pop|shift)$/.test(member)) readCall(source, parent.parent)
  else if (ts.isElementAccessExpression(parent) && parent.expression === around) readCall(source, parent)
  else leaveByHand(READ)
}

/** Rewrites what a test reads of a call: `call.url` and `call.options`, or `call[0]` and `call[1]` before fetch-mock 12. */
export function readCall(source: Source, call: ts.Node): void {
  const { ts } = source
  const around = outerOf(source, call)
  const { parent } = around
  if (isCounted(source, call)) return
  if (ts.isVariableDeclaration(parent)) readVariable(source, parent.name, readCall)
  else if (ts.isElementAccessExpression(parent) && parent.expression === around) {
    const index = parent.argumentExpression.getText(source.file)
    if (!/^[01]$/.test(index)) leaveByHand(READ)
    const access = source.file.text.slice(around.end, parent.end).replace(/\[.*/s, '') || '.'
    source.edits.replace(around.end, parent.end, `${access}request${index === '0' ? '.url' : ''}`)
    if (index === '1') readOptions(source, parent)
  } else if (ts.isPropertyAccessExpression(parent) && /^(?:url|options)$/.test(parent.name.text)) {
    const isUrl = parent.name.text === 'url'
    source.replace(parent.name, isUrl ? 'request.url' : 'request')
    if (!isUrl) readOptions(source, parent)
  } else leaveByHand(READ)
}

export function readOptions(source: Source, options: ts.Node): void {
  const { ts } = source
  const { parent: access } = outerOf(source, options)
  if (ts.isVariableDeclaration(access)) readVariable(source, access.name, readOptions)
  else if (calleeOf(source, access) === 'expect') compareOptions(source, options)
  else if (!ts.isPropertyAccessExpression(access)) leaveByHand(READ)
  else if (access.name.text === 'headers') lowerCaseNames(source, access)
  else if (access.name.text === 'method') compareInCapitals(source, access)
  else if (access.name.text === 'body') readBody(source, access)
  else if (access.name.text !== 'signal') leaveByHand(READ)
}

const PART = 'this was all that the test passed to fetch: here its other options and headers are not compared'

/** `expect(call.options).toEqual({ method, headers, body })`: what was sent has the parts of a request. */
function compareOptions(source: Source, options: ts.Node): void {
  const { ts } = source
  const { path, name, call } = expectationOn(source, options) ?? leaveByHand(READ)
  const [expected] = call.arguments
  const isWhole = /^to(?:MatchObject|(?:Strict)?Equal)$/.test(path)
  const object = isWhole && expected && ts.isObjectLiteralExpression(expected) ? expected : leaveByHand(READ)
  for (const property of object.properties) {
    const value = propertyValue(ts, property)
    const field = nameOf(ts, property)
    if (value && field === 'method' && ts.isStringLiteral(value))
      source.replace(value, source.quote(value.text.toUpperCase()))
    else if (value && field === 'headers' && ts.isObjectLiteralExpression(value)) lowerCaseKeys(source, value)
    else if (value && field === 'body' && kindOf(source, value) === 'string')
      source.replace(property, fieldCode('text', source.code(value)))
    else leaveByHand(READ)
  }
  if (path === 'toMatchObject') return
  source.replace(name, 'toMatchObject')
  source.note(options, PART)
}

/** The text of a body, which is no form any more. TypeScript knows it as optional. */
function readBody(source: Source, body: ts.PropertyAccessExpression): void {
  const { ts } = source
  const { parent } = outerOf(source, body)
  const isForm = ts.isPropertyAccessExpression(parent) && /^(?:get|getAll|has|entries|keys)$/.test(parent.name.text)
  const uses = ts.isVariableDeclaration(parent) ? otherUses(source, parent.name) : [body]
  const isClass = uses.some((use) => use.parent.getText().startsWith(`${use.getText()} instanceof `))
  const isCast = ts.isAsExpression(body.parent) && body.parent.type.kind !== ts.SyntaxKind.StringKeyword
  if (isForm || isCast || isClass || expectationOn(source, body)?.name.text === 'toBeInstanceOf')
    leaveByHand('the body of a call is what was sent: compare call.request.text')
  source.replace(body.name, 'text')
  const isParsed = calleeOf(source, body.parent) === 'JSON.parse' && isTypeScript(source)
  if (isParsed) source.edits.insert(body.end, ` ?? ${source.quote('')}`)
  source.note(body, SENT)
}

/** A variable that holds a call or its options, or takes a call apart: `const [url, options] = calls[0]`. */
function readVariable(source: Source, name: ts.BindingName, read: Read): void {
  const { ts } = source
  if (ts.isIdentifier(name)) {
    for (const use of otherUses(source, name)) read(source, use)
    return
  }
  const fields = name.elements.map((element, index) => {
    if (ts.isOmittedExpression(element)) return ''
    const local = ts.isIdentifier(element.name) && !element.dotDotDotToken ? element.name : leaveByHand(READ)
    const key = ts.isArrayBindingPattern(name) ? ['url', 'options'][index] : (element.propertyName ?? local).getText()
    if (read !== readCall || !/^(?:url|options)$/.test(key ?? '')) return leaveByHand(READ)
    if (key === 'url') return fieldCode('request', `{ ${fieldCode('url', local.text)} }`)
    for (const use of otherUses(source, local)) readOptions(source, use)
    return fieldCode('request', local.text)
  })
  source.replace(name, `{ ${fields.filter((field) => field !== '').join(', ')} }`)
}
