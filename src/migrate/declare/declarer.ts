import { leaveByHand } from '../layout/by-hand.ts'
import { type Chain, isOncePerFile } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { moveIntoHook, noteStricter } from './hooks.ts'
import type { Interceptor } from './interceptor.ts'
import { listAround, replaceListed } from './override.ts'
import { Queue } from './queue.ts'

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
  declare(chain: Chain, interceptors: readonly Interceptor[], isDemanded: boolean, mocks: string): boolean {
    const source = this.#source
    if (interceptors.length === 0)
      leaveByHand(
        'this scope has no interceptor; hand on rest.at(…), and give its stubs to mocks.use() where they are made',
      )
    if (this.#own && isOncePerFile(source, chain.node)) moveIntoHook(source, chain, this.#own)
    noteStricter(source, chain, isDemanded)
    const isExpected = isDemanded && !interceptors.some((one) => one.isPersisted || one.isOptional)
    const list = listAround(source, chain.node)
    if (list) replaceListed(source, chain, list, interceptors, isExpected)
    else this.#queue.add(chain, interceptors, `${mocks}.${isExpected ? 'expect' : 'use'}`)
    return interceptors.every((one) => one.isPersisted)
  }
}
