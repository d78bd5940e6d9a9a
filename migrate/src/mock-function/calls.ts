import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { printFields } from '../layout/model.ts'
import { expectationOn } from '../read/assertions.ts'
import { constantText } from '../read/constants.ts'
import { calleeOf, outerOf } from '../read/nodes.ts'
import { pathCode } from '../read/path.ts'
import type { Source } from '../read/source.ts'
import { callIn, readCall } from '../request/recorded-calls.ts'

const BY_HAND = "write this assertion by what was sent: expect(mocks.calls('POST /users')).toHaveLength(1)"
const WHOLE = 'call.request.url is the whole URL: compare it with a whole one'
const OTHERS = 'this compares what is named here: a request may have more, as headers of its client'

/** Rewrites `expect(fetch).toHaveBeenCalledTimes(2)`. Returns whether a use is the subject of an assertion. */
export function convertAssertion(source: Source, fetch: ts.Node, mocks: string): boolean {
  if (calleeOf(source, outerOf(source, fetch).parent) !== 'expect') return false
  const { path, call } = expectationOn(source, fetch) ?? leaveByHand(BY_HAND)
  const [, not, name = ''] = /^(?:(not)\.)?(\w+)$/.exec(path) ?? []
  source.replace(call, assertionCode(source, name, call.arguments, not ? '.not' : '', mocks))
  return true
}

function assertionCode(
  source: Source,
  name: string,
  args: readonly ts.Expression[],
  not: string,
  mocks: string,
): string {
  const [first, second, ...others] = args.filter((one) => one.getText(source.file) !== 'undefined')
  const isThere = not === '' ? '.not.toHaveLength(0)' : '.toHaveLength(0)'
  if (/^to(?:HaveBeen|Be)Called$/.test(name)) return `expect(${mocks}.calls())${isThere}`
  if (name === 'toHaveBeenCalledOnce') return `expect(${mocks}.calls())${not}.toHaveLength(1)`
  if (/^to(?:HaveBeen|Be)CalledTimes$/.test(name) && first)
    return `expect(${mocks}.calls())${not}.toHaveLength(${source.code(first)})`
  if (!/^to(?:HaveBeen|Be)CalledWith$/.test(name) || !first || others.length > 0) return leaveByHand(BY_HAND)
  return `expect(${mocks}.calls(${filterOf(source, first, second)}))${isThere}`
}

/** The filter of the calls that `toHaveBeenCalledWith(url, { method, body })` asks for: a URL as it is sent, and what is written out. */
function filterOf(source: Source, url: ts.Expression, init: ts.Expression | undefined): string {
  const { ts, file } = source
  const text = constantText(source, url)
  if (text === undefined || !URL.canParse(text) || new URL(text).href !== text) return leaveByHand(BY_HAND)
  const { code: path, queries = `${source.name('equals')}({})` } = pathCode(source, [url])
  const isPart = init && /^expect\.objectContaining\(/.test(init.getText(file))
  const object = isPart && ts.isCallExpression(init) ? init.arguments[0] : init
  if (object && !ts.isObjectLiteralExpression(object)) return leaveByHand(BY_HAND)
  if (object && !isPart) source.note(object, OTHERS)
  const fields = new Map(object?.properties.map((one) => [one.name?.getText(file), one]))
  const textIn = (name: string) => {
    const one = fields.get(name)
    fields.delete(name)
    if (!one) return undefined
    const value = ts.isPropertyAssignment(one) ? one.initializer : leaveByHand(BY_HAND)
    const isText = ts.isStringLiteralLike(value) || /^JSON\.stringify\(/.test(value.getText(file))
    return isText ? source.code(value) : leaveByHand(BY_HAND)
  }
  const method = textIn('method') ?? source.quote('GET')
  const match = printFields({ queries, body: textIn('body') })
  return fields.size > 0 ? leaveByHand(BY_HAND) : (printFields({ method, path, match }) ?? '')
}

/** Rewrites `fetch.mock.calls[0][1].body`. */
export function convertCalls(source: Source, mock: ts.PropertyAccessExpression, mocks: string): void {
  const list = mock.parent
  const member = source.ts.isPropertyAccessExpression(list) ? list.name.text : ''
  if (!/^(?:calls|lastCall)$/.test(member)) leaveByHand(BY_HAND)
  source.replace(list, `${mocks}.calls()${member === 'calls' ? '' : '.at(-1)'}`)
  const call = member === 'calls' ? callIn(source, list) : list
  if (!call) return
  readCall(source, call)
  source.note(list, WHOLE)
}
