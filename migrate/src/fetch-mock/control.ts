import type ts from 'typescript'
import type { ClearedCalls } from '../declare/cleared-calls.ts'
import { removeOrLeave } from '../declare/remove-call.ts'
import { resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { statementOfCall } from '../read/assertions.ts'
import type { Chain, Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { clearHistory } from './calls/history.ts'
import { namesRemoved, undoCode } from './kept-undos.ts'
import { convertDefinition, DEFINE } from './routes/custom-matchers.ts'

/** What the hooks of mynah do. */
const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
/** What removes the routes, and the calls with them. */
const RESET = /^(?:restore|reset|hardReset|mockReset|mockRestore)$/
const REMOVE = /^(?:removeRoutes|resetBehavior)$/
export const CLEAR = /^(?:clear|clearHistory|resetHistory|mockClear)$/
/** The code that does the same, in other words. */
const BY_HAND: Readonly<Record<string, string>> = {
  removeRoute: 'keep the undo that mocks.use returned for this route, and call it here',
  flush: "wait for the request that the test is about: await mocks.waitFor('GET /users')",
}

/** The runner's hooks reset mocks after each test. In a test, what is left of the routes counts on. */
export function convertControl(
  source: Source,
  { node, links }: Chain,
  name: string,
  mocks: string,
  cleared: ClearedCalls,
): void {
  const names = links.length === 1 ? namesRemoved(source, node) : []
  const isWhole = links.every((one) => IMPLIED.test(one.name) && takesAll(source, one))
  const [clears, removes] = [CLEAR, REMOVE].map((kind) => isWhole && links.some((one) => kind.test(one.name)))
  if (DEFINE.test(name)) convertDefinition(source, node)
  else if (names.length > 0 && !hookAround(source, node)) source.replace(node, undoCode(source, node, names))
  else if (!IMPLIED.test(name))
    leaveByHand(BY_HAND[name] ?? `write ${name}() by hand: see "From fetch-mock" in migrating.md`)
  else if (hookAround(source, node) || /lobal$|^mock$/.test(name)) removeControl(source, node)
  else if ((RESET.test(name) && links.length === 1) || (clears && removes)) {
    source.replace(node, resetCode(source, mocks, node))
    cleared.reset(node)
  } else if (clears) clearHistory(source, node, mocks, cleared)
  else if (removes) removeAll(source, node, mocks, cleared)
  else leaveByHand(`call the undos that ${mocks}.use returned: ${mocks}.reset() clears the journal too`)
}

/** Whether `removeRoutes({ includeSticky, includeFallback })` removes what `removeRoutes()` does: the file has no others. */
function takesAll({ ts, file }: Source, { args: [options, ...others] }: Link): boolean {
  if (!options) return true
  if (!ts.isObjectLiteralExpression(options) || others.length > 0) return false
  return options.properties.every((one) => {
    const code = one.getText(file)
    if (/^includeSticky: *true$/.test(code)) return !/\bsticky\b/.test(file.text)
    if (/^includeFallback: *false$/.test(code)) return !/\.(?:catch|spy|spyGlobal)\(/.test(file.text)
    return /^(?:includeSticky: *false|includeFallback: *true)$/.test(code)
  })
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
