import type ts from 'typescript'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { endsTest, resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isTypeScript } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { originOfPool } from './kept.ts'
import { agentInReach, heldBy, originsOf } from './values.ts'

const POOL = /^(?:close|destroy|cleanMocks|request|stream|pipeline|dispatch|connect|upgrade)$/

const GONE = 'mocks.reset() removes the stubs of all hosts: keep what mocks.use(…) returns, and call it'

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
    if (!ts.isCallExpression(parent) || parent.expression !== access) leaveByHand(`call ${name.text}() inline`)
    else if (/^(?:close|destroy)$/.test(name.text)) {
      if (!endsTest(source, parent)) leaveByHand(GONE)
      removeOrLeave(source, parent)
    } else if (name.text === 'cleanMocks') cleanMocks(source, parent, expression, context)
    else if (/^(?:request|stream|pipeline|dispatch)$/.test(name.text)) {
      const origin = originOfPool(source, expression)
      if (!context.isGlobal || origin === undefined || /\bgetCallHistory\b/.test(source.file.text))
        leaveByHand(`a pool sends nothing here: write fetch(url) in place of ${name.text}()`)
      // Started mocks answer a real pool.
      else source.replace(expression, `new ${context.clientName('Pool')}(${source.quote(origin)})`)
    } else leaveByHand(`a pool sends nothing here: write fetch(url) in place of ${name.text}()`)
  })
}

/** Without its interceptors a pool is as after `reset`, which takes the stubs of all hosts, the calls and expectations too. */
function cleanMocks(source: Source, call: ts.CallExpression, pool: ts.Expression, { isGlobal }: PoolContext): void {
  if (hookAround(source, call) && removeCall(source, call)) return
  const isMore = /\b(?:getCallHistory|assertNoPendingInterceptors|pendingInterceptors)\b/.test(source.file.text)
  if (isMore || new Set(originsOf(source).map((one) => source.code(one))).size > 1) leaveByHand(GONE)
  source.replace(call, resetCode(source, isGlobal ? source.localName('mocks') : agentOf(source, pool), call))
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

/** `fetch(url, { dispatcher: agent })`. */
interface FetchCall {
  readonly callee: ts.Expression
  readonly options: ts.ObjectLiteralExpression
  readonly dispatcher: ts.ObjectLiteralElementLike
}

/** The call of undici's or of the global fetch that an agent is handed to. */
export function fetchCall(source: Source, use: ts.Identifier, fetches: readonly ts.Node[]): FetchCall | undefined {
  const { ts } = source
  const dispatcher = use.parent
  if (!ts.isPropertyAssignment(dispatcher) && !ts.isShorthandPropertyAssignment(dispatcher)) return undefined
  const options = dispatcher.parent
  const call = options.parent
  if (dispatcher.name.getText(source.file) !== 'dispatcher' || !ts.isCallExpression(call)) return undefined
  const callee = call.expression
  const isFetch = fetches.includes(callee) || /^(?:globalThis\.)?fetch$/.test(callee.getText(source.file))
  return isFetch ? { callee, options, dispatcher } : undefined
}

/** Calls the fetch of the mocks, without a dispatcher. */
export function replaceFetch(source: Source, { callee, options, dispatcher }: FetchCall, mocks: string): void {
  const { ts } = source
  const others = options.properties.filter((one) => one !== dispatcher)
  const [only] = others
  source.replace(callee, `${mocks}.fetch`)
  if (others.length === 1 && only && ts.isSpreadAssignment(only))
    source.replace(options, initCode(source, only.expression))
  else if (others.length > 0) source.replace(options, `{ ${others.map((one) => source.code(one)).join(', ')} }`)
  else if (ts.isCallExpression(options.parent) && options.parent.arguments[1] === options) {
    source.edits.replace(options.parent.arguments[0]?.end ?? options.pos, options.end, '')
  } else leaveByHand(`write ${mocks}.fetch(url) here`)
}

/** The options of undici's fetch, whose type may be one that the global fetch does not take. */
function initCode(source: Source, options: ts.Expression): string {
  const { ts, checker } = source
  const code = source.code(options)
  const [symbol] = checker
    .getSymbolsInScope(options, ts.SymbolFlags.Interface)
    .filter(({ name }) => name === 'RequestInit')
  if (!symbol || !isTypeScript(source)) return code
  const type = checker.getNonNullableType(checker.getTypeAtLocation(options))
  return checker.isTypeAssignableTo(type, checker.getDeclaredTypeOfSymbol(symbol)) ? code : `${code} as RequestInit`
}

/** Whether a use hands the agent over as a dispatcher. */
export function isDispatcher(source: Source, use: ts.Identifier): boolean {
  const { ts, checker } = source
  const { parent } = use
  const name = ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent) ? parent.name.getText() : ''
  if (name === 'dispatcher') return true
  const wanted = checker.getContextualType(use)
  return (
    ts.isCallExpression(parent) && wanted !== undefined && /\bDispatcher\b|^Agent$/.test(checker.typeToString(wanted))
  )
}
