import type ts from 'typescript'
import { Declarer } from '../declare/declarer.ts'
import { ownerOf } from '../declare/override.ts'
import { keepLeft } from '../order/beneath.ts'
import { bindingsOf, type Conversion, type Reader } from '../read/imports.ts'
import { chainFrom, functionAround, isInside, isReachable, otherUses } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { convertAgents, convertReference, openAgents } from './agents.ts'
import { type Origin, originCode, readIntercept } from './read-intercept.ts'
import { heldBy, keptBy, membersNamed, originOfGet, originOfPool, type Reference, referencesOf } from './values.ts'

const MODULES = /^undici(?:\/.+)?$/

/** Rewrites a file's global `MockAgent` as mocks that a hook starts. One that is handed to its clients stays. */
export const UNDICI: Reader = { modules: MODULES, convert: convertUndici }

function convertUndici(source: Source): Conversion | undefined {
  const all = bindingsOf(source, MODULES)
  const references = all.flatMap((binding) => referencesOf(source, binding))
  if (!references.some(({ exported }) => OF_MOCKS.test(exported))) return undefined
  const before = source.left.length
  const isSet = references.some(({ exported }) => exported === 'setGlobalDispatcher')
  const areTypes = references.every(({ node }) => source.ts.isTypeReferenceNode(node.parent))
  const isOfTypes = areTypes && membersNamed(source, /^intercept$/).length === 0
  if (!isSet && !(isOfTypes && source.rulings.importers().some(({ text }) => text.includes('setGlobalDispatcher(')))) {
    for (const { exported, node } of references) if (OF_MOCKS.test(exported)) source.leave(node, OF_CLIENTS)
    return { bindings: all, needsSetup: false, options: '', stays: OF_CLIENTS }
  }
  const { rulings } = source
  convertIntercepts(source)
  keepLeft(source)
  const converted = rulings.isAgentKept ? [] : references.filter((one) => convertReference(source, one))
  const options = rulings.isAgentKept ? openAgents(source, references) : convertAgents(source)
  const left = source.left.slice(before).map(({ node }) => node)
  const isBeside = canStayBeside(source, references, left)
  if (isBeside) rulings.isAgentKept = true
  return {
    bindings: all.filter((binding) => {
      const own = references.filter((one) => one.binding === binding)
      return own.length > 0 && own.every((one) => converted.includes(one))
    }),
    needsSetup: isSet && source.converted > 0,
    options,
    isOpened: isBeside,
    stays: left.length > 0 && !isBeside ? TOGETHER : undefined,
  }
}

/** What is about all that an agent answers, or about what passes for a while. */
const OF_ALL = /^(?:getCallHistory|pendingInterceptors|cleanMocks|activate|deactivate|isMockActive)$/

/** Whether the agent of a file can stay for some of its interceptors alone. It lets pass what it has no answer for, unless it is told not to. */
function canStayBeside(source: Source, references: readonly Reference[], left: readonly ts.Node[]): boolean {
  const { ts, answers } = source
  const isMade = references.some(({ exported, node }) => exported === 'MockAgent' && ts.isNewExpression(node.parent))
  const isOfInterceptors = left.every((node) => answers.some((one) => one.node === node))
  const isPart = left.length > 0 && left.length < answers.length
  return isMade && isPart && isOfInterceptors && membersNamed(source, OF_ALL).length === 0
}

const OF_MOCKS = /^(?:MockAgent|Interceptable|SnapshotAgent)$/
const OF_CLIENTS =
  'no setGlobalDispatcher() is here: start mocks in place of the agent, beforeAll(setupMocks(stubs)), which answer any client'
const TOGETHER = 'the agent of undici stays, and its interceptors with it, while one of its uses is left'

function convertIntercepts(source: Source): void {
  const declarer = new Declarer(source, 'intercept')
  const pools = interceptingPools(source)
  const asserted = membersNamed(source, /^assertNoPendingInterceptors$/)
  for (const pool of pools) {
    const chain = chainFrom(source, pool)
    source.answers.push(keptBy(source, pool, chain))
    source.attempt(chain.node, () => {
      const { links } = chain
      const owner = ownerOf(source, chain.node)
      if (owner && otherUses(source, owner).length > 0)
        leaveByHand(`write this in one chain: ${owner.text} is used in other statements`)
      const interceptor = readIntercept(source, originOf(source, pool), links)
      // The test, or a hook after each, asserts that nothing is pending.
      const own = functionAround(source, chain.node)
      const isDemanded = asserted.some((one) => hookAround(source, one) || (own && isInside(one, own)))
      declarer.declare(chain, [interceptor], isDemanded, source.localName('mocks'))
    })
  }
}

function interceptingPools(source: Source): ts.Expression[] {
  const { ts, checker } = source
  return membersNamed(source, /^intercept$/).flatMap((access) => {
    const { expression, parent } = access
    const isPool = heldBy(source, expression) === 'pool'
    const isCalled = ts.isCallExpression(parent) && parent.expression === access
    if (isPool && isCalled) return [expression]
    const isUntyped = (checker.getTypeAtLocation(expression).flags & ts.TypeFlags.Any) !== 0
    if (isPool || isCalled) source.leave(access, isUntyped && isCalled ? UNTYPED : TAKEN)
    return []
  })
}

const UNTYPED = 'write the type of this parameter, as pool: MockPool, and run migrate again'
const TAKEN = 'hand on the pool in place of its intercept(), call pool.intercept(…), and run migrate again'

const ORIGIN = 'write agent.get(origin) where this pool is used: another interceptor stays with the agent'

/** The origin of `agent.get(origin)`; else the name of a pool, which is `rest.at(origin)` now, unless its agent stays. */
function originOf(source: Source, pool: ts.Expression): Origin {
  const { isAgentKept } = source.rulings
  const origin = isAgentKept ? originOfPool(source, pool) : originOfGet(source, pool)
  if (isAgentKept && !(origin && isReachable(source, origin, pool))) leaveByHand(ORIGIN)
  if (!origin) return { at: source.code(pool) }
  const code = originCode(source, origin)
  return code === source.code(origin) ? { node: origin } : { at: `${source.name('rest')}.at(${code})` }
}
