import type ts from 'typescript'
import { hostOption, openOption } from '../declare/allowed-hosts.ts'
import { endsTest, removeCall, removeOrLeave, replaceByUnused } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isToThrow } from '../read/assertions.ts'
import { callsNamed, functionAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround, testAround } from '../read/tests.ts'
import { heldBy } from './values.ts'

/** What mynah does by itself, by the hooks of the runner. */
const IMPLIED = /^(?:disableNetConnect|enableNetConnect|close|activate|deactivate)$/

/** Why a member of an agent stays. */
export function reasonOf(member: string): string {
  return `mynah has no ${member}(): write what it does with mocks.use(stub)`
}

/** Rewrites a call of an agent. Returns an option of `setupMocks` that it stands for. */
export function convertMember(source: Source, member: string, call: ts.CallExpression): string | undefined {
  if (IMPLIED.test(member)) return convertImplied(source, member, call)
  // A stub that took one of two requests is in no list of mynah.
  if (member === 'pendingInterceptors') {
    replaceByUnused(source, call, callsNamed(source, /\.times$/).length === 0)
    return undefined
  }
  if (member !== 'assertNoPendingInterceptors') leaveByHand(reasonOf(member))
  const options = isToThrow(source, call) ? '{ unused: true }' : ''
  if (options || !removeCall(source, call)) source.replace(call, `${source.localName('mocks')}.verify(${options})`)
  return undefined
}

/** Rewrites what a pool does beside its interceptors. */
export function convertPoolMember(source: Source, access: ts.PropertyAccessExpression): void {
  const { ts } = source
  const { name, expression, parent } = access
  if (!POOL.test(name.text) || heldBy(source, expression) !== 'pool') return
  source.attempt(access, () => {
    const isEnd = ts.isCallExpression(parent) && /^(?:close|destroy)$/.test(name.text) && endsTest(source, parent)
    if (isEnd) removeOrLeave(source, parent)
    else leaveByHand(`a pool has no ${name.text}() here: send by fetch(url), and reset by mocks.reset()`)
  })
}

const POOL = /^(?:close|destroy|cleanMocks|request|stream|pipeline|dispatch|connect|upgrade)$/

/** What the hooks of the runner do is removed, but for what a test changes for its next requests. */
function convertImplied(source: Source, member: string, call: ts.CallExpression): string | undefined {
  const [host] = call.arguments
  const isInTest = functionAround(source, call) !== undefined && hookAround(source, call) === undefined
  const isMade =
    /^(?:de)?activate$/.test(member) ||
    (member === 'close' && testAround(source, call) !== undefined && !endsTest(source, call))
  // Without `disableNetConnect()` it is so for all tests of the file.
  const isSpan = member === 'enableNetConnect' && callsNamed(source, /\.disableNetConnect$/).length > 0
  if (isInTest && (isMade || isSpan)) leaveByHand(OF_TEST)
  // What a hook enables after the tests is for those of other files.
  const isLate = /^after|eardown$/.test(hookAround(source, call)?.name ?? '')
  const isOption = member === 'enableNetConnect' && !isLate
  const option = isOption ? (host ? hostOption(source, host, 'exact') : openOption(source)) : undefined
  removeOrLeave(source, call)
  return option
}

const OF_TEST = 'write what this is for as a stub of the test: mocks.use.all(/.*/, passthrough()), or networkError()'
