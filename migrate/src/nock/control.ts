import type ts from 'typescript'
import { hostOption, openOption } from '../declare/allowed-hosts.ts'
import { UNDECLARED } from '../declare/differences.ts'
import { endsTest, removeCall, replaceByUnused, resetCode, UNUSED } from '../declare/remove-call.ts'
import { countsAssertions } from '../declare/setup.ts'
import { placementsOf } from '../order/placements.ts'
import { assertionOf, replaceComparison, statementOfCall } from '../read/assertions.ts'
import type { Interceptor } from '../read/declared.ts'
import { calleeOf, callsNamed, functionAround, isInside, nodesIn, statementsAfter } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, testAround } from '../read/tests.ts'
import { replaceDemand } from './scopes.ts'

const IMPLIED = /^(?:cleanAll|restore|activate|disableNetConnect|enableNetConnect|abortPendingRequests)$/

/** Rewrites a use of nock's own members. Returns an option of `setupMocks` that it stands for. */
export function convertControl(
  source: Source,
  member: Member,
  interceptors: readonly Interceptor[],
): string | undefined {
  const { node, name, call } = member
  let option: string | undefined
  source.attempt(node, () => {
    if (IMPLIED.test(name)) option = removeImplied(source, member, interceptors)
    else if (ANSWERED.test(name) && call) convertPending(source, member, call, interceptors)
    else leaveByHand(memberReason(name))
    if (asksOfAll(source, member) && !source.rulings.isDemanded) source.asking.push(source.lineOf(node))
  })
  return option
}

export function memberReason(name: string): string {
  return `nock.${name}: see "From nock" in migrating.md`
}

/** Whether nock would refuse here what mynah answers. What neither answers, mynah refuses. */
export function refusesMynah(source: Source, { node, name }: Member, hasStubs: boolean): boolean {
  const isRefusing = /^(?:dis|en)ableNetConnect$/.test(name) && (hasStubs || source.rulings.beside.length > 0)
  if (isRefusing) source.note(node, REFUSING)
  return isRefusing
}

const REFUSING =
  'nock refused other requests here, and mynah does: one that nock has no answer for any more may reach the network'

function removeImplied(
  source: Source,
  { node: access, name: member, call }: Member,
  interceptors: readonly Interceptor[],
): string | undefined {
  const node = call ?? access
  if (member === 'disableNetConnect') source.notes.push({ line: source.lineOf(node), reason: UNDECLARED })
  const option = member === 'enableNetConnect' && call ? optionOf(source, call) : undefined
  if (isResetInTest(source, member, node)) {
    if (interceptors.length === 0 && !source.imports('setupMocks')) leaveByHand(NO_STUB)
    source.replace(node, resetCode(source, source.localName('mocks'), node))
    return undefined
  }
  const isEarly = member === 'restore' && statementOfCall(source, node) && !endsTest(source, node)
  if (isEarly && testAround(source, node)) leaveByHand('requests pass between mocks.stop() and mocks.start()')
  if (!removeCall(source, node)) source.replace(node, 'undefined')
  return option
}

const PENDING = /^(?:isDone|pendingMocks|activeMocks)$/
const ANSWERED = /^(?:isDone|pendingMocks)$/

/** Whether a use of nock is about the answers of all hosts and files. */
export function asksOfAll(source: Source, { name, call }: Member): boolean {
  return call !== undefined && (PENDING.test(name) || isResetInTest(source, name, call))
}

function isResetInTest(source: Source, member: string, node: ts.Node): boolean {
  const isInFunction = functionAround(source, node) !== undefined && statementOfCall(source, node) !== undefined
  return member === 'cleanAll' && isInFunction && !endsTest(source, node)
}

