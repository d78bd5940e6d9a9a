import type ts from 'typescript'
import { splitOrigin } from '../../../core/path/path.ts'
import type { Stub } from '../../../core/stub/stub.ts'
import { stateless } from '../../../core/type-guards.ts'
import { rest } from '../../../rest.ts'
import { ByHand } from '../../layout/by-hand.ts'
import { isLiteral } from '../../order/overlap.ts'
import { patternOf } from '../../order/urls.ts'
import { constantText } from '../../read/constants.ts'
import { originalOf, originOf } from '../../read/imports.ts'
import { isRegExp, shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { alwaysAnswers, isVoid } from './ends-open.ts'
import { pathOf } from './path.ts'
import { onlyReturned } from './responses.ts'
import { MODULES } from './uses.ts'

/** A handler of a list, as far as its order tells. */
export interface ListedHandler {
  /** The maker: `http`. */
  readonly owner: ts.Node
  /** The handler as the file writes it: `http.get('/a')`. */
  readonly text: string
  readonly stub: Stub
  readonly origin: string | undefined
  readonly path: string
  /** A condition on the URL beside the path. */
  readonly takes?: ((url: string) => boolean) | undefined
  /** Whether it answers each request that it takes. */
  readonly isAlways: boolean
  /** Whether it never answers: it waits, or tells what it was asked. */
  readonly isSilent: boolean
}

/** Reads the handlers of a list, also those of the constants in it, in whichever file. */
export function listedIn(source: Source, elements: readonly ts.Expression[], depth = 0): ListedHandler[] {
  const { ts } = source
  if (depth > 8) return []
  return elements.flatMap((one): ListedHandler[] => {
    const value = constantValue(source, ts.isSpreadElement(one) ? one.expression : one)
    if (ts.isArrayLiteralExpression(value)) return listedIn(source, value.elements, depth + 1)
    const found = ts.isCallExpression(value) ? read(source, value) : undefined
    return found ? [found] : []
  })
}

/** The value of a constant, without what TypeScript says of it. */
function constantValue(source: Source, node: ts.Expression): ts.Expression {
  const { ts } = source
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return constantValue(source, node.expression)
  if (!ts.isIdentifier(node)) return node
  const declaration = originalOf(source, node)?.valueDeclaration
  const isConst =
    declaration && ts.isVariableDeclaration(declaration) && ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const
  return isConst && declaration.initializer ? constantValue(source, declaration.initializer) : node
}

/** What an object has by the name of a member, in whichever file. */
function memberValue({ ts, checker }: Source, { name }: ts.PropertyAccessExpression): ts.Expression | undefined {
  const declaration = checker.getSymbolAtLocation(name)?.valueDeclaration
  return declaration && ts.isPropertyAssignment(declaration) ? declaration.initializer : undefined
}

function read(source: Source, call: ts.CallExpression): ListedHandler | undefined {
  const { ts } = source
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const [first, second, third] = call.arguments
  const maker = makerOf(source, expression.expression)
  const method = expression.name.text
  const isAny = method === 'operation'
  const [key, resolver, options] = isAny ? [undefined, first, second] : [first, second, third]
  const found = maker === 'http' ? httpKey(source, key) : maker && operationKey(source, maker, method, key)
  if (!found || !resolver) return undefined
  const isOnce = options !== undefined && /once/.test(options.getText())
  const isFixed = isStatic(source, resolver)
  const { path, takes } = found
  const settings = { ...(isOnce ? { times: 1 } : {}), ...(takes ? { match: () => true } : {}) }
  const stub = stubOf(maker === 'http' ? method : 'post', path, isFixed ? 0 : () => 0, settings)
  if (!stub) return undefined
  return {
    owner: expression.expression,
    text: `${expression.getText()}(${key ? shorten(key.getText()) : ''})`,
    stub,
    origin: splitOrigin(path).origin || undefined,
    path: splitOrigin(path).rest,
    takes,
    isSilent: isSilent(source, resolver),
    isAlways: !isOnce && (isFixed || (isInline(source, resolver) && alwaysAnswers(source, resolver))),
  }
}

const MAKERS = new Map([
  ['get', rest.get],
  ['head', rest.head],
  ['post', rest.post],
  ['put', rest.put],
  ['patch', rest.patch],
  ['delete', rest.delete],
  ['options', rest.options],
  ['all', rest.all],
])

/** Nothing if mynah refuses it: then the handler is left by hand anyway. */
function stubOf(method: string, path: string, reply: 0 | (() => number), settings: object): Stub | undefined {
  try {
    return MAKERS.get(method)?.(path, reply, settings)
  } catch {
    return undefined
  }
}

/** `http`, or what the file calls a GraphQL endpoint. */
function makerOf(source: Source, node: ts.Expression): string | undefined {
  const { ts, checker } = source
  const symbol = ts.isIdentifier(node) ? checker.getSymbolAtLocation(node) : undefined
  const exported = symbol && originOf(source, symbol, MODULES)
  if (exported === 'http' || exported === 'graphql') return exported
  const value = constantValue(source, node)
  return ts.isCallExpression(value) && /^graphql\.link$/.test(value.expression.getText()) ? node.getText() : undefined
}

type Key = Pick<ListedHandler, 'path' | 'takes'>

function httpKey(source: Source, key: ts.Expression | undefined): Key | undefined {
  if (!key) return undefined
  // What a function takes is not known: it may be any request.
  if (isInline(source, key)) return { path: '/{*rest}', takes: () => true }
  if (isRegExp(source, key)) {
    const value = source.ts.isPropertyAccessExpression(key) ? memberValue(source, key) : constantValue(source, key)
    const pattern = value && source.ts.isRegularExpressionLiteral(value) ? regExpOf(value) : /(?:)/
    return { path: '/{*rest}', takes: (url) => pattern.test(url) }
  }
  const text = textOf(source, key)
  try {
    return text === undefined ? undefined : { path: pathOf(text) }
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
  return stateless(patternOf(text) ?? /(?:)/)
}

/** The text of a path. What is not known of it stands for itself. */
function textOf(source: Source, node: ts.Expression): string | undefined {
  const { ts } = source
  const known = constantText(source, node)
  if (known !== undefined) return known
  const unknown = (part: ts.Expression) => textOf(source, part)
  let text: string | undefined
  if (ts.isTemplateExpression(node))
    text = node.head.text + node.templateSpans.map((span) => unknown(span.expression) + span.literal.text).join('')
  else if (ts.isBinaryExpression(node)) text = `${unknown(node.left)}${unknown(node.right)}`
  else text = node.getText().replaceAll(/\W/g, '_')
  return /^(?:[a-z]+:\/\/|[/*])/.test(text) ? text : `/${text}`
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
