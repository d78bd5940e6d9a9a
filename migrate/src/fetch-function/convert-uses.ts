import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { isLastInTest } from '../declare/resets.ts'
import { dropReturn, returnedAnswer } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { convertAssertion, convertCalls, convertRequests } from '../mock-function/calls.ts'
import { isStatement } from '../read/assertions.ts'
import { type Chain, calleeOf, chainFrom, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hasTests, isInAfterHook } from '../read/tests.ts'
import { refuseConflicts } from './conflicts.ts'
import { clearAllMocks, convertControl, isControl, type Uses } from './control.ts'
import { convertFollowed } from './followed-calls.ts'
import { ANSWER, answersOf } from './read-answers.ts'
import { isGlobalFetch, rootOf } from './roots.ts'

/** Rewrites each use of the mocked fetch. */
export function convertUses(source: Source, fetches: readonly ts.Expression[], declarer: Declarer, uses: Uses): void {
  clearAllMocks(source, uses)
  for (const node of fetches) convertUse(source, node, declarer, uses)
  for (const one of uses.followed) convertFollowed(source, one, uses.cleared)
  uses.cleared.finish()
}

/** A function that is handed fetch calls it, or reads the calls of the mock. */
function leaveHandedOver({ ts, checker }: Source, root: ts.Node): never {
  const call = root.parent
  const index = ts.isCallExpression(call) ? call.arguments.indexOf(root as ts.Expression) : -1
  const parameter = ts.isCallExpression(call) && checker.getResolvedSignature(call)?.parameters[index]
  const readsMock = parameter && checker.getTypeOfSymbolAtLocation(parameter, root).getProperty('mock')
  leaveByHand(readsMock ? 'read mocks.calls() in the function that is handed this' : 'hand over fetch, or mocks.fetch')
}

function convertUse(source: Source, node: ts.Expression, declarer: Declarer, uses: Uses): void {
  const { ts } = source
  const root = rootOf(source, node)
  const { parent } = root
  const isMember = ts.isPropertyAccessExpression(parent) && parent.expression === root
  // A request, or fetch as a value, stays as it is: fetch is mocked.
  if (!isMember && !isOfCalls(source, root) && isGlobalFetch(source, node) && !isSet(source, root)) return
  const chain = chainFrom(source, root)
  const returned = returnedAnswer(source, chain.node)
  const mocks = source.localName('mocks')
  const only = chain.links.length === 1 ? chain.links[0]?.name : undefined
  const count = chain.links.filter(({ name }) => ANSWER.test(name)).length
  const convert = () => {
    if (convertAssertion(source, root, mocks, uses.cleared)) return
    if (ts.isDeleteExpression(parent)) removeDelete(source, parent)
    else if (!isMember) leaveHandedOver(source, root)
    else if (parent.name.text === 'mock') convertCalls(source, parent, mocks, uses.cleared)
    else if (only === 'requests') convertRequests(source, chain.node, uses.cleared.code(chain.node, mocks))
    else if (isControl(chain.links)) convertControl(source, chain.node, uses)
    else if (only === 'mockName') removeOrLeave(source, chain.node, "mynah's messages name the request")
    else if (parent.name.text === 'usingNativeFetch') source.replace(parent, 'true')
    else if (isOwnClass(source, chain, parent.name.text)) source.replace(parent, parent.name.text)
    else if (/^(?:realFetch|defaultResponseInit|Headers|Request|Response)$/.test(parent.name.text))
      leaveByHand(`mynah uses the platform's own classes and fetch: write out what ${parent.name.text} was for`)
    else if (!isStatement(source, chain.node) && !returned)
      leaveByHand('declare this answer in a statement: mocks.use.all(/.*/, payload)')
    else if (isOfSetup(source, chain))
      leaveByHand('declare this in the tests: the mocks of a setup file know nothing of theirs')
    else {
      for (const link of chain.links) refuseConflicts(source, link, uses.links)
      declarer.declare(chain, answersOf(source, chain.links), false, mocks)
      if (returned) dropReturn(source, returned)
    }
  }
  source.attempt(root, convert, Math.max(1, count))
}

function isSet({ ts }: Source, node: ts.Node): boolean {
  const { parent } = node
  return (ts.isBinaryExpression(parent) && parent.left === node) || ts.isDeleteExpression(parent)
}

/** `new fetchMock.Response('a')`: the platform's own class is the same. */
function isOwnClass(source: Source, { links }: Chain, name: string): boolean {
  return links.length === 0 && /^(?:Headers|Request|Response)$/.test(name) && source.localName(name) === name
}

/** Whether a file without tests lets requests through, or has routes. */
function isOfSetup({ file }: Source, { links }: Chain): boolean {
  return links.some(({ name }) => /^(?:dontMock|route)/.test(name)) && !hasTests(file)
}

/** A test that ends with fetch taken away leaves that to mynah's hooks. */
function removeDelete(source: Source, node: ts.DeleteExpression): void {
  const isAtEnd = isInAfterHook(source, node) || isLastInTest(source, node)
  if (!isAtEnd || !removeCall(source, node)) leaveByHand('remove this: the hooks of the runner restore fetch')
}

/** Whether a use is about the calls that a mock has recorded. */
export function isOfCalls(source: Source, node: ts.Node): boolean {
  const { ts } = source
  const { parent } = outerOf(source, node)
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text === 'mock'
  return calleeOf(source, parent) === 'expect'
}
