import type ts from 'typescript'
import { Declarer } from '../declare/declarer.ts'
import { linksOf } from '../declare/held-links.ts'
import { dropDeclaration, holderOf, pushedTo } from '../declare/override.ts'
import { checkNotHandedOn, dropReturn, returnedAnswer } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { convertBase, replaceBase, returnBase } from './base.ts'
import { asksOfAll, convertControl, refusesMynah } from './control.ts'
import { definitionsOf } from './definitions.ts'
import { holdStub } from './hold-stub.ts'
import { countOf, hasInterceptor, isBase, isDraft, isGlobalDemand, passOption } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import { keepAsked, keepTogether } from './kept.ts'
import type { Made } from './makers.ts'
import { Roots } from './roots.ts'
import { convertOther, countOfUses, type Held, otherUse, replaceDemands, type ScopeUses, scopeUses } from './scopes.ts'

const OPTIONAL = 'declare what is optional by mocks.use(), and what done() demands by mocks.expect()'

/** A file's scopes of nock, while they are rewritten. */
export class NockFile {
  readonly #source: Source
  readonly #uses: readonly ts.Identifier[]
  readonly #roots: Roots
  readonly #scopes = new Map<ts.Symbol, ScopeUses>()
  /** Variables whose chains were all converted, and what became of them. */
  readonly #done: Map<ts.Symbol, Held>
  readonly #isDemandedByAll: boolean
  readonly #declarer: Declarer
  readonly #interceptors: Interceptor[] = []
  /** The uses of `nock.define` whose definitions were converted, or left with what they declare. */
  readonly #definers = new Set<ts.Node>()
  hasStubs = false
  options = ''

  constructor(
    source: Source,
    uses: readonly ts.Identifier[],
    done: ReadonlyMap<ts.Symbol, Held>,
    bases: ReadonlyMap<ts.CallExpression, Made>,
  ) {
    this.#source = source
    this.#uses = uses
    this.#roots = new Roots(source, uses, bases)
    this.#done = new Map(done)
    this.#declarer = new Declarer(source, /\bnock\b/)
    this.#isDemandedByAll = source.rulings.isDemanded || uses.some((use) => isGlobalDemand(source, use))
  }

