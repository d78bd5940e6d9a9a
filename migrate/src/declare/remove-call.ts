import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn, isCounted, statementOfCall } from '../read/assertions.ts'
import { calleeOf, callsNamed, isSum, otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookName } from '../read/tests.ts'

/**
 * Removes a call that mynah's hooks make needless: its statement, or the hook that does nothing else, as `afterEach(() => nock.cleanAll())`.
 * Returns whether it could.
 */
export function removeCall(source: Source, call: ts.Node): boolean {
  const { ts } = source
  const awaited = ts.isAwaitExpression(call.parent) ? call.parent : call
  const statement = statementOfCall(source, awaited)
  if (statement) {
    source.remove(statement)
    return true
  }
  const outer = outerOf(source, awaited)
  const callback = ts.isArrowFunction(outer.parent) ? outer.parent : outer
  const hook = callback.parent
  const hooked = ts.isCallExpression(hook) && hookName(source, hook) ? statementOfCall(source, hook) : undefined
  if (hooked) source.remove(hooked)
  return hooked !== undefined
}

/** Removes such a call, or leaves it, since its value is used. */
export function removeOrLeave(source: Source, call: ts.Node, reason = 'the hooks of the runner do it'): void {
  if (!removeCall(source, call)) leaveByHand(`remove this: ${reason}`)
}

export const UNUSED = 'ask mocks.unused(), which lists the stubs without a request'

/** Writes `mocks.unused()` in place of a list of what has not come. Its items are stubs, so that its number and its text may be asked for. */
export function replaceByUnused(source: Source, call: ts.CallExpression, isAlike: boolean, isBoth = false): void {
  const unused = `${source.localName('mocks')}.unused()`
  const asked = isAlike ? askedOf(source, call) : undefined
  if (!asked) leaveByHand(UNUSED)
  const list = asked === 'number' && !isBoth ? unused : `${unused}.map(String)`
  source.replace(call, isBoth ? `[...${call.getText()}, ...${list}]` : list)
}

/** What is asked of a list: its number, or its text. Nothing if it may be its items. */
function askedOf(source: Source, list: ts.Expression): 'number' | 'text' | undefined {
  const { ts } = source
  const { parent } = list
  const asked = expectationOn(source, list)?.call ?? (ts.isCallExpression(parent) ? parent : undefined)
  const isLength = ts.isPropertyAccessExpression(parent) && parent.name.text === 'length'
  // `expect(list).toEqual([])`, `assert.deepEqual(list, [])`
  const isEmpty = asked?.arguments.some((one) => ts.isArrayLiteralExpression(one) && one.elements.length === 0)
  if (isLength || isEmpty || isCounted(source, list)) return 'number'
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name))
    return otherUses(source, parent.name).every((use) => askedOf(source, use)) ? 'text' : undefined
  const isJoined = ts.isPropertyAccessExpression(parent) && parent.name.text === 'join'
  const isShown = /^console\.|^String$|Error$/.test(calleeOf(source, parent))
  return isJoined || isShown || isSum(source, parent) || ts.isTemplateSpan(parent) ? 'text' : undefined
}

/** Removes an assertion, unless tests of the file count them. `scope.done()` is none. */
export function removeAssertion(source: Source, statement: ts.Statement): void {
  const { ts } = source
  const isAssertion = ts.isExpressionStatement(statement) && !calleeOf(source, statement.expression).endsWith('.done')
  if (isAssertion && callsNamed(source, /\.(?:assertions|plan)$/).length > 0)
    leaveByHand('tests of this file count their assertions: remove this one, and write one less in each count')
  source.remove(statement)
}
