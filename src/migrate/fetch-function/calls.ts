import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { filterOf } from './called-with.ts'

const BY_HAND =
  'write this assertion with mocks.calls(), or expect(mocks).toHaveRequested() of mynah/jest or mynah/vitest'

/** Rewrites `expect(fetch).toHaveBeenCalledTimes(2)`. Returns whether a use is the subject of an assertion. */
export function convertAssertion(source: Source, fetch: ts.Node, mocks: string): boolean {
  const { ts } = source
  const subject = outerOf(source, fetch).parent
  if (!ts.isCallExpression(subject) || subject.expression.getText(source.file) !== 'expect') return false
  const isNot = ts.isPropertyAccessExpression(subject.parent) && subject.parent.name.text === 'not'
  const access = isNot ? subject.parent.parent : subject.parent
  const call = access.parent
  if (!ts.isPropertyAccessExpression(access) || !ts.isCallExpression(call)) return leaveByHand(BY_HAND)
  const [first, second, ...others] = call.arguments
  const { text } = access.name
  const not = isNot ? '.not' : ''
  const calls = `${mocks}.calls(${text === 'toHaveBeenCalledWith' && first ? filterOf(source, first, second) : ''})`
  if (others.length > 0 || (second && text !== 'toHaveBeenCalledWith')) leaveByHand(BY_HAND)
  if (text === 'toHaveBeenCalledTimes' && first)
    source.replace(call, `expect(${calls})${not}.toHaveLength(${source.code(first)})`)
  else if (text === 'toHaveBeenCalledOnce' || text === 'toHaveBeenCalled' || text === 'toHaveBeenCalledWith')
    source.replace(
      call,
      text === 'toHaveBeenCalledOnce'
        ? `expect(${calls})${not}.toHaveLength(1)`
        : `expect(${calls})${isNot ? '' : '.not'}.toHaveLength(0)`,
    )
  else leaveByHand(BY_HAND)
  return true
}

/** Rewrites `fetch.mock.calls[0][1].body`. */
export function convertCalls(source: Source, mock: ts.PropertyAccessExpression, mocks: string): void {
  const { ts } = source
  const list = mock.parent
  if (!ts.isPropertyAccessExpression(list) || list.name.text !== 'calls') leaveByHand(BY_HAND)
  source.replace(list, `${mocks}.calls()`)
  const outer = outerOf(source, list)
  const access = outer.parent
  if (ts.isPropertyAccessExpression(access) && access.name.text === 'length') return
  if (ts.isCallExpression(access) && access.expression.getText(source.file) === 'expect') return
  const call = outerOf(source, access)
  const argument = call.parent
  if (!ts.isElementAccessExpression(access) || !ts.isElementAccessExpression(argument)) leaveByHand(BY_HAND)
  else readArgument(source, call, argument)
}

function readArgument(source: Source, call: ts.Node, argument: ts.ElementAccessExpression): void {
  const { ts } = source
  const index = argument.argumentExpression.getText(source.file)
  const outer = outerOf(source, argument)
  if (index === '0') {
    const assertion = outer.parent.parent?.parent
    const [url] = assertion && ts.isCallExpression(assertion) ? assertion.arguments : []
    if (!url || !ts.isStringLiteralLike(url) || !/^https?:\/\/[^/]+\/./.test(url.text))
      leaveByHand('call.request.url is the whole URL: compare what the test needs of it')
    source.edits.replace(call.end, argument.end, '.request.url')
    return
  }
  const { parent } = outer
  const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
  if (index !== '1' || !/^(?:body|method)$/.test(member)) leaveByHand('read what the test needs of call.request')
  source.edits.replace(call.end, argument.end, '.request')
  if (ts.isPropertyAccessExpression(parent) && member === 'body') source.replace(parent.name, 'text')
}
