import type ts from 'typescript'
import { type Inline, isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantOf, constantText } from '../read/constants.ts'
import { fromText, pathCode } from '../read/path.ts'
import { kindOf, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { calledWithRequest } from './read-response.ts'
import { type UrlTest, urlMatcher } from './url-matchers.ts'

/** The properties of a route's options. */
export type Properties = Map<string, ts.Expression>

export interface Matcher extends UrlTest {
  readonly path: string
  readonly queries?: string | undefined
  /** A function of the request. */
  readonly match?: string
}

/** Reads what a route asks of a URL. The options that a matcher holds itself are added to those of the route. */
export function matcherOf(source: Source, node: ts.Expression, options: Properties): Matcher {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(node)) return { path: anyPath(source), test: `${source.code(node)}.test(url)` }
  const value = ts.isIdentifier(node) ? constantOf(source, node) : node
  if (isInline(source, value)) return functionOf(source, node, value, options)
  if (value && ts.isNewExpression(value) && value.expression.getText() === 'URL' && value.arguments?.length === 1)
    return matcherOf(source, value.arguments[0] as ts.Expression, options)
  if (value && ts.isObjectLiteralExpression(value)) return matcherOfObject(source, value, options)
  const text = constantText(source, node)
  if (text === '*') return { path: anyPath(source) }
  if (text?.startsWith('path:')) {
    const { code, queries } = fromText(source, text.slice('path:'.length))
    return { path: code, queries }
  }
  const { path, test } = (text !== undefined && urlMatcher(source, text)) || {}
  if (path !== undefined) return { path }
  if (test !== undefined) return { path: anyPath(source), test }
  if (kindOf(source, node) !== 'string' || (text !== undefined && !/^(?:https?:\/\/|\/)/.test(text)))
    return leaveByHand(`write the matcher ${shorten(source.code(node))} as a path and a match`)
  const { code, queries } = pathCode(source, [node])
  return { path: code, queries }
}

/** `{ url, method, headers }`, whose URL may be `{ begin, end }`. */
function matcherOfObject(source: Source, object: ts.ObjectLiteralExpression, options: Properties): Matcher {
  for (const [name, one] of propertiesOf(source, object)) options.set(name, one)
  const url = options.get('url')
  const matcher = options.get('matcherFunction') ?? options.get('functionMatcher')
  if (url && matcher) leaveByHand('write the URL and the function of this route as one match: ({ url }) => …')
  if (url && source.ts.isObjectLiteralExpression(url)) return matcherOfUrl(source, url)
  const place = url ?? matcher
  return place ? matcherOf(source, place, options) : { path: anyPath(source) }
}

function matcherOfUrl(source: Source, object: ts.ObjectLiteralExpression): Matcher {
  const tests = object.properties.map((one) => {
    const kind = one.name?.getText(source.file) ?? ''
    const value = source.ts.isPropertyAssignment(one) ? one.initializer : undefined
    if (value && kind === 'regexp') return `${source.code(value)}.test(url)`
    const text = value && constantText(source, value)
    const { test } = (text !== undefined && urlMatcher(source, `${kind}:${text}`)) || {}
    return test ?? leaveByHand(`write ${shorten(source.code(object))} as match: ({ url }) => …`)
  })
  return { path: anyPath(source), test: tests.join(' && ') }
}

const OPTIONS =
  /^(?:method|headers|missingHeaders|params|body|query|repeat|delay|name|matchPartialBody|overwriteRoutes|url|response|matcherFunction|functionMatcher)$/
/** The options without a counterpart, and the code that does the same. */
const BY_HAND: Readonly<Record<string, string>> = {
  sticky: 'put this stub into the routes of setupMocks, which no reset removes',
  waitFor: 'write a resolver that waits: async () => { await mocks.waitFor(path); return payload }',
  includeContentLength: 'the length is always sent where it is known: take includeContentLength away',
  sendAsJson: 'a payload is sent as JSON, text(…) as text: take sendAsJson away',
}

