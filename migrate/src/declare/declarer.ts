import { leaveByHand } from '../layout/by-hand.ts'
import { hasQueries } from '../order/overlap.ts'
import { arrowOfCall } from '../read/assertions.ts'
import type { Interceptor, Layer } from '../read/declared.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import { moveIntoHook, noteKept, noteStricter } from './hooks.ts'
import { listAround, replaceListed } from './override.ts'
import { Queue } from './queue.ts'
import { putInBraces } from './returned-answers.ts'
import { isScript } from './setup.ts'

/** Declares stubs in place of the chains of an old library. */
export class Declarer {
  readonly #source: Source
  readonly #queue: Queue
  readonly #own: RegExp | undefined

  /**
   * `own` tells the statements of a hook that speak of the old library alone. Without it the mocks are not the runner's, which takes
   * overrides off after each test.
   */
  constructor(source: Source, own?: RegExp) {
    this.#source = source
    this.#queue = new Queue(source)
    this.#own = own
  }

  /**
   * Replaces a chain by the call of `mocks` that declares its stubs. Returns whether they always answer.
   */
  declare(chain: Chain, read: readonly Interceptor[], isDemanded: boolean, mocks: string): boolean {
    const source = this.#source
    const { rulings, construct } = source
    if (read.length === 0)
      leaveByHand(
        'this scope has no interceptor; hand on rest.at(…), and give its stubs to mocks.use() where they are made',
      )
    const own = !isScript(source) && isOncePerFile(source, chain.node) ? this.#own : undefined
    const blanks = own ? moveIntoHook(source, chain, own) : ''
    noteStricter(source, chain, isDemanded)
    if (this.#own && !isOncePerFile(source, chain.node)) noteKept(source, chain, read)
    const start = construct.getStart(source.file)
    const interceptors = rulings.exact.has(start) ? read.map((one) => withoutQueries(source, one)) : read
    const isWanted = isDemanded || rulings.expected.has(start)
    const isExpected = isWanted && !interceptors.some((one) => one.isPersisted || one.isOptional)
    const caller = `${mocks}.${isExpected ? 'expect' : 'use'}`
    const list = listAround(source, chain.node)
    let layer: Layer | undefined
    if (list) replaceListed(source, chain, list, interceptors, isExpected)
    else layer = this.#queue.add(chain, interceptors, caller, blanks)
    // A hook may not return the undo of an override.
    const arrow = arrowOfCall(source, chain.node)
    if (arrow) putInBraces(source, arrow.body)
    source.declared.push({
      construct,
      chain: chain.node,
      interceptors,
      isExpected,
      mocks,
      layer: layer ?? { first: list ?? chain.node },
    })
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
