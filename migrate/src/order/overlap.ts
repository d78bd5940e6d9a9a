import type ts from 'typescript'
import { type DeclaredStub, expressionOf, isLookedUp } from '../layout/model.ts'
import { nodesIn } from '../read/nodes.ts'
import type { TypeScript } from '../read/source.ts'
import { patternOf } from './urls.ts'

/** Whether one request may have the methods and the conditions of two stubs. If in doubt it may. */
export function mayOverlap(typescript: TypeScript, one: DeclaredStub, other: DeclaredStub): boolean {
  return haveOneMethod(one, other) && !areDisjoint(typescript, one.match, other.match)
}

export function haveOneMethod(one: DeclaredStub, other: DeclaredStub): boolean {
  const methods = new Set([methodOf(one), methodOf(other)])
  return methods.size === 1 || methods.has('all') || isLookedUp(one) || isLookedUp(other)
}

/** The method of a stub, which may be a condition. */
function methodOf({ method, match = '' }: DeclaredStub): string {
  return /\bmethod === ['"](\w+)['"](?: &&|$)/.exec(match)?.[1]?.toLowerCase() ?? method
}

/** A path of any request, or one with params. */
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
function conditionsOf(typescript: TypeScript, match: string): Map<string, ts.Expression> | undefined {
  const value = expressionOf(typescript, match)
  if (!value || !typescript.isObjectLiteralExpression(value)) return undefined
  const found = new Map<string, ts.Expression>()
  for (const part of value.properties) {
    if (!typescript.isPropertyAssignment(part)) return undefined
    const { initializer } = part
    if (!typescript.isObjectLiteralExpression(initializer)) found.set(part.name.getText(), initializer)
    else
      for (const one of initializer.properties) {
        if (!typescript.isPropertyAssignment(one)) return undefined
        found.set(`${part.name.getText()}.${one.name.getText().toLowerCase()}`, one.initializer)
      }
  }
  return found
}

/** Whether no request satisfies both: they have different literal values for one condition. */
function areDisjoint(typescript: TypeScript, one: string | undefined, other: string | undefined): boolean {
  const [first, second] = [one, other].map((match) =>
    match === undefined ? undefined : conditionsOf(typescript, match),
  )
  if (!first || !second) return false
  return [...first].some(([name, value]) => {
    const same = second.get(name)
    return (
      same !== undefined &&
      isWrittenOut(typescript, value) &&
      isWrittenOut(typescript, same) &&
      normal(value) !== normal(same)
    )
  })
}

function normal(node: ts.Node): string {
  return node.getText().replaceAll(/['"`\s]/g, '')
}

/** A literal, or `equals` of one. */
function isWrittenOut(typescript: TypeScript, node: ts.Expression): boolean {
  if (typescript.isCallExpression(node)) {
    const [value] = node.arguments
    return /[eE]quals$/.test(node.expression.getText()) && value !== undefined && isLiteral(typescript, value)
  }
  return typescript.isStringLiteralLike(node) || typescript.isNumericLiteral(node)
}

/** Whether a value is written out whole, so that it is the same whenever it is read. */
export function isLiteral(typescript: TypeScript, node: ts.Expression): boolean {
  if (typescript.isObjectLiteralExpression(node))
    return node.properties.every(
      (one) =>
        typescript.isPropertyAssignment(one) &&
        !typescript.isComputedPropertyName(one.name) &&
        isLiteral(typescript, one.initializer),
    )
  if (typescript.isPrefixUnaryExpression(node)) return isLiteral(typescript, node.operand)
  if (typescript.isArrayLiteralExpression(node)) return node.elements.every((one) => isLiteral(typescript, one))
  return (
    typescript.isStringLiteralLike(node) ||
    typescript.isNumericLiteral(node) ||
    /^(?:true|false|null)$/.test(node.getText())
  )
}

/** Whether mynah asks the first of two overlapping stubs of one layer first. */
export function isAskedFirst(typescript: TypeScript, first: DeclaredStub, second: DeclaredStub): boolean {
  const [isPattern, isPattern2] = [first, second].map(({ path }) => patternOf(path) !== undefined)
  if (isPattern !== isPattern2) return isPattern2 === true
  const isBefore = isPattern ? undefined : bySegments(first.path, second.path)
  if (isBefore !== undefined) return isBefore
  const isOneMethod = first.method !== 'all' && second.method !== 'all' && haveOneMethod(first, second)
  if (first.method !== second.method && !isOneMethod) return second.method === 'all'
  if (first.match === second.match) return true
  return weightOf(typescript, first.match).least >= weightOf(typescript, second.match).most
}

function weightOf(
  typescript: TypeScript,
  match: string | undefined,
): { readonly least: number; readonly most: number } {
  if (match === undefined) return { least: 0, most: 0 }
  const conditions = conditionsOf(typescript, match)
  if (!conditions) return { least: 1, most: match.trimStart().startsWith('{') ? Number.POSITIVE_INFINITY : 1 }
  const most = [...conditions.values()].reduce((sum, value) => sum + leavesOf(typescript, value), 0)
  return { least: conditions.size, most }
}

function leavesOf(typescript: TypeScript, node: ts.Node): number {
  const isField = (one: ts.Node) =>
    typescript.isPropertyAssignment(one) || typescript.isShorthandPropertyAssignment(one)
  return Math.max(1, nodesIn(typescript, node, isField).length)
}

/** Whether a stub asks for queries. */
export function hasQueries({ match }: DeclaredStub): boolean {
  return match !== undefined && /^\{.*\bqueries\b/s.test(match)
}
