import type ts from 'typescript'
import { type DeclaredStub, expressionOf, isLookedUp } from '../layout/model.ts'
import { nodesIn, propertyValue } from '../read/nodes.ts'
import type { TypeScript } from '../read/source.ts'
import { patternOf } from './urls.ts'

/** Whether one request may have the methods and the conditions of two stubs. If in doubt it may. */
export function mayOverlap(ts: TypeScript, one: DeclaredStub, other: DeclaredStub): boolean {
  return haveOneMethod(one, other) && !areDisjoint(ts, one.match, other.match)
}

export function haveOneMethod(one: DeclaredStub, other: DeclaredStub): boolean {
  const methods = new Set([methodOf(one), methodOf(other)])
  return methods.size === 1 || methods.has('all') || isLookedUp(one) || isLookedUp(other)
}

function methodOf({ method, match = '' }: DeclaredStub): string {
  return /\bmethod === ['"](\w+)['"](?: &&|$)/.exec(match)?.[1]?.toLowerCase() ?? method
}

const WILD = /(?<!\\)\*|\/:\w/

/** Which of two paths, one of which is wild, mynah asks first: a whole URL, else the first literal segment. Nothing if both begin alike. */
function bySegments(one: string, other: string): boolean | undefined {
  if (!WILD.test(one) && !WILD.test(other)) return undefined
  const [isWhole, isWhole2] = [one, other].map((path) => !/^['"`]\/|^['"`]\{/.test(path))
  if (isWhole !== isWhole2) return isWhole
  const segments = other.slice(1, -1).split('/')
  for (const [index, segment] of one.slice(1, -1).split('/').entries()) {
    const same = segments[index]
    if (segment === same) continue
    if (!segment || !same) return undefined
    return WILD.test(`/${same}`) && !WILD.test(`/${segment}`)
  }
  return undefined
}

/** The conditions of a `match` by their names: `queries.page`. Nothing if it is a function. */
function conditionsOf(ts: TypeScript, match: string): Map<string, ts.Expression> | undefined {
  const value = expressionOf(ts, match)
  if (!value || !ts.isObjectLiteralExpression(value)) return undefined
  const found = new Map<string, ts.Expression>()
  for (const part of value.properties) {
    if (!ts.isPropertyAssignment(part)) return undefined
    const { initializer } = part
    if (!ts.isObjectLiteralExpression(initializer)) found.set(part.name.getText(), initializer)
    else
      for (const one of initializer.properties) {
        if (!ts.isPropertyAssignment(one)) return undefined
        found.set(`${part.name.getText()}.${one.name.getText().toLowerCase()}`, one.initializer)
      }
  }
  return found
}

/** Whether no request satisfies both: they have different literal values for one condition. */
function areDisjoint(ts: TypeScript, one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [one, other].map((match) => (match === undefined ? undefined : conditionsOf(ts, match)))
  if (!first || !second) return false
  return [...first].some(([name, value]) => {
    const same = second.get(name)
    const [whole, whole2] = [value, same].map((one) => one && wholeValue(ts, one))
    return whole !== undefined && whole2 !== undefined && areDifferent(ts, whole, whole2)
  })
}

/** What is compared whole: the value in `equals`, or a text. */
function wholeValue(ts: TypeScript, node: ts.Expression): ts.Expression | undefined {
  if (ts.isCallExpression(node)) return /[eE]quals$/.test(node.expression.getText()) ? node.arguments[0] : undefined
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) ? node : undefined
}

/** Whether two values surely differ: objects in their keys, or in the value of one. */
function areDifferent(ts: TypeScript, one: ts.Expression, other: ts.Expression): boolean {
  if (!ts.isObjectLiteralExpression(one) || !ts.isObjectLiteralExpression(other))
    return isLiteral(ts, one) && isLiteral(ts, other) && normal(one) !== normal(other)
  const [fields, fields2] = [one, other].map((object) => fieldsOf(ts, object))
  if (!fields || !fields2) return false
  return (
    fields.size !== fields2.size ||
    [...fields].some(([name, value]) => {
      const same = fields2.get(name)
      return !same || areDifferent(ts, value, same)
    })
  )
}

function fieldsOf(ts: TypeScript, object: ts.ObjectLiteralExpression): Map<string, ts.Expression> | undefined {
  const found = new Map<string, ts.Expression>()
  for (const property of object.properties) {
    const value = propertyValue(ts, property)
    if (!value || !property.name || ts.isComputedPropertyName(property.name)) return undefined
    found.set(normal(property.name), value)
  }
  return found
}

function normal(node: ts.Node): string {
  return node.getText().replaceAll(/['"`\s]/g, '')
}

/** Whether a value is written out whole, so that it is the same whenever it is read. */
export function isLiteral(ts: TypeScript, node: ts.Expression): boolean {
  if (ts.isObjectLiteralExpression(node))
    return node.properties.every(
      (one) => ts.isPropertyAssignment(one) && !ts.isComputedPropertyName(one.name) && isLiteral(ts, one.initializer),
    )
  if (ts.isPrefixUnaryExpression(node)) return isLiteral(ts, node.operand)
  if (ts.isArrayLiteralExpression(node)) return node.elements.every((one) => isLiteral(ts, one))
  return ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || /^(?:true|false|null)$/.test(node.getText())
}

/** Whether mynah asks the first of two overlapping stubs of one layer first. */
export function isAskedFirst(ts: TypeScript, first: DeclaredStub, second: DeclaredStub): boolean {
  const [isPattern, isPattern2] = [first, second].map(({ path }) => patternOf(path) !== undefined)
  if (isPattern !== isPattern2) return isPattern2 === true
  const isBefore = isPattern ? undefined : bySegments(first.path, second.path)
  if (isBefore !== undefined) return isBefore
  const isOneMethod = first.method !== 'all' && second.method !== 'all' && haveOneMethod(first, second)
  if (first.method !== second.method && !isOneMethod) return second.method === 'all'
  if (first.match === second.match) return true
  return weightOf(ts, first.match).least >= weightOf(ts, second.match).most
}

function weightOf(ts: TypeScript, match: string | undefined): { readonly least: number; readonly most: number } {
  if (match === undefined) return { least: 0, most: 0 }
  const conditions = conditionsOf(ts, match)
  if (!conditions) return { least: 1, most: match.trimStart().startsWith('{') ? Number.POSITIVE_INFINITY : 1 }
  const isField = (one: ts.Node) => ts.isPropertyAssignment(one) || ts.isShorthandPropertyAssignment(one)
  const leavesOf = (value: ts.Expression) => Math.max(1, nodesIn(ts, value, isField).length)
  const most = [...conditions.values()].reduce((sum, value) => sum + leavesOf(value), 0)
  return { least: conditions.size, most }
}

export function hasQueries({ match }: DeclaredStub): boolean {
  return match !== undefined && /^\{.*\bqueries\b/s.test(match)
}
