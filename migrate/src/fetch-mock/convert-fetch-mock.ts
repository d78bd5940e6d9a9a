import type ts from 'typescript'
import { Declarer } from '../declare/declarer.ts'
import { isRefusal } from '../declare/kept-tests.ts'
import { dropDeclaration, isReturned } from '../declare/override.ts'
import { declaredIn } from '../order/order.ts'
import { isStatement } from '../read/assertions.ts'
import { type Binding, bindingsOf, type Conversion, type Reader } from '../read/imports.ts'
import { type Chain, calleeOf, chainFrom, isInside, isInVariable, otherUses, outerOf } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { replaceUse } from '../request/resolver.ts'
import { AS_SENT, convertFetched, convertHistory, fetchesAsked, HISTORY, subjectOf } from './calls/history.ts'
import { convertControl, memberOfCalls, mockOfClient, removeControl, spyOnCalls, verifyCall } from './control.ts'
import {
  callsOn,
  declareRoutes,
  demandsOf,
  holderOf,
  instanceCode,
  isPassed,
  type Mocks,
  replaceSetup,
} from './declare-routes.ts'
import { ASK, MODULES } from './routes/ask-fetch-mock.ts'
import { ROUTE } from './routes/match-route.ts'

/** Rewrites a file's fetch-mock: the global one as mocks that a hook starts, its instances as mocks whose fetch is injected. */
export const FETCH_MOCK: Reader = { modules: MODULES, convert: convertFetchMock }

const SPYING = /\.(?:(?:spy|hardReset|restore)\(\)|config\.Response = globalThis\.Response);?$/
const INSTANCE = /^(?:sandbox|createInstance)$/

function convertFetchMock(source: Source): Conversion | undefined {
  const { ts, rulings, left } = source
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0) return undefined
  const demands = bindings.flatMap(({ name }) => demandsOf(source, name))
  const mocks: Mocks = { name: source.localName('mocks'), declarer: new Declarer(source, 'fetchMock'), demands }
  const file: Progress = { isGlobal: false, isRouteLeft: false, isReadLeft: false }
  for (const binding of bindings) {
    // What an earlier run has written stays.
    const isWritten = (use: ts.Node) =>
      isInVariable(source, use, ASK) || (source.imports('setupMocks') && SPYING.test(source.statementOf(use).getText()))
    const uses = otherUses(source, binding.name).filter((one) => !ts.isImportSpecifier(one.parent) && !isWritten(one))
    // A type is inside of a route, if a parameter of its functions has it.
    const isType = ({ parent }: ts.Node) => ts.isTypeReferenceNode(parent) || ts.isQualifiedName(parent)
    for (const use of [...uses.filter(isType), ...uses.filter((one) => !isType(one))])
      convertImported(source, use, binding, mocks, file)
  }
  for (const subject of fetchesAsked(source))
    if (!source.attempt(subject, () => convertFetched(source, subject, mocks.name))) file.isReadLeft = true
  // Another file has the routes, and spies on their calls.
  const isAway =
    declaredIn(source).length === 0 && left.some(({ node }) => rulings.staying.has(node.getStart(source.file)))
  const isSpied = (rulings.isAsked || (file.isReadLeft && !isAway)) && !file.isRouteLeft
  if (isSpied) spyOnCalls(source, bindings[0]?.name.text ?? '')
  const stays = file.isRouteLeft
    ? 'fetch-mock stays in place of fetch, and its routes with it, while one of them is left'
    : undefined
  const needsSetup = file.isGlobal && (source.converted > 0 || !file.isReadLeft)
  return { bindings, needsSetup, options: '', isHarmless: isAway && !file.isRouteLeft, stays }
}

const HARMLESS = /\.config\.(?:overwriteRoutes|warnOnFallback|includeContentLength) *= *(?:true|false)\b/

/** Those who call the function may ask the instance for calls, or add routes. */
const HANDED_ON = 'hold these mocks in a variable where they are made: what the function returns is no fetch here'

