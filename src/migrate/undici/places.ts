import type ts from 'typescript'
import type { Conditions } from '../declare/conditions.ts'
import { isInline } from '../declare/resolver.ts'
import { conditionOn } from '../declare/url-condition.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { fromText, pathCode } from '../read/path.ts'
import { kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'

/** Where a pool stands: its origin, or the code of the `rest.at(origin)` that the pool has become. */
export type Origin = ts.Expression | { readonly at: string }

/** A value of the options of `intercept()`. */
export type Field = ts.Expression | ts.MethodDeclaration | undefined

interface Place {
  readonly path: string
  readonly at?: string
}

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/
/** undici compares the path with the query, whose names it has sorted. */
const WITH_QUERY = 'url.slice(new URL(url).origin.length)'

/** The member of `rest`. What it has no member for is a condition. */
export function methodOf(source: Source, field: Field, conditions: Conditions): string {
  const { ts } = source
  if (field === undefined) return 'get'
  const text = ts.isMethodDeclaration(field) ? undefined : constantText(source, field)
  if (text !== undefined && METHODS.test(text.toLowerCase())) return text.toLowerCase()
  let code: string
  if (text !== undefined) code = `method === ${source.quote(text.toUpperCase())}`
  else if (ts.isRegularExpressionLiteral(field)) code = `${source.code(field)}.test(method)`
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
  const path = fields.get('path')
  if (!path) return leaveByHand('write the path of this interceptor as an option')
  if (!('at' in origin)) checkOrigin(source, origin)
  const apart = () => ('at' in origin ? origin.at : `${source.name('rest')}.at(${source.code(origin)})`)
  if (isFunction(source, path)) {
    if (fields.has('query') || /[&%]/.test(path.getText(source.file).replaceAll('&&', '')))
      leaveByHand('write the function of the path as match: ({ url }) => …, which has the query as it was sent')
    conditions.tests.push({ code: conditionOn(source, path, WITH_QUERY), field: 'url' })
    return { path: '/.*/', at: apart() }
  }
  if (ts.isMethodDeclaration(path)) return leaveByHand('write the function of the path as match: ({ url }) => …')
  if (ts.isRegularExpressionLiteral(path)) {
    if (!readsQuery(path)) return { path: source.code(path), at: apart() }
    conditions.tests.push({ code: `${source.code(path)}.test(${WITH_QUERY})`, field: 'url' })
    return { path: '/.*/', at: apart() }
  }
  const text = constantText(source, path)
  const isRelative = text !== undefined && !text.startsWith('/')
  const at = isRelative ? apart() : 'at' in origin ? origin.at : undefined
  const { code, queries } = isRelative
    ? fromText(source, `/${text}`)
    : pathCode(source, 'at' in origin ? [path] : [origin, path])
  if (queries) conditions.queries = queries
  return { path: code, ...(at && { at }) }
}

function isFunction(source: Source, field: NonNullable<Field>): boolean {
  return source.ts.isMethodDeclaration(field) || isInline(source, field) || kindOf(source, field) === 'function'
}

function readsQuery({ text }: ts.RegularExpressionLiteral): boolean {
  return /\\\?|\[[^\]]*\?/.test(text)
}

/** A pool of many origins has no place of its own here. */
export function checkOrigin(source: Source, origin: ts.Expression): void {
  const isPattern =
    source.ts.isRegularExpressionLiteral(origin) || source.checker.getTypeAtLocation(origin).symbol?.name === 'RegExp'
  if (isPattern || isFunction(source, origin))
    leaveByHand('a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin')
}
