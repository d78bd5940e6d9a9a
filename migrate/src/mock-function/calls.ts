import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { opened, rebase } from '../layout/print-stub.ts'
import { expectationOn } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import { calleeOf, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { readCall, readCalls } from '../request/call-fields.ts'
import { followReturn } from '../request/followed.ts'
import { RELATIVE_URL } from '../request/url-condition.ts'
import { BY_HAND, filterOf } from './called-with.ts'

/** Rewrites `expect(fetch).toHaveBeenCalledTimes(2)`. Returns whether a use is the subject of an assertion. */
export function convertAssertion(source: Source, fetch: ts.Node, mocks: string, cleared: ClearedCalls): boolean {
  if (calleeOf(source, outerOf(source, fetch).parent) !== 'expect') return false
  const { path, call } = expectationOn(source, fetch) ?? leaveByHand(BY_HAND)
  const [, not, name = ''] = /^(?:(not)\.)?(\w+)$/.exec(path) ?? []
  const calls = (filter?: string) => cleared.code(call, mocks, filter && inLines(source, call, mocks, filter))
  source.replace(call, assertionCode(source, name, call.arguments, not ? '.not' : '', calls))
  return true
}

/** Prints a filter that is too long for the line of its assertion on several. */
function inLines(source: Source, read: ts.Node, mocks: string, filter: string): string {
  const indent = source.indentOf(read)
  const code = opened(filter, source, source.style, indent, [`expect(${mocks}.calls(`, ')).not.toHaveLength(0)'])
  return rebase(code, source.style, indent)
}

function assertionCode(
  source: Source,
  name: string,
  args: readonly ts.Expression[],
  not: string,
  callsOf: (filter?: string) => string,
): string {
  const isThere = not === '' ? '.not.toHaveLength(0)' : '.toHaveLength(0)'
  const [first, second] = args
  if (name === 'toHaveBeenCalled' || name === 'toBeCalled') return `expect(${callsOf()})${isThere}`
  if (name === 'toHaveBeenCalledOnce') return `expect(${callsOf()})${not}.toHaveLength(1)`
  if (/^to(?:HaveBeenCalled|BeCalled)Times$/.test(name) && first)
    return `expect(${callsOf()})${not}.toHaveLength(${source.code(first)})`
  const isNth = /^(?:toHaveBeenNthCalledWith|nthCalledWith)$/.test(name)
  const [url, init, more] = (isNth ? args.slice(1) : args).filter((one) => one.getText(source.file) !== 'undefined')
  if (!url || more) return leaveByHand(BY_HAND)
  const calls = callsOf(filterOf(source, url, init, not !== ''))
  if (/^to(?:HaveBeenCalled|BeCalled)With$/.test(name)) return `expect(${calls})${isThere}`
  const isLast = /^(?:toHaveBeenLastCalledWith|lastCalledWith)$/.test(name)
  if (!isLast && !isNth) return leaveByHand(BY_HAND)
  const place = isLast ? '.at(-1)' : `[${nthOf(source, first)}]`
  return second || isLast ? `expect(${calls})${not}.toContainEqual(${callsOf()}${place})` : leaveByHand(BY_HAND)
}

/** The place of the call of a number, which counts from one there. */
export function nthOf(source: Source, count: ts.Expression | undefined): string {
  const code = count ? source.code(count) : '1'
  return /^\d+$/.test(code) ? String(Number(code) - 1) : `${code} - 1`
}

/** Rewrites `fetch.mock.calls[0][1].body`. */
export function convertCalls(
  source: Source,
  mock: ts.PropertyAccessExpression,
  mocks: string,
  cleared: ClearedCalls,
): void {
  const { ts } = source
  const list = mock.parent
  const member = ts.isPropertyAccessExpression(list) ? list.name.text : ''
  const calls = (filter?: string) => cleared.code(list, mocks, filter && inLines(source, list, mocks, filter))
  if (compareCall(source, list, member, calls)) return
  if (member === 'lastCall') {
    source.replace(list, `${cleared.code(list, mocks)}.at(-1)`)
    checkUrls(source, list, true)
    readCall(source, list)
  } else if (member === 'calls') {
    source.replace(list, cleared.code(list, mocks))
    checkUrls(source, list, false)
    readCalls(source, list)
  } else if (member === 'callCount') source.replace(list.parent, `${cleared.code(list, mocks)}.length`)
  else if (member === 'results') replaceResult(source, list, cleared.code(list, mocks))
  else leaveByHand(BY_HAND)
}

/** `expect(fetch.mock.calls[0]).toEqual([url, { method: 'POST' }])`, `expect(fetch.mock.calls[0][1]).toEqual({ method: 'POST' })` */
function compareCall(source: Source, list: ts.Node, member: string, callsOf: (filter?: string) => string): boolean {
  const { ts } = source
  const call = member === 'calls' ? outerOf(source, list).parent : list
  const isOne = member === 'lastCall' || (member === 'calls' && ts.isElementAccessExpression(call))
  const around = outerOf(source, call).parent
  const isInit = ts.isElementAccessExpression(around) && around.argumentExpression.getText(source.file) === '1'
  const found = isOne ? expectationOn(source, isInit ? around : call) : undefined
  if (!found || !/^to(?:(?:Strict)?Equal|MatchObject)$/.test(found.path)) return false
  const [expected] = found.call.arguments
  const elements = expected && ts.isArrayLiteralExpression(expected) ? expected.elements : []
  const [url, init, more] = isInit ? [undefined, expected] : elements
  if (!(isInit ? init : url) || more) return leaveByHand(BY_HAND)
  const index = ts.isElementAccessExpression(call) ? `[${source.code(call.argumentExpression)}]` : '.at(-1)'
  source.replace(found.call, `expect(${callsOf(filterOf(source, url, init))}).toContainEqual(${callsOf()}${index})`)
  return true
}

/** `expect(fetch.mock.results[0].type).toBe('return')`: a fetch always returns. */
function replaceResult(source: Source, list: ts.Node, calls: string): void {
  const assertion = source.ts.findAncestor(list, (one) => source.ts.isExpressionStatement(one.parent))
  const [, index] = RETURNED.exec(assertion?.getText(source.file) ?? '') ?? []
  if (!assertion || !index) leaveByHand(BY_HAND)
  else source.replace(assertion, `expect(${calls}[${index}]).toBeDefined()`)
}

const RETURNED = /^expect\([^()]+\.mock\.results\[([^\]]+)\]\.type\)\.toBe\(['"]return['"]\)$/

/** Rewrites `fetch.requests()` of vitest-fetch-mock, a list of requests. */
export function convertRequests(source: Source, call: ts.Expression, calls: string): void {
  const { ts } = source
  const outer = outerOf(source, call)
  const { parent } = outer
  const isCounted =
    ts.isCallExpression(parent) || (ts.isPropertyAccessExpression(parent) && parent.name.text === 'length')
  source.replace(call, calls)
  if (isCounted) return
  const isOne = ts.isElementAccessExpression(parent) || /^(?:at|pop|shift)$/.test(nameOf(parent))
  if (!isOne) leaveByHand('read what the test needs from call.request')
  const one = ts.isElementAccessExpression(parent) ? parent : parent.parent
  const isField = /^(?:url|method)$/.test(nameOf(outerOf(source, one).parent))
  source.edits.insert(one.end, isField ? '.request' : '.request.raw')

  function nameOf(access: ts.Node): string {
    return ts.isPropertyAccessExpression(access) ? access.name.text : ''
  }
}

const URL_ONLY = 'call.request.url is the whole URL: compare what the test needs from it'

/** A URL is whole here: what it is compared with has to be whole too, or a part of it. */
function checkUrls(source: Source, list: ts.Node, isCall: boolean): void {
  const { ts } = source
  const outer = outerOf(source, list)
  const { parent } = outer
  const name = ts.isVariableDeclaration(parent) ? parent.name : undefined
  if (!isCall) {
    const names = ts.isForOfStatement(parent) && ts.isVariableDeclarationList(parent.initializer)
    if (ts.isElementAccessExpression(parent)) checkUrls(source, parent, true)
    else if (names) for (const { name } of parent.initializer.declarations) checkName(source, name)
    else if (name) for (const use of otherUses(source, name)) checkUrls(source, use, false)
    else if (RELATIVE_URL.test(parent.parent.getText(source.file))) leaveByHand(URL_ONLY)
  } else if (ts.isElementAccessExpression(parent) && parent.argumentExpression.getText(source.file) === '0')
    checkUrlOf(source, parent)
  // In node:test a call has its arguments in a list.
  else if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'arguments') checkUrls(source, parent, true)
  else if (name) checkName(source, name)
}

/** What holds a call: its URL is the first element. */
function checkName(source: Source, name: ts.BindingName): void {
  const { ts } = source
  const [first] = ts.isArrayBindingPattern(name) ? name.elements : []
  if (first && ts.isBindingElement(first)) for (const use of otherUses(source, first.name)) checkUrlOf(source, use)
  else for (const use of otherUses(source, name)) checkUrls(source, use, true)
}

export function checkUrlOf(source: Source, node: ts.Node): void {
  const { ts } = source
  const url = outerOf(source, node)
  const { parent } = url
  if (followReturn(source, url, 'url', checkUrlOf)) return
  if (ts.isVariableDeclaration(parent)) {
    for (const use of otherUses(source, parent.name)) checkUrlOf(source, use)
    return
  }
  const callee = calleeOf(source, parent)
  // What is parsed without a base was whole before.
  if (ts.isNewExpression(parent) && callee === 'URL' && parent.arguments?.length === 1) return
  const isText = ts.isPropertyAccessExpression(parent) && parent.name.text === 'toString'
  if (callee === 'String' || isText) {
    checkUrlOf(source, isText ? parent.parent : parent)
    return
  }
  const { parent: next } = parent
  const isNot = next && ts.isPropertyAccessExpression(next) && next.name.text === 'not'
  const access = isNot ? next.parent : next
  const assertion = access?.parent
  const matcher = access && ts.isPropertyAccessExpression(access) ? access.name.text : ''
  const compared = ts.isCallExpression(parent) && parent.arguments[0] === url ? parent.arguments[1] : undefined
  const [expected] = assertion && ts.isCallExpression(assertion) ? assertion.arguments : [compared]
  const text = expected && (constantText(source, expected) ?? (ts.isTemplateExpression(expected) && expected.head.text))
  const isSafe = isNot
    ? matcher === 'toContain' && /^[\w.~/?&=:-]+$/.test(text || '')
    : /^(?:toContain|toMatch)$/.test(matcher) || /^"?https?:\/\/[^/]+\/./.test(text || '')
  if (!isSafe) leaveByHand(URL_ONLY)
}
