import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { expectationOn } from '../read/assertions.ts'
import { otherUses, outerOf } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'

export const UNUSED = 'ask mocks.unused(), which lists the stubs without a request'

/** Refuses a list whose items are read: they are stubs here, and texts there. `expected` is what an assertion may compare it with. */
export function checkList(source: Source, list: ts.Node, expected?: string): ts.ArrayLiteralExpression | undefined {
  const { ts } = source
  const outer = outerOf(source, list)
  const { parent } = outer
  if (ts.isPropertyAccessExpression(parent) && parent.name.text === 'length') return undefined
  if (ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)) {
    for (const use of otherUses(source, parent.name)) checkList(source, use)
    return undefined
  }
  if (emptyOf(source, list)) return undefined
  const call = ts.isCallExpression(parent) ? parent : leaveByHand(UNUSED)
  const statement = source.statementOf(call).getText(source.file)
  if (
    /^console\.\w+\(/.test(statement) ||
    /\)\.(?:not\.)?(?:to\.have\.(?:a\.)?)?(?:toHaveLength|length(?:Of)?)\(\d+\);?$/.test(statement)
  )
    return undefined
  const other = comparedWith(source, call, outer)
  const items = other?.elements.map((one) => (ts.isStringLiteralLike(one) ? one.text : undefined))
  if (!other || !items?.every((item) => item !== undefined && item === expected)) return leaveByHand(UNUSED)
  return other
}

/** The assertion that a list is empty: `expect(list).toEqual([])`, `assert.deepEqual(list, [])`, `expect(list.length).toBe(0)`. */
export function emptyOf(source: Source, list: ts.Node): ts.Statement | undefined {
  const statement = source.ts.findAncestor(list, source.ts.isStatement)
  const text = (statement?.getText(source.file) ?? '').replaceAll(/[\s;]/g, '')
  const inner = list.getText(source.file).replaceAll(/\s/g, '')
  const shape = text.replace(inner, '§')
  return EMPTY.test(shape) ? statement : undefined
}

const EMPTY =
  /^expect\(§\)\.(?:toEqual|toStrictEqual|to\.deep\.equal|to\.eql|to\.be\.empty|toHaveLength|to\.have\.lengthOf)(?:\((?:\[\]|0)\))?$|^expect\(§\.length\)\.(?:toBe|toEqual|to\.equal)\(0\)$|^(?:assert|t)\.(?:deepEqual|deepStrictEqual|same)\(§,\[\]\)$|^(?:assert|t)\.(?:equal|strictEqual|is)\(§\.length,0\)$/

/** The list that an assertion compares another one with: `expect(list).toEqual([])`, `assert.deepEqual(list, [])`. */
function comparedWith(source: Source, call: ts.CallExpression, list: ts.Node): ts.ArrayLiteralExpression | undefined {
  const { ts } = source
  const found = expectationOn(source, list)
  const isSame = /^to(?:Strict)?Equal$/.test(found?.path ?? '')
  const isAsserted = /^(?:deepEqual|deepStrictEqual|same)$/.test(nameOf(source, call))
  const other = isSame ? found?.call.arguments[0] : isAsserted && call.arguments.find((one) => one !== list)
  return other && ts.isArrayLiteralExpression(other) ? other : undefined
}

/** The name of the method that is called. */
export function nameOf({ ts }: Source, { expression }: ts.CallExpression): string {
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : ''
}
