import type ts from 'typescript'
import { type ClearedCalls, countFromHere } from '../declare/cleared-calls.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { clearHistory } from './calls/history.ts'

/** What the hooks of mynah do. */
const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
/** What removes the routes, and the calls with them. */
const RESET = /^(?:restore|reset|hardReset|mockReset|mockRestore)$/
const REMOVE = /^(?:removeRoutes|resetBehavior)$/
export const CLEAR = /^(?:clear|clearHistory|resetHistory|mockClear)$/
/** The runner's hooks reset mocks after each test. In a test, what is left of the routes counts on. */
export function convertControl(
  source: Source,
  { node, links }: Chain,
  name: string,
  mocks: string,
  cleared: ClearedCalls,
): void {
  const isWhole = links.every((one) => IMPLIED.test(one.name) && one.args.length === 0)
  const [clears, removes] = [CLEAR, REMOVE].map((kind) => isWhole && links.some((one) => kind.test(one.name)))
  if (!IMPLIED.test(name)) leaveByHand(`write ${name}() by hand: see "From fetch-mock" in migrating.md`)
  else if (hookAround(source, node) || /lobal$|^mock$/.test(name)) removeControl(source, node)
  else if ((RESET.test(name) && links.length === 1) || (clears && removes)) {
    if (cleared.readsAfter(node).length > 0) leaveByHand(countFromHere(mocks))
    source.replace(node, resetCode(source, mocks, node))
  } else if (clears) clearHistory(source, node, mocks, cleared)
  else if (removes) removeAll(source, node, mocks, cleared)
  else leaveByHand(`call the undos that ${mocks}.use returned: ${mocks}.reset() clears the journal too`)
}

export function removeControl(source: Source, node: ts.Node): void {
  const { parent } = node
  const isRoutes = source.ts.isPropertyAccessExpression(parent) && /^(?:router|fallbackRoute)$/.test(parent.name.text)
  if (isRoutes) leaveByHand('keep the routes in an array of your own: mocks.unused() lists those without a request')
  removeOrLeave(source, node)
}

/** `mocks.reset()` clears the calls too, which counts where they are read afterwards. */
function removeAll(source: Source, node: ts.Expression, mocks: string, cleared: ClearedCalls): void {
  if (!statementOfCall(source, node) || cleared.readsAfter(node).length > 0)
    leaveByHand(`call the undos that ${mocks}.use returned: ${mocks}.reset() clears the journal too`)
  source.replace(node, resetCode(source, mocks, node))
}
