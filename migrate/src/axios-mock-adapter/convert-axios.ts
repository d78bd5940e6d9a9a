import type ts from 'typescript'
import { ClearedCalls, countFromHere } from '../declare/cleared-calls.ts'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration } from '../declare/override.ts'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { isLastInTest, resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isStatement } from '../read/assertions.ts'
import { bindingsOf } from '../read/imports.ts'
import { chainFrom } from '../read/nodes.ts'
import { missReason, noteDifferences } from '../read/notes.ts'
import type { Source } from '../read/source.ts'
import { hookAround } from '../read/tests.ts'
import { type Adapter, adaptersOf, HANDED_ON } from './adapters.ts'
import { convertHistory } from './history.ts'
import { HANDLER, handlersOf } from './read-handlers.ts'

const MODULES = /^axios-mock-adapter$/

/** Rewrites a file's adapters as mocks that a hook starts: the client keeps its own adapter. */
export const AXIOS: Reader = { modules: MODULES, convert: convertAxios }

function convertAxios(source: Source): Conversion | undefined {
  const bindings = bindingsOf(source, MODULES)
  if (bindings.length === 0) return undefined
  noteDifferences(source, [
    {
      at: 'text',
      is: /Could not find mock|isCouldNotFindMockError/,
      reason: missReason(source.localName('mocks')),
    },
  ])
  const before = source.left.length
  const adapters = adaptersOf(source, bindings)
  const names = adapters.map(({ name }) => name.text).join('|')
  const declarer = new Declarer(source, new RegExp(String.raw`\b(?:${names})\b`))
  for (const adapter of adapters) convertAdapter(source, adapter, declarer)
  const isPassing = adapters.some(({ onNoMatch }) => onNoMatch === 'passthrough')
  return {
    bindings,
    needsSetup: adapters.length > 0,
    options: isPassing ? `{ onUnmatched: ${source.quote('passthrough')} }` : '',
    stays:
      source.left.length > before
        ? 'the adapter stays in its axios instance, and its handlers with it, while one of its uses is left'
        : undefined,
  }
}

function convertAdapter(source: Source, adapter: Adapter, declarer: Declarer): void {
  const { ts } = source
  const reads = adapter.uses.filter(({ parent }) => /\.history$/.test(parent.getText()))
  const cleared = new ClearedCalls(source, reads)
  for (const made of adapter.made) source.attempt(made, () => removeAdapter(source, made))
  for (const use of adapter.uses) {
    const chain = chainFrom(source, use)
    const count = chain.links.filter(({ name }) => HANDLER.test(name)).length
    source.attempt(use, () => convertUse(source, adapter, use, declarer, cleared), Math.max(1, count))
  }
  const { declaration } = adapter
  const isKept = source.rulings.tests.size > 0
  if (!isKept && ts.isVariableDeclaration(declaration) && !declaration.initializer) dropDeclaration(source, declaration)
}

/** The client keeps the adapter that it has. */
function removeAdapter(source: Source, made: ts.NewExpression): void {
  const { ts } = source
  const { parent } = made
  if (ts.isVariableDeclaration(parent)) dropDeclaration(source, parent)
  else if (!removeCall(source, parent)) leaveByHand('remove this adapter: mynah answers the client as it is')
}

function convertUse(
  source: Source,
  adapter: Adapter,
  use: ts.Identifier,
  declarer: Declarer,
  cleared: ClearedCalls,
): void {
  const { ts } = source
  const mocks = source.localName('mocks')
  const { parent } = use
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== use)
    leaveByHand(ts.isCallExpression(parent) ? `write what ${use.text} is handed over for with ${mocks}` : HANDED_ON)
  const chain = chainFrom(source, use)
  const [first] = chain.links
  if (parent.name.text === 'history') convertHistory(source, adapter, parent, mocks)
  else if (first && HANDLER.test(first.name)) {
    if (!isStatement(source, chain.node)) leaveByHand(`declare these handlers in a statement: ${mocks}.use(…)`)
    declarer.declare(chain, handlersOf(source, adapter, chain.links), false, mocks)
  } else if (first && chain.links.length === 1) convertControl(source, first.name, chain.node, cleared)
  else if (parent.name.text === 'handlers')
    leaveByHand(`keep the routes in an array of your own: ${mocks}.unused() lists those without a request`)
  else leaveByHand(`write ${parent.name.text} by hand: see "From axios-mock-adapter" in migrating.md`)
}

/** The runner's hooks reset and stop the mocks. */
function convertControl(source: Source, name: string, call: ts.Expression, cleared: ClearedCalls): void {
  const mocks = source.localName('mocks')
  if (!/^(?:reset|resetHandlers|resetHistory|restore)$/.test(name))
    leaveByHand(`write ${name}() by hand: see "From axios-mock-adapter" in migrating.md`)
  const isRead = name !== 'resetHandlers' && cleared.readsAfter(call).length > 0
  if (hookAround(source, call) || (isLastInTest(source, call) && !isRead)) removeOrLeave(source, call)
  else if (name === 'resetHistory') cleared.clear(call, mocks)
  else if (name === 'reset' || name === 'resetHandlers') {
    if (cleared.readsAfter(call).length > 0) leaveByHand(countFromHere(mocks))
    source.replace(call, resetCode(source, mocks, call))
  } else leaveByHand(`stop the mocks, so that requests are real: ${mocks}.stop()`)
}
