import type ts from 'typescript'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration, dropReturn, isHandedOn, isReturned, ownerOf } from '../declare/override.ts'
import { keepLeft } from '../order/beneath.ts'
import { mayRunBefore } from '../order/placements.ts'
import type { Interceptor } from '../read/declared.ts'
import { type Chain, callOf, chainFrom, isAssignment, isInside } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { isOncePerFile, testAround } from '../read/tests.ts'
import { convertBase, findRoots } from './bases.ts'
import { askBoth, asksOfAll, convertControl, globalDemandOf, type Member, refusesMynah } from './control.ts'
import { declareHolder, HANDED_ON, HOLDER } from './holder.ts'
import { chainsOf, countOf, hasInterceptor, passOption, scopeAt, scopeOf } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import { keepRecordings, keptBy } from './kept.ts'
import {
  convertCondition,
  convertOther,
  type Held,
  isAskedBy,
  isReadAsScope,
  otherUse,
  replaceDemand,
  type ScopeUses,
  scopeUses,
} from './scopes.ts'

const OF_MEMBER = 'ask the mocks what this member is asked: mocks.on(…), mocks.calls(stub), mocks.unused()'
const OPTIONAL = 'declare what is optional by mocks.use(), and what done() demands by mocks.expect()'

export class NockFile {
  readonly #source: Source
  readonly #roots: readonly ts.CallExpression[]
  readonly #done = new Map<ts.Symbol, Held | undefined>()
  readonly #demands: readonly ts.Statement[]
  readonly #declarer: Declarer
  readonly #interceptors: Interceptor[] = []
  hasStubs = false
  options = ''

  constructor(source: Source, uses: readonly ts.Identifier[], members: readonly Member[]) {
    this.#source = source
    const { ts } = source
    const calls = uses.flatMap((use) => {
      const { parent } = use
      const isDefault = ts.isPropertyAccessExpression(parent) && parent.name.text === 'default'
      const call = callOf(ts, isDefault ? parent.name : use)
      return call && ts.isCallExpression(call) ? call : []
    })
    this.#roots = findRoots(source, calls)
    this.#declarer = new Declarer(source, 'nock')
    this.#demands = members.flatMap((one) => globalDemandOf(source, one) ?? [])
    source.rulings.isDemanding = this.#demands.length > 0
  }

