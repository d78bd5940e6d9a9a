import type ts from 'typescript'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Chain, hookAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

/** What the hooks of mynah do. */
const IMPLIED =
  /^(?:mockGlobal|unmockGlobal|mock|restore|reset|hardReset|removeRoutes|clear|clearHistory|resetHistory|resetBehavior|mockReset|mockRestore|mockClear)$/
/** What takes the routes away, and the calls with them. */
const RESET = /^(?:restore|reset|hardReset|mockReset|mockRestore)$/
/** The code that does the same, in other words. */
const BY_HAND: Readonly<Record<string, string>> = {
  modifyRoute: 'declare the new answer: the newest mocks.use comes first',
  removeRoute: 'keep the undo that mocks.use returned for this route, and call it here',
  defineMatcher: 'write this matcher as match: (request) => … where it is used',
  addMatcher: 'write this matcher as match: (request) => … where it is used',
  flush: "wait for the request that the test is about: await mocks.waitFor('GET /users')",
}

/** The runner's hooks reset mocks after each test. In a test, what is left of the routes counts on. */
export function convertControl(source: Source, { node, links }: Chain, name: string, mocks: string): void {
  if (!IMPLIED.test(name))
    leaveByHand(BY_HAND[name] ?? `write ${name}() by hand: see "From fetch-mock" in migrating.md`)
  if (hookAround(source, node) || /lobal$|^mock$/.test(name)) removeControl(source, node)
  else if (RESET.test(name) && links.length === 1) source.replace(node, `${mocks}.reset()`)
  else if (/^(?:removeRoutes|resetBehavior)$/.test(name))
    leaveByHand(`call the undos that ${mocks}.use returned: ${mocks}.reset() clears the journal too`)
  else leaveByHand(`count from here: const before = ${mocks}.calls().length; ${mocks}.reset() clears the overrides too`)
}

export function removeControl(source: Source, node: ts.Node): void {
  if (!removeCall(source, node)) leaveByHand('take this away: the hooks of the runner do it')
}
