import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { printCall } from '../layout/print-stub.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { headersCode } from '../request/conditions.ts'
import { baseText, hasInterceptor, scopeOf } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { LISTENER } from './interceptors/listeners.ts'
import { baseCode } from './interceptors/path.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import { replaceDemands, type ScopeUses } from './scopes.ts'

/** `const scope = nock(base)` is `const scope = rest.at(base)`. `replace` declares a chain of it, and returns whether it always answers. */
export function convertBase(
  source: Source,
  uses: ScopeUses,
  chains: readonly Chain[],
  replace: (chain: Chain, scope: Scope) => boolean,
): 'base' {
  const { text: at } = uses.name
  if (uses.questions.length > 0) leaveByHand(`ask mocks.unused() in place of ${at}.isDone()`)
  if (uses.listeners.length > 0) leaveByHand(LISTENER)
  const base = { at, text: chains[0] && baseText(source, chains[0]) }
  const [made] = chains.map((chain) => replaceBase(source, chain, at))
  if (!made) return leaveByHand(`declare ${at} as rest.at(base), and its stubs by it`)
  let { isPersisted } = made
  for (const root of uses.roots) {
    const conditions = { headers: [], tests: [...made.conditions.tests] }
    isPersisted = replace(chainFrom(source, root), { ...made, base, isPersisted, conditions }) || isPersisted
  }
  replaceDemands(source, uses, isPersisted)
  return 'base'
}

/** Replaces `nock(base)`, which a variable holds, by `rest.at(base)`. Returns what it says of its interceptors. */
function replaceBase(source: Source, chain: Chain, name: string): Scope {
  const scope = scopeOf(source, chain.root as ts.CallExpression)
  if (hasInterceptor(chain.links)) leaveByHand(`declare ${name} as rest.at(base), and its stubs by it`)
  readInterceptors(source, scope, chain.links)
  if ('at' in scope.base) return scope
  if (scope.isAnyOrigin) leaveByHand(`write ${name} as stubs of paths alone, with match: ({ url }) => … for the origin`)
  const { headers } = scope.conditions
  const settings = headers.length === 0 ? [] : [`{ match: { headers: ${headersCode(headers)} } }`]
  const callee = `${source.name('rest')}.at`
  source.replace(
    chain.node,
    printCall(callee, [baseCode(source, scope.base), ...settings], source.style, source.indentOf(chain.node)),
  )
  return scope
}
