import type ts from 'typescript'
import { objectOf } from '../../declare/reply-value.ts'
import { printFields } from '../../layout/model.ts'
import { constantOf, constantText } from '../../read/constants.ts'
import { innerOf, isAssignment, type Link, nameOf, nodesIn, propertyValue } from '../../read/nodes.ts'
import { anyPath, fromGlob, fromText, pathCode } from '../../read/path.ts'
import { isRegExp, kindOf, shorten } from '../../read/payload.ts'
import { leaveByHand, type Source, type TypeScript } from '../../read/source.ts'
import { isInline, wholePath } from '../../request/resolver.ts'
import { calledWithRequest } from './read-response.ts'

/** Reads what a route asks of a URL. The options that a matcher holds itself are added to those of the route. */
export function matcherOf(source: Source, node: ts.Expression | undefined, options: Properties): Matcher {
  const { ts } = source
  if (!node) return { path: anyPath(source) }
  const inner = innerOf(source, node)
  const value = ts.isIdentifier(inner) ? constantOf(source, inner) : inner
  if (isRegExp(source, node)) {
    // One that begins with a slash is for what the page's own origin answers.
    const isOfPath = /^\/\^\(*\\\//.test(value?.getText() ?? '')
    return { path: anyPath(source), test: `${source.code(node)}.test(${isOfPath ? wholePath(source) : 'url'})` }
  }
  if (isInline(source, node)) return { path: anyPath(source), match: calledWithRequest(source, node) }
  if (value && ts.isNewExpression(value) && value.expression.getText() === 'URL' && value.arguments?.length === 1)
    return matcherOf(source, value.arguments[0], options)
  if (value && ts.isObjectLiteralExpression(value)) {
    for (const [name, one] of propertiesOf(source, value)) options.set(name, one)
    return matcherOf(source, options.get('url') ?? options.get('matcher'), options)
  }
  // fetch-mock 5 has `^` for `begin:`.
  const text = constantText(source, node)?.replace(/^\^(?=https?:)/, 'begin:')
  if (/^(?:glob:)?\*+$/.test(text ?? '')) return { path: anyPath(source) }
  const [, kind, path] = PATH.exec(text ?? '') ?? []
  if (path !== undefined) {
    const { code, queries } = kind === 'express:' ? { code: source.quote(path) } : fromText(source, path)
    return { path: code, queries, isWhole: kind === '.' }
  }
  // A text that a URL with a path begins with is a glob.
  const glob = text?.replace(/^begin:((?:https?:\/\/[^/*]+)?\/[^*]*)$/, 'glob:$1*')
  if (glob?.startsWith('glob:')) {
    const { code = anyPath(source), ...asked } = fromGlob(source, glob.slice('glob:'.length))
    return { path: code, ...asked, isWhole: asked.test === undefined && !glob.endsWith('*') }
  }
  const test = urlTest(source, text === undefined ? source.code(node) : source.quote(text))
  if (test !== undefined) return { path: anyPath(source), test }
  if (kindOf(source, node) !== 'string' || (text !== undefined && !/^(?:https?:\/\/|\/)/.test(text)))
    return leaveByHand(`write the matcher ${shorten(source.code(node))} as a path and a match`)
  const { code, queries } = pathCode(source, [node])
  return { path: code, queries, isWhole: true }
}

/** A path, in which `express:` has params of whole segments. */
const PATH = /^(path:|express:(?=(?:\/(?::\w+|[\w.-]+))+\/?$)|\.(?=\/))(.*)$/s

/** The methods of a text that test a whole URL as fetch-mock does. */
const TESTS: Readonly<Record<string, string>> = { begin: 'startsWith', end: 'endsWith', include: 'includes' }

export interface Matcher {
  readonly path: string
  /** An expression of `url`, the whole URL. */
  readonly test?: string
  readonly queries?: string | undefined
  /** Whether it is a whole URL, which takes no query but its own. */
  readonly isWhole?: boolean
  readonly match?: string
}

/** What a text such as `'begin:https://api.test'`, as code, asks of a URL. */
function urlTest(source: Source, code: string): string | undefined {
  const [, quote = '', kind = '', rest = ''] = /^(['"`])(begin|end|include|host):(.*)$/s.exec(code) ?? []
  if (kind === '') return undefined
  const test = TESTS[kind]
  if (kind === 'begin' && !/^(?:https?:|["'`/]|\$\{)/.test(rest))
    leaveByHand(`a URL is whole here: write ${code} as a path`)
  const url = kind === 'begin' && rest.startsWith('/') ? wholePath(source) : 'url'
  // Of a sum, its first text is left over, which makes a text of a URL.
  return test ? `${url}.${test}(${quote}${rest})` : `new ${source.global('URL')}(url).host === ${quote}${rest}`
}

const CONDITIONS = ['headers', 'params', 'body', 'query']

export function matchOf(source: Source, options: Properties, { queries, match, test }: Matcher): string | undefined {
  const { ts } = source
  const asked = match ?? (test && `({ url }) => ${test}`)
  if (asked && CONDITIONS.some((name) => options.has(name)))
    leaveByHand('write these conditions as one function: match: ({ url, headers, text }) => …')
  if (asked) return asked
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

function headersCode(source: Source, options: Properties): string | undefined {
  const { ts } = source
  const headers = options.get('headers')
  if (headers && nodesIn(ts, headers, ts.isArrayLiteralExpression).length > 0)
    leaveByHand('a header is one text here: write this list as match: { headers }')
  return headers && source.code(headers)
}

export type Properties = Map<string, ts.Expression>

const OPTIONS =
  /^(?:method|headers|params|body|query|repeat|delay|name|matchPartialBody|overwriteRoutes|sendAsJson|url|matcher|response)$/

const OF_REQUEST = /^(?:method|headers|params|body|query|matchPartialBody)$/

function propertiesOf(source: Source, node: ts.Expression): Properties {
  const { ts } = source
  const object = objectOf(source, node)
  const found: Properties = new Map()
  for (const property of object?.properties ?? [undefined]) {
    const name = property ? nameOf(ts, property) : ''
    // Of a constant, the conditions alone: the rest is looked for in the text of its route.
    if (!property || (object !== node && !OF_REQUEST.test(name)))
      return leaveByHand(`write ${shorten(source.code(node))} as settings: { match, times, delay }`)
    const value = propertyValue(ts, property)
    if (!value) return leaveByHand('write the options as settings: { match, times, delay }')
    const isReplacing = name === 'overwriteRoutes' ? value.getText(source.file) : 'true'
    if (!OPTIONS.test(name) || !/^(?:true|false)$/.test(isReplacing))
      leaveByHand(`the option ${name} has no counterpart`)
    // Else both routes stay, the older one first, as two stubs of a list do.
    if (isReplacing === 'true') found.set(name, value)
  }
  return found
}

/** Whether a file has newer routes replace older ones, in all files: `fetchMock.config.overwriteRoutes = true`. */
export function isOverwriting(ts: TypeScript, file: ts.SourceFile): boolean {
  const isSet = (node: ts.Node) =>
    isAssignment({ ts }, node) &&
    node.left.getText().endsWith('.config.overwriteRoutes') &&
    node.right.kind === ts.SyntaxKind.TrueKeyword
  return file.text.includes('overwriteRoutes') && nodesIn(ts, file, isSet).length > 0
}

export const ROUTE =
  /^(?:(?:get|post|put|patch|delete|head)(?:Any)?(?:Once)?|any(?:Once)?|once|mock|route|modifyRoute|catch|spy(?:Global)?|sticky)$/

/** What the arguments of a route are: `any(response, options)` has no matcher, `spy(matcher)` no response. */
export function partsOf({ name, args }: Link): {
  readonly matcher?: ts.Expression | undefined
  readonly response?: ts.Expression | undefined
  readonly options?: ts.Expression | undefined
} {
  const [first, second, third] = args
  if (/^catch$|any(?:Once)?$/i.test(name)) return { response: first, options: second }
  return name === 'spy' ? { matcher: first, options: second } : { matcher: first, response: second, options: third }
}

export function optionsOf(source: Source, node: ts.Expression | undefined): Properties {
  return !node || source.ts.isStringLiteralLike(node) ? new Map() : propertiesOf(source, node)
}

export function methodOf(source: Source, name: string, options: Properties): string {
  const method = name.replace(/(?:Any)?(?:Once)?$/, '')
  if (/^(?:get|post|put|patch|delete|head)$/.test(method)) return method
  const said = options.get('method')
  const text = said && constantText(source, said)
  return text && text !== 'any' ? text.toLowerCase() : 'all'
}
