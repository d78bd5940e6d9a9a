import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { removeCall } from '../declare/remove-call.ts'
import { isLastInTest } from '../declare/resets.ts'
import { dropReturn } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { convertAssertion, convertCalls } from '../mock-function/calls.ts'
import { calleeOf, chainFrom, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isInAfterHook } from '../read/tests.ts'
import { checkAllMocks, convertControl, isControl, type Uses } from './control.ts'
import { ANSWER, answersOf } from './read-answers.ts'
import { isGlobalFetch, rootOf } from './roots.ts'

/** Rewrites each use of the mocked fetch. */
export function convertUses(source: Source, fetches: readonly ts.Expression[], declarer: Declarer, uses: Uses): void {
  checkAllMocks(source, uses)
  for (const node of fetches) convertUse(source, node, declarer, uses)
}

function convertUse(source: Source, node: ts.Expression, declarer: Declarer, uses: Uses): void {
  const { ts } = source
  const root = rootOf(source, node)
  const { parent } = root
  const isMember = ts.isPropertyAccessExpression(parent) && parent.expression === root
  // A request, or fetch as a value, stays as it is: fetch is mocked.
  if (!isMember && !isOfCalls(source, root) && isGlobalFetch(source, node) && !isSet(source, root)) return
  const chain = chainFrom(source, root)
  const mocks = source.localName('mocks')
  const count = chain.links.filter(({ name }) => ANSWER.test(name)).length
  const convert = () => {
    if (convertAssertion(source, root, mocks)) return
    if (ts.isDeleteExpression(parent)) removeDelete(source, parent)
    else if (!isMember) leaveByHand('hand over fetch, or read mocks.calls() in what is handed this')
    else if (parent.name.text === 'mock') convertCalls(source, parent, mocks)
    else if (isControl(chain.links)) convertControl(source, chain.node, uses)
    else if (chain.links.length === 0)
      leaveByHand(`write ${parent.name.text} by hand: see "From jest-fetch-mock" in migrating.md`)
    else {
      declarer.declare(chain, answersOf(source, chain.links), false, mocks)
      dropReturn(source, chain.node)
    }
  }
  source.attempt(root, convert, Math.max(1, count))
}

function isSet({ ts }: Source, node: ts.Node): boolean {
  const { parent } = node
  return (ts.isBinaryExpression(parent) && parent.left === node) || ts.isDeleteExpression(parent)
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
