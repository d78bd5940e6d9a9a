import type ts from 'typescript'
import { ByHand } from '../../layout/by-hand.ts'
import { isLiteral } from '../../order/overlap.ts'
import { patternOf } from '../../order/urls.ts'
import { type Given, piecesOf } from '../../order/values.ts'
import { constantText } from '../../read/constants.ts'
import { isRegExp, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { alwaysAnswers, isVoid } from './ends-open.ts'
import { itemsOf, writtenValue } from './list-items.ts'
import { pathOf, starredHost } from './path.ts'
import { onlyReturned } from './responses.ts'
import { type Route, routeOf, splitOrigin } from './route.ts'
import { exportOf } from './uses.ts'

/** A handler of a list, as far as its order tells. */
export interface ListedHandler {
  /** The maker: `http`. */
  readonly owner: ts.Node
  /** The handler as the file writes it: `http.get('/a')`. */
  readonly text: string
  readonly route: Route
  readonly origin: string | undefined
  readonly path: string
  /** An origin that a host with stars takes. */
  readonly sample?: string | undefined
  /** A condition on the URL beside the path. */
  readonly takes?: ((url: string) => boolean) | undefined
  /** Whether it answers each request that it takes. */
  readonly isAlways: boolean
  /** Whether it never answers: it waits, or tells what it was asked. */
  readonly isSilent: boolean
}

/** Reads the handlers of a list, also those of what it spreads, in whichever file. */
export function listedIn(source: Source, elements: readonly ts.Expression[]): ListedHandler[] {
  return elements.flatMap((element) =>
    itemsOf(source, element).flatMap(({ node, given }) =>
      source.ts.isCallExpression(node) ? (read(source, node, given) ?? []) : [],
    ),
  )
}

function read(source: Source, call: ts.CallExpression, given: Given): ListedHandler | undefined {
  const { ts } = source
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const maker = makerOf(source, expression.expression)
  const method = expression.name.text
  const [key, handed, options] = method === 'operation' ? [undefined, ...call.arguments] : call.arguments
  const found = maker === 'http' ? httpKey(source, given, key) : maker && operationKey(source, maker, method, key)
  if (!found || !handed) return undefined
  const resolver = writtenValue(source, given, handed)
  const isOnce = options !== undefined && !/^\{(?!.*\bonce\b)/s.test(options.getText())
  const isFixed = isStatic(source, resolver)
  const { path, takes, sample } = found
  const kind = { isConditional: takes !== undefined, isFixed: isFixed && !isOnce }
  // Without one, the handler is left by hand anyway.
  const route = routeOf(maker === 'http' ? method : 'post', path, kind)
  if (!route) return undefined
  const { origin, pathname } = splitOrigin(path)
  return {
    owner: expression.expression,
    text: `${expression.getText()}(${key ? shorten(key.getText()) : ''})`,
    route,
    origin,
    sample,
    path: pathname,
    takes,
    isSilent: isSilent(source, resolver),
    isAlways: !isOnce && (isFixed || (isInline(source, resolver) && alwaysAnswers(source, resolver))),
  }
}

/** `http`, or what the file calls a GraphQL endpoint. */
function makerOf(source: Source, node: ts.Expression): string | undefined {
  const exported = exportOf(source, node)
  if (exported === 'http' || exported === 'graphql') return exported
  const value = writtenValue(source, new Map(), node)
  return source.ts.isCallExpression(value) && /^graphql\.link$/.test(value.expression.getText())
    ? node.getText()
    : undefined
}

type Key = Pick<ListedHandler, 'path' | 'takes' | 'sample'>

function httpKey(source: Source, given: Given, key: ts.Expression | undefined): Key | undefined {
  if (!key) return undefined
  // What a function takes is not known: it may be any request.
  if (isInline(source, key)) return { path: '/{*rest}', takes: () => true }
  if (isRegExp(source, key)) {
    const value = writtenValue(source, given, key)
    const pattern = source.ts.isRegularExpressionLiteral(value) ? regExpOf(value) : /(?:)/
    return { path: '/{*rest}', takes: (url) => pattern.test(url) }
  }
  // What is not known of a path stands for itself.
  const pieces = piecesOf(source, given, key).map((one) =>
    typeof one === 'string' ? one : one.code.replaceAll(/\W/g, '_'),
  )
  const text = pieces.join('').replace(/^(?![a-z]+:\/\/|[/*])/, '/')
  const { path = text, pattern, sample } = starredHost(text) ?? {}
  const start = pattern && new RegExp(pattern)
  try {
    return { path: pathOf(path), takes: start ? (url) => start.test(url) : undefined, sample }
  } catch (error) {
    if (error instanceof ByHand) return undefined
    throw error
  }
}

/** Operations stand at paths of their own, the named ones below those of any name. */
function operationKey(source: Source, maker: string, method: string, key: ts.Expression | undefined): Key | undefined {
  const base = `https://${maker.toLowerCase().replaceAll(/\W/g, '')}.graphql`
  if (!key) return { path: `${base}/*rest` }
  if (isInline(source, key)) return { path: `${base}/${method}/:name`, takes: () => true }
  if (source.ts.isRegularExpressionLiteral(key)) {
    const pattern = regExpOf(key)
    return { path: `${base}/${method}/:name`, takes: (url) => pattern.test(url.slice(url.lastIndexOf('/') + 1)) }
  }
  const name = constantText(source, key) ?? key.getText()
  return { path: `${base}/${method}/${name.replaceAll(/\W/g, '_')}` }
}

function regExpOf({ text }: ts.RegularExpressionLiteral): RegExp {
  const { source, flags } = patternOf(text) ?? /(?:)/
  // One with these flags would begin each test where the last one ended.
  return new RegExp(source, flags.replaceAll(/[gy]/g, ''))
}

/** Whether a resolver returns a response that is written out. */
function isStatic(source: Source, node: ts.Expression): boolean {
  const { ts } = source
  if (!isInline(source, node) || node.parameters.length > 0 || node.asteriskToken) return false
  const value = onlyReturned(source, node)
  const isMade = value && (ts.isCallExpression(value) || ts.isNewExpression(value))
  const isOfMsw = isMade && /^HttpResponse\b/.test(value.expression.getText())
  return isOfMsw === true && (value.arguments ?? []).every((one) => isLiteral(ts, one))
}

function isSilent(source: Source, node: ts.Expression): boolean {
  if (!isInline(source, node)) return false
  const { body } = node
  return source.ts.isBlock(body)
    ? !/Response|passthrough|\b(?:return|throw|yield)\b/.test(body.getText())
    : isVoid(source, body)
}
