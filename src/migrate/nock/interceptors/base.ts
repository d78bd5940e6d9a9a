import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { printCall } from '../../layout/print-stub.ts'
import type { Chain } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { headersCode } from '../../request/conditions.ts'
import { hasInterceptor, scopeOf } from './chains.ts'
import type { Scope } from './links.ts'
import { baseCode } from './path.ts'
import { readInterceptors } from './read-interceptors.ts'

/** Replaces `nock(base)`, which a variable holds, by `rest.at(base)`. Returns what it says of its interceptors. */
export function replaceBase(source: Source, chain: Chain, name: string): Scope {
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
