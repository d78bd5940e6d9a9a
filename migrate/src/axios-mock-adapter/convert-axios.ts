import type ts from 'typescript'
import { ClearedCalls } from '../declare/cleared-calls.ts'
import type { Conversion, Reader } from '../declare/conversion.ts'
import { Declarer } from '../declare/declarer.ts'
import { dropDeclaration, ownerOf } from '../declare/override.ts'
import { removeCall, removeOrLeave } from '../declare/remove-call.ts'
import { isLastInTest, resetCode } from '../declare/resets.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isStatement } from '../read/assertions.ts'
import { bindingsOf } from '../read/imports.ts'
import { type Chain, chainFrom, otherUses, outerOf, subjectCode, usesOf } from '../read/nodes.ts'
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
  cleared.finish()
  const { declaration } = adapter
  if (ts.isVariableDeclaration(declaration) && !declaration.initializer) dropDeclaration(source, declaration)
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
  if (parent.name.text === 'history')
    convertHistory(source, adapter, parent, (filter) => cleared.code(parent, mocks, filter))
  else if (first && HANDLER.test(first.name)) {
    if (declareHeld(source, adapter, chain, declarer)) return
    if (!isStatement(source, chain.node)) leaveByHand(`declare these handlers in a statement: ${mocks}.use(…)`)
    declarer.declare(chain, handlersOf(source, adapter, chain.links), false, mocks)
  } else if (first && chain.links.length === 1) convertControl(source, adapter, first.name, chain.node, cleared)
  else if (parent.name.text === 'handlers')
    leaveByHand(`keep the routes in an array of your own: ${mocks}.unused() lists those without a request`)
  else leaveByHand(`write ${parent.name.text} by hand: see "From axios-mock-adapter" in migrating.md`)
}

/** The runner's hooks reset and stop the mocks. */
function convertControl(
  source: Source,
  { made, own }: Adapter,
  name: string,
  call: ts.Expression,
  cleared: ClearedCalls,
): void {
  const mocks = source.localName('mocks')
  if (name === 'adapter') {
    replaceAdapter(source, made, call)
    return
  }
  if (!/^(?:reset|resetHandlers|resetHistory|restore)$/.test(name))
    leaveByHand(`write ${name}() by hand: see "From axios-mock-adapter" in migrating.md`)
  const isRead = name !== 'resetHandlers' && cleared.readsAfter(call).length > 0
  if (hookAround(source, call) || (isLastInTest(source, call) && !isRead)) removeOrLeave(source, call)
  else if (own !== undefined) leaveByHand(`${mocks}.reset() resets the stubs of the other adapters too`)
  else if (name === 'resetHistory') cleared.clear(call, mocks)
  else if (name === 'reset' || (name === 'resetHandlers' && cleared.readsAfter(call).length === 0)) {
    source.replace(call, resetCode(source, mocks, call))
    cleared.reset(call)
  } else
    leaveByHand(
      name === 'restore'
        ? `stop the mocks, so that requests are real: ${mocks}.stop()`
        : `count from here: const before = ${mocks}.calls().length; ${mocks}.reset() clears calls and overrides`,
    )
}

/** A client that is made with the adapter gets that of the mocked one, which mynah answers. It is no function. */
function replaceAdapter(source: Source, [made]: Adapter['made'], call: ts.Expression): void {
  const { ts } = source
  const { parent } = outerOf(source, call)
  const uses = ts.isVariableDeclaration(parent) ? otherUses(source, parent.name) : [call]
  const isHandedOver = uses.every(
    (use) =>
      ts.isShorthandPropertyAssignment(use.parent) || (ts.isPropertyAssignment(use.parent) && use.parent.name !== use),
  )
  const [client] = made?.arguments ?? []
  if (!client || !isHandedOver) leaveByHand('remove this: axios keeps its own adapter, and mynah answers it')
  else source.replace(call, `${subjectCode(source, client)}.defaults.adapter`)
}

/** Declares `const handler = mock.onGet('/a')` where it is answered: `handler.reply(200)`. Returns whether a variable holds it. */
function declareHeld(source: Source, adapter: Adapter, chain: Chain, declarer: Declarer): boolean {
  const { ts, checker } = source
  const owner = ownerOf(source, chain.node)
  const symbol = owner && checker.getSymbolAtLocation(owner)
  const declaration = symbol?.valueDeclaration
  if (!owner || !symbol || !declaration || !ts.isVariableDeclaration(declaration)) return false
  const uses = usesOf(source, symbol, owner.text).filter((use) => use !== owner && use.parent !== declaration)
  const chains = uses.map((use) => chainFrom(source, use))
  if (chains.length === 0 || !chains.every(({ node, links }) => links.length > 0 && isStatement(source, node)))
    leaveByHand(`declare what ${owner.text} answers in a statement: ${source.localName('mocks')}.use(…)`)
  const read = chains.map(({ links }) => handlersOf(source, adapter, [...chain.links, ...links]))
  chains.forEach((one, index) => {
    declarer.declare(one, read[index] ?? [], false, source.localName('mocks'))
  })
  if (declaration.initializer !== chain.node && !removeCall(source, chain.node.parent))
    leaveByHand(`take ${owner.text} away`)
  dropDeclaration(source, declaration)
  return true
}
