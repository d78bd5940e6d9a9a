import type ts from 'typescript'
import { holderOf } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Kept } from '../read/rulings.ts'
import type { Source } from '../read/source.ts'
import { bareScope, scopeFrom } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { keptBy } from './kept.ts'
import type { Made } from './makers.ts'

/** What the chains of a file begin with: calls of nock, and of functions that return `nock(base)`. */
export class Roots {
  readonly calls: readonly ts.CallExpression[]
  readonly #source: Source
  readonly #made: ReadonlyMap<ts.Node, Made>

  constructor(source: Source, uses: readonly ts.Identifier[], made: ReadonlyMap<ts.CallExpression, Made>) {
    const { ts } = source
    this.#source = source
    this.#made = made
    const ofNock = uses.flatMap((use) =>
      ts.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : [],
    )
    this.calls = [...ofNock, ...made.keys()]
  }

  /** The chains that a variable holds. */
  chainsOf(symbol: ts.Symbol): Chain[] {
    return this.calls.flatMap((root) => {
      const chain = chainFrom(this.#source, root)
      const owner = holderOf(this.#source, chain.node)
      return owner && this.#source.checker.getSymbolAtLocation(owner) === symbol ? [chain] : []
    })
  }

  /** What nock would answer for a construct whose chains begin with this call. */
  keptBy(node: ts.Node, root: ts.Expression, chains: readonly Chain[]): Kept {
    const { ts } = this.#source
    // The function that makes the base answers for it.
    if (this.#made.has(root)) return { node, host: undefined, routes: [] }
    return keptBy(this.#source, node, ts.isCallExpression(root) ? root : undefined, chains)
  }

  /** What a chain begins with. A function that returns it has told the conditions of its base. */
  scopeOf(root: ts.Expression): Scope {
    const made = this.#made.get(root)
    if (made) return bareScope({ at: this.#source.code(root), text: undefined }, made.isPersisted)
    const [base, options] = (root as ts.CallExpression).arguments
    return base ? scopeFrom(this.#source, base, options) : leaveByHand('nock() needs a base: write rest.at(origin)')
  }

  /** Whether functions that return the base of chains demand their answers. */
  isDemanded(chains: readonly Chain[]): boolean {
    return chains.some(({ root }) => this.#made.get(root)?.isDemanded === true)
  }

  /** Refuses to write a call of a function twice that may do more than return a base. */
  checkCalledOnce({ root }: Chain, interceptors: readonly Interceptor[]): void {
    if (interceptors.length < 2 || this.#made.get(root)?.isRepeatable !== false) return
    const name = (root as ts.CallExpression).expression.getText()
    leaveByHand(`call ${name}() once, const scope = ${name}(), and declare its stubs by scope`)
  }

  /** Tells that calls of functions go with what these return now. */
  adopt(chains: readonly Chain[]): void {
    const { adopted, construct, file } = this.#source
    for (const { root } of chains) {
      const made = this.#made.get(root)
      if (made) adopted.push({ maker: made.maker, call: root, construct: construct.getStart(file), isDemand: false })
    }
  }
}