export function propertiesOf(source: Source, node: ts.Expression): Properties {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(node))
    return leaveByHand(`write the options ${shorten(source.code(node))} as settings`)
  const found: Properties = new Map()
  for (const property of node.properties) {
    const name = property.name?.getText(source.file) ?? ''
    if (ts.isPropertyAssignment(property)) found.set(name, property.initializer)
    else if (ts.isShorthandPropertyAssignment(property)) found.set(name, property.name)
    else return leaveByHand('write the options as settings')
    if (!OPTIONS.test(name)) leaveByHand(BY_HAND[name] ?? `the option ${name} has no counterpart`)
  }
  return found
}

/** A path that any request has. */
export function anyPath(source: Source): string {
  return source.quote('/{*rest}')
}

/** A matcher in a constant keeps its name; what it is called with changes there. */
function functionOf(source: Source, node: ts.Expression, value: Inline, options: Properties): Matcher {
  if (CONDITIONS.some((name) => options.has(name))) leaveByHand(AS_ONE)
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

const CONDITIONS = ['headers', 'missingHeaders', 'params', 'body', 'query']
const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

/** Prints all that a route asks of a request, but for its method and its path. */
export function matchOf(
  source: Source,
  options: Properties,
  { queries, match, test }: Matcher,
  isPartial = false,
): string | undefined {
  if (match !== undefined) return match
  if (test !== undefined) return functionOfTests(source, options, test)
  const [body, query, params] = ['body', 'query', 'params'].map((name) => options.get(name))
  const partial = options.get('matchPartialBody')
  const isSubset = partial ? partial.kind === source.ts.SyntaxKind.TrueKeyword : isPartial
  const headers = headersCode(source, options)
  const parts = [
    ...(params ? [`params: ${source.code(params)}`] : []),
    ...(query ? [`queries: ${source.code(query)}`] : queries ? [`queries: ${queries}`] : []),
    ...(headers ? [`headers: ${headers}`] : []),
    ...(body ? [`body: ${isSubset ? source.code(body) : `${source.name('equals')}(${source.code(body)})`}`] : []),
  ]
  return parts.length === 0 ? undefined : `{ ${parts.join(', ')} }`
}

function headersCode(source: Source, options: Properties): string | undefined {
  const { ts } = source
  const [headers, missing] = [options.get('headers'), options.get('missingHeaders')]
  if (!missing) return headers && source.code(headers)
  const isPlain = !headers || ts.isObjectLiteralExpression(headers)
  if (
    !isPlain ||
    !ts.isArrayLiteralExpression(missing) ||
    !missing.elements.every((one) => ts.isStringLiteralLike(one))
  )
    return leaveByHand('write missingHeaders as match: { headers: { name: not(exists()) } }')
  const absent = missing.elements.map((one) => `${source.code(one)}: ${source.name('not')}(${source.name('exists')}())`)
  const present =
    headers && ts.isObjectLiteralExpression(headers) ? headers.properties.map((one) => source.code(one)) : []
  return `{ ${[...present, ...absent].join(', ')} }`
}

/** A test of the whole URL, and of headers and queries whose texts are written out. */
function functionOfTests(source: Source, options: Properties, test: string): string {
  const { ts } = source
  if (['body', 'params', 'missingHeaders'].some((name) => options.has(name))) leaveByHand(AS_ONE)
  const fields = new Set(['url'])
  const tests = [test]
  const add = (name: string, field: string, read: (key: string) => string): void => {
    const object = options.get(name)
    if (!object) return
    if (!ts.isObjectLiteralExpression(object)) leaveByHand(AS_ONE)
    else
      for (const one of object.properties) {
        const key = one.name && (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) ? one.name.text : undefined
        const value = ts.isPropertyAssignment(one) ? one.initializer : undefined
        const text = value && constantText(source, value)
        if (key === undefined || text === undefined) leaveByHand(AS_ONE)
        else tests.push(`${read(key)} === ${source.quote(text)}`)
      }
    fields.add(field)
  }
  add('headers', 'headers', (key) => `headers[${source.quote(key.toLowerCase())}]`)
  add('query', 'searchParams', (key) => `searchParams.get(${source.quote(key)})`)
  return `({ ${[...fields].join(', ')} }) => ${tests.join(' && ')}`
}
