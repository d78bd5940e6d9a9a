import type ts from 'typescript'
import { mergeOptions } from '../declare/allowed-hosts.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { keptRoute, testsOf } from '../order/beneath.ts'
import { constantText, onlyValueOf } from '../read/constants.ts'
import { type Chain, nodesIn, propertyOf } from '../read/nodes.ts'
import type { Kept } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { convertImplied } from './members.ts'
import { isAgentValue, membersNamed, originOfGet, type Reference } from './values.ts'

/** What an agent would answer for an interceptor, if this stayed. */
export function keptBy(source: Source, pool: ts.Expression, { node, links }: Chain): Kept {
  const at = originOfPool(source, pool)
  const tests = links.some(({ name }) => name === 'persist') ? undefined : testsOf(source, node)
  const [options] = links[0]?.args ?? []
  if (at === undefined || !options || !source.ts.isObjectLiteralExpression(options))
    return { node, host: at && hostOf(at), tests, routes: undefined }
  const [path, method] = ['path', 'method'].map((name) => propertyOf(source, options, name))
  const isAny = options.properties.some((one) => /^(?:\.\.\.|method$)/.test(one.name?.getText() ?? '...'))
  const name = method ? constantText(source, method) : isAny ? undefined : 'get'
  return {
    node,
    host: hostOf(at),
    tests,
    routes: [{ stub: keptRoute(source, source.quote(at), path, name), chain: node }],
  }
}

function hostOf(at: string): string | undefined {
  return URL.canParse(at) ? new URL(at).origin : undefined
}

/** The one origin that a pool is made for. */
export function originOfPool(source: Source, pool: ts.Expression): string | undefined {
  const value = source.ts.isIdentifier(pool) ? onlyValueOf(source, pool) : pool
  const origin = value && originOfGet(source, value)
  return origin && constantText(source, origin)
}

/** What is about all that an agent answers, or about what passes for a while. */
const OF_ALL = ['getCallHistory', 'pendingInterceptors', 'cleanMocks', 'activate', 'deactivate', 'isMockActive']

/**
 * Whether the agent of a file can stay for what is left of its interceptors alone. It is asked before mynah by undici's clients, and lets pass
 * what it has no answer for, unless it is told to let nothing pass.
 */
export function canStayBeside(source: Source, references: readonly Reference[], left: readonly ts.Node[]): boolean {
  const { answers } = source
  const isMade = references.some(
    ({ exported, node }) => exported === 'MockAgent' && source.ts.isNewExpression(node.parent),
  )
  const isOfInterceptors = left.every((node) => answers.some((one) => one.node === node))
  return (
    isMade &&
    isOfInterceptors &&
    left.length < answers.length &&
    OF_ALL.every((name) => membersNamed(source, name).length === 0)
  )
}

/** Has an agent that stays let pass what it has no answer for. Returns the options of `setupMocks` that its rules stand for. */
export function openAgent(source: Source): string {
  const { ts, file } = source
  const made = nodesIn(ts, file, ts.isNewExpression).find(({ expression }) => /\bMockAgent$/.test(expression.getText()))
  let options = ''
  for (const use of nodesIn(ts, file, ts.isIdentifier).filter((one) => isAgentValue(source, one))) {
    const { parent } = use
    const member = ts.isPropertyAccessExpression(parent) ? parent.name.text : ''
    if (!/^(?:dis|en)ableNetConnect$/.test(member)) continue
    source.attempt(use, () => {
      if (!ts.isCallExpression(parent.parent)) leaveByHand(`call ${member}() inline`)
      const option = convertImplied(source, member, parent.parent as ts.CallExpression)
      if (option) options = mergeOptions([options, option])
      if (made) source.note(made, REFUSING)
    })
  }
  return options
}

const REFUSING =
  'the agent refused other requests here, and mynah does: one that the agent has no answer for any more may reach the network'
