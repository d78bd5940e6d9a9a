import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import type { DeclaredResponse, DeclaredStub } from '../layout/model.ts'
import { constantOf, constantText } from '../read/constants.ts'
import type { Link } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { kindOf, payloadCode, shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

type Properties = Map<string, ts.Expression>

/** Reads `postOnce(url, response, options)` and its kin. */
export function routeOf(source: Source, { name, args }: Link): DeclaredStub {
  const [matcher, response, last] = args
  if (!matcher) return leaveByHand(`${name}() without a matcher`)
  const options = last ? propertiesOf(source, last) : new Map<string, ts.Expression>()
  const method = name.replace(/Once$/, '')
  const isOnce = name.endsWith('Once') || name === 'once'
  const { path, queries } = matcherOf(source, matcher, options)
  const settings: [string, string][] = []
  const answer = responseOf(source, response, settings)
  const delay = options.get('delay')
  if (delay) settings.push(['delay', source.code(delay)])
  const repeat = options.get('repeat')
  return {
    method: methodOf(source, method, options),
    path,
    response: answer,
    match: matchOf(source, options, queries),
    settings,
    times: repeat ? source.code(repeat) : isOnce ? '1' : undefined,
  }
}

function methodOf(source: Source, method: string, options: Properties): string {
  if (!/^(?:any|once|mock|route)$/.test(method)) return method
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

function matcherOf(
  source: Source,
  node: ts.Expression,
  options: Properties,
): { path: string; queries: string | undefined } {
  const { ts } = source
  if (ts.isRegularExpressionLiteral(node))
    return leaveByHand('a RegExp is tested on the pathname here: write it by hand')
  const object = ts.isIdentifier(node) ? constantOf(source, node) : node
  if (object && ts.isObjectLiteralExpression(object)) {
    for (const [name, value] of propertiesOf(source, object)) options.set(name, value)
    const url = options.get('url')
    return url ? matcherOf(source, url, options) : { path: source.quote('/*rest'), queries: undefined }
  }
  const text = constantText(source, node)
  if (text === '*') return { path: source.quote('/*rest'), queries: undefined }
  if (text?.startsWith('path:')) {
    const { code, queries } = fromText(source, text.slice('path:'.length))
    return { path: code, queries }
  }
  if (text !== undefined && /^(?:begin|end|glob|regex|include|host|express):/.test(text)) {
    return leaveByHand(`write ${source.quote(text)} as a path`)
  }
  if (kindOf(source, node) !== 'string')
    return leaveByHand(`write the matcher ${shorten(source.code(node))} as a path and a match`)
  const { code, queries } = pathCode(source, [node])
  return { path: code, queries }
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

const CONFIG = /^(?:status|body|headers|throws|redirectUrl)$/

function responseOf(source: Source, node: ts.Expression | undefined, settings: [string, string][]): DeclaredResponse {
  const { ts } = source
  if (!node) return { code: 'undefined', isJson: false }
  if (ts.isNumericLiteral(node))
    return { code: 'undefined', isJson: false, status: node.text === '200' ? undefined : node.text }
  if (ts.isObjectLiteralExpression(node) && node.properties.length > 0) {
    const names = node.properties.map((one) => one.name?.getText(source.file) ?? '')
    if (names.every((one) => CONFIG.test(one))) return configured(source, node, settings)
  } else if (kindOf(source, node) === 'json') {
    const names = source.checker
      .getTypeAtLocation(node)
      .getProperties()
      .map((one) => one.name)
    if (names.length > 0 && names.every((one) => CONFIG.test(one)))
      leaveByHand(`write ${shorten(source.code(node))} as a payload and settings`)
  }
  return payloadCode(source, node)
}

/** `{ status, body, headers }`, `{ throws }`. */
function configured(source: Source, node: ts.ObjectLiteralExpression, settings: [string, string][]): DeclaredResponse {
  const { ts } = source
  const values: Properties = new Map()
  for (const property of node.properties) {
    const name = property.name?.getText(source.file) ?? ''
    if (ts.isPropertyAssignment(property)) values.set(name, property.initializer)
    else if (ts.isShorthandPropertyAssignment(property)) values.set(name, property.name)
  }
  const throws = values.get('throws')
  if (throws) return { code: `${source.name('networkError')}(${source.code(throws)})`, isJson: false }
  if (values.has('redirectUrl')) leaveByHand('write redirect(url)')
  const headers = values.get('headers')
  if (headers) settings.unshift(['headers', source.code(headers)])
  const status = values.get('status')
  const code = status && source.code(status)
  const hasNone = code === '204' || code === '205' || code === '304'
  const payload = hasNone ? { code: 'undefined', isJson: false } : payloadCode(source, values.get('body'))
  return { ...payload, status: code === '200' ? undefined : code }
}
