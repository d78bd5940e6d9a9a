import type ts from 'typescript'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import { subjectCode } from '../read/nodes.ts'
import { fromText, pathCode } from '../read/path.ts'
import { isRegExp, kindOf } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import type { Conditions } from '../request/conditions.ts'
import { isInline } from '../request/resolver.ts'
import { isAlwaysTrue, testOf } from '../request/url-condition.ts'
/** Where a pool stands: its origin, or the code of the `rest.at(origin)` that the pool has become. */
export type Origin = { readonly node: ts.Expression } | { readonly at: string }

/** A value of the options of `intercept()`. */
export type Field = ts.Expression | undefined

interface Place {
  readonly path: string
  readonly at?: string
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
  if ('node' in origin) checkOrigin(source, origin.node)
  const path = field
  if (isAlwaysTrue(source, path)) return behind('/.*/')
  if (isFunction(source, path)) leaveByHand('write the function of the path as match: ({ url }) => …')
  const test = testOf(source, path)
  if (test) {
    conditions.tests.push({ code: test, field: 'url' })
    return behind('/.*/')
  }
  if (ts.isRegularExpressionLiteral(path)) return behind(source.code(path))
  const text = constantText(source, path)
  const isRelative = text !== undefined && !text.startsWith('/')
  const { code, queries } = isRelative
    ? fromText(source, `/${text}`)
    : pathCode(source, 'at' in origin ? [path] : [origin.node, path])
  if (queries) conditions.queries = queries
  return isRelative || 'at' in origin ? behind(code) : { path: code }

  function behind(code: string): Place {
    const at = 'at' in origin ? origin.at : `${source.name('rest')}.at(${originCode(source, origin.node)})`
    return { path: code, at }
  }
}

export function isFunction(source: Source, field: NonNullable<Field>): boolean {
  return isInline(source, field) || kindOf(source, field) === 'function'
}

/** A pool of many origins has no place of its own here. */
export function checkOrigin(source: Source, origin: ts.Expression): void {
  if (isRegExp(source, origin) || isFunction(source, origin))
    leaveByHand('a pool of many origins: declare stubs of a path alone, with match: ({ url }) => … for the origin')
}

/** An origin that is a `URL` counts by its origin alone. */
export function originCode(source: Source, origin: ts.Expression): string {
  const isUrl =
    (source.ts.isNewExpression(origin) && origin.expression.getText(source.file) === 'URL') ||
    source.checker.getTypeAtLocation(origin).symbol?.name === 'URL'
  return isUrl ? `${subjectCode(source, origin)}.origin` : source.code(origin)
}
