import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { mayRunBefore } from '../order/placements.ts'
import { type Chain, calleeOf, type Link, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasTests, hookAround, isInAfterHook, isOncePerFile } from '../read/tests.ts'

/** How a file uses the mocked fetch, as far as the control of its mocks depends on it. */
export interface Uses {
  /** The calls that declare answers. */
  readonly links: readonly Link[]
  /** What reads the calls. */
  readonly reads: readonly ts.Node[]
  readonly cleared: ClearedCalls
  /** Whether the file only sets the library up. */
  readonly isSetup: boolean
}

const CONTROL =
  /^(?:(?:reset|enable|disable)(?:Fetch)?Mocks|mock(?:Clear|Reset|Restore)|resetCalls|(?:do)?[mM]ock(?:Once)?)$/
/** What turns mocking on if it has no answer. */
export const BARE = /^(?:do)?[mM]ock(?:Once)?$/

export function isControl(links: readonly Link[]): boolean {
  return links.length > 0 && links.every(({ name, args }) => CONTROL.test(name) && args.length === 0)
}

/** Whether a call becomes one of mynah's. */
export function staysAsCall(source: Source, { links, node }: Chain): boolean {
  const isOfMocks = links.some(({ name }) => /^(?:resetMocks|mockReset|mockRestore|disable\w+)$/.test(name))
  return isControl(links) && isOfMocks && !isDoneByHooks(source, node)
}

const ALL_MOCKS = /^(?:jest|vi|vitest)\.(clear|reset|restore)AllMocks$/

/** What clears all mocks of the runner stays: in a test that goes on with fetch, its part of fetch is by hand. */
export function checkAllMocks(source: Source, { cleared, links }: Uses): void {
  const { ts, file } = source
  for (const node of nodesIn(ts, file, ts.isCallExpression)) {
    const [, verb] = ALL_MOCKS.exec(calleeOf(source, node)) ?? []
    if (!verb || isDoneByHooks(source, node)) continue
    const isAnswering = verb !== 'clear' && links.some((one) => mayRunBefore(source, node, one.node))
    if (isAnswering || cleared.readsAfter(node).length > 0)
      source.leave(node, `write what of this is about fetch: ${source.localName('mocks')}.reset()`)
  }
}

function isDoneByHooks(source: Source, call: ts.Node): boolean {
  return hookAround(source, call) !== undefined || isOncePerFile(source, call)
}

/** The runner's hooks reset the mocks after each test. */
export function convertControl(source: Source, call: ts.Node, uses: Uses): void {
  const name = /(\w+)\(\)$/.exec(call.getText(source.file))?.[1] ?? ''
  const mocks = source.localName('mocks')
  if (uses.isSetup) leaveSetup(source, call, name.startsWith('enable') || isOncePerFile(source, call))
  if (name.startsWith('disable')) convertStop(source, call, uses)
  else if (isDoneByHooks(source, call) || /^(?:enable|doMock|mockOnce)/.test(name)) removeOrLeave(source, call)
  else if (/^(?:resetMocks|mockReset|mockRestore)$/.test(name)) source.replace(call, resetCode(source, mocks, call))
  else uses.cleared.clear(call, mocks)
}

/** What goes when no test needs the setup any more. */
const OF_SETUP = 'remove this from the setup when no test declares answers on fetch'
const STOPS_SETUP = 'remove this with the setup, so that fetch is the real one'
export const NEEDLESS: ReadonlySet<string> = new Set([OF_SETUP, STOPS_SETUP])

/** What turns mocking off for a file, as a setup file has turned it on, is no clean-up. */
function convertStop(source: Source, call: ts.Node, { links, reads }: Uses): void {
  if (!isInAfterHook(source, call)) {
    if (links.length + reads.length > 0) leaveByHand('stop the mocks, so that fetch is the real one: mocks.stop()')
    if (!source.rulings.isSetupNeedless) leaveByHand(STOPS_SETUP)
  }
  removeOrLeave(source, call)
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