  convert(uses: readonly ts.Identifier[], members: readonly Member[]): void {
    const source = this.#source
    for (const root of this.#roots) this.#convertChain(root)
    keepRecordings(source, members)
    keepLeft(source)
    for (const use of uses) convertOther(source, use, this.#done)
    const isNeeded = source.left.length + source.rulings.beneath.length > 0
    for (const member of members) this.#convertControl(member, isNeeded)
    if (!isNeeded) for (const use of uses) convertCondition(source, use, this.hasStubs)
  }

  /** What is left to nock needs its hooks. */
  #convertControl(member: Member, isNeeded: boolean): void {
    const { node } = member
    const { rulings, file, removed } = this.#source
    if ([...removed].some((one) => isInside(node, one))) return
    const reason = rulings.staying.get(node.getStart(file))?.reason
    if (isNeeded && reason) this.#source.leave(node, reason)
    const isKept = isNeeded && !refusesMynah(this.#source, member, this.hasStubs)
    if (isKept && this.hasStubs) askBoth(this.#source, member, this.#interceptors)
    else if (isKept && !rulings.isDemanding && asksOfAll(this.#source, member))
      this.#source.asking.push(this.#source.lineOf(node))
    if (isKept) return
    const option = convertControl(this.#source, member, this.#interceptors)
    if (option) this.options = option
  }

  /** Whether all answers are asked for, where a node declares some: a test asks for its own. */
  #isDemanded(node: ts.Node): boolean {
    const isOf = (one: ts.Node) => !testAround(this.#source, one) || mayRunBefore(this.#source, node, one)
    return this.#source.rulings.isDemanded || this.#demands.some(isOf)
  }

  #convertChain(root: ts.CallExpression): void {
    const source = this.#source
    const chain = chainFrom(source, root)
    const made = [...source.rulings.bases.values()].find((one) => one.root === root)
    if (made) {
      source.answers.push({ ...keptBy(source, chain.node, root), makes: made })
      source.attempt(chain.node, () => convertBase(source, chain, made))
      return
    }
    const owner = ownerOf(source, chain.node)
    if (owner) {
      this.#convertOwned(owner, chain)
      return
    }
    source.answers.push(keptBy(source, chain.node, root, [chain]))
    const replace = () => {
      const isHeld = hasInterceptor(chain.links) && isHandedOn(source, chain.node)
      const { parent } = chain.node
      const member =
        isAssignment(source, parent) && source.ts.isPropertyAccessExpression(parent.left) ? parent.left : undefined
      if (member && isReadAsScope(source, member.name.text)) leaveByHand(OF_MEMBER)
      this.#replaceChain(chain, this.#isDemanded(chain.node), undefined, isHeld ? HOLDER : undefined)
      if (isHeld) source.noteOnce(chain.node, HANDED_ON)
      else dropReturn(source, chain.node)
    }
    source.attempt(chain.node, replace, countOf(chain))
  }

  /** A chain that a variable holds. All chains of the variable are converted, or none. */
  #convertOwned(owner: ts.Identifier, chain: Chain): void {
    const source = this.#source
    const symbol = source.checker.getSymbolAtLocation(owner)
    if (!symbol || this.#done.has(symbol)) return
    const uses = scopeUses(source, owner, symbol)
    this.#done.set(symbol, undefined)
    const chains = chainsOf(source, this.#roots, symbol)
    const further = uses.roots.map((root) => chainFrom(source, root))
    const asked = uses.demands.length + uses.questions.length
    const count = [...chains, ...further].reduce((sum, one) => sum + countOf(one), asked)
    const { hasStubs } = this
    // What has the scope elsewhere may declare more of it.
    const isOwn = uses.others.length === 0
    for (const one of chains)
      source.answers.push(
        keptBy(source, chain.node, one.root as ts.CallExpression, isOwn ? [one, ...further] : undefined),
      )
    if (source.attempt(chain.node, () => this.#done.set(symbol, this.#convertVariable(uses, chains)), count)) return
    this.#done.set(symbol, 'left')
    this.hasStubs = hasStubs
  }

  #convertVariable(uses: ScopeUses, chains: readonly Chain[]): 'dropped' | 'held' {
    const source = this.#source
    const isDemanded = uses.demands.length > 0 || chains.some(({ node }) => this.#isDemanded(node))
    const isTaken = uses.others.length > 0 && isReadAsScope(source, uses.name.text, uses.roots)
    const isAsked = uses.roots.some((root) => isAskedBy(source, uses, root))
    const isHeld = isAsked || uses.questions.length + uses.others.length > 0
    // A scope without an interceptor answers nothing: its stubs are declared where it gets them.
    const bases = chains.filter(({ links }) => !hasInterceptor(links))
    // One that is asked has them added, where a function makes and returns it.
    const isEmpty = uses.others.some((use) => uses.roots.length === 0 || !isReturned(source, use))
    const isMember = ({ parent }: ts.Node) =>
      source.ts.isPropertyAccessExpression(parent) || source.ts.isVariableDeclaration(parent)
    const isOther = isHeld && bases.some(({ node }) => isEmpty || isOncePerFile(source, node))
    if (isTaken || isOther || uses.others.some(isMember)) leaveByHand(otherUse(uses, chains))
    let isPersisted = false
    for (const chain of chains)
      if (!bases.includes(chain))
        isPersisted = this.#replaceChain(chain, isDemanded, undefined, isHeld ? HOLDER : undefined) || isPersisted
    for (const root of uses.roots) {
      const scope = scopeAt(source, uses, chains, root)
      const holder = isHeld ? `${uses.name.text}.add` : undefined
      const chain = chainFrom(source, root)
      isPersisted = this.#replaceChain(chain, isDemanded, scope, holder) || isPersisted
      source.keepComments(chain.node)
    }
    // What is added to a base has its code.
    for (const base of bases) this.#dropBase(base, isHeld)
    for (const use of uses.others) source.noteOnce(use, HANDED_ON)
    if (isHeld) return 'held'
    for (const statement of uses.demands) replaceDemand(source, statement, isPersisted)
    for (const declaration of uses.declarations) dropDeclaration(source, declaration)
    return 'dropped'
  }

  #dropBase(chain: Chain, isHeld: boolean): void {
    const { parent } = chain.node
    this.#read(chain)
    if (isHeld) this.#source.replace(chain.node, `${HOLDER}()`)
    else if (this.#source.ts.isVariableDeclaration(parent)) dropDeclaration(this.#source, parent)
    else this.#source.remove(this.#source.statementOf(parent))
  }

  #read(chain: Chain, scope = scopeOf(this.#source, chain.root)): Interceptor[] {
    const interceptors = readInterceptors(this.#source, scope, chain.links)
    if (scope.isOpen) this.options = passOption(this.#source, scope)
    this.#interceptors.push(...interceptors)
    return interceptors
  }

  /** Declares the stubs of a chain. Returns whether they always answer. */
  #replaceChain(chain: Chain, isDemanded: boolean, scope?: Scope, holder?: string): boolean {
    const source = this.#source
    const interceptors = this.#read(chain, scope)
    const mocks = source.localName('mocks')
    const demanded = interceptors.filter((one) => !one.isOptional)
    if (isDemanded && demanded.length > 0 && demanded.length < interceptors.length) leaveByHand(OPTIONAL)
    if (holder) declareHolder(source, interceptors, holder !== HOLDER)
    const isPersisted = this.#declarer.declare(chain, interceptors, isDemanded && !holder, mocks, holder)
    this.hasStubs = true
    return isPersisted
  }
}