  convert(): void {
    const { ts } = this.#source
    const members = this.#uses.flatMap(({ parent }) => (ts.isPropertyAccessExpression(parent) ? parent : []))
    for (const one of [...this.#roots.calls, ...members].sort((a, b) => a.pos - b.pos)) {
      if (ts.isCallExpression(one)) this.#convertChain(one)
      else this.#convertDefinitions(one)
    }
    const isAsked = this.#uses.some((use) => asksOfAll(this.#source, use) && !isGlobalDemand(this.#source, use))
    keepTogether(this.#source, isAsked)
    for (const use of this.#uses) convertOther(this.#source, use, this.#done)
    const isNeeded = this.#source.left.length + this.#source.rulings.beneath.length > 0
    for (const use of this.#uses)
      if (ts.isPropertyAccessExpression(use.parent)) this.#convertControl(use, use.parent, isNeeded)
    keepAsked(this.#source, this.#uses, isNeeded)
  }

  /** What is left to nock needs its hooks. */
  #convertControl(use: ts.Identifier, access: ts.PropertyAccessExpression, isNeeded: boolean): void {
    const { rulings, file, removed } = this.#source
    const isGone = [...removed].some(({ pos, end }) => pos <= use.pos && use.end <= end)
    if (isGone || this.#definers.has(access)) return
    const reason = rulings.staying.get(use.getStart(file))
    if (isNeeded && reason) this.#source.leave(use, reason)
    if (isNeeded && !refusesMynah(this.#source, access, this.hasStubs)) return
    const option = convertControl(this.#source, use, access, this.#interceptors)
    if (option) this.options = option
  }

  #convertChain(root: ts.CallExpression): void {
    const source = this.#source
    const chain = chainFrom(source, root)
    const owner = holderOf(source, chain.node)
    if (owner) this.#convertOwned(owner, chain)
    else {
      source.answers.push(this.#roots.keptBy(chain.node, root, [chain]))
      if (source.attempt(chain.node, () => this.#replaceUnowned(chain), countOf(chain))) this.#roots.adopt([chain])
    }
  }

  #replaceUnowned(chain: Chain): void {
    const source = this.#source
    const returned = returnedAnswer(source, chain.node)
    if (returned && isBase(chain.links)) {
      returnBase(source, returned, replaceBase(source, chain, this.#roots.scopeOf(chain.root), returned.name))
      return
    }
    this.#replaceChain(chain, this.#isDemandedByAll || this.#roots.isDemanded([chain]))
    checkNotHandedOn(source, chain.node)
    if (returned) dropReturn(source, returned)
  }

  /** `nock.define([{ scope, path, method }])`, as a statement. */
  #convertDefinitions(access: ts.PropertyAccessExpression): void {
    const source = this.#source
    const found = definitionsOf(source, access)
    if (!found) return
    const { call, hosts, read } = found
    this.#definers.add(access)
    for (const host of hosts) source.answers.push({ node: call, host, routes: undefined })
    const convert = () => {
      const interceptors = read()
      this.#interceptors.push(...interceptors)
      this.#declare({ root: call, links: [], node: call }, interceptors, this.#isDemandedByAll)
    }
    source.attempt(call, convert, hosts.length)
  }

  /** A chain that a variable holds. All chains of the variable are converted, or none. */
  #convertOwned(owner: ts.Identifier, chain: Chain): void {
    const source = this.#source
    const symbol = source.checker.getSymbolAtLocation(owner)
    if (!symbol || this.#scopes.has(symbol)) return
    const uses = scopeUses(source, owner, symbol)
    this.#scopes.set(symbol, uses)
    const chains = this.#roots.chainsOf(symbol)
    const further = uses.roots.map((root) => chainFrom(source, root))
    const count = [...chains, ...further].reduce((sum, one) => sum + countOf(one), countOfUses(uses))
    const { hasStubs } = this
    // What is done with it elsewhere may declare more.
    const isKnown = uses.others.length === 0 && !uses.returned
    for (const one of chains)
      source.answers.push(this.#roots.keptBy(chain.node, one.root, isKnown ? [one, ...further] : []))
    if (source.attempt(chain.node, () => this.#done.set(symbol, this.#convertVariable(uses, chains)), count)) {
      this.#roots.adopt(chains)
      return
    }
    this.#done.set(symbol, 'left')
    this.hasStubs = hasStubs
  }

  #convertVariable(uses: ScopeUses, chains: readonly Chain[]): 'dropped' | 'stub' | 'base' {
    const isDemanded = uses.demands.length > 0 || this.#isDemandedByAll || this.#roots.isDemanded(chains)
    const [chain, ...more] = chains
    if (chain && more.length === 0 && isDraft(chain.links)) {
      this.#replaceChain({ ...chain, links: linksOf(this.#source, chain) }, this.#isDemandedByAll)
      return 'dropped'
    }
    const isOther = uses.pushes.some(({ arguments: [one] }) => !chains.some(({ node }) => node === one))
    if (uses.others.length > 0 || isOther) leaveByHand(otherUse(uses, chains))
    const returned = uses.returned && returnedAnswer(this.#source, uses.returned)
    if (uses.returned && !returned) leaveByHand(otherUse(uses, chains))
    // A scope without an interceptor, in a variable that gets others, answers nothing.
    const idle = chains.filter((one) => isBase(one.links) && statementOfCall(this.#source, one.node.parent))
    const isOfBase = uses.roots.length > 0 || chains.some((one) => !hasInterceptor(one.links) && !idle.includes(one))
    const isTaken = returned ? !chains.every(({ links }) => isBase(links)) : uses.pushes.length > 0
    if (isTaken && uses.roots.length + uses.questions.length + uses.listeners.length > 0)
      leaveByHand(otherUse(uses, chains))
    if (isOfBase) {
      const replace = (root: Chain, base: Scope) => this.#replaceChain(root, isDemanded, base)
      const scope = convertBase(this.#source, uses, chains, this.#roots, replace)
      if (returned) returnBase(this.#source, returned, scope)
      else if (uses.demands.length > 0) this.hasStubs = true
      return 'base'
    }
    if (uses.questions.length + uses.listeners.length > 0) {
      holdStub(this.#source, uses, chains, (chain) => this.#read(chain))
      this.hasStubs = true
      return 'stub'
    }
    let isPersisted = false
    for (const { node } of idle) this.#source.remove(this.#source.statementOf(node))
    for (const chain of chains.filter((one) => !idle.includes(one))) {
      isPersisted = this.#replaceChain(chain, isDemanded) || isPersisted
      if (pushedTo(this.#source, chain.node)) this.#source.replace(chain.node.parent, this.#source.code(chain.node))
    }
    replaceDemands(this.#source, uses, isPersisted)
    for (const declaration of uses.declarations) dropDeclaration(this.#source, declaration)
    if (returned) dropReturn(this.#source, returned, true)
    return 'dropped'
  }

  #read(chain: Chain, scope = this.#roots.scopeOf(chain.root)): Interceptor[] {
    const interceptors = readInterceptors(this.#source, scope, chain.links)
    if (scope.isOpen) this.options = passOption(this.#source, scope)
    this.#interceptors.push(...interceptors)
    return interceptors
  }

  /** Declares the stubs of a chain. Returns whether they always answer. */
  #replaceChain(chain: Chain, isDemanded: boolean, scope?: Scope): boolean {
    const interceptors = this.#read(chain, scope)
    this.#roots.checkCalledOnce(chain, interceptors)
    return this.#declare(chain, interceptors, isDemanded)
  }

  #declare(chain: Chain, interceptors: readonly Interceptor[], isDemanded: boolean): boolean {
    const demanded = interceptors.filter((one) => !one.isOptional)
    if (isDemanded && demanded.length > 0 && demanded.length < interceptors.length) leaveByHand(OPTIONAL)
    const isPersisted = this.#declarer.declare(chain, interceptors, isDemanded, this.#source.localName('mocks'))
    this.hasStubs = true
    return isPersisted
  }
}
