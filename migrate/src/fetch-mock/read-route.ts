import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { type Interceptor, replaces } from '../read/declared.ts'
import { isAssignment, type Link, nodesIn } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { answerOf } from './routes/ask-fetch-mock.ts'
import { matcherOfRoute, matchOf } from './routes/match-route.ts'
import { methodOf, optionsOf, partsOf, ROUTE } from './routes/route-options.ts'

/** Reads the routes of a chain. */
export function routesOf(source: Source, links: readonly Link[]): Interceptor[] {
  let found: Interceptor[] = []
  for (const link of links) {
    if (!ROUTE.test(link.name) || link.name === 'sticky')
      leaveByHand(`write ${link.name}() as mocks.use.get(path, payload)`)
    const route = routeOf(source, link)
    const isPersisted = route.stub.times === undefined
    const newer = { isAnyQuery: true, ...route, isPersisted, isOptional: false, node: link.node }
    found = [...found.filter((older) => !replaces(newer, older)), newer]
  }
  return found
}

/** Reads `postOnce(url, response, options)` and its kin. */
function routeOf(source: Source, link: Link): Pick<Interceptor, 'stub' | 'isAnyQuery' | 'isReplacing'> {
  const { name } = link
  const { matcher: place, response, options: last } = partsOf(link)
  const isFallback = name === 'catch' || (name.startsWith('spy') && !place)
  const isAny = isFallback || /any(?:Once)?$/i.test(name)
  if (!place && !isAny) return leaveByHand(`${name}() has no matcher: write mocks.use.all(path, payload)`)
  const options = optionsOf(source, last)
  const isOnce = /once$/i.test(name)
  const matcher = matcherOfRoute(source, place, options)
  const settings: [string, string][] = []
  const value = response ?? options.get('response')
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const answer = name.startsWith('spy')
    ? { code: `${source.name('passthrough')}()`, isJson: false }
    : isFallback && !value
      ? { code: `${source.name('text')}(${source.quote('ok')})`, isJson: false }
      : answerOf(source, value, settings)
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
  const isReplacing = options.has('overwriteRoutes') || isOverwriting(source, source.file)
  return { stub, isAnyQuery: !matcher.isWhole, isReplacing }
}

/** Whether code has routes overwrite others: `fetchMock.config.overwriteRoutes = true`. */
export function isOverwriting(source: Source, root: ts.Node): boolean {
  const isSet = (node: ts.Node) =>
    isAssignment(source, node) &&
    node.left.getText().endsWith('.config.overwriteRoutes') &&
    node.right.kind === source.ts.SyntaxKind.TrueKeyword
  return nodesIn(source.ts, root, isSet).length > 0
}
