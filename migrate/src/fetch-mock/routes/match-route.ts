import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { printFields } from '../../layout/model.ts'
import { constantOf, constantText } from '../../read/constants.ts'
import { innerOf, nodesIn, propertyValue } from '../../read/nodes.ts'
import { fromGlob, fromText, pathCode } from '../../read/path.ts'
import { kindOf, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { type Inline, isInline } from '../../request/resolver.ts'
import { calledWithRequest } from './read-response.ts'
import { type Properties, propertiesOf } from './route-options.ts'

/** Reads what a route asks of a request besides its conditions. */
export function matcherOfRoute(source: Source, place: ts.Expression | undefined, options: Properties): Matcher {
  return place ? matcherOf(source, place, options) : { path: anyPath(source) }
}

/** Reads what a route asks of a URL. The options that a matcher holds itself are added to those of the route. */
export function matcherOf(source: Source, node: ts.Expression, options: Properties): Matcher {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(node)) return { path: anyPath(source), test: `${source.code(node)}.test(url)` }
  const inner = innerOf(source, node)
  const value = ts.isIdentifier(inner) ? constantOf(source, inner) : inner
  if (isInline(source, value)) return functionOf(source, node, value, options)
  if (value && ts.isNewExpression(value) && value.expression.getText() === 'URL' && value.arguments?.length === 1)
    return matcherOf(source, value.arguments[0] as ts.Expression, options)
  if (value && ts.isObjectLiteralExpression(value)) return matcherOfObject(source, value, options)
  const text = constantText(source, node)
  if (/^(?:glob:)?\*+$/.test(text ?? '')) return { path: anyPath(source) }
  if (text?.startsWith('path:')) {
    const { code, queries } = fromText(source, text.slice('path:'.length))
    return { path: code, queries }
  }
  // A text that a URL with a path begins with is a glob.
  const glob = text?.replace(/^begin:(https?:\/\/[^/*]+\/[^*]*)$/, 'glob:$1*')
  if (glob?.startsWith('glob:')) {
    const { code = anyPath(source), ...asked } = fromGlob(source, glob.slice('glob:'.length))
    return { path: code, ...asked, isWhole: asked.test === undefined && !glob.endsWith('*') }
  }
  const test = text === undefined ? undefined : urlTest(source, text)
  if (test !== undefined) return { path: anyPath(source), test }
  if (kindOf(source, node) !== 'string' || (text !== undefined && !/^(?:https?:\/\/|\/)/.test(text)))
    return leaveByHand(`write the matcher ${shorten(source.code(node))} as a path and a match`)
  const { code, queries } = pathCode(source, [node])
  return { path: code, queries, isWhole: true }
}

/** `{ url, method, headers }` */
function matcherOfObject(source: Source, object: ts.ObjectLiteralExpression, options: Properties): Matcher {
  for (const [name, one] of propertiesOf(source, object)) options.set(name, one)
  const place = options.get('url') ?? options.get('matcher')
  return matcherOfRoute(source, place, options)
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
  // The type of fetch-mock that the constant has.
  const { parent } = value
  if (source.ts.isVariableDeclaration(parent) && parent.type) source.edits.replace(parent.name.end, parent.type.end, '')
  source.replace(value, code)
  return { path: anyPath(source), match: source.code(node) }
}

/** The methods of a text that test a whole URL as fetch-mock does. */
const TESTS: Readonly<Record<string, string>> = { begin: 'startsWith', end: 'endsWith', include: 'includes' }

/** What a route asks of a URL. */
export interface Matcher {
  readonly path: string
  /** An expression of `url`, the whole URL. */
  readonly test?: string
  readonly queries?: string | undefined
  /** Whether it is a whole URL, which takes no query but its own. */
  readonly isWhole?: boolean
  /** A function of the request. */
  readonly match?: string
}

/** What a text such as `'begin:https://api.test'` asks of a URL. */
function urlTest(source: Source, text: string): string | undefined {
  const [, kind = '', value = ''] = /^(begin|end|include|host):(.*)$/s.exec(text) ?? []
  if (kind === '') return undefined
  const test = TESTS[kind]
  if (kind === 'begin' && !/^https?:/.test(value))
    leaveByHand(`a URL is whole here: write ${source.quote(text)} as a path`)
  return test ? `url.${test}(${source.quote(value)})` : `new URL(url).host === ${source.quote(value)}`
}

export const CONDITIONS = ['headers', 'params', 'body', 'query']
export const AS_ONE = 'write these conditions as one function: match: ({ url, headers, text }) => …'

/** Prints all that a route asks of a request, but for its method and its path. */
export function matchOf(source: Source, options: Properties, { queries, match, test }: Matcher): string | undefined {
  const { ts } = source
  if (match !== undefined) return match
  if (test !== undefined) {
    const query = options.get('query')
    const isOther = CONDITIONS.some((name) => name !== 'query' && options.has(name))
    const asked = query && !isOther && ts.isObjectLiteralExpression(query) ? query.properties : []
    const tests = asked.map((one) => queryTest(source, one))
    if (CONDITIONS.some((name) => options.has(name)) && tests.length === 0) leaveByHand(AS_ONE)
    return `({ url${tests.length > 0 ? ', searchParams' : ''} }) => ${[test, ...tests].join(' && ')}`
  }
  const [body, query, params] = ['body', 'query', 'params'].map((name) => options.get(name))
  const partial = options.get('matchPartialBody')
  const isSubset = partial?.kind === ts.SyntaxKind.TrueKeyword
  return printFields({
    params: params && source.code(params),
    queries: query ? source.code(query) : queries,
    headers: headersCode(source, options),
    body: body && (isSubset ? source.code(body) : `${source.name('equals')}(${source.code(body)})`),
  })
}

/** Prints that a request has a query with a text. */
function queryTest(source: Source, property: ts.ObjectLiteralElementLike): string {
  const { name } = property
  const value = propertyValue(source.ts, property)
  const text = value && constantText(source, value)
  if (text === undefined || !name || !('text' in name)) return leaveByHand(AS_ONE)
  return `searchParams.get(${source.quote(name.text)}) === ${source.quote(text)}`
}

function headersCode(source: Source, options: Properties): string | undefined {
  const { ts } = source
  const headers = options.get('headers')
  if (headers && nodesIn(ts, headers, ts.isArrayLiteralExpression).length > 0)
    leaveByHand('a header is one text here: write this list as match: { headers }')
  return headers && source.code(headers)
}
