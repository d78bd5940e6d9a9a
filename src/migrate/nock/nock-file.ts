import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration, ownerOf } from '../declare/override.ts'
import { dropReturn, returnedAnswer } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, chainFrom, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { asksOfAll, convertControl } from './control.ts'
import { definitionsOf, readDefinition } from './definitions.ts'
import { holdStub } from './hold-stub.ts'
import { type Attempt, hostOf, leaveHosts } from './hosts.ts'
import { replaceBase } from './interceptors/base.ts'
import {
  baseText,
  chainsOf,
  countOf,
  hasInterceptor,
  isGlobalDemand,
  openOption,
  scopeOf,
} from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { LISTENER } from './interceptors/listeners.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import { convertType, type Held } from './scope-type.ts'
import { countOfUses, otherUse, type ScopeUses, scopeUses } from './scopes.ts'

const HANDED_OVER =
  'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them'

/** A file's scopes of nock, while they are rewritten. */
export class NockFile {
  readonly #source: Source
  readonly #uses: readonly ts.Identifier[]
  readonly #scopes = new Map<ts.Symbol, ScopeUses>()
  /** Variables whose chains were all converted, and what became of them. */
  readonly #done: Map<ts.Symbol, Held>
  readonly #isDemandedByAll: boolean
  readonly #declarer: Declarer
  readonly #attempts: Attempt[] = []
  readonly #interceptors: Interceptor[] = []
  /** The uses of `nock.define` whose definitions were converted, or left with what they declare. */
  readonly #definers = new Set<ts.Node>()
  hasStubs = false
  options = ''

  constructor(source: Source, uses: readonly ts.Identifier[], done: ReadonlyMap<ts.Symbol, Held>) {
    this.#source = source
    this.#uses = uses
    this.#done = new Map(done)
    this.#declarer = new Declarer(source, /\bnock\b/)
    this.#isDemandedByAll = source.rulings.isDemanded || uses.some((use) => isGlobalDemand(source, use))
  }

