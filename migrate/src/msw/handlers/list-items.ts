import type ts from 'typescript'
import { type Given, namesGiven, piecesOf, textOf } from '../../order/values.ts'
import { roundsOf } from '../../order/varying.ts'
import { constantOf } from '../../read/constants.ts'
import { originalOf } from '../../read/imports.ts'
import { innerOf, nodesIn } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { type Callable, functionOf, isInline, returnedValues } from '../../request/resolver.ts'

/** A handler of a list, and what the names in it stand for. */
interface Item {
  readonly node: ts.Expression
  readonly given: Given
}

/** The handlers that an element of a list stands for: those of a constant, of a function's result, of each round of a loop. */
export function itemsOf(source: Source, element: ts.Expression, given: Given = new Map(), depth = 0): Item[] {
  const { ts } = source
  if (depth > 8) return []
  const inner = (one: ts.Expression, names = given) => itemsOf(source, one, names, depth + 1)
  const node = writtenValue(source, given, ts.isSpreadElement(element) ? element.expression : element)
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap((one) => inner(one))
  if (ts.isArrayLiteralExpression(node))
    return [
      ...node.elements.flatMap((one) => inner(one)),
      ...pushesTo(source, node).flatMap(({ call, names }) => call.arguments.flatMap((one) => inner(one, names))),
    ]
  if (!ts.isCallExpression(node)) return []
  const made = functionOf(source, node.expression)
  if (made) return returnedValues(source, made).flatMap((one) => inner(one, handedTo(source, made, node, given)))
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return []
  const [first] = node.arguments
  if (/^(?:map|flatMap)$/.test(expression.name.text) && first && isInline(source, first))
    return roundsOf(source, first, given).flatMap((round) =>
      returnedValues(source, first).flatMap((one) => inner(one, new Map([...given, ...round]))),
    )
  if (expression.getText() === 'Object.values' && first) {
    const object = writtenValue(source, given, first)
    const values = ts.isObjectLiteralExpression(object) ? object.properties : []
    return values.flatMap((one) =>
      ts.isPropertyAssignment(one) ? inner(one.initializer) : inner(one.name as ts.Identifier),
    )
  }
  if (!/^(?:concat|flat|filter|slice)$/.test(expression.name.text)) return [{ node, given }]
  return [expression.expression, ...node.arguments].flatMap((one) => inner(one))
}

/** What a call hands to the parameters of a function. */
function handedTo(source: Source, made: Callable, call: ts.CallExpression, given: Given): Given {
  return new Map(
    made.parameters.flatMap(({ name, initializer }, index): (readonly [string, ts.Expression | string])[] => {
      const one = call.arguments[index] ?? initializer
      const text = one && textOf(piecesOf(source, given, one))
      if (text !== undefined && source.ts.isIdentifier(name)) return [[name.text, text]]
      return one ? namesGiven(source, name, one) : []
    }),
  )
}

/** The calls that add to a list after it is made, in each round of the loop around them. */
function pushesTo(source: Source, list: ts.ArrayLiteralExpression): { call: ts.CallExpression; names: Given }[] {
  const { ts, checker } = source
  const name = ts.isVariableDeclaration(list.parent) ? list.parent.name : undefined
  const symbol = name && checker.getSymbolAtLocation(name)
  const isPush = (node: ts.Node): node is ts.CallExpression =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'push' &&
    checker.getSymbolAtLocation(node.expression.expression) === symbol
  const isLoop = (node: ts.Node) =>
    ts.isForOfStatement(node) || (ts.isFunctionLike(node) && /\.forEach\(/.test(node.parent.getText()))
  const calls = symbol ? nodesIn(ts, list.getSourceFile(), isPush) : []
  return calls.flatMap((call) => {
    const loop = ts.findAncestor(call.parent, isLoop)
    return (loop ? roundsOf(source, loop, new Map()) : [new Map()]).map((names) => ({ call, names }))
  })
}

/** The value of a constant, of a member, or of what a function is handed, in whichever file. */
export function writtenValue(source: Source, given: Given, node: ts.Expression): ts.Expression {
  const { ts } = source
  const inner = innerOf(source, node)
  if (ts.isSatisfiesExpression(inner)) return writtenValue(source, given, inner.expression)
  const handed = ts.isIdentifier(inner) ? given.get(inner.text) : undefined
  if (handed !== undefined)
    return typeof handed === 'string' || 'code' in handed ? inner : writtenValue(source, new Map(), handed)
  const name = ts.isPropertyAccessExpression(inner) ? inner.name : inner
  const declaration = ts.isIdentifier(name) ? originalOf(source, name)?.valueDeclaration : undefined
  const isFixed =
    declaration &&
    (ts.isPropertyAssignment(declaration) ||
      (ts.isVariableDeclaration(declaration) && ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const))
  const value = isFixed ? declaration.initializer : ts.isIdentifier(inner) ? constantOf(source, inner) : undefined
  return value ? writtenValue(source, given, value) : inner
}
