import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { overrideCode } from '../declare/override.ts'
import { printStub } from '../layout/print-stub.ts'
import type { Chain } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { isDemanded } from './demands.ts'
import { instanceCode } from './instance-code.ts'
import { keptUndo } from './kept-undos.ts'
import { routesOf } from './read-route.ts'
import type { Config } from './routes/config.ts'
import { checkSticky, isSticky } from './routes/sticky-routes.ts'

/** Mocks that stand for fetch-mock, or for one instance of it. */
export interface Mocks {
  readonly name: string
  readonly declarer: Declarer
  /** The assertions that all routes were used. */
  readonly demands: readonly ts.Node[]
}

/** A route that answers a number of times, and is demanded, is an expectation. */
export function replaceSetup(source: Source, chain: Chain, mocks: Mocks, config: Config): void {
  const indent = source.indentOf(source.startOf(chain.node))
  const routes = routesOf(source, chain.links.slice(1), config, mocks.name)
  const isExpected = mocks.demands.length > 0 && routes.length > 0 && routes.every((one) => !one.isPersisted)
  source.replace(chain.node, instanceCode(source, isExpected ? [] : routes, indent))
  if (!isExpected) return
  const code = overrideCode(source, routes, `${mocks.name}.expect`, indent)
  source.edits.insert(source.statementOf(chain.node).end, `\n${indent}${code}${source.style.semicolon}`)
}

/** Declares the routes of a chain. Returns the code of those that stand among the first routes of the mocks. */
export function declareRoutes(
  source: Source,
  chain: Chain,
  use: ts.Identifier,
  mocks: Mocks,
  config: Config,
  isGlobal: boolean,
  replacing?: 'persisted',
): string[] {
  const read = routesOf(source, chain.links, config, mocks.name)
  const routes = replacing ? read.map((one) => ({ ...one, isReplacing: replacing })) : read
  if (!isSticky(source, chain.links)) {
    mocks.declarer.declare(chain, routes, isDemanded(source, use, mocks.demands), mocks.name, keptUndo(source, chain))
    return []
  }
  checkSticky(source, chain, routes, isGlobal)
  mocks.declarer.declareFirst(chain, routes, mocks.name)
  return routes.map(({ stub }) => printStub(stub, source.name('rest'), source, source.style, source.style.indent))
}
