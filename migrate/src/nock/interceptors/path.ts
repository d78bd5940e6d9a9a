import type ts from 'typescript'
import { constantOf, constantText, isHanded } from '../../read/constants.ts'
import { calleeOf } from '../../read/nodes.ts'
import { fromText, pathCode } from '../../read/path.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { isInline, returnedValues, testOf, wholePath } from '../../request/resolver.ts'
import type { Draft, Scope } from './links.ts'

interface Path {
  readonly path: string
  readonly queries?: string | undefined
  readonly at?: string
}

export function pathOf(source: Source, scope: Scope, draft: Draft): Path {
  const { ts } = source
  const { base, made } = scope
  const { path, conditions } = draft
  if (scope.filter) return filteredPath(source, scope, draft)
  const pattern = (ts.isIdentifier(path) && constantOf(source, path)) || path
  const isPattern = ts.isRegularExpressionLiteral(pattern) || calleeOf(source, pattern) === 'RegExp'
  // A function does not get the query that query() asks for.
  const isAsked = conditions.queries !== undefined || conditions.isAnyQuery
  const tested = isAsked ? `new ${source.global('URL')}(url).pathname` : wholePath(source)
  const test = testOf(source, isPattern ? pattern : path, pathnameOf(urlText(source, base)), tested)
  if (test) {
    conditions.isAnyQuery = true
    conditions.tests.push({ code: test, field: 'url' })
    return anyPathOf(source, scope)
  }
  const isAnchored = isPattern && /^(?:\/|(?:new )?RegExp\(\s*.)\^/.test(pattern.getText())
  const origin = urlText(source, base)
  if (isAnchored && origin === undefined) source.note(path, ANCHORED)
  const at = made ? source.code(base) : restAt(source, base)
  if (isPattern) return { path: source.code(pattern), at }
  const behind = constantText(source, path)
  // nock drops a slash at the end of a base, as rest.at() does: what a function returns may have one.
  const whole = origin?.endsWith('/') && behind !== undefined ? origin.slice(0, -1) + behind : undefined
  const value = ts.isIdentifier(base) ? constantOf(source, base) : base
  const isReturned = value ? ts.isCallExpression(value) : isHanded(source, base, /\/['"`]?$|\)$/)
  const isBehind = made || (origin === undefined && isReturned)
  const parts = isBehind ? [path] : [inURL(source, base), path]
  const { code, queries } = whole !== undefined ? fromText(source, whole) : pathCode(source, parts)
  return { path: code, queries, ...(isBehind && { at }) }
}

/** `new URL('https://api.test')` is its text. */
export function inURL({ ts }: Source, base: ts.Expression): ts.Expression {
  const [text] = ts.isNewExpression(base) && base.expression.getText() === 'URL' ? (base.arguments ?? []) : []
  return text ?? base
}

export function urlText(source: Source, base: ts.Expression): string | undefined {
  return constantText(source, inURL(source, base))
}

export function originIn(url = ''): string | undefined {
  return /^https?:\/\/[^/]+/.exec(url)?.[0]
}

export function hostOf(source: Source, base: ts.Expression | undefined): string | undefined {
  return base && originIn(urlText(source, base))
}

function pathnameOf(base = ''): string {
  return base.replace(/^https?:\/\/[^/]*/, '').replace(/\/$/, '')
}

/** nock compares what a filter makes of a whole path, with its query. */
function filteredPath(source: Source, scope: Scope, { path, conditions }: Draft): Path {
  const text = constantText(source, path)
  const { filter } = scope
  if (!filter || text === undefined || text.includes('?') || conditions.queries)
    return leaveByHand('write this filter and its path as match: ({ url }) => …')
  const whole = pathnameOf(urlText(source, scope.base)) + text
  const returned = isInline(source, filter.node) ? returnedValues(source, filter.node) : []
  const isFixed = returned.length > 0 && returned.every((one) => constantText(source, one) === whole)
  if (!isFixed)
    conditions.tests.push({ code: `${filter.codeOf(wholePath(source))} === ${source.quote(whole)}`, field: 'url' })
  conditions.isAnyQuery = true
  return anyPathOf(source, scope)
}

function anyPathOf(source: Source, { base }: Scope): Path {
  if (originIn(urlText(source, base)) === undefined) leaveByHand(WHOLE)
  return { path: '/.*/', at: restAt(source, base) }
}

const WHOLE =
  'write rest.at(origin).get(/.*/, payload, { match: ({ url }) => … }): the function gets the base’s path too'
const ANCHORED =
  'nock tests this RegExp on the base’s path too: if the base has one, it is tested on what is behind it here'

/** nock tests a RegExp or a function on the whole path, that of the base too; mynah on what is behind the base. */
function restAt(source: Source, base: ts.Expression): string {
  const text = urlText(source, base)
  const origin = pathnameOf(text) === '' ? undefined : originIn(text)
  return `${source.name('rest')}.at(${origin === undefined ? source.code(inURL(source, base)) : source.quote(origin)})`
}
