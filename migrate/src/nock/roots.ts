import type ts from 'typescript'
import { ownerOf } from '../declare/override.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { scopeFrom } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'

/** The calls of nock that chains of a file begin with. */
export function rootsOf({ ts }: Source, uses: readonly ts.Identifier[]): ts.CallExpression[] {
  return uses.flatMap((use) => (ts.isCallExpression(use.parent) && use.parent.expression === use ? use.parent : []))
}

/** The chains that a variable holds. */
export function chainsOf(source: Source, roots: readonly ts.CallExpression[], symbol: ts.Symbol): Chain[] {
  return roots.flatMap((root) => {
    const chain = chainFrom(source, root)
    const owner = ownerOf(source, chain.node)
    return owner && source.checker.getSymbolAtLocation(owner) === symbol ? [chain] : []
  })
}

/** What a chain begins with. */
export function scopeOf(source: Source, root: ts.Expression): Scope {
  const [base, options] = (root as ts.CallExpression).arguments
  return base ? scopeFrom(source, base, options) : leaveByHand('nock() needs a base: write rest.at(origin)')
}