  convert(): void {
    const { ts } = this.#source
    for (const use of this.#uses) {
      const { parent } = use
      if (ts.isCallExpression(parent) && parent.expression === use) this.#convertChain(parent)
      else if (ts.isPropertyAccessExpression(parent)) this.#convertDefinitions(parent)
    }
    const isAsked = this.#uses.some((use) => asksOfAll(this.#source, use))
    const hosts = leaveHosts(this.#source, this.#attempts, isAsked)
    // What mynah has no stub for would be a miss.
    if (hosts.length > 0) this.options = `{ passthrough: [${hosts.join(', ')}] }`
    for (const use of this.#uses) {
      const { parent } = use
      if (ts.isPropertyAccessExpression(parent)) this.#convertControl(use, parent)
      else if (ts.isQualifiedName(parent)) convertType(this.#source, parent, this.#done)
      else if (ts.isTypeReferenceNode(parent)) convertType(this.#source, use, this.#done)
      else if (!ts.isCallExpression(parent) || parent.expression !== use) this.#source.leave(use, HANDED_OVER)
    }
  }

  /** What is left to nock needs its hooks. */
  #convertControl(use: ts.Identifier, access: ts.PropertyAccessExpression): void {
    if (this.#definers.has(access)) return
    const { left, rulings, file } = this.#source
    const reason = rulings.staying.get(use.getStart(file))
    if (left.length > 0 && reason) this.#source.leave(use, reason)
    if (left.length > 0) return
    const option = convertControl(this.#source, use, access, this.#interceptors)
    if (option) this.options = option
  }

  #convertChain(root: ts.CallExpression): void {
    const source = this.#source
    const chain = chainFrom(source, root)
    const owner = ownerOf(source, chain.node)
    if (owner) this.#convertOwned(owner, chain)
    else {
      this.#attempts.push({ node: chain.node, host: hostOf(source, root.arguments[0]) })
      source.attempt(chain.node, () => this.#replaceUnowned(chain), countOf(chain))
    }
  }

  #replaceUnowned(chain: Chain): void {
    this.#replaceChain(chain, this.#isDemandedByAll)
    const returned = returnedAnswer(this.#source, chain.node)
    if (returned) dropReturn(this.#source, returned)
  }

  /** `nock.define([{ scope, path, method }])`, as a statement. */
  #convertDefinitions(access: ts.PropertyAccessExpression): void {
    const source = this.#source
    const { call, definitions } = definitionsOf(source, access)
    if (!call) return
    this.#definers.add(access)
    for (const one of definitions)
      this.#attempts.push({ node: call, host: hostOf(source, propertyOf(source, one, 'scope')) })
    const convert = () => {
      const interceptors = definitions.map((one) => readDefinition(source, one))
      const chain = { root: call, links: [], node: call }
      this.#interceptors.push(...interceptors)
      this.#declarer.declare(chain, interceptors, this.#isDemandedByAll, source.localName('mocks'))
      this.hasStubs = true
    }
    source.attempt(call, convert, definitions.length)
  }

  /** A chain that a variable holds. All chains of the variable are converted, or none. */
  #convertOwned(owner: ts.Identifier, chain: Chain): void {
    const source = this.#source
    const symbol = source.checker.getSymbolAtLocation(owner)
    if (!symbol || this.#scopes.has(symbol)) return
    const uses = scopeUses(source, owner)
    if (!uses) return
    this.#scopes.set(symbol, uses)
    const chains = chainsOf(source, this.#uses, symbol)
    const own = [...chains, ...uses.roots.map((root) => chainFrom(source, root))]
    const count = own.reduce((sum, one) => sum + countOf(one), countOfUses(uses))
    const { hasStubs } = this
    for (const { root } of chains)
      this.#attempts.push({
        node: chain.node,
        host: hostOf(source, source.ts.isCallExpression(root) ? root.arguments[0] : undefined),
      })
    if (source.attempt(chain.node, () => this.#done.set(symbol, this.#convertVariable(uses, chains)), count)) return
    this.#done.set(symbol, 'left')
    this.hasStubs = hasStubs
  }

  #convertVariable(uses: ScopeUses, chains: readonly Chain[]): 'dropped' | 'stub' | 'base' {
    if (uses.others.length > 0) leaveByHand(otherUse(uses))
    if (uses.returned && uses.roots.length + uses.questions.length + uses.listeners.length > 0)
      leaveByHand(otherUse(uses))
    if (uses.roots.length > 0 || chains.some(({ links }) => !hasInterceptor(links)))
      return this.#convertBase(uses, chains)
    if (uses.questions.length + uses.listeners.length > 0) {
      holdStub(this.#source, uses, chains, (chain) => this.#read(chain))
      this.hasStubs = true
      return 'stub'
    }
    const isDemanded = uses.demands.length > 0 || this.#isDemandedByAll
    const returned = uses.returned && returnedAnswer(this.#source, uses.returned)
    if (uses.returned && !returned) leaveByHand(otherUse(uses))
    let isPersisted = false
    for (const chain of chains) isPersisted = this.#replaceChain(chain, isDemanded) || isPersisted
    this.#replaceDemands(uses, isPersisted)
    for (const declaration of uses.declarations) dropDeclaration(this.#source, declaration)
    if (returned) dropReturn(this.#source, returned, true)
    return 'dropped'
  }

  /** What always answers cannot be used up: whether it was asked is looked at where the scope was. */
  #replaceDemands(uses: ScopeUses, isPersisted: boolean): void {
    const source = this.#source
    for (const statement of uses.demands) {
      if (isPersisted)
        source.replace(statement, `${source.localName('mocks')}.verify({ unused: true })${source.style.semicolon}`)
      else removeAssertion(source, statement)
    }
  }

  /** `const scope = nock(base)` is `const scope = rest.at(base)`. */
  #convertBase(uses: ScopeUses, chains: readonly Chain[]): 'base' {
    const source = this.#source
    if (uses.questions.length > 0) leaveByHand(`ask mocks.unused() in place of ${uses.name.text}.isDone()`)
    if (uses.listeners.length > 0) leaveByHand(LISTENER)
    const isDemanded = uses.demands.length > 0 || this.#isDemandedByAll
    const base = { at: uses.name.text, text: chains[0] && baseText(source, chains[0]) }
    const [made] = chains.map((chain) => replaceBase(source, chain, uses.name.text))
    if (!made) return leaveByHand(`declare ${uses.name.text} as rest.at(base), and its stubs by it`)
    let { isPersisted } = made
    for (const root of uses.roots) {
      const conditions = { headers: [], tests: [...made.conditions.tests] }
      const scope: Scope = { ...made, base, isPersisted, conditions }
      isPersisted = this.#replaceChain(chainFrom(source, root), isDemanded, scope) || isPersisted
    }
    this.#replaceDemands(uses, isPersisted)
    return 'base'
  }

  #read(chain: Chain, scope = scopeOf(this.#source, chain.root as ts.CallExpression)): Interceptor[] {
    const interceptors = readInterceptors(this.#source, scope, chain.links)
    if (scope.isOpen) this.options = openOption(this.#source, scope)
    this.#interceptors.push(...interceptors)
    return interceptors
  }

  /** Declares the stubs of a chain. Returns whether they always answer. */
  #replaceChain(chain: Chain, isDemanded: boolean, scope?: Scope): boolean {
    const interceptors = scope ? this.#read(chain, scope) : this.#read(chain)
    const isPersisted = this.#declarer.declare(chain, interceptors, isDemanded, this.#source.localName('mocks'))
    this.hasStubs = true
    return isPersisted
  }
}
