import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { mayRunBefore } from '../order/placements.ts'
import { constantText } from '../read/constants.ts'
import { subjectCode } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { isRegExp, kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Conditions, memberFor } from '../request/conditions.ts'
import { isInline } from '../request/resolver.ts'
import { conditionOn, isAlwaysTrue, readsQuery, WHOLE_PATH } from '../request/url-condition.ts'
import { originsOf } from './values.ts'

/** Where a pool stands: its origin, or the code of the `rest.at(origin)` that the pool has become. */
export type Origin = { readonly node: ts.Expression } | { readonly at: string }

/** A value of the options of `intercept()`. */
export type Field = ts.Expression | ts.MethodDeclaration | undefined

interface Place {
  readonly path: string
  readonly at?: string
}

/** The member of `rest`. What it has no member for is a condition. */
export function methodOf(source: Source, field: Field, conditions: Conditions): string {
  const { ts } = source
  if (field === undefined) return 'get'
  const text = ts.isMethodDeclaration(field) ? undefined : constantText(source, field)
  if (text !== undefined) return memberFor(source, conditions, text)
  let code: string
  if (ts.isRegularExpressionLiteral(field)) code = `${source.code(field)}.test(method)`
  else if (isFunction(source, field)) code = conditionOn(source, field, 'method')
  else return leaveByHand('write the method of this interceptor as a member of rest')
  conditions.tests.push({ code, field: 'method' })
  return 'all'
}

/** Reads where an interceptor stands. A function is a condition on any path of the origin. */
export function pathOf(
  source: Source,
  origin: Origin,
  fields: ReadonlyMap<string, Field>,
  conditions: Conditions,
): Place {
  const { ts } = source
  const field = fields.get('path')
  if (!field) return leaveByHand('write the path of this interceptor inline: intercept({ path, method })')
  const node = 'at' in origin ? undefined : origin.node
  const isAnywhere = node !== undefined && isPattern(source, node)
  const codes = isAnywhere ? [valueCondition(source, node, 'new URL(url).origin'), ...withoutPools(source, node)] : []
  conditions.tests.push(...codes.map((code) => ({ code, field: 'url' as const })))
  const apart = () => {
    if (isAnywhere) return undefined
    return 'at' in origin ? origin.at : `${source.name('rest')}.at(${originCode(source, origin.node)})`
  }
  const path = comparedPath(source, field) ?? field
  if (isAlwaysTrue(source, path)) return behind('/.*/')
  if (isFunction(source, path)) {
    if (readsMany(source, path))
      leaveByHand('write the function of the path as match: ({ url }) => …, which has the query as it was sent')
    conditions.tests.push({ code: conditionOn(source, path, WHOLE_PATH), field: 'url' })
    return behind('/.*/')
  }
  if (ts.isMethodDeclaration(path)) return leaveByHand('write the function of the path as match: ({ url }) => …')
  if (ts.isRegularExpressionLiteral(path)) {
    if (!readsQuery(path)) return behind(source.code(path))
    conditions.tests.push({ code: `${source.code(path)}.test(${WHOLE_PATH})`, field: 'url' })
    return behind('/.*/')
  }
  const text = constantText(source, path)
  const isRelative = text !== undefined && !text.startsWith('/')
  const { code, queries } = isRelative
    ? fromText(source, `/${text}`)
    : pathCode(source, 'at' in origin || isAnywhere ? [path] : [origin.node, path])
  if (queries) conditions.queries = queries
  return isRelative || 'at' in origin ? behind(code) : { path: code }

  function behind(code: string): Place {
    const at = apart()
    return { path: code, ...(at && { at }) }
  }
}

/** The text that a function compares the whole path with, if undici has that text so: with its queries in order. */
function comparedPath(source: Source, field: NonNullable<Field>): ts.Expression | undefined {
  const { ts } = source
  if (!readsMany(source, field) || !ts.isArrowFunction(field) || !ts.isBinaryExpression(field.body)) return undefined
  const { left, right, operatorToken } = field.body
  const name = field.parameters[0]?.name.getText(source.file)
  if (operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken || left.getText(source.file) !== name)
    return undefined
  const [, query] = constantText(source, right)?.split('?') ?? []
  const queries = new URLSearchParams(query)
  queries.sort()
  return query !== undefined && queries.toString() === query ? right : undefined
}

/** Whether a function reads several queries, or encoded ones: undici has sorted and encoded them. */
function readsMany(source: Source, field: NonNullable<Field>): boolean {
  return isFunction(source, field) && /[&%]/.test(field.getText(source.file).replaceAll('&&', ''))
}

/** The condition on a text that a RegExp or a function is. */
function valueCondition(source: Source, value: ts.Expression, code: string): string {
  if (isFunction(source, value)) return conditionOn(source, value, code)
  return `${subjectCode(source, value)}.test(${code})`
}

export function isFunction(source: Source, field: NonNullable<Field>): boolean {
  return source.ts.isMethodDeclaration(field) || isInline(source, field) || kindOf(source, field) === 'function'
}

/** A pool of many origins has no place of its own here. */
export function checkOrigin(source: Source, origin: ts.Expression): void {
  if (isPattern(source, origin))
    leaveByHand('a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin')
}

/** An origin that is a `URL` counts by its origin alone. */
export function originCode(source: Source, origin: ts.Expression): string {
  const isUrl =
    (source.ts.isNewExpression(origin) && origin.expression.getText(source.file) === 'URL') ||
    source.checker.getTypeAtLocation(origin).symbol?.name === 'URL'
  return isUrl ? `${subjectCode(source, origin)}.origin` : source.code(origin)
}

/** The conditions that leave out what pools of one origin have: undici asks such a pool alone. */
function withoutPools(source: Source, origins: ts.Expression): string[] {
  const { ts } = source
  const others = originsOf(source).filter(
    (one) => one !== origins && (mayRunBefore(source, one, origins) || mayRunBefore(source, origins, one)),
  )
  const texts = others.map((one) => constantText(source, one) ?? leaveByHand(BESIDE))
  const [, pattern = '', flags] = /^\/(.*)\/(\w*)$/s.exec(origins.getText(source.file)) ?? []
  const taken = ts.isRegularExpressionLiteral(origins)
    ? texts.filter((text) => new RegExp(pattern, flags).test(text))
    : texts
  return [...new Set(taken)].map((text) => `new URL(url).origin !== ${source.quote(text)}`)
}

const BESIDE = 'another pool of this file has requests of its own: write match: ({ url }) => … without its origin'

function isPattern(source: Source, origin: ts.Expression): boolean {
  return isRegExp(source, origin) || isFunction(source, origin)
}
