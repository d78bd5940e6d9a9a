import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import { isOncePerFile, type Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Config } from './config.ts'
import { anyPath, matcherOf, matchOf, type Properties, propertiesOf } from './match-route.ts'
import { responseOf } from './read-response.ts'

/** The names of methods that declare a route. */
export const ROUTE =
  /^(?:(?:get|post|put|patch|delete|head)(?:Any)?(?:Once)?|any(?:Once)?|once|mock|route|catch|spy(?:Global)?|sticky)$/

/** Reads the routes of a chain. */
export function routesOf(source: Source, links: readonly Link[], config: Config): Interceptor[] {
  let found: Interceptor[] = []
  for (const link of links) {
    if (!ROUTE.test(link.name)) leaveByHand(`write ${link.name}() by hand`)
    const stub = routeOf(source, link, config)
    const written = /\boverwriteRoutes:\s*(true|false)\b/.exec(link.args[2]?.getText(source.file) ?? '')?.[1]
    const isOverwriting = written === undefined ? config.isOverwriting : written === 'true'
    if (isOverwriting) found = found.filter((one) => !isSameRoute(one.stub, stub))
    found.push({
      stub,
      isPersisted: stub.times === undefined,
      isOptional: false,
      isReplacing: isOverwriting,
      node: link.node,
    })
  }
  return found
}

function isSameRoute(one: DeclaredStub, other: DeclaredStub): boolean {
  return one.method === other.method && one.path === other.path && one.match === other.match
}

/** What the arguments of a route are: `any(response, options)` has no matcher, `spy(matcher)` no response. */
export function partsOf({ name, args }: Link): {
  readonly matcher?: ts.Expression | undefined
  readonly response?: ts.Expression | undefined
  readonly options?: ts.Expression | undefined
} {
  const [first, second, third] = args
  if (/any(?:Once)?$/i.test(name)) return { response: first, options: second }
  return name === 'spy' ? { matcher: first, options: second } : { matcher: first, response: second, options: third }
}

/** The options of a route. A text is its name. */
export function optionsOf(source: Source, node: ts.Expression | undefined): Properties {
  return !node || source.ts.isStringLiteralLike(node) ? new Map() : propertiesOf(source, node)
}

/** Reads `postOnce(url, response, options)` and its kin. */
function routeOf(source: Source, link: Link, config: Config): DeclaredStub {
  const { name, args } = link
  const { matcher: place, response, options: last } = partsOf(link)
  if (name === 'catch') return fallbackOf(source, args[0])
  if (name.startsWith('spy') && !place) return { ...fallbackOf(source, undefined), response: real(source) }
  const isAny = /any(?:Once)?$/i.test(name)
  if (!place && !isAny) return leaveByHand(`${name}() without a matcher`)
  if (name === 'sticky' && !isOncePerFile(source, link.node))
    leaveByHand('put this stub into the routes of setupMocks, which no reset removes')
  const options = optionsOf(source, last)
  const isOnce = /once$/i.test(name)
  const matcher = place ? matcherOf(source, place, options) : { path: anyPath(source) }
  const settings: [string, string][] = []
  const value = response ?? options.get('response')
  const answer = name === 'spy' ? real(source) : responseOf(source, value, settings)
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const repeat = options.get('repeat')
  return {
    method: methodOf(source, name, options),
    path: matcher.path,
    response: answer,
    match: matchOf(source, options, matcher, config.isPartial),
    settings,
    times: isOnce ? '1' : repeat && source.code(repeat),
  }
}

function real(source: Source): DeclaredStub['response'] {
  return { code: `${source.name('passthrough')}()`, isJson: false }
}

/** The answer to all that no other route takes; without an argument the text `ok`. */
function fallbackOf(source: Source, response: ts.Expression | undefined): DeclaredStub {
  const settings: [string, string][] = []
  const answer = response
    ? responseOf(source, response, settings)
    : { code: `${source.name('text')}(${source.quote('ok')})`, isJson: false }
  return {
    method: 'all',
    path: anyPath(source),
    response: answer,
    match: undefined,
    settings,
    times: undefined,
    isFallback: true,
  }
}

/** The method that the name of a call says, or its options. */
export function methodOf(source: Source, name: string, options: Properties): string {
  const method = name.replace(/(?:Any)?(?:Once)?$/, '')
  if (/^(?:get|post|put|patch|delete|head)$/.test(method)) return method
  const said = options.get('method')
  const text = said && constantText(source, said)
  return text && text !== 'any' ? text.toLowerCase() : 'all'
}
