import type ts from 'typescript'
import { type Inline, isInline } from '../declare/resolver.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { printStub } from '../layout/print-stub.ts'
import { constantOf } from '../read/constants.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { mswPath } from './path.ts'
import { convertResolver } from './resolver.ts'
import { convertResponse, dropTypes, type StaticResponse, staticResponse } from './responses.ts'
import { type Uses, usesInside } from './uses.ts'

const METHOD = /^(?:get|head|post|put|patch|delete|options|all)$/

/** Rewrites `http.get(path, resolver, { once: true })`. */
export function convertHandler(
  source: Source,
  http: ts.Node,
  call: ts.CallExpression,
  uses: Uses,
  resolvers: Set<ts.Node>,
): void {
  const { ts } = source
  const [path, resolver, options] = call.arguments
  const method = ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : ''
  if (!path || !resolver || !METHOD.test(method)) leaveByHand(`write http.${method} by hand`)
  const times = options && timesOf(source, options)
  const code = mswPath(source, path)
  const fixed = fixedResponse(source, resolver, uses)
  if (fixed) {
    const stub = { method, path: code, match: undefined, times, ...fixed }
    source.replace(call, printStub(stub, source.name('rest'), source, source.style, source.indentOf(call)))
    return
  }
  const inline = inlineOf(source, resolver)
  if (!inline) {
    leaveByHand(`rewrite ${shorten(resolver.getText(source.file))} as a resolver: ({ request }) => payload`)
  }
  if (!resolvers.has(inline)) {
    convertResolver(source, inline, uses)
    for (const use of usesInside(uses, 'HttpResponse', inline)) convertResponse(source, use)
  }
  dropTypes(source, call)
  source.replace(http, source.name('rest'))
  source.replace(path, code)
  if (options) source.replace(options, times ? `{ times: ${times} }` : '{}')
  resolvers.add(inline)
}

function timesOf(source: Source, options: ts.Expression): string | undefined {
  const text = options.getText(source.file).replaceAll(/[\s,]/g, '')
  if (text === '{once:true}') return '1'
  return text === '{once:false}' || text === '{}'
    ? undefined
    : leaveByHand('write { times: 1 } if the handler answers once')
}

const SPY = /^(?:vi|jest|sinon|mock)\.(?:fn|spy|stub)$/

/** The function of a resolver: written here, inside of a spy, or in a constant of the file. */
function inlineOf(source: Source, node: ts.Expression): Inline | undefined {
  const { ts } = source
  if (isInline(source, node)) return node
  if (ts.isCallExpression(node) && SPY.test(node.expression.getText(source.file))) {
    const [first] = node.arguments
    return first && inlineOf(source, first)
  }
  const value = ts.isIdentifier(node) ? constantOf(source, node) : undefined
  return value && value.getSourceFile() === source.file ? inlineOf(source, value) : undefined
}

/** The response of a function that does nothing but return it. */
function fixedResponse(source: Source, node: ts.Expression, uses: Uses): StaticResponse | undefined {
  const { ts } = source
  if (!isInline(source, node) || node.parameters.length > 0 || node.asteriskToken) return undefined
  if (/\/\/\s|\/\*/.test(node.getText(source.file))) return undefined
  const [statement, ...others] = ts.isBlock(node.body) ? node.body.statements : []
  if (others.length > 0) return undefined
  const body = ts.isBlock(node.body) ? statement && ts.isReturnStatement(statement) && statement.expression : node.body
  return body ? staticResponse(source, body, (name) => uses.get(name as ts.Identifier) === 'HttpResponse') : undefined
}
