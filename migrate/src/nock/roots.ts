import type ts from 'typescript'
import { holderOf } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, chainFrom, functionAround } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { bareScope, scopeFrom } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { hostOf } from './interceptors/path.ts'
import type { Made } from './makers.ts'
import { PENDING } from './pending.ts'

/** A construct that declares answers of one host: a chain, or a variable with all its chains. */
export interface Attempt {
  readonly node: ts.Node
  /** The origin; nothing if it is not written in the file. */
  readonly host: string | undefined
}

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

  hostOf(root: ts.Expression): string | undefined {
    const [base] = this.#source.ts.isCallExpression(root) && !this.#made.has(root) ? root.arguments : []
    return hostOf(this.#source, base)
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

/**
 * nock answers each request of a host that it has a scope of, and rejects those without an interceptor. So a host is converted as a whole, or
 * stays as a whole, and all hosts if the file asks for the answers of all. Returns the code of the hosts that stay.
 */
export function leaveHosts(source: Source, attempts: readonly Attempt[], isAsked: boolean): string[] {
  const left = attempts.filter(({ node }) => source.isLeft(node))
  const hosts = new Set(left.map(({ host }) => host))
  if (left.length === 0) return []
  const unknown = left.find(({ host }) => host === undefined)
  const ofAny = unknown && `${shorten(unknown.node.getText(source.file))} is left, and may be of any host`
  for (const { node, host } of attempts) {
    const isOther = host !== undefined && !hosts.has(undefined) && !hosts.has(host)
    if (source.isLeft(node) || (isOther && !isAsked)) continue
    const ofHost = `nock answers for all of ${host ?? 'its hosts'} while one of its scopes is left`
    source.refuse(node, isOther ? ASKED : hosts.has(host) ? ofHost : (ofAny ?? ofHost))
  }
  return [...hosts].flatMap((host) => (host === undefined ? [] : source.quote(host)))
}

const ASKED = 'this file asks nock for the answers of all hosts, and one of its scopes is left'

/**
 * A question that is left would ask nock, which had no scopes by then. One whose function asks mynah too is left alone, as that of the message of
 * an error.
 */
export function leaveAsked(source: Source, attempts: readonly Attempt[], uses: readonly ts.Identifier[]): void {
  const { ts, asking, rulings, file } = source
  const asked = uses.filter(({ parent }) => ts.isPropertyAccessExpression(parent) && PENDING.test(parent.name.text))
  const isConverted = (use: ts.Node) => asking.some(({ construct }) => construct === use.getStart(file))
  const left = source.left.filter(
    ({ node }) => asked.some((use) => use === node) && !rulings.staying.has(node.getStart(file)),
  )
  const answered = new Set(asked.filter(isConverted).map((use) => functionAround(source, use)))
  if (left.every(({ node }) => answered.has(functionAround(source, node)))) return
  for (const { node, reason } of left) source.refuse(node, reason)
  for (const { node } of attempts) if (!source.isLeft(node)) source.refuse(node, ASKED_HERE)
}

const ASKED_HERE = 'this file asks nock for the answers of all hosts, and one such question is left'
