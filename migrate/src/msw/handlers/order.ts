import type ts from 'typescript'
import { piecesOf } from '../../order/values.ts'
import { constantOf } from '../../read/constants.ts'
import { originalOf } from '../../read/imports.ts'
import { innerOf, nodesIn, symbolAt } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { exportOf } from './uses.ts'

const SETUP = /(?:^|\.)setup(?:Server|Worker)$/
const TAKER = /(?:^|\.)(?:setupServer|setupWorker|use|resetHandlers)$/
const ORDER = 'comes first in msw for what both take, and this one, which is more specific, here: remove one of them'
const SAME = 'comes first, and if it always answers, setupMocks refuses this one: remove it'
const UNKNOWN =
  'msw asks these handlers in the order of their list, and mynah the more specific one first: check those that take the same request'

/** A handler of a list: what makes it, and what it takes. */
interface Listed {
  /** The element of the list that it stands in, or that spreads it. */
  readonly element: ts.Node
  readonly maker: ts.Node
  /** `http`, `graphql`, or the link of an endpoint. */
  readonly owner: string
  readonly method: string
  /** A path or a name, as far as it is written out; nothing for what takes all. */
  readonly key: string | RegExp | undefined
  readonly text: string
}

/** Says where the older of two handlers of a list takes requests of the newer one, which mynah asks first: it is more specific. */
export function noteOrder(source: Source): void {
  const { ts, file } = source
  const isList = (node: ts.Node) =>
    ts.isArrayLiteralExpression(node) || (ts.isCallExpression(node) && TAKER.test(node.expression.getText(file)))
  for (const list of nodesIn(ts, file, isList)) {
    const elements = ts.isCallExpression(list) ? list.arguments : (list as ts.ArrayLiteralExpression).elements
    const items = elements.flatMap((element) =>
      itemsOf(source, element).map((node) => ({ element, node, listed: node && read(source, element, node) })),
    )
    const listed = items.flatMap((one) => one.listed ?? [])
    for (const [index, newer] of listed.entries()) {
      const older = listed.slice(0, index).find((one) => takes(one, newer))
      if (older) source.note(placeOf(source, newer), `${older.text} ${older.key === newer.key ? SAME : ORDER}`)
    }
    const isOfMsw =
      listed.length > 0 || (ts.isCallExpression(list) && SETUP.test(list.expression.getText(file)) && items.length > 1)
    const unknown = items.find(({ node }) => node === undefined)
    if (isOfMsw && unknown && items.length > 1) source.note(unknown.element, UNKNOWN)
  }
}

function placeOf({ file }: Source, { maker, element }: Listed): ts.Node {
  return maker.getSourceFile() === file ? maker : element
}

/** The handlers that an element of a list stands for; nothing in the place of those that only the running code knows. */
function itemsOf(source: Source, element: ts.Expression): (ts.CallExpression | undefined)[] {
  const { ts } = source
  const node = innerOf(source, ts.isSpreadElement(element) ? element.expression : element)
  const held = ts.isIdentifier(node) ? originalOf(source, symbolAt(source, node))?.valueDeclaration : undefined
  const value = held && ts.isVariableDeclaration(held) && held.initializer ? held.initializer : node
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap((one) => itemsOf(source, one))
  const isMade = ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)
  return [isMade && !ts.isSpreadElement(element) ? value : undefined]
}

function read(source: Source, element: ts.Node, call: ts.CallExpression): Listed | undefined {
  const { ts } = source
  const { expression } = call
  if (!ts.isPropertyAccessExpression(expression)) return undefined
  const maker = expression.expression
  const method = expression.name.text
  const owner = ownerOf(source, maker)
  const [first] = method === 'operation' ? [] : call.arguments
  if (owner === undefined || (!first && method !== 'operation')) return undefined
  const text = `${method}(${first?.getText() ?? ''})`
  return { element, maker, owner, method, key: first && keyOf(source, first), text }
}

function ownerOf(source: Source, maker: ts.Expression): string | undefined {
  const { ts } = source
  const exported = exportOf(source, maker)
  if (exported === 'http' || exported === 'graphql') return exported
  const value = ts.isIdentifier(maker) ? constantOf(source, maker) : undefined
  const isLink = value && ts.isCallExpression(value) && /^graphql\.link$/.test(value.expression.getText())
  return isLink ? maker.getText() : undefined
}

/** What a function takes may be any request. What is not known of a path stands for itself. */
function keyOf(source: Source, node: ts.Expression): string | RegExp | undefined {
  const { ts } = source
  if (isInline(source, node)) return undefined
  if (ts.isRegularExpressionLiteral(node)) {
    const [, pattern = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(node.text) ?? []
    // One with these flags would begin each test where the last one ended.
    return new RegExp(pattern, flags.replaceAll(/[gy]/g, ''))
  }
  const pieces = piecesOf(source, node)
  return pieces.map((one) => (typeof one === 'string' ? one : one.code.replaceAll(/\W/g, '_'))).join('')
}

const ANY_METHOD = /^(?:all|operation)$/

/** Whether a handler with params, wildcards or a RegExp, or one of all requests, takes those of another one, which has a text. */
function takes(older: Listed, newer: Listed): boolean {
  const isOfMethod = older.method === newer.method || ANY_METHOD.test(older.method)
  if (older.owner !== newer.owner || !isOfMethod || typeof newer.key !== 'string') return false
  if (typeof older.key !== 'string') return older.key?.test(newer.key) ?? true
  const shape = older.key.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&')
  const pattern = shape.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(newer.key)
}
