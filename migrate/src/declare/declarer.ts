import { leaveByHand } from '../layout/by-hand.ts'
import { hasQueries } from '../order/overlap.ts'
import { arrowOfCall } from '../read/assertions.ts'
import type { Interceptor, Layer } from '../read/declared.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import { moveIntoHook, noteKept, noteStricter } from './hooks.ts'
import { overrideCode, putInBraces } from './override.ts'
import { Queue } from './queue.ts'
import { isScript } from './setup.ts'

const IN_ORDER =
  'mocks.expect answers in the order of declaration, and fails a test that does not send all these requests'

/** Declares stubs in place of the chains of an old library. */
export class Declarer {
  readonly #source: Source
  readonly #queue: Queue
  readonly #own: string | undefined

  /**
   * `own` is a name by which a hook's statements are told that speak of the old library alone. Without it the mocks are not the
   * runner's, which takes overrides off after each test.
   */
  constructor(source: Source, own?: string) {
    this.#source = source
    this.#queue = new Queue(source)
    this.#own = own
  }

  /**
   * Replaces a chain by the call of `mocks` that declares its stubs, or by that of `holder`, whose value is used. Returns whether they
   * always answer.
   */
  declare(chain: Chain, read: readonly Interceptor[], isDemanded: boolean, mocks: string, holder?: string): boolean {
    const source = this.#source
    const { rulings, construct } = source
    if (read.length === 0)
      leaveByHand(
        'this scope has no interceptor; hand on rest.at(…), and give its stubs to mocks.use() where they are made',
      )
    const isOnce = isOncePerFile(source, chain.node)
    if (holder && isOnce) leaveByHand('declare this in beforeEach: mocks take no stub before they are started')
    const own = isOnce && !isScript(source) ? this.#own : undefined
    const blanks = own ? moveIntoHook(source, chain, own) : ''
    noteStricter(source, chain, isDemanded)
    if (this.#own && !isOnce) noteKept(source, chain, read)
    const start = construct.getStart(source.file)
    const asked = rulings.exact.has(start) ? read.map((one) => withoutQueries(source, one)) : read
    // What its holder is asked for is no expectation.
    const interceptors = holder ? asked.map((one) => ({ ...one, isOptional: true })) : asked
    const isWanted = isDemanded || rulings.expected.has(start)
    const isExpected = isWanted && !interceptors.some((one) => one.isPersisted || one.isOptional)
    if (isExpected && !isDemanded) source.notes.push({ line: source.lineOf(chain.node), reason: IN_ORDER })
    const caller = `${mocks}.${isExpected ? 'expect' : 'use'}`
    let layer: Layer = { first: chain.node }
    if (holder) source.replace(chain.node, overrideCode(source, interceptors, holder, source.indentOf(chain.node)))
    else layer = this.#queue.add(chain, interceptors, caller, blanks)
    // A hook may not return the undo of an override.
    const arrow = arrowOfCall(source, chain.node)
    if (arrow) putInBraces(source, arrow.body)
    source.declared.push({ construct, chain: chain.node, interceptors, isExpected, mocks, layer })
    return interceptors.every((one) => one.isPersisted)
  }
}

/** The old libraries take no query that is not asked for. */
function withoutQueries(source: Source, one: Interceptor): Interceptor {
  const { match } = one.stub
  if (hasQueries(one.stub) || one.isAnyQuery) return one
  if (match !== undefined && !match.startsWith('{'))
    leaveByHand(
      'another stub of this path asks for queries: refuse them in this function, match: ({ searchParams }) => searchParams.size === 0',
    )
  const none = `queries: ${source.name('equals')}({})`
  return { ...one, stub: { ...one.stub, match: match === undefined ? `{ ${none} }` : `{ ${none}, ${match.slice(2)}` } }
}
