import type ts from 'typescript'
import { removeAssertion } from '../declare/assertion-counts.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration, ownerOf, removeOrAsk } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { printStub } from '../layout/print-stub.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { replaceBase } from './base.ts'
import { baseText, countOf, hasInterceptor, isGlobalDemand, openOption, scopeOf } from './chains.ts'
import { convertControl } from './control.ts'
import { type Attempt, hostOf, leaveHosts } from './hosts.ts'
import type { Scope } from './links.ts'
import { LISTENER, scopeListener } from './listeners.ts'
import { answerQuestion } from './pending.ts'
import { readInterceptors } from './read-interceptors.ts'
import { otherUse, type ScopeUses, scopeUses } from './scopes.ts'

/** A file's scopes of nock, while they are rewritten. */
export class NockFile {
  readonly #source: Source
  readonly #uses: readonly ts.Identifier[]
  readonly #scopes = new Map<ts.Symbol, ScopeUses>()
  /** Variables whose chains were all converted, and what became of them. */
  readonly #done = new Map<ts.Symbol, 'dropped' | 'stub' | 'base' | 'left'>()
  readonly #isDemandedByAll: boolean
  readonly #declarer: Declarer
  readonly #attempts: Attempt[] = []
  readonly #interceptors: Interceptor[] = []
  hasStubs = false
  options = ''

  constructor(source: Source, uses: readonly ts.Identifier[]) {
    this.#source = source
    this.#uses = uses
    this.#declarer = new Declarer(source, /\bnock\b/)
    this.#isDemandedByAll = uses.some((use) => isGlobalDemand(source, use))
  }

  convert(): void {
    const { ts } = this.#source
    for (const use of this.#uses) {
      const { parent } = use
      if (ts.isCallExpression(parent) && parent.expression === use) this.#convertChain(parent)
    }
    const hosts = leaveHosts(this.#source, this.#attempts)
    // What mynah has no stub for would be a miss.
    if (hosts.length > 0)
      this.options = `{ passthrough: [${hosts.map((host) => this.#source.quote(host)).join(', ')}] }`
    for (const use of this.#uses) {
      const { parent } = use
      if (ts.isPropertyAccessExpression(parent)) this.#convertControl(use, parent)
      else if (ts.isQualifiedName(parent)) this.#convertType(parent)
      else if (!ts.isCallExpression(parent) || parent.expression !== use) this.#source.leave(use, 'use mynah here')
    }
  }

  /** What is left to nock needs its hooks. */
  #convertControl(use: ts.Identifier, access: ts.PropertyAccessExpression): void {
    if (this.#source.left.length > 0) return
    const option = convertControl(this.#source, use, access, this.#interceptors)
    if (option) this.options = option
  }

  /** `let scope: nock.Scope` goes with its variable, or has the type of what the variable holds now. */
  #convertType(name: ts.QualifiedName): void {
    const source = this.#source
    const declaration = name.parent.parent
    const symbol = source.ts.isVariableDeclaration(declaration)
      ? source.checker.getSymbolAtLocation(declaration.name)
      : undefined
    const state = symbol && this.#done.get(symbol)
    if (state === 'stub') source.replace(name, source.name('Stub'))
    else if (state === 'base') source.replace(name, source.name('RestMethods'))
    else if (state !== 'dropped') {
      if (state !== 'left') source.leave(name, 'write the type of what the variable holds now')
      return
    }
    source.converted += 1
  }

  #convertChain(root: ts.CallExpression): void {
    const source = this.#source
    const chain = chainFrom(source, root)
    const owner = ownerOf(source, chain.node)
    if (owner) this.#convertOwned(owner, chain)
    else {
      this.#attempts.push({ node: chain.node, host: hostOf(source, root) })
      source.attempt(chain.node, () => this.#replaceChain(chain, this.#isDemandedByAll), countOf(chain))
    }
  }

  /** A chain that a variable holds. All chains of the variable are converted, or none. */
  #convertOwned(owner: ts.Identifier, chain: Chain): void {
    const source = this.#source
    const symbol = source.checker.getSymbolAtLocation(owner)
    if (!symbol || this.#scopes.has(symbol)) return
    const uses = scopeUses(source, owner)
    if (!uses) return
    this.#scopes.set(symbol, uses)
    const chains = this.#chainsOf(symbol)
    const own = [...chains, ...uses.roots.map((root) => chainFrom(source, root))]
    const count =
      own.reduce((sum, one) => sum + countOf(one), 0) +
      uses.demands.length +
      uses.questions.length +
      uses.listeners.length
    const { hasStubs } = this
    for (const { root } of chains) this.#attempts.push({ node: chain.node, host: hostOf(source, root) })
    if (source.attempt(chain.node, () => this.#done.set(symbol, this.#convertVariable(uses, chains)), count)) return
    this.#done.set(symbol, 'left')
    this.hasStubs = hasStubs
  }

  #chainsOf(symbol: ts.Symbol): Chain[] {
    const source = this.#source
    return this.#uses.flatMap((use) => {
      if (!source.ts.isCallExpression(use.parent) || use.parent.expression !== use) return []
      const chain = chainFrom(source, use.parent)
      const owner = ownerOf(source, chain.node)
      return owner && source.checker.getSymbolAtLocation(owner) === symbol ? [chain] : []
    })
  }

  #convertVariable(uses: ScopeUses, chains: readonly Chain[]): 'dropped' | 'stub' | 'base' {
    if (uses.others.length > 0) leaveByHand(otherUse(uses))
    if (uses.roots.length > 0 || chains.some(({ links }) => !hasInterceptor(links)))
      return this.#convertBase(uses, chains)
    if (uses.questions.length + uses.listeners.length > 0) return this.#convertStub(uses, chains)
    const isDemanded = uses.demands.length > 0 || this.#isDemandedByAll
    let isPersisted = false
    for (const chain of chains) isPersisted = this.#replaceChain(chain, isDemanded) || isPersisted
    this.#replaceDemands(uses, isPersisted)
    for (const declaration of uses.declarations) dropDeclaration(this.#source, declaration)
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

  /** The variable holds the stub, since the test asks whether it was used. */
  #convertStub(uses: ScopeUses, chains: readonly Chain[]): 'stub' {
    const source = this.#source
    const mocks = source.localName('mocks')
    for (const chain of chains) {
      const [interceptor, ...more] = this.#read(chain)
      if (!interceptor || more.length > 0)
        return leaveByHand(`ask mocks.unused() in place of ${uses.name.text}.isDone()`)
      const statement = source.statementOf(chain.node)
      const indent = source.indentOf(statement)
      source.replace(chain.node, printStub(interceptor.stub, source.name('rest'), source, source.style, indent))
      source.edits.insert(statement.end, `\n${indent}${mocks}.use(${uses.name.text})${source.style.semicolon}`)
      // nock tells of neither: a request that passes, and the reply that an error is.
      if (uses.listeners.length > 0 && chain.links.some(({ name }) => /^(?:passthrough|replyWithError)$/.test(name)))
        leaveByHand(LISTENER)
      for (const listener of uses.listeners) source.replace(listener, scopeListener(source, listener, uses.name.text))
      for (const question of uses.questions) answerQuestion(source, question, uses.name.text, interceptor, mocks)
    }
    for (const statement of uses.demands) removeOrAsk(source, statement, uses.name.text, mocks)
    this.hasStubs = true
    return 'stub'
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
