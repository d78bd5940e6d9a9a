import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { printCall } from '../layout/print-stub.ts'
import { type Chain, chainFrom } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { headersCode } from '../request/conditions.ts'
import { hasInterceptor, settingsOf } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { baseCode, baseText } from './interceptors/path.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import { replaceDemands, type ScopeUses } from './scopes.ts'

/** `const scope = nock(base)` is `const scope = rest.at(base)`. `replace` declares a chain of it, and returns whether it always answers. */
export function convertBase(
  source: Source,
  uses: ScopeUses,
  chains: readonly Chain[],
  scopeOf: (chain: Chain) => Scope,
  replace: (chain: Chain, scope: Scope) => boolean,
): void {
  const { text: at } = uses.name
  if (uses.questions.length > 0) leaveByHand(`ask mocks.unused() in place of ${at}.isDone()`)
  const [first] = chains.map((chain) => replaceBase(source, chain, scopeOf(chain), at))
  const made = first ?? leaveByHand(`declare ${at} as rest.at(base), and its stubs by it`)
  const base = { at, text: baseText(source, made.base) }
  let { isPersisted } = made
  for (const root of uses.roots) {
    const chain = chainFrom(source, root)
    const [setting] = settingsOf(chain.links)
    if (setting && uses.roots.length > 1)
      leaveByHand(`call ${setting.name}() where ${at} is made: nock applies it to all that ${at} declares`)
    const conditions = { headers: [], tests: [...made.conditions.tests] }
    isPersisted = replace(chain, { ...made, base, conditions }) || isPersisted
  }
  replaceDemands(source, uses, isPersisted)
}

/** Replaces `nock(base)` by `rest.at(base)`. Returns what it says of its interceptors. `name` is the variable that holds it. */
function replaceBase(source: Source, chain: Chain, scope: Scope, name: string): Scope & { base: ts.Expression } {
  if (hasInterceptor(chain.links)) leaveByHand(`declare ${name} as rest.at(base), and its stubs by it`)
  readInterceptors(source, scope, chain.links)
  if ('at' in scope.base) return leaveByHand(`declare ${name} as rest.at(base), and its stubs by it`)
  const { base } = scope
  const { headers } = scope.conditions
  const settings = headers.length === 0 ? [] : [`{ match: { headers: ${headersCode(headers)} } }`]
  const callee = `${source.name('rest')}.at`
  source.replace(
    chain.node,
    printCall(callee, [baseCode(source, base), ...settings], source.style, source.indentOf(chain.node)),
  )
  return { ...scope, base }
}