/** An option holds for all tests of the file: a test that enables connections for itself has none. */
function optionOf(source: Source, call: ts.CallExpression): string | undefined {
  const [host] = call.arguments
  const isInTest = placementsOf(source, call).some(({ kind }) => kind === 'test')
  if (isInTest && callsNamed(source, /\.disableNetConnect$/).length > 0)
    return endsTest(source, call) ? undefined : leaveByHand(ENABLE)
  if (host !== undefined) return hostOption(source, host, 'pattern')
  const hook = hookAround(source, call)?.name
  return hook === undefined || /^(?:before|setup)/.test(hook) ? openOption(source) : undefined
}

const ENABLE = "write mocks.use.all('https://api.test/*rest', passthrough()) before the stubs of this test"

function convertPending(
  source: Source,
  member: Member,
  call: ts.CallExpression,
  interceptors: readonly Interceptor[],
  isBoth = false,
): void {
  const demand = globalDemandOf(source, member)
  const none = `${source.localName('mocks')}.unused().length === 0`
  const isPersisted = interceptors.some((one) => one.isPersisted)
  const isAlike = interceptors.every(({ stub: { times = '1' }, isOptional }) => times === '1' && !isOptional)
  if (demand) replaceDemand(source, demand, isPersisted)
  else if (interceptors.length === 0) leaveByHand(NO_STUB)
  else if (member.name === 'pendingMocks') replaceByUnused(source, call, isAlike, isBoth)
  else if (isAlike) replaceComparison(source, call, isBoth ? `${none} && ${call.getText()}` : none)
  else leaveByHand(UNUSED)
}

/** Asks nock, which keeps some answers, and mynah, or removes the answers of both. */
export function askBoth(source: Source, member: Member, interceptors: readonly Interceptor[]): void {
  const { node, name, call } = member
  if (!call || !asksOfAll(source, member) || globalDemandOf(source, member)) return
  const statement = source.statementOf(call)
  const [next] = source.ts.isStatement(statement) ? statementsAfter(source, statement) : []
  // An earlier run has written it.
  if (/^\w+\.reset\(/.test(next?.getText() ?? '') || statement.getText().includes('.unused()')) return
  source.attempt(node, () => {
    const reset = () => resetCode(source, source.localName('mocks'), call) + source.style.semicolon
    if (ANSWERED.test(name)) convertPending(source, member, call, interceptors, true)
    else if (name === 'cleanAll' && source.ts.isBlock(statement.parent))
      source.edits.insert(statement.end, `\n${source.indentOf(statement)}${reset()}`)
    else leaveByHand(memberReason(name))
  })
}

const NO_STUB = 'no stub is declared in this file: write it with the mocks that have the stubs'

/** A use of a member of nock: `nock.isDone`, or `isDone` where a file imports that. */
export interface Member {
  readonly node: ts.Expression
  readonly name: string
  readonly call: ts.CallExpression | undefined
}

export function memberOf({ ts }: Source, use: ts.Identifier, imported?: string): Member | undefined {
  const access = ts.isPropertyAccessExpression(use.parent) ? use.parent : undefined
  const node = imported === undefined ? access : use
  const name = imported ?? access?.name.text ?? 'default'
  if (!node || name === 'default') return undefined
  const call = node.parent
  return { node, name, call: ts.isCallExpression(call) && call.expression === node ? call : undefined }
}

/** The statement by which a test fails without all requests: `expect(nock.isDone()).toBe(true)`, `if (!nock.isDone()) throw new Error()` in a hook. */
export function globalDemandOf(source: Source, { name, call }: Member): ts.Statement | undefined {
  const { ts } = source
  if (!call || !ANSWERED.test(name) || countsAssertions(source)) return undefined
  const asserted = name === 'isDone' ? assertionOf(source, call) : undefined
  if (asserted?.is === 'true') return asserted.statement
  const around = ts.findAncestor(call, ts.isIfStatement)
  if (!around || around.elseStatement || !isInside(call, around.expression) || !hookAround(source, call))
    return undefined
  const fails = (one: ts.Node) => ts.isThrowStatement(one) || /^this\..*error$|\bfail$/.test(calleeOf(source, one))
  return nodesIn(ts, around.thenStatement, fails).length > 0 ? around : undefined
}
