import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { fieldCode } from '../layout/model.ts'
import { expectationOn } from '../read/assertions.ts'
import { otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { type CallReader, dropType, readList, readOne } from './call-lists.ts'
import { compareOptions } from './compared-options.ts'
import { followReturn } from './followed.ts'
import { addDefault, askType, readForm, refuseForm } from './form-bodies.ts'
import { lowerCaseNames } from './header-names.ts'
import { upperCaseMethod } from './request-fields.ts'

const READ = 'read what the test needs from call.request'

/** Rewrites what a file does with a list of calls. */
export function readCalls(source: Source, calls: ts.Node): void {
  if (!followReturn(source, calls, 'calls', readCalls)) readList(source, calls, readerOf(source))
}

/** Rewrites what a file does with a call. */
export function readCall(source: Source, call: ts.Node): void {
  readOne(source, call, readerOf(source))
}

/** Reads `call.url` and `call.options`, or `call[0]` and `call[1]` before fetch-mock 12. */
function readerOf(source: Source): CallReader {
  const { ts } = source
  return {
    reason: READ,
    readPattern: (pattern) => takeApart(source, pattern),
    readMember: (call, parent) => {
      const around = outerOf(source, call)
      if (ts.isElementAccessExpression(parent) && parent.expression === around) readArgument(source, around, parent)
      else if (ts.isPropertyAccessExpression(parent)) readMember(source, parent)
      else return followReturn(source, call, 'call', readCall)
      return true
    },
  }
}

function readArgument(source: Source, around: ts.Node, access: ts.ElementAccessExpression): void {
  const index = access.argumentExpression.getText(source.file)
  const isOptional = /^\s*\?\./.test(source.file.text.slice(around.end))
  const code = index === '0' ? 'request.url' : index === '1' ? 'request' : leaveByHand('read call.request here')
  source.edits.replace(around.end, access.end, (isOptional ? '?.' : '.') + code)
  if (index === '1') readOptions(source, access)
}

/** What mynah calls the members of a call. */
const MEMBERS: Readonly<Record<string, string>> = {
  url: 'request.url',
  options: 'request',
  request: 'request',
  queryParams: 'request.searchParams',
  expressParams: 'request.params',
  signal: 'request.signal',
  response: 'response',
}

const BY_HAND: Readonly<Record<string, string>> = {
  route: 'compare call.stub with the stub that the test declares: const stub = rest.get(path, payload)',
  pendingPromises: "wait for the answer: await mocks.waitFor('GET /users')",
}

function readMember(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  const { text } = access.name
  const next = outerOf(source, access).parent
  if (/^arg(?:ument)?s$/.test(text) && ts.isElementAccessExpression(next)) {
    readArgument(source, access.expression, next)
    return
  }
  const code = MEMBERS[text] ?? leaveByHand(BY_HAND[text] ?? `read call.request in place of ${text}`)
  const member = ts.isPropertyAccessExpression(next) ? next.name.text : ''
  const isRaw = text === 'request' && !/^(?:url|method)$/.test(member)
  source.replace(access.name, isRaw ? `${code}.raw` : code)
  if (text === 'options') readOptions(source, access)
  if (text === 'response') readResponse(source, access)
  if (isRaw) readRaw(source, access)
}

/** The answer to a call: its status is the same, and its body was not kept. */
export function readResponse(source: Source, response: ts.Node): void {
  const { ts } = source
  const around = outerOf(source, response)
  const { parent } = around
  if (ts.isVariableDeclaration(parent)) readVariable(source, parent.name, readResponse)
  else if (!ts.isPropertyAccessExpression(parent) || parent.name.text !== 'status')
    leaveByHand('call.response has the status and the headers')
  else if (!parent.questionDotToken) source.edits.insert(around.end, '?')
}

/** A `Request` whose members are read. Which one it is, is not the same. */
function readRaw(source: Source, request: ts.Node): void {
  const { ts } = source
  const { parent } = outerOf(source, request)
  if (ts.isVariableDeclaration(parent)) readVariable(source, parent.name, readRaw)
  else if (!ts.isPropertyAccessExpression(parent)) leaveByHand(READ)
}

/** The options of a fetch: mynah keeps what was sent. */
export function readOptions(source: Source, options: ts.Node): void {
  const { ts } = source
  dropType(source, options)
  const { parent: access } = outerOf(source, options)
  if (compareOptions(source, options)) return
  if (ts.isVariableDeclaration(access)) {
    bindOptions(source, access.name)
    return
  }
  const member = ts.isPropertyAccessExpression(access) ? access.name.text : ''
  if (!ts.isPropertyAccessExpression(access) || !/^(?:body|headers|method|signal)$/.test(member)) leaveByHand(READ)
  else if (
    member === 'signal' &&
    /(?:^|\.)(?:toBe|toEqual|toStrictEqual|equal)$/.test(expectationOn(source, access)?.path ?? '')
  )
    leaveByHand(SIGNAL)
  else if (member === 'headers') lowerCaseNames(source, access)
  else if (member === 'method') upperCaseMethod(source, access)
  else if (member === 'body' && !readForm(source, access)) {
    refuseForm(source, access)
    source.replace(access.name, 'text')
    askType(source, access)
    addDefault(source, access)
    source.note(access, SENT)
  }
}

const SIGNAL = 'request.signal is another one, which aborts with that of the test: compare its aborted'
const SENT = 'this is the text that was sent, and not the body as the test passed it'

/** A pattern of a call: `const { url, options } = calls[0]`, `for (const [url] of calls)`. */
function takeApart(source: Source, name: ts.BindingPattern): void {
  const { ts } = source
  const fields = name.elements.map((element, index) => {
    if (ts.isOmittedExpression(element)) return ''
    const array = ts.isArrayBindingPattern(name)
    const key = array ? (index === 0 ? 'url' : 'options') : (element.propertyName ?? element.name).getText(source.file)
    const member = element.dotDotDotToken || index > 1 ? undefined : MEMBERS[key]
    if (member === undefined || !/^(?:url|options)$/.test(key)) return leaveByHand(READ)
    if (key === 'options') bindOptions(source, element.name)
    const local = source.code(element.name)
    return fieldCode('request', key === 'options' ? local : `{ ${fieldCode('url', local)} }`)
  })
  source.replace(name, `{ ${fields.filter((field) => field !== '').join(', ')} }`)
}

/** A variable that holds the options, or takes them apart. */
function bindOptions(source: Source, name: ts.BindingName): void {
  const { ts } = source
  if (ts.isIdentifier(name)) readVariable(source, name, readOptions)
  else
    for (const element of name.elements) {
      if (ts.isOmittedExpression(element) || !ts.isIdentifier(element.name)) leaveByHand(READ)
      else {
        const key = (element.propertyName ?? element.name).getText(source.file)
        if (!/^(?:body|headers|method|signal)$/.test(key)) leaveByHand(READ)
        if (key === 'headers') readVariable(source, element.name, lowerCaseNames)
        if (key === 'method') readVariable(source, element.name, upperCaseMethod)
        if (key === 'body') {
          source.replace(element, `text: ${element.name.text}`)
          readVariable(source, element.name, addDefault)
        }
      }
    }
}

function readVariable(source: Source, name: ts.BindingName, read: (source: Source, use: ts.Node) => void): void {
  if (!source.ts.isIdentifier(name)) leaveByHand(READ)
  for (const use of otherUses(source, name)) read(source, use)
}
