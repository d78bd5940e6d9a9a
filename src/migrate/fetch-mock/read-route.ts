import type ts from 'typescript'
import { type Inline, isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredStub } from '../layout/model.ts'
import { constantOf, constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { kindOf, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { calledWithRequest, responseOf } from './read-response.ts'
import { urlMatcher } from './url-matchers.ts'

type Properties = Map<string, ts.Expression>

/** The names of methods that declare a route. */
export const ROUTE = /^(?:(?:get|post|put|patch|delete|head|any)(?:Once)?|once|mock|route|catch)$/

/** Reads the routes of a chain. */
export function routesOf(source: Source, links: readonly Link[]): Interceptor[] {
  let found: Interceptor[] = []
  for (const link of links) {
    if (!ROUTE.test(link.name)) leaveByHand(`write ${link.name}() by hand`)
    const stub = routeOf(source, link)
    const isOverwriting = /\boverwriteRoutes:\s*true\b/.test(link.args[2]?.getText(source.file) ?? '')
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

/** Reads `postOnce(url, response, options)` and its kin. */
function routeOf(source: Source, { name, args }: Link): DeclaredStub {
  if (name === 'catch') return fallbackOf(source, args[0])
  const [matcher, response, last] = args
  if (!matcher) return leaveByHand(`${name}() without a matcher`)
  const options = last ? propertiesOf(source, last) : new Map<string, ts.Expression>()
  const method = name.replace(/Once$/, '')
  const isOnce = name.endsWith('Once') || name === 'once'
  const { path, queries, match } = matcherOf(source, matcher, options)
  const settings: [string, string][] = []
  const answer = responseOf(source, response, settings)
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const repeat = options.get('repeat')
  return {
    method: methodOf(source, method, options),
    path,
    response: answer,
    match: match ?? matchOf(source, options, queries),
    settings,
    times: isOnce ? '1' : repeat && source.code(repeat),
  }
}

/** The answer to all that no other route takes. */
function fallbackOf(source: Source, response: ts.Expression | undefined): DeclaredStub {
  const settings: [string, string][] = []
  const answer = responseOf(source, response, settings)
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

function methodOf(source: Source, method: string, options: Properties): string {
  if (!/^(?:any|once|mock|route)$/.test(method)) return method
  if (method === 'any') return 'all'
  const said = options.get('method')
  const text = said && constantText(source, said)
  return text ? text.toLowerCase() : 'all'
}

const OPTIONS = /^(?:method|headers|body|query|repeat|delay|name|matchPartialBody|overwriteRoutes|url)$/

function propertiesOf(source: Source, node: ts.Expression): Properties {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(node))
    return leaveByHand(`write the options ${shorten(source.code(node))} as settings`)
  const found: Properties = new Map()
  for (const property of node.properties) {
    const name = property.name?.getText(source.file) ?? ''
    if (ts.isPropertyAssignment(property)) found.set(name, property.initializer)
    else if (ts.isShorthandPropertyAssignment(property)) found.set(name, property.name)
    else return leaveByHand('write the options as settings')
    if (!OPTIONS.test(name)) leaveByHand(`the option ${name} has no counterpart`)
  }
  return found
}

interface Matcher {
  readonly path: string
  readonly queries?: string | undefined
  /** A function of the request. */
  readonly match?: string
}

export function matcherOf(source: Source, node: ts.Expression, options: Properties): Matcher {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(node)) return testOf(source, `({ url }) => ${source.code(node)}.test(url)`, options)
  const value = ts.isIdentifier(node) ? constantOf(source, node) : node
  if (isInline(source, value)) return functionOf(source, node, value, options)
  if (value && ts.isObjectLiteralExpression(value)) {
    for (const [name, one] of propertiesOf(source, value)) options.set(name, one)
    const url = options.get('url')
    return url ? matcherOf(source, url, options) : { path: anyPath(source) }
  }
  const text = constantText(source, node)
  if (text === '*') return { path: anyPath(source) }
  if (text?.startsWith('path:')) {
    const { code, queries } = fromText(source, text.slice('path:'.length))
    return { path: code, queries }
  }
  const { path, match } = (text !== undefined && urlMatcher(source, text)) || {}
  if (path !== undefined) return { path }
  if (match !== undefined) return testOf(source, match, options)
  if (kindOf(source, node) !== 'string')
    return leaveByHand(`write the matcher ${shorten(source.code(node))} as a path and a match`)
  const { code, queries } = pathCode(source, [node])
  return { path: code, queries }
}

/** A path that any request has. */
function anyPath(source: Source): string {
  return source.quote('/{*rest}')
}

/** A test of the whole URL takes the place of all conditions. */
function testOf(source: Source, match: string, options: Properties): Matcher {
  if (['headers', 'body', 'query'].some((name) => options.has(name)))
    leaveByHand('write these conditions as one function: match: ({ url, headers, text }) => …')
  return { path: anyPath(source), match }
}

/** A matcher in a constant keeps its name; what it is called with changes there. */
function functionOf(source: Source, node: ts.Expression, value: Inline, options: Properties): Matcher {
  if (['headers', 'body', 'query'].some((name) => options.has(name)))
    leaveByHand('write these conditions as one function: match: ({ url, headers, text }) => …')
  const code = calledWithRequest(source, value)
  if (node === value) return { path: anyPath(source), match: code }
  dropType(source, value)
  source.replace(value, code)
  return { path: anyPath(source), match: source.code(node) }
}

/** The type of fetch-mock that a constant has. */
function dropType(source: Source, { parent }: Inline): void {
  if (source.ts.isVariableDeclaration(parent) && parent.type) source.edits.replace(parent.name.end, parent.type.end, '')
}

function matchOf(source: Source, options: Properties, queries: string | undefined): string | undefined {
  const headers = options.get('headers')
  const body = options.get('body')
  const query = options.get('query')
  const isPartial = options.has('matchPartialBody')
  const parts = [
    ...(query ? [`queries: ${source.code(query)}`] : queries ? [`queries: ${queries}`] : []),
    ...(headers ? [`headers: ${source.code(headers)}`] : []),
    ...(body ? [`body: ${isPartial ? source.code(body) : `${source.name('equals')}(${source.code(body)})`}`] : []),
  ]
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`
}
