import type ts from 'typescript'
import type { ReturnedAnswer } from '../declare/returned-answers.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { printCall } from '../layout/print-stub.ts'
import { type Chain, calleeOf, chainFrom, functionAround } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { hookAround, isTest } from '../read/tests.ts'
import { headersCode } from '../request/conditions.ts'
import { hasInterceptor, settingsOf } from './interceptors/chains.ts'
import type { Scope } from './interceptors/links.ts'
import { LISTENER } from './interceptors/listeners.ts'
import { baseCode, baseText } from './interceptors/path.ts'
import { readInterceptors } from './interceptors/read-interceptors.ts'
import type { Roots } from './roots.ts'
import { replaceDemands, type ScopeUses } from './scopes.ts'

/** `const scope = nock(base)` is `const scope = rest.at(base)`. `replace` declares a chain of it, and returns whether it always answers. */
export function convertBase(
  source: Source,
  uses: ScopeUses,
  chains: readonly Chain[],
  roots: Roots,
  replace: (chain: Chain, scope: Scope) => boolean,
): Scope {
  const { text: at } = uses.name
  if (uses.questions.length > 0) leaveByHand(`ask mocks.unused() in place of ${at}.isDone()`)
  if (uses.listeners.length > 0) leaveByHand(LISTENER)
  const [made] = chains.map((chain) => replaceBase(source, chain, roots.scopeOf(chain.root), at))
  if (!made) return leaveByHand(`declare ${at} as rest.at(base), and its stubs by it`)
  const base = { at, text: baseText(source, made.base) }
  let { isPersisted } = made
  for (const root of uses.roots) {
    const chain = chainFrom(source, root)
    const [setting] = settingsOf(chain.links)
    if (setting && uses.roots.length > 1 && !areAlike(source, chains, chain, uses.roots))
      leaveByHand(`call ${setting.name}() where ${at} is made: nock applies it to all that ${at} declares`)
    const conditions = { headers: [], tests: [...made.conditions.tests] }
    isPersisted = replace(chain, { ...made, base, conditions }) || isPersisted
  }
  if (isPersisted && uses.returned && uses.demands.length > 0)
    leaveByHand(`write mocks.verify({ unused: true }) where this function is called, in place of ${at}.done()`)
  replaceDemands(source, uses, isPersisted)
  return made
}

/** Whether a test says the same of its scope at each chain, and no other test has that scope. */
function areAlike(
  source: Source,
  made: readonly Chain[],
  { node, links }: Chain,
  roots: readonly ts.Expression[],
): boolean {
  const around = functionAround(source, node)
  const isOfEach = made.every((one) => /^(?:beforeEach|setup)$/.test(hookAround(source, one.node)?.name ?? ''))
  const tests = roots.map((root) => functionAround(source, root))
  const beside = roots.filter((_, index) => tests[index] === around).map((root) => chainFrom(source, root))
  const textOf = (all: Chain['links']) =>
    settingsOf(all).map(({ name, args }) => `${name}(${args.map((one) => one.getText(source.file)).join()})`)
  return (
    isOfEach &&
    tests.every((one) => isTest(calleeOf(source, one?.parent))) &&
    beside.every((one) => textOf(one.links).join() === textOf(links).join())
  )
}

/** Replaces `nock(base)` by `rest.at(base)`. Returns what it says of its interceptors. `name` is the variable that holds it, or the function that returns it. */
export function replaceBase(source: Source, chain: Chain, scope: Scope, name: string): Scope {
  if (hasInterceptor(chain.links)) leaveByHand(`declare ${name} as rest.at(base), and its stubs by it`)
  readInterceptors(source, scope, chain.links)
  if (scope.isAnyOrigin) leaveByHand(`write ${name} as stubs of paths alone, with match: ({ url }) => … for the origin`)
  const { headers } = scope.conditions
  const settings = headers.length === 0 ? [] : [`{ match: { headers: ${headersCode(headers)} } }`]
  if ('at' in scope.base) {
    if (settings.length > 0) leaveByHand(`give these headers to each stub of ${name}: match: { headers }`)
    source.replace(chain.node, scope.base.at)
    return scope
  }
  const callee = `${source.name('rest')}.at`
  source.replace(
    chain.node,
    printCall(callee, [baseCode(source, scope.base), ...settings], source.style, source.indentOf(chain.node)),
  )
  return scope
}

/** Has a function return `rest.at(base)`, by which its callers declare their stubs. They know no more of it than whether these always answer. */
export function returnBase(source: Source, { maker, name }: ReturnedAnswer, scope: Scope): void {
  const { conditions, replyHeaders, pathFilter, bodyFilter, isOpen, isEncoded } = scope
  const isMore =
    conditions.tests.length > 0 || isOpen || isEncoded || [replyHeaders, pathFilter, bodyFilter].some(Boolean)
  if (isMore) leaveByHand('have this function return rest.at(base), and write what else nock is told here at each stub')
  if (maker.type) source.replace(maker.type, source.name('RestMethods'))
  source.answering.push({ name, maker, construct: source.construct.getStart(source.file), isBase: true })
}
