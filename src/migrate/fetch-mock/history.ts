import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { matcherOf } from './read-route.ts'

export const HISTORY = /^(?:calls|called|lastCall|lastUrl|lastOptions)$/

/** Rewrites `callHistory.lastCall(url)` and what a test reads of the call. */
export function convertHistory(source: Source, call: ts.CallExpression, member: string, mocks: string): void {
  const [filter, ...others] = call.arguments
  if (others.length > 0) leaveByHand(`write ${member}() with these options as ${mocks}.calls({ path, match })`)
  const calls = `${mocks}.calls(${filter ? filterCode(source, filter) : ''})`
  if (member === 'called') source.replace(call, `(${calls}.length > 0)`)
  else if (member === 'calls') {
    source.replace(call, calls)
    readCalls(source, call)
  } else if (member === 'lastCall') {
    source.replace(call, `${calls}.at(-1)`)
    readCall(source, call)
  } else {
    source.replace(call, `${calls}.at(-1)?.request${member === 'lastUrl' ? '.url' : ''}`)
    if (member === 'lastOptions') readOptions(source, call)
  }
}

export function filterCode(source: Source, filter: ts.Expression): string {
  if (/^(?:true|false|'matched'|'unmatched')$/.test(filter.getText(source.file)))
    leaveByHand('write this filter as mocks.calls() or mocks.unmatched()')
  const { path, queries, match } = matcherOf(source, filter, new Map())
  if (queries || match) leaveByHand('write this filter as mocks.calls({ path, match })')
  return path
}

/** A list of calls: one of them, or their number. */
function readCalls(source: Source, calls: ts.Expression): void {
  const { ts } = source
  const around = outerOf(source, calls)
  const { parent } = around
  if (ts.isElementAccessExpression(parent) && parent.expression === around) readCall(source, parent)
  else if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'at') readCall(source, parent.parent)
  else if (ts.isPropertyAccessExpression(parent) && parent.name.text !== 'length')
    leaveByHand('read these calls as mynah keeps them: call.request')
}

/** One call: `call.url` and `call.options`, or `call[0]` and `call[1]` before fetch-mock 12. */
function readCall(source: Source, call: ts.Node): void {
  const { ts } = source
  const around = outerOf(source, call)
  const { parent } = around
  if (ts.isElementAccessExpression(parent) && parent.expression === around) {
    const index = parent.argumentExpression.getText(source.file)
    const dot = parent.questionDotToken ? '?.' : '.'
    const code = index === '0' ? 'request.url' : index === '1' ? 'request' : leaveByHand('read call.request here')
    source.edits.replace(around.end, parent.end, dot + code)
    if (index === '1') readOptions(source, parent)
  } else if (ts.isPropertyAccessExpression(parent)) {
    const { text } = parent.name
    if (text === 'url') source.replace(parent.name, 'request.url')
    else if (text === 'options') {
      source.replace(parent.name, 'request')
      readOptions(source, parent)
    } else leaveByHand(`read call.request in place of ${text}`)
  } else if (!/^expect\(/.test(parent.getText(source.file))) leaveByHand('read what the test needs of call.request')
}

/** The options of a fetch: mynah keeps what was sent. */
function readOptions(source: Source, options: ts.Node): void {
  const { ts } = source
  const access = outerOf(source, options).parent
  const member = ts.isPropertyAccessExpression(access) ? access.name.text : ''
  if (!/^(?:body|headers|method)$/.test(member)) leaveByHand('read what the test needs of call.request')
  if (!ts.isPropertyAccessExpression(access) || member !== 'body') return
  source.replace(access.name, 'text')
  source.note(access, 'this is the text that was sent; fetch-mock has the body as the test passed it')
}
