import type ts from 'typescript'
import { piecesOf } from '../../order/urls.ts'
import { originalOf } from '../../read/imports.ts'
import { calleeOf, innerOf, nodesIn, symbolAt } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { isInline } from '../../request/resolver.ts'
import { declaredValue, exportOf } from './uses.ts'

const TAKER = /\b(?:setupServer|setupWorker|use|resetHandlers)$/
const ORDER = 'comes first in msw for what both take, and this one, which is more specific, here: remove one of them'
const SAME = 'comes first, and if it always answers, setupMocks refuses this one: remove it'
const UNKNOWN =
  'msw asks these handlers in the order of their list, and mynah the more specific one first: check those that take the same request'

interface Listed {
  readonly element: ts.Node
  /** `http` or `graphql`, and the method. */
  readonly maker: string
  /** A path or a name, as far as it is written out; nothing for what takes all. */
  readonly key: string | undefined
  readonly text: string
}

/** Says where the older of two handlers of a list takes requests of the newer one, which mynah asks first: it is more specific. */
export function noteOrder(source: Source): void {
  const { ts, file } = source
  const isTaker = (one: ts.Node) => ts.isCallExpression(one) && TAKER.test(calleeOf(source, one))
  for (const list of nodesIn(ts, file, (one) => ts.isArrayLiteralExpression(one) || isTaker(one))) {
    const elements = ts.isCallExpression(list) ? list.arguments : (list as ts.ArrayLiteralExpression).elements
    const items = elements.flatMap((element) => itemsOf(source, element).map((one) => one ?? element))
    const listed = items.flatMap((one) => ('maker' in one ? one : []))
    listed.forEach((newer, index) => {
      const older = listed.slice(0, index).find((one) => takes(one, newer))
      if (older) source.note(newer.element, `${older.text} ${older.key === newer.key ? SAME : ORDER}`)
    })
    const unknown = items.find((one): one is ts.Expression => !('maker' in one))
    if (unknown && items.length > 1 && (listed.length > 0 || ts.isCallExpression(list))) source.note(unknown, UNKNOWN)
  }
}

/** The handlers that an element of a list stands for; nothing in the place of those that only the running code knows. */
function itemsOf(source: Source, element: ts.Expression, at: ts.Node = element): (Listed | undefined)[] {
  const { ts } = source
  const node = innerOf(source, ts.isSpreadElement(element) ? element.expression : element)
  const held = ts.isIdentifier(node) ? originalOf(source, symbolAt(source, node)) : undefined
  const value = innerOf(source, declaredValue(source, held?.valueDeclaration ?? held?.declarations?.[0]) ?? node)
  if (ts.isArrayLiteralExpression(value)) return value.elements.flatMap((one) => itemsOf(source, one, at))
  const callee = ts.isCallExpression(value) && !ts.isSpreadElement(element) ? value.expression : undefined
  if (!callee || !ts.isPropertyAccessExpression(callee) || !ts.isCallExpression(value)) return [undefined]
  const method = callee.name.text
  const exported = exportOf(source, callee.expression)
  const [first] = method === 'operation' ? [] : value.arguments
  if (exported !== 'http' && exported !== 'graphql') return []
  const key = first && keyOf(source, first)
  return [{ element: at, maker: `${exported}.${method}`, key, text: `${method}(${first?.getText() ?? ''})` }]
}

/** What a function or a RegExp takes may be any request. What is not known of a path stands for itself. */
function keyOf(source: Source, node: ts.Expression): string | undefined {
  if (isInline(source, node) || source.ts.isRegularExpressionLiteral(node)) return undefined
  const pieces = piecesOf(source, node)
  return pieces.map((one) => (typeof one === 'string' ? one : one.code.replaceAll(/\W/g, '_'))).join('')
}

/** Whether a handler with params or wildcards, or one of all requests, takes those of another one, which has a text. */
function takes(older: Listed, newer: Listed): boolean {
  const isOfAll =
    /^(?:http\.all|graphql\.operation)$/.test(older.maker) && older.maker.slice(0, 4) === newer.maker.slice(0, 4)
  if ((!isOfAll && older.maker !== newer.maker) || newer.key === undefined) return false
  const shape = older.key?.replaceAll(/[.+?^$()[\]{}|\\]/g, '\\$&') ?? '.*'
  return new RegExp(`^${shape.replaceAll('*', '.*').replaceAll(/:\w+/g, '[^/]+')}$`).test(newer.key)
}
