import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { printFields } from '../../layout/model.ts'
import type { Source } from '../../read/source.ts'
import type { Matcher } from '../routes/match-route.ts'
import { anyPath, matcherOf, matchOf } from '../routes/match-route.ts'
import { methodOf, type Properties, propertiesOf } from '../routes/route-options.ts'

/** Prints a filter of calls as mynah's; `''` if it takes all of them. */
export function filterCode(source: Source, filter: ts.Expression | undefined, last: ts.Expression | undefined): string {
  const { ts } = source
  const said = last && ts.isStringLiteralLike(last) ? last.text : undefined
  const options: Properties = last && said === undefined ? propertiesOf(source, last) : new Map()
  const isAll = !filter || filter.getText(source.file) === 'undefined'
  if (!isAll && ts.isStringLiteralLike(filter) && /^[\da-z-]+$/i.test(filter.text))
    leaveByHand(`stubs have no names: write what ${filter.text} takes, as mocks.calls('GET /users')`)
  const read: Matcher = isAll ? { path: anyPath(source) } : matcherOf(source, filter, options)
  const matcher = ofItsQueries(source, read, options)
  const asked = said?.toLowerCase() ?? methodOf(source, '', options)
  return printFilter(source, asked, matcher.path, matchOf(source, options, matcher))
}

/** A whole URL leaves out those with another query. */
function ofItsQueries(source: Source, matcher: Matcher, options: Properties): Matcher {
  if (!matcher.isWhole || options.has('query')) return matcher
  return { ...matcher, queries: matcher.queries ?? `${source.name('equals')}({})` }
}

function printFilter(source: Source, method: string, path: string, match: string | undefined): string {
  const isAny = path === anyPath(source)
  const verb = method === 'all' ? undefined : method.toUpperCase()
  if (match === undefined && !verb) return isAny ? '' : path
  if (match === undefined && !isAny && /^['"]/.test(path)) return `${path[0]}${verb} ${path.slice(1)}`
  return printFields({ method: verb && source.quote(verb), path: isAny ? undefined : path, match }) ?? ''
}
