import type ts from 'typescript'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { isRefusal } from '../declare/kept-tests.ts'
import { dropDeclaration, isReturned, startOf } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { declaredIn } from '../order/order.ts'
import { isStatement } from '../read/assertions.ts'
import { type Binding, bindingsOf } from '../read/imports.ts'
import {
  type Chain,
  calleeOf,
  chainFrom,
  isInside,
  isInVariable,
  nodesIn,
  otherUses,
  outerOf,
  usesOf,
} from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { AS_SENT, convertFetched, convertHistory, fetchesAsked, HISTORY } from './calls/history.ts'
import { canSpy, convertControl, memberOfCalls, removeControl, spyOnCalls, verifyCall } from './control.ts'
import {
  callsOn,
  declareRoutes,
  demandsOf,
  holderOf,
  instanceCode,
  isPassed,
  type Mocks,
  replaceSetup,
  routesOf,
} from './declare-routes.ts'
import { ASK, MODULES } from './routes/ask-fetch-mock.ts'
import { ROUTE } from './routes/match-route.ts'

/** Rewrites a file's fetch-mock: the global one as mocks that a hook starts, its instances as mocks whose fetch is injected. */
export const FETCH_MOCK: Reader = { modules: MODULES, convert: convertFetchMock }

const INSTANCE = /^(?:sandbox|createInstance)$/

function convertFetchMock(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0) return undefined
  const file = new FetchMockFile(source, bindings)
  for (const binding of bindings) {
    const { symbol, name } = binding
    const uses = usesOf(source, symbol, name.text).filter(
      (use) => use !== name && !source.ts.isImportSpecifier(use.parent) && !isInVariable(source, use, ASK),
    )
    // A type is inside of a route, if a parameter of its functions has it.
    const isType = ({ parent }: ts.Node) => source.ts.isTypeReferenceNode(parent)
    for (const use of [...uses.filter(isType), ...uses.filter((one) => !isType(one))])
      file.convertImported(use, binding)
  }
  for (const subject of fetchesAsked(source))
    if (!source.attempt(subject, () => convertFetched(source, subject, source.localName('mocks'))))
      file.isReadLeft = true
  if (source.converted > 0) noteOwn(source)
  const { rulings, left, converted } = source
  // Another file has the routes, and spies on their calls.
  const isAway =
    declaredIn(source).length === 0 && left.some(({ node }) => rulings.staying.has(node.getStart(source.file)))
  const isSpied = (rulings.isAsked || (file.isReadLeft && !isAway)) && !file.isRouteLeft
  if (isSpied) spyOnCalls(source, bindings[0]?.name.text ?? '')
  const stays = file.isRouteLeft
    ? 'fetch-mock stays in place of fetch, and its routes with it, while one of them is left'
    : undefined
  const needsSetup = file.isGlobal && (converted > 0 || !file.isReadLeft)
  return { bindings, needsSetup, options: '', isHarmless: isAway && !file.isRouteLeft, stays }
}

const URL_SENT = 'write the URL of the request in place of "": a response has it here'
const TIMEOUT = 'fetch rejects with a TimeoutError here, as the signal says; fetch-mock with an AbortError'

/** Names what a test sees of fetch-mock's own: a response without a URL in a snapshot, and one error for all signals. */
function noteOwn(source: Source): void {
  const isSnapshot = (node: ts.Node) => source.ts.isNoSubstitutionTemplateLiteral(node) && /"url": ""/.test(node.text)
  const isTimeout = (node: ts.Node) => calleeOf(source, node) === 'AbortSignal.timeout'
  for (const node of nodesIn(source.ts, source.file, (one) => isSnapshot(one) || isTimeout(one)))
    source.notes.push({ line: source.lineOf(node), reason: isTimeout(node) ? TIMEOUT : URL_SENT })
}

const HARMLESS = /\.config\.(?:overwriteRoutes|warnOnFallback|includeContentLength) *= *(?:true|false)\b/

/** Those who call the function may ask the instance for calls, or add routes. */
const HANDED_ON = 'hold these mocks in a variable where they are made: what the function returns is no fetch here'

class FetchMockFile {
  readonly #source: Source
  readonly #global: Mocks
  isGlobal = false
  isRouteLeft = false
  /** Whether something stays that asks fetch-mock for calls alone, or forgets them. */
  isReadLeft = false

  constructor(source: Source, bindings: readonly Binding[]) {
    this.#source = source
    const demands = bindings.flatMap(({ symbol, name }) => demandsOf(source, symbol, name.text))
    this.#global = { name: source.localName('mocks'), declarer: new Declarer(source, 'fetchMock'), demands }
  }

