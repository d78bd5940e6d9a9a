import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { printFields } from '../../layout/model.ts'
import { constantText } from '../../read/constants.ts'
import { majorOf } from '../../read/installed.ts'
import { functionAround, type Link, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { anyPath, matcherOf } from '../routes/match-route.ts'
import { matchOf } from '../routes/print-match.ts'
import { methodOf, optionsOf, type Properties, partsOf, propertiesOf, ROUTE } from '../routes/route-options.ts'
import type { Matcher } from '../routes/url-matchers.ts'

/** Prints a filter of calls as mynah's; `''` if it takes all of them. `method` is what the name of a matcher says. */
export function filterCode(
  source: Source,
  filter: ts.Expression | undefined,
  last: ts.Expression | undefined,
  method?: string,
): string {
  const { ts } = source
  const said = last && ts.isStringLiteralLike(last) ? last.text : undefined
  const options: Properties = last && said === undefined ? propertiesOf(source, last) : new Map()
  const isAll = !filter || filter.getText(source.file) === 'undefined'
  const name = isAll ? undefined : nameOf(source, filter)
  if (name !== undefined && filter) return namedFilter(source, name, options, filter)
  const routes = filter ? routesOfMatcher(source, filter) : []
  // Before version 12 a filter that is the matcher of a route asks for the calls that this route took.
  if (routes.length > 0 && (majorOf(source.file.fileName, 'fetch-mock') ?? 12) < 12)
    source.askedRoutes.push({ construct: source.construct, routes })
  const read: Matcher = isAll ? { path: anyPath(source) } : matcherOf(source, filter, options)
  const matcher = ofItsQueries(source, read, options)
  const asked = method ?? said?.toLowerCase() ?? methodOf(source, '', options)
  return printFilter(source, asked, matcher.path, matchOf(source, options, matcher))
}

/** A whole URL leaves out those with another query, which other routes of the file may take. */
function ofItsQueries(source: Source, matcher: Matcher, options: Properties): Matcher {
  const isStrict = matcher.isWhole && !options.has('query') && takesQueries(source)
  return isStrict ? { ...matcher, queries: matcher.queries ?? `${source.name('equals')}({})` } : matcher
}

function printFilter(source: Source, method: string, path: string, match: string | undefined): string {
  const isAny = path === anyPath(source)
  const verb = method === 'all' ? undefined : method.toUpperCase()
  if (match === undefined && !verb) return isAny ? '' : path
  if (match === undefined && !isAny && /^['"]/.test(path)) return `${path[0]}${verb} ${path.slice(1)}`
  return printFields({ method: verb && source.quote(verb), path: isAny ? undefined : path, match }) ?? ''
}

/** The name of a route that a filter is. */
function nameOf(source: Source, filter: ts.Expression): string | undefined {
  const text = source.ts.isStringLiteralLike(filter) ? filter.text : undefined
  return text !== undefined && /^[\da-z-]+$/i.test(text) ? text : undefined
}

/** Routes have no names here: the filter is what the route of that name takes. */
function namedFilter(source: Source, name: string, options: Properties, from: ts.Node): string {
  const [link, ...others] = routesNamed(source, name, from)
  if (!link || others.length > 0 || options.size > 0)
    return leaveByHand(`stubs have no names: write what ${name} takes, as mocks.calls('GET /users')`)
  source.askedRoutes.push({ construct: source.construct, routes: [link.node] })
  const { matcher: place, options: last } = partsOf(link)
  const own = optionsOf(source, last)
  if (place && source.ts.isArrowFunction(place)) leaveByHand('write what this route takes as mocks.calls({ match })')
  const matcher = place ? ofItsQueries(source, matcherOf(source, place, own), own) : { path: anyPath(source) }
  return printFilter(source, methodOf(source, link.name, own), matcher.path, matchOf(source, own, matcher))
}

/** The calls that declare a route of a matcher, by its code or its text. */
function routesOfMatcher(source: Source, filter: ts.Expression): ts.Node[] {
  const codeOf = (node: ts.Expression) => constantText(source, node) ?? node.getText(source.file)
  return routesIn(source).flatMap((link) => {
    const { matcher } = partsOf(link)
    return matcher && codeOf(matcher) === codeOf(filter) ? [link.node] : []
  })
}

/** Whether a route of the file takes URLs with any query, which a whole URL as a filter leaves out. */
function takesQueries(source: Source): boolean {
  const { ts } = source
  return routesIn(source).some((link) => {
    const { matcher } = partsOf(link)
    const isFunction = matcher !== undefined && ts.isArrowFunction(matcher)
    // A promise has a catch() too.
    if (link.name === 'catch' || !matcher) return !isFunction && /^(?:catch|spy|any|\w+Any)/.test(link.name)
    const text = constantText(source, matcher)
    return text === undefined
      ? isFunction || ts.isRegularExpressionLiteral(matcher)
      : /^(?:\*$|(?:begin|end|include|glob|path|express|host):)/.test(text)
  })
}

function routesIn({ ts, file }: Source): Link[] {
  return nodesIn(ts, file, ts.isCallExpression).flatMap((node): Link[] => {
    const name = ts.isPropertyAccessExpression(node.expression) ? node.expression.name.text : ''
    return ROUTE.test(name) ? [{ name, args: node.arguments, node }] : []
  })
}

/** The calls that declare a route of a name: of several those of the function that a node is in. */
export function routesNamed(source: Source, name: string, from?: ts.Node): Link[] {
  const { ts } = source
  const found = routesIn(source).filter((link) => link.args.slice(-2).some((one) => isNamed(one, link.name)))
  const around = from && functionAround(source, from)
  return found.length > 1 && around ? found.filter(({ node }) => functionAround(source, node) === around) : found

  function isNamed(argument: ts.Expression, method: string): boolean {
    const named = ts.isObjectLiteralExpression(argument)
      ? argument.properties.find((one) => one.name?.getText(source.file) === 'name')
      : undefined
    // The methods that add an option of their own, as `get`, lose a name that is a text.
    const isText = ts.isStringLiteralLike(argument) && /^(?:route|spy)$/.test(method)
    const value = named && ts.isPropertyAssignment(named) ? named.initializer : isText ? argument : undefined
    return value !== undefined && constantText(source, value) === name
  }
}
