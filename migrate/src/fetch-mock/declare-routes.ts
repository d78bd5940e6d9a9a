import type ts from 'typescript'
import type { Declarer } from '../declare/declarer.ts'
import { overrideCode, startOf } from '../declare/override.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { printStub } from '../layout/print-stub.ts'
import { type Interceptor, replaces } from '../read/declared.ts'
import { type Chain, chainFrom, functionAround, type Link, otherUses, outerOf, usesIn } from '../read/nodes.ts'
import { leaveByHand, type Source } from '../read/source.ts'
import { hookAround, isOncePerFile } from '../read/tests.ts'
import { answerOf } from './routes/ask-fetch-mock.ts'
import { isOverwriting, matcherOf, matchOf, methodOf, optionsOf, partsOf, ROUTE } from './routes/match-route.ts'
import { modifiedRoute } from './routes/named-route.ts'
import { checkJson } from './routes/read-response.ts'

export interface Mocks {
  readonly name: string
  readonly declarer: Declarer
  readonly demands: readonly ts.Node[]
}

/** A route that answers a number of times, and is demanded, is an expectation. */
export function replaceSetup(source: Source, chain: Chain, mocks: Mocks): void {
  const routes = routesOf(source, chain.links.slice(1))
  const isExpected = mocks.demands.length > 0 && routes.length > 0 && routes.every((one) => !one.isPersisted)
  source.replace(chain.node, instanceCode(source, chain, isExpected ? [] : routes))
  if (!isExpected) return
  const indent = source.indentOf(startOf(source, chain.node))
  const code = overrideCode(source, routes, `${mocks.name}.expect`, indent)
  source.edits.insert(source.statementOf(chain.node).end, `\n${indent}${code}${source.style.semicolon}`)
}

export function declareRoutes(source: Source, chain: Chain, use: ts.Identifier, mocks: Mocks): void {
  const routes = routesOf(source, chain.links)
  const around = functionAround(source, use)
  const isDemanded = mocks.demands.some((one) => hookAround(source, one) || functionAround(source, one) === around)
  mocks.declarer.declare(chain, routes, isDemanded, mocks.name)
  if (!isPassed(source, chain.node)) return
  const statement = source.statementOf(chain.node)
  const code = source.code(chain.node) + source.style.semicolon
  source.replace(chain.node, `${mocks.name}.fetch`)
  source.edits.insert(statement.getStart(source.file), `${code}\n${source.indentOf(statement)}`)
}

/** Whether a function or an object is handed what a chain of routes returns, in a statement that runs for a test. */
export function isPassed(source: Source, chain: ts.Node): boolean {
  const { ts } = source
  const outer = outerOf(source, chain)
  const { parent } = outer
  const isArgument = (ts.isCallExpression(parent) || ts.isNewExpression(parent)) && parent.expression !== outer
  const isHere = functionAround(source, chain) === functionAround(source, source.statementOf(chain))
  return (isArgument || ts.isPropertyAssignment(parent)) && isHere && !isOncePerFile(source, chain)
}

export function demandsOf(source: Source, name: ts.Identifier): ts.Node[] {
  const uses = usesIn(source, source.file, name)
  const held = uses.flatMap((use) => otherUses(source, holderOf(source, callsOn(source, use))?.name))
  return [...uses, ...held].filter((use) => callsOn(source, use).links[0]?.name === 'done')
}

/** The variable that holds what a chain of routes returns: fetch-mock itself. */
export function holderOf({ ts }: Source, { links, node }: Chain): ts.VariableDeclaration | undefined {
  const isItself = links.length > 0 && links.every(({ name }) => name === 'mockGlobal' || ROUTE.test(name))
  return isItself && ts.isVariableDeclaration(node.parent) ? node.parent : undefined
}

export function callsOn(source: Source, use: ts.Identifier): Chain {
  const { parent } = use
  const isHistory = source.ts.isPropertyAccessExpression(parent) && parent.name.text === 'callHistory'
  return chainFrom(source, isHistory ? parent : use)
}

/** Prints the mocks that stand for an instance of fetch-mock: they have a fetch, and patch nothing. */
export function instanceCode(source: Source, chain: Chain, routes = routesOf(source, chain.links.slice(1))): string {
  const indent = source.indentOf(startOf(source, chain.node))
  const inner = indent + source.style.indent
  const level = inner + source.style.indent
  const setup = source.name('setupMocks')
  if (routes.length === 0) return `${setup}([], { patch: false })`
  const items = routes.map(
    ({ stub }) => `${level}${printStub(stub, source.name('rest'), source, source.style, level)},\n`,
  )
  return `${setup}(\n${inner}[\n${items.join('')}${inner}],\n${inner}{ patch: false },\n${indent})`
}

function routesOf(source: Source, links: readonly Link[]): Interceptor[] {
  let found: Interceptor[] = []
  for (const link of links) {
    if (!ROUTE.test(link.name) || link.name === 'sticky')
      leaveByHand(`write ${link.name}() as mocks.use.get(path, payload)`)
    const newer = routeOf(source, link)
    found = [...found.filter((older) => !replaces(newer, older)), newer]
  }
  return found
}

function routeOf(source: Source, written: Link): Interceptor {
  const link = written.name === 'modifyRoute' ? modifiedRoute(source, written) : written
  const { name } = link
  const { matcher: place, response, options: last } = partsOf(link)
  const isFallback = name === 'catch' || (name.startsWith('spy') && !place)
  const isAny = isFallback || /any(?:Once)?$/i.test(name)
  if (!place && !isAny) return leaveByHand(`${name}() has no matcher: write mocks.use.all(path, payload)`)
  const options = optionsOf(source, last)
  const isOnce = /once$/i.test(name)
  const matcher = matcherOf(source, place, options)
  const settings: [string, string][] = []
  const value = response ?? options.get('response')
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const answer = name.startsWith('spy')
    ? { code: `${source.name('passthrough')}()`, isJson: false }
    : isFallback && !value
      ? { code: `${source.name('text')}(${source.quote('ok')})`, isJson: false }
      : answerOf(source, settings, value)
  if (answer.isJson) checkJson(options.get('sendAsJson'))
  const repeat = options.get('repeat')
  const stub: DeclaredStub = {
    method: methodOf(source, name, options),
    path: matcher.path,
    response: answer,
    match: matchOf(source, options, matcher),
    settings,
    times: isOnce ? '1' : repeat && source.code(repeat),
    isFallback,
  }
  const { ts, file, rulings } = source
  const isReplacing =
    link !== written || options.has('overwriteRoutes') || rulings.isOverwriting || isOverwriting(ts, file)
  const isPersisted = stub.times === undefined
  return { stub, isPersisted, isOptional: false, isAnyQuery: !matcher.isWhole, isReplacing }
}
