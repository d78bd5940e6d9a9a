import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { mayRunBefore } from '../order/placements.ts'
import { statementOfCall } from '../read/assertions.ts'
import { type Chain, calleeOf, type Link, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasTests, hookAround, isInAfterHook, isOncePerFile } from '../read/tests.ts'
import type { FollowedCall } from './followed-calls.ts'

/** How a file uses the mocked fetch, as far as the control of its mocks depends on it. */
export interface Uses {
  /** The calls that declare answers, or let requests through. */
  readonly links: readonly Link[]
  /** What reads the calls. */
  readonly reads: readonly ts.Node[]
  /** The calls of functions of other files that read them. */
  readonly followed: readonly FollowedCall[]
  readonly cleared: ClearedCalls
  /** The calls that turn mocking off. */
  readonly stops: readonly ts.Node[]
  /** Whether the file only sets the library up. */
  readonly isSetup: boolean
}

const CONTROL =
  /^(?:(?:reset|enable|disable)(?:Fetch)?Mocks|mock(?:Clear|Reset|Restore)|resetCalls|restore|(?:do)?[mM]ock(?:Once)?|clearRoutes)$/
/** What turns mocking on if it has no answer. */
export const BARE = /^(?:do)?[mM]ock(?:Once)?$/

export function isControl(links: readonly Link[]): boolean {
  return links.length > 0 && links.every(({ name, args }) => CONTROL.test(name) && args.length === 0)
}

/** Whether a call becomes one of mynah's. */
export function staysAsCall(source: Source, { links, node }: Chain): boolean {
  const isOfMocks = links.some(({ name }) => /^(?:resetMocks|mockReset|mockRestore|restore|disable\w+)$/.test(name))
  return isControl(links) && isOfMocks && !isDoneByHooks(source, node)
}

const ALL_MOCKS = /^(?:jest|vi|vitest)\.(clear|reset|restore)AllMocks$/

/** Has a test that clears all mocks count its later calls of fetch from there. */
export function clearAllMocks(source: Source, { cleared, links }: Uses): void {
  const { ts, file } = source
  const mocks = source.localName('mocks')
  for (const node of nodesIn(ts, file, ts.isCallExpression)) {
    const [, verb] = ALL_MOCKS.exec(calleeOf(source, node)) ?? []
    if (!verb || isDoneByHooks(source, node)) continue
    const isAnswering = links.some((one) => mayRunBefore(source, node, one.node))
    const isRead = cleared.readsAfter(node).length > 0
    if (verb !== 'clear' && (isAnswering || isRead))
      source.leave(node, `write what of this is about fetch: ${mocks}.reset()`)
    else if (isRead) source.attempt(node, () => cleared.clear(node, mocks, 'more'))
  }
}

function isDoneByHooks(source: Source, call: ts.Node): boolean {
  return hookAround(source, call) !== undefined || isOncePerFile(source, call)
}

/** The runner's hooks reset the mocks after each test. */
export function convertControl(source: Source, call: ts.Node, uses: Uses): void {
  const name = /(\w+)\(\)$/.exec(call.getText(source.file))?.[1] ?? ''
  const mocks = source.localName('mocks')
  const isByHooks = isDoneByHooks(source, call)
  if (uses.isSetup) leaveSetup(source, call, name.startsWith('enable') || isOncePerFile(source, call))
  if (name.startsWith('disable')) convertStop(source, call, uses)
  else if (name.startsWith('enable') && isRestart(source, call, uses))
    replaceStatement(source, call, `${mocks}.start()`)
  else if (isByHooks || /^(?:enable|doMock|mockOnce)/.test(name)) {
    removeOrLeave(source, call)
  } else if (/^(?:resetMocks|mockReset|mockRestore|restore)$/.test(name)) {
    source.replace(call, resetCode(source, mocks, call))
    uses.cleared.reset(call)
  } else if (name === 'clearRoutes') removeClearRoutes(source, call, uses)
  else uses.cleared.clear(call, mocks)
}

/** What goes when no test needs the setup any more. */
const OF_SETUP = 'remove this from the setup when no test declares answers on fetch'
const STOPS_SETUP = 'remove this with the setup, so that fetch is the real one'
export const NEEDLESS: ReadonlySet<string> = new Set([OF_SETUP, STOPS_SETUP])
const STOP = 'stop the mocks, so that fetch is the real one: mocks.stop()'

/** Whether the mocks that were stopped have to start again. */
function isRestart(source: Source, call: ts.Node, uses: Uses): boolean {
  return !isOncePerFile(source, call) && !isIdle(source, uses) && uses.stops.some((one) => isStop(source, one))
}

/** Whether a file only turns mocking on and off. */
function isIdle({ rulings }: Source, { links, reads, followed }: Uses): boolean {
  return links.length + reads.length + followed.length === 0 && rulings.mocksOf === undefined
}

/** Whether a call stops the mocks: in a hook behind the tests it is of no use. */
function isStop(source: Source, call: ts.Node): boolean {
  return !isInAfterHook(source, call)
}

/** What turns mocking off for a file, as a setup file has turned it on, is no clean-up. Stopped mocks take no answers, and forget the calls. */
function convertStop(source: Source, call: ts.Node, uses: Uses): void {
  const { links, reads } = uses
  if (!isStop(source, call)) {
    removeOrLeave(source, call)
    return
  }
  if (isDoneByHooks(source, call) && isIdle(source, uses)) {
    if (!source.rulings.isSetupNeedless) leaveByHand(STOPS_SETUP)
    removeOrLeave(source, call)
    return
  }
  const behind = [...links.map(({ node }) => node), ...reads].some((one) => mayRunBefore(source, call, one))
  if (isDoneByHooks(source, call) || behind) leaveByHand(STOP)
  replaceStatement(source, call, `${source.localName('mocks')}.stop()`)
}

/** A hook may not return what `start` returns. */
function replaceStatement(source: Source, call: ts.Node, code: string): void {
  if (statementOfCall(source, call)) source.replace(call, code)
  else leaveByHand(`write ${code} as a statement`)
}

function removeClearRoutes(source: Source, call: ts.Node, { links }: Uses): void {
  const hasRoutes = links.some(({ name, node }) => name.startsWith('route') && mayRunBefore(source, node, call))
  if (hasRoutes || !removeCall(source, call)) leaveByHand('call the undo that mocks.use returned for each route')
}

/** A setup file serves tests that may be left. */
export function leaveSetup(source: Source, call: ts.Node, isForAll = isOncePerFile(source, call)): void {
  if (!isForAll || hasTests(source.file)) return
  if (!source.rulings.isSetupNeedless) leaveByHand(OF_SETUP)
  if (source.notes.every(({ reason }) => reason !== REAL))
    source.notes.push({ line: source.lineOf(call), reason: REAL })
}

const REAL =
  'fetch is the real one now in tests without mocks: to keep them off the network, start setupMocks([]) in this setup'
