import type { Declarer } from '../declare/declarer.ts'
import { dropDeclaration, ownerOf } from '../declare/override.ts'
import { removeCall } from '../declare/remove-call.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { isStatement } from '../read/assertions.ts'
import { type Chain, chainFrom, usesOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Adapter } from './adapters.ts'
import { handlersOf } from './read-handlers.ts'

/** Declares `const handler = mock.onGet('/a')` where it is answered: `handler.reply(200)`. Returns whether a variable holds it. */
export function declareHeld(source: Source, adapter: Adapter, chain: Chain, declarer: Declarer): boolean {
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
