import type ts from 'typescript'
import { removeOrLeave } from '../declare/remove-call.ts'
import { resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround, isAtStart } from '../read/tests.ts'
import { CLEAR } from './calls/history.ts'

/** What the hooks of mynah do. */
const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
/** What removes the routes, and the calls with them. */
const RESET = /^(?:restore|reset|hardReset|mockReset|mockRestore)$/

/** The runner's hooks reset mocks after each test. */
export function convertControl(source: Source, { node, links }: Chain, name: string, mocks: string): void {
  if (!IMPLIED.test(name)) leaveByHand(`write ${name}() by hand: see "fetch-mock" in migrating.md`)
  else if (hookAround(source, node) || /lobal$|^mock$/.test(name)) removeControl(source, node)
  else if (RESET.test(name) && links.length === 1) source.replace(node, resetCode(source, mocks, node))
  else if (CLEAR.test(name) && isAtStart(source, node)) removeControl(source, node)
  else leaveByHand(`${mocks}.reset() clears routes and calls: call the undos of ${mocks}.use, or count from here`)
}

export function removeControl(source: Source, node: ts.Node): void {
  const { parent } = node
  const isRoutes = source.ts.isPropertyAccessExpression(parent) && /^(?:router|fallbackRoute)$/.test(parent.name.text)
  if (isRoutes) leaveByHand('keep the routes in an array of your own: mocks.unused() lists those without a request')
  removeOrLeave(source, node)
}
