import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { type Interceptor, withoutReplaced } from '../read/declared.ts'
import { type Link, propertyOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { routesNamed } from './calls/filters.ts'
import { readsOf } from './calls/history.ts'
import { waitCode } from './calls/wait-code.ts'
import { answerAfter, answerIf, checkSentAsText, WAITING, withoutLength } from './routes/change-answer.ts'
import type { Config } from './routes/config.ts'
import { anyPath, matcherOfRoute } from './routes/match-route.ts'
import { AS_ONE, matchOf } from './routes/print-match.ts'
import { responseOf } from './routes/read-response.ts'
import { declareTarget } from './routes/redirects.ts'
import { flagOf, methodOf, optionsOf, type Properties, partsOf, ROUTE } from './routes/route-options.ts'

/** Reads the routes of a chain. */
export function routesOf(
  source: Source,
  links: readonly Link[],
  config: Config,
  mocks: string | undefined,
): Interceptor[] {
  const found: Interceptor[] = []
  for (const link of links) {
    if (!ROUTE.test(link.name)) leaveByHand(`write ${link.name}() as mocks.use.get(path, payload)`)
    const { stub, isAnyQuery = true } = routeOf(source, link, config, mocks)
    const options = optionsOf(source, partsOf(link).options)
    const isOverwriting = flagOf(source, options, 'overwriteRoutes') ?? config.isOverwriting
    for (const one of withTarget(source, stub))
      found.push({
        stub: one,
        isPersisted: one.times === undefined,
        isOptional: false,
        isAnyQuery,
        isReplacing: isOverwriting,
        node: link.node,
      })
  }
  return withoutReplaced(found)
}

/** A route that redirects is two stubs, and two calls: the redirect, and the answer of its URL. */
function withTarget(source: Source, stub: DeclaredStub): readonly DeclaredStub[] {
  const [, url] = stub.settings.find(([name]) => name === 'redirectUrl') ?? []
  if (url === undefined) return [stub]
  if (readsOf(source).length > 0) declareTarget(url)
  const response = { code: `${source.name('redirect')}(${url}, 307)`, isJson: false }
  const settings = stub.settings.filter(([name]) => name !== 'redirectUrl')
  return [
    { ...stub, response, settings: [] },
    { ...stub, path: url, match: undefined, settings },
  ]
}

/** Reads `postOnce(url, response, options)` and its kin. */
function routeOf(
  source: Source,
  link: Link,
  config: Config,
  mocks: string | undefined,
): Pick<Interceptor, 'stub' | 'isAnyQuery'> {
  const { name, args } = link
  const { matcher: place, response, options: last } = partsOf(link)
  if (name === 'catch') return { stub: fallbackOf(source, args[0]) }
  if (name.startsWith('spy') && !place) return { stub: { ...fallbackOf(source, undefined), response: real(source) } }
  const isAny = /any(?:Once)?$/i.test(name)
  if (!place && !isAny) return leaveByHand(`${name}() has no matcher: write mocks.use.all(path, payload)`)
  const options = optionsOf(source, last)
  const isOnce = /once$/i.test(name)
  const matcher = matcherOfRoute(source, place, options)
  const settings: [string, string][] = []
  const value = response ?? options.get('response')
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const answer = name === 'spy' ? real(source) : answerOf(source, options, value, settings, config)
  const repeat = options.get('repeat')
  const awaited = options.get('waitFor')
  if (awaited && settings.length > 0) leaveByHand(WAITING)
  // A function of the URL cannot compare a body as mynah does: the resolver asks for the URL then.
  const test = OBJECTS.some((one) => options.has(one)) ? matcher.test : undefined
  if (test && settings.length > 0) leaveByHand(AS_ONE)
  const guarded = test ? answerIf(source, test, answer) : answer
  const stub: DeclaredStub = {
    method: methodOf(source, name, options),
    path: matcher.path,
    response: awaited ? answerAfter(waitCode(source, link, awaited, mocks), guarded) : guarded,
    match: matchOf(source, options, test ? { path: matcher.path } : matcher, config.isPartial),
    settings,
    times: isOnce ? '1' : repeat && source.code(repeat),
  }
  return { stub, isAnyQuery: !matcher.isWhole }
}

/** The conditions that are compared as mynah's matchers do it. */
const OBJECTS = ['body', 'missingHeaders']

function answerOf(
  source: Source,
  options: Properties,
  value: ts.Expression | undefined,
  settings: [string, string][],
  { isAsText }: Config,
): DeclaredStub['response'] {
  checkSentAsText(source, value, !(flagOf(source, options, 'sendAsJson') ?? !isAsText))
  if (flagOf(source, options, 'includeContentLength') === false) return withoutLength(source, value)
  return responseOf(source, value, settings)
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

const CHANGED = 'declare the new answer: the newest mocks.use comes first'

/** A route whose answer is changed is the same route, with the new answer. What it takes may not change. */
export function modifiedRoutes(source: Source, links: readonly Link[]): Link[] {
  const { ts } = source
  return links.map(({ name: method, args: [name, options], node }) => {
    const [route, ...others] = name && ts.isStringLiteralLike(name) ? routesNamed(source, name.text, node) : []
    const object = options && ts.isObjectLiteralExpression(options) ? options : undefined
    const response = object?.properties.length === 1 ? propertyOf(source, object, 'response') : undefined
    const isFixed =
      route && (/once$/i.test(route.name) || /\b(?:repeat|sticky|waitFor)\b/.test(route.node.getText(source.file)))
    if (method !== 'modifyRoute' || !route || others.length > 0 || !response || isFixed) return leaveByHand(CHANGED)
    const { matcher, options: last } = partsOf(route)
    return { name: route.name, args: [...(matcher ? [matcher] : []), response, ...(last ? [last] : [])], node }
  })
}
