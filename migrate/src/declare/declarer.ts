import { leaveByHand } from '../layout/by-hand.ts'
import { hasQueries } from '../order/overlap.ts'
import { arrowOfCall } from '../read/assertions.ts'
import type { Interceptor, Layer } from '../read/declared.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isOncePerFile } from '../read/tests.ts'
import { moveIntoHook, noteKept, noteStricter } from './hooks.ts'
import { listAround, overrideCode, replaceListed } from './override.ts'
import { Queue } from './queue.ts'
import { putInBraces } from './returned-answers.ts'
import { isScript } from './setup.ts'

/** A constant that keeps the undo of stubs, and the place at which it is called. */
export interface KeptUndo {
  readonly name: string
  readonly at: number
}

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
   * Replaces a chain by the call of `mocks` that declares its stubs. `undo` keeps what it returns. Returns
   * whether they always answer.
   */
  declare(chain: Chain, read: readonly Interceptor[], isDemanded: boolean, mocks: string, undo?: KeptUndo): boolean {
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
    else if (undo !== undefined) {
      const code = overrideCode(source, interceptors, caller, source.indentOf(chain.node))
      source.replace(chain.node, `const ${undo.name} = ${code}`)
    } else layer = this.#queue.add(chain, interceptors, caller, blanks)
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
      until: undo?.at,
    })
    return interceptors.every((one) => one.isPersisted)
  }

  /** Removes the statement of stubs that stand among the first routes of the mocks. */
  declareFirst(chain: Chain, interceptors: readonly Interceptor[], mocks: string): void {
    const source = this.#source
    const { construct } = source
    source.remove(source.statementOf(chain.node))
    const layer = { first: chain.node }
    source.declared.push({ construct, chain: chain.node, interceptors, isExpected: false, mocks, layer })
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
