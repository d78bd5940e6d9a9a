import type ts from 'typescript'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { endsTest, resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText, onlyValueOf } from '../read/constants.ts'
import { functionAround, hookAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasExpectations } from './activity.ts'
import { agentInReach, heldBy, originOfGet, originsOf } from './values.ts'

const POOL = /^(?:close|destroy|cleanMocks|request|stream|pipeline|dispatch|connect|upgrade)$/

const GONE = 'mocks.reset() takes the stubs of all hosts away: keep what mocks.use(…) returns, and call it'

/** How a pool is rewritten: the mocks that it belongs to, and what undici's clients are called; nothing if the mocks do not patch them. */
export interface PoolContext {
  readonly isGlobal: boolean
  readonly clientName: (client: 'Agent' | 'Pool') => string
}

/** Rewrites what a pool does beside its interceptors. */
export function convertPoolMember(source: Source, access: ts.PropertyAccessExpression, context: PoolContext): void {
  const { ts } = source
  const { name, expression, parent } = access
  if (!POOL.test(name.text) || heldBy(source, expression) !== 'pool') return
  source.attempt(access, () => {
    if (!ts.isCallExpression(parent) || parent.expression !== access) leaveByHand(`call ${name.text}() in place`)
    else if (/^(?:close|destroy)$/.test(name.text)) closePool(source, parent, expression, context)
    else if (name.text === 'cleanMocks') cleanMocks(source, parent, expression, context)
    else if (/^(?:request|stream|pipeline|dispatch)$/.test(name.text)) {
      const origin = originOfPool(source, expression)
      if (!context.isGlobal || origin === undefined || /\bgetCallHistory\b/.test(source.file.text))
        leaveByHand(`a pool sends nothing here: write fetch(url) in place of ${name.text}()`)
      // Started mocks answer a real pool.
      else source.replace(expression, `new ${context.clientName('Pool')}(${source.quote(origin)})`)
    } else leaveByHand(`a pool sends nothing here: write fetch(url) in place of ${name.text}()`)
  })
}

/** A pool that is closed in the middle of a test has lost its interceptors. */
function closePool(source: Source, call: ts.CallExpression, pool: ts.Expression, context: PoolContext): void {
  if (!endsTest(source, call)) {
    const { end = call.end } = functionAround(source, call) ?? {}
    if (/\.intercept\b/.test(source.file.text.slice(call.end, end))) leaveByHand(GONE)
    cleanMocks(source, call, pool, context)
  } else removeOrLeave(source, call)
}

/** Without its interceptors a pool is as after `reset`, which takes the stubs of all hosts, the calls and expectations too. */
function cleanMocks(source: Source, call: ts.CallExpression, pool: ts.Expression, { isGlobal }: PoolContext): void {
  if (hookAround(source, call) && removeCall(source, call)) return
  const isMore = /\b(?:getCallHistory|assertNoPendingInterceptors|pendingInterceptors)\b/.test(source.file.text)
  const mocks = isGlobal ? source.localName('mocks') : agentOf(source, pool)
  if (!isMore && new Set(originsOf(source).map((one) => source.code(one))).size <= 1) {
    source.replace(call, resetCode(source, mocks, call))
    return
  }
  const isAsked = hasExpectations(source) || /\bpendingInterceptors\b/.test(source.file.text)
  const awaited = source.ts.isAwaitExpression(call.parent) ? call.parent : call
  if (isAsked || !source.ts.isIdentifier(pool)) leaveByHand(GONE)
  const rest = /\.disableNetConnect\(/.test(source.file.text) ? 'networkError' : 'passthrough'
  source.replace(awaited, `${mocks}.use(${pool.text}.all(/.*/, ${source.name(rest)}()))`)
}

/** The one origin that a pool is made for. */
export function originOfPool(source: Source, pool: ts.Expression): string | undefined {
  const value = source.ts.isIdentifier(pool) ? onlyValueOf(source, pool) : pool
  const origin = value && originOfGet(source, value)
  return origin && constantText(source, origin)
}

/** The name of the agent that a pool is of. */
export function agentOf(source: Source, pool: ts.Expression): string {
  const { ts } = source
  const owner =
    ts.isCallExpression(pool) && ts.isPropertyAccessExpression(pool.expression) ? pool.expression.expression : undefined
  if (owner && ts.isIdentifier(owner)) return owner.text
  return (
    agentInReach(source, pool) ?? leaveByHand('tell which mocks declare this stub: mocks.use(pool.get(path, payload))')
  )
}
