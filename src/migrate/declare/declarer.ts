import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor, Layer } from '../read/declared.ts'
import { type Chain, isOncePerFile } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { moveIntoHook, noteStricter } from './hooks.ts'
import { hasQueries } from './overlap.ts'
import { listAround, replaceListed } from './override.ts'
import { Queue } from './queue.ts'
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

  /** Replaces a chain by the call of `mocks` that declares its stubs. Returns whether they always answer. */
  declare(chain: Chain, read: readonly Interceptor[], isDemanded: boolean, mocks: string): boolean {
    const source = this.#source
    const { rulings, construct } = source
    if (read.length === 0)
      leaveByHand(
        'this scope has no interceptor; hand on rest.at(…), and give its stubs to mocks.use() where they are made',
      )
    if (this.#own && !isScript(source) && isOncePerFile(source, chain.node)) moveIntoHook(source, chain, this.#own)
    noteStricter(source, chain, isDemanded)
    const start = construct.getStart(source.file)
    const interceptors = rulings.exact.has(start) ? read.map((one) => withoutQueries(source, one)) : read
    const isWanted = isDemanded || rulings.expected.has(start)
    const isExpected = isWanted && !interceptors.some((one) => one.isPersisted || one.isOptional)
    const list = listAround(source, chain.node)
    let layer: Layer | undefined
    if (list) replaceListed(source, chain, list, interceptors, isExpected)
    else layer = this.#queue.add(chain, interceptors, `${mocks}.${isExpected ? 'expect' : 'use'}`)
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
    leaveByHand('another stub of this path asks for queries: this function has to refuse them')
  const none = `queries: ${source.name('equals')}({})`
  return { ...one, stub: { ...one.stub, match: match === undefined ? `{ ${none} }` : `{ ${none}, ${match.slice(2)}` } }
}