  convertImported(use: ts.Identifier, binding: Binding): void {
    const source = this.#source
    const { ts } = source
    const chain = chainFrom(source, use)
    const [first, ...routes] = chain.links
    if (first && INSTANCE.test(first.name))
      source.attempt(use, () => this.#convertInstance(chain), Math.max(1, routes.length))
    else if (binding.exported === 'manageFetchMockGlobally')
      source.attempt(use, () => removeControl(source, use.parent))
    else if (ts.isTypeReferenceNode(use.parent)) {
      // These go with their route.
      if (!ts.isParameter(use.parent.parent) && !use.text.startsWith('RouteMatcher'))
        source.leave(use, `${use.text} of fetch-mock is Mocks or Call of mynah`)
    } else {
      const convert = () => this.#convertUse(use, this.#global, true)
      const isConverted = source.attempt(use, convert, Math.max(1, chain.links.length))
      this.isGlobal = true
      if (isConverted) return
      const member = canSpy(source, binding) ? memberOfCalls(source, use) : undefined
      if (member === undefined) this.isRouteLeft = true
      // What only waits for calls asks nothing of them.
      else if (member !== 'flush') this.isReadLeft = true
    }
  }

  #convertInstance(chain: Chain): void {
    const source = this.#source
    const { ts } = source
    const { parent } = chain.node
    const indent = source.indentOf(startOf(source, chain.node))
    if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) {
      const isHandler = ts.isPropertyAccessExpression(parent) && parent.name.text === 'fetchHandler'
      if (!isHandler && isReturned(source, chain.node)) leaveByHand(HANDED_ON)
      source.replace(
        isHandler ? parent : chain.node,
        `${instanceCode(source, routesOf(source, chain.links.slice(1)), indent)}.fetch`,
      )
      return
    }
    // What the functions of its routes ask the instance for is inside of what is replaced.
    this.#convertHolder(parent.name, (use) => isInside(use, chain.node))
    replaceSetup(source, chain, this.#instanceIn(parent.name))
    this.#convertHolder(parent.name, (use) => !isInside(use, chain.node))
  }

  #instanceIn(name: ts.Identifier): Mocks {
    const source = this.#source
    const symbol = source.checker.getSymbolAtLocation(name)
    const demands = symbol ? demandsOf(source, symbol, name.text) : []
    return { name: name.text, declarer: new Declarer(source), demands }
  }

  #convertHolder(name: ts.Identifier, isTaken = (_use: ts.Identifier): boolean => true): void {
    const source = this.#source
    const mocks = this.#instanceIn(name)
    for (const use of otherUses(source, name).filter(isTaken)) {
      if (isReturned(source, use)) leaveByHand(HANDED_ON)
      this.#convertUse(use, mocks, false)
      source.keepComments(use)
    }
  }

  #convertUse(use: ts.Identifier, mocks: Mocks, isGlobal: boolean): void {
    const source = this.#source
    const { ts } = source
    const { parent } = use
    if (calleeOf(source, outerOf(source, use).parent) === 'expect') {
      convertFetched(source, use, mocks.name)
      return
    }
    if (ts.isShorthandPropertyAssignment(parent)) source.replace(use, `${use.text}: ${mocks.name}.fetch`)
    else if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use)
      source.replace(use, `${mocks.name}.fetch`)
    else if (parent.name.text === 'fetchHandler') source.replace(parent, `${mocks.name}.fetch`)
    else this.#convertCalls(use, mocks, isGlobal)
  }

  #convertCalls(use: ts.Identifier, mocks: Mocks, isGlobal: boolean): void {
    const source = this.#source
    const { ts } = source
    const member = ts.isPropertyAccessExpression(use.parent) ? use.parent.name.text : ''
    const statement = source.statementOf(use)
    // The newest override comes first in any case, and nothing warns of what no route takes.
    if (member === 'config' && HARMLESS.test(statement.getText())) {
      source.remove(statement)
      return
    }
    if (member === 'config') leaveByHand('write the configuration as options: setupMocks([], { onUnmatched, baseUrl })')
    if (member === 'mock' && ts.isPropertyAccessExpression(use.parent.parent)) leaveByHand(AS_SENT)
    const chain = callsOn(source, use)
    const [start] = chain.links
    const isStart = start && (start.name === 'mockGlobal' || (start.name === 'mock' && start.args.length === 0))
    const links = (isStart ? chain.links.slice(1) : chain.links).filter((one) => !isRefusal(source, one))
    const [first] = links
    const holder = isGlobal ? holderOf(source, chain) : undefined
    if (!first && holder) dropDeclaration(source, holder)
    else if (!first) removeControl(source, chain.node)
    else if (first.name === 'done') verifyCall(source, first.node as ts.CallExpression, mocks.name)
    else if (HISTORY.test(first.name)) convertHistory(source, first.node as ts.CallExpression, first.name, mocks.name)
    else if (ROUTE.test(first.name) && (holder || isStatement(source, chain.node) || isPassed(source, chain.node)))
      declareRoutes(source, { ...chain, links }, use, mocks)
    else if (isGlobal) convertControl(source, { ...chain, links }, first.name, mocks.name)
    else leaveByHand(`write ${first.name}() by hand: ${mocks.name}.reset() keeps the stubs of setupMocks`)
    for (const one of otherUses(source, holder?.name)) this.#convertUse(one, mocks, true)
  }
}
