import type ts from 'typescript'
import { isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Source } from '../read/source.ts'
import { type StaticResponse, staticResponse } from './responses.ts'
import type { Uses } from './uses.ts'

const BY_HAND = 'write a generator as sequence(first, second)'
const COUNTING = 'write a generator with state as a resolver: let count = 0; rest.get(path, () => payloads[count++])'

/** Reads a generator that does nothing but yield one response after the other: in both the last one stays. */
export function sequenceOf(
  source: Source,
  node: ts.Expression,
  uses: Uses,
  times: string | undefined,
): StaticResponse | undefined {
  const { ts } = source
  if (!isInline(source, node) || !node.asteriskToken || !ts.isBlock(node.body)) return undefined
  const { statements } = node.body
  if (node.parameters.length > 0 || times) leaveByHand(BY_HAND)
  const values = statements.map((one, index) => {
    if (ts.isReturnStatement(one) && one.expression && index === statements.length - 1) return one.expression
    const yielded = ts.isExpressionStatement(one) && ts.isYieldExpression(one.expression) ? one.expression : undefined
    return yielded?.expression && !yielded.asteriskToken ? yielded.expression : leaveByHand(COUNTING)
  })
  const isResponse = (name: ts.Node) => uses.get(name as ts.Identifier) === 'HttpResponse'
  const codes = values.map((value) => replyCode(source, staticResponse(source, value, isResponse)))
  return { response: { code: `${source.name('sequence')}(${codes.join(', ')})`, isJson: false }, settings: [] }
}

function replyCode(source: Source, fixed: StaticResponse | undefined): string {
  if (!fixed || fixed.settings.length > 0) return leaveByHand(BY_HAND)
  const { code, status, isJson } = fixed.response
  if (status === undefined) return code
  if (code === 'undefined') return `${source.name('status')}(${status})`
  return isJson ? `${source.name('status')}(${status}, ${code})` : leaveByHand(BY_HAND)
}