interface Progress {
  isGlobal: boolean
  isRouteLeft: boolean
  /** Whether something stays that asks fetch-mock for calls alone, or forgets them. */
  isReadLeft: boolean
}

function convertImported(source: Source, use: ts.Identifier, binding: Binding, mocks: Mocks, file: Progress): void {
  const { ts } = source
  const chain = chainFrom(source, use)
  const [first, ...routes] = chain.links
  const mocked = mockOfClient(source, use)
  const type = ts.isQualifiedName(use.parent) ? use.parent : use
  if (first && INSTANCE.test(first.name))
    source.attempt(use, () => convertInstance(source, chain), Math.max(1, routes.length))
  else if (binding.exported === 'manageFetchMockGlobally') source.attempt(use, () => removeControl(source, use.parent))
  else if (mocked) source.attempt(use, () => source.remove(mocked))
  else if (ts.isTypeReferenceNode(type.parent)) {
    // These go with their route.
    if (!ts.isParameter(type.parent.parent)) source.leave(use, `${type.getText()} is Mocks or Call of mynah`)
  } else {
    const convert = () => convertUse(source, use, mocks, true)
    const isConverted = source.attempt(use, convert, Math.max(1, chain.links.length))
    file.isGlobal = true
    if (isConverted) return
    const member = memberOfCalls(source, use, binding)
    if (member === undefined) file.isRouteLeft = true
    // What only waits for calls asks nothing of them.
    else if (member !== 'flush') file.isReadLeft = true
  }
}

function convertInstance(source: Source, chain: Chain): void {
  const { ts } = source
  const { parent } = chain.node
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) {
    const isHandler = ts.isPropertyAccessExpression(parent) && parent.name.text === 'fetchHandler'
    if (!isHandler && isReturned(source, chain.node)) leaveByHand(HANDED_ON)
    source.replace(isHandler ? parent : chain.node, `${instanceCode(source, chain)}.fetch`)
    return
  }
  const { name } = parent
  const mocks = { name: name.text, declarer: new Declarer(source), demands: demandsOf(source, name) }
  const uses = otherUses(source, name)
  const isWithin = (use: ts.Identifier) => isInside(use, chain.node)
  // What the functions of its routes ask the instance for is inside of what is replaced.
  for (const use of uses.filter(isWithin)) convertHeld(source, use, mocks)
  replaceSetup(source, chain, mocks)
  for (const use of uses.filter((one) => !isWithin(one))) convertHeld(source, use, mocks)
}

function convertHeld(source: Source, use: ts.Identifier, mocks: Mocks): void {
  if (isReturned(source, use)) leaveByHand(HANDED_ON)
  convertUse(source, use, mocks, false)
  source.keepComments(use)
}

function convertUse(source: Source, use: ts.Identifier, mocks: Mocks, isGlobal: boolean): void {
  const { ts } = source
  const { parent } = use
  const fetch = `${mocks.name}.fetch`
  if (calleeOf(source, outerOf(source, subjectOf(use)).parent) === 'expect') convertFetched(source, use, mocks.name)
  else if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use) replaceUse(source, use, fetch)
  else if (parent.name.text === 'fetchHandler') source.replace(parent, fetch)
  else convertCalls(source, parent, mocks, isGlobal)
}

function convertCalls(source: Source, access: ts.PropertyAccessExpression, mocks: Mocks, isGlobal: boolean): void {
  const use = access.expression as ts.Identifier
  const member = access.name.text
  const statement = source.statementOf(use)
  // The newest override comes first in any case, and nothing warns of what no route takes.
  if (member === 'config' && HARMLESS.test(statement.getText())) {
    source.remove(statement)
    return
  }
  if (member === 'config') leaveByHand('write the configuration as options: setupMocks([], { onUnmatched, baseUrl })')
  if (member === 'mock' && source.ts.isPropertyAccessExpression(access.parent)) leaveByHand(AS_SENT)
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
  for (const one of otherUses(source, holder?.name)) convertUse(source, one, mocks, true)
}
