import type ts from 'typescript'
import { constantOf, constantText, isHanded } from '../../read/constants.ts'
import { calleeOf, callsNamed, type Link, nodesIn, propertyOf } from '../../read/nodes.ts'
import { fromText, pathCode } from '../../read/path.ts'
import { shorten } from '../../read/payload.ts'
import type { MadeBase } from '../../read/rulings.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { type Conditions, headerCondition, queryCondition } from '../../request/conditions.ts'
import { conditionOn, isInline, returnedValues, testOf, wholePath } from '../../request/resolver.ts'
import { headersCode } from '../replies/replies.ts'

export interface Scope {
  readonly base: ts.Expression
  /** What a function returns, whose call is the base: `rest.at(…)`. */
  readonly made?: MadeBase['scope']
  isPersisted: boolean
  /** Whether `query()` has names and values with their escapes. */
  readonly isEncoded: boolean
  readonly isOpen: boolean
  readonly conditions: Conditions
  replyHeaders: string | undefined
  anyBody?: string
  filter?: { readonly node: ts.Expression; readonly codeOf: (path: string) => string }
}

export interface Draft {
  readonly method: string
  readonly path: ts.Expression
  readonly conditions: Conditions
  times?: string
  isOptional: boolean
  delay?: string
}

const ESCAPED = 'write the names and values of query() without escapes: mynah compares them decoded'

const TIMES: Readonly<Record<string, string>> = { once: '1', twice: '2', thrice: '3' }

export function readScopeLink(source: Source, scope: Scope, { name, args }: Link): void {
  const [first, second] = args
  const fixed = name === 'filteringRequestBody' ? fixedText(source, first) : undefined
  if (name === 'persist') scope.isPersisted = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, scope.conditions, headerName(source, first), second)
  else if (name === 'defaultReplyHeaders' && first) scope.replyHeaders = headersCode(source, first)
  else if (name === 'filteringPath' && first)
    scope.filter = {
      node: first,
      codeOf: (path) =>
        second ? `${path}.replace(${source.code(first)}, ${source.code(second)})` : conditionOn(source, first, path),
    }
  else if (fixed !== undefined) scope.anyBody = fixed
  else if (name !== 'replyContentLength')
    leaveByHand(`write ${name}() as a setting: mocks.use.get(path, payload, { match, headers })`)
}

/** What a function returns that does nothing else: `() => '*'`. */
function fixedText(source: Source, node: ts.Expression | undefined): string | undefined {
  const [only, other] =
    isInline(source, node) && callsNamed(source, /./, node).length === 0 ? returnedValues(source, node) : []
  return only && !other ? constantText(source, only) : undefined
}

export function readDraftLink(source: Source, draft: Draft, { name, args }: Link, isEncoded: boolean): void {
  const [first, second] = args
  const texts = isEncoded && name === 'query' && first ? nodesIn(source.ts, first, source.ts.isStringLiteralLike) : []
  for (const one of texts.filter(({ text }) => text.includes('%'))) {
    if (one === first || /%(?![\da-f]{2})/i.test(one.text)) leaveByHand(ESCAPED)
    source.replace(one, source.quote(decodeURIComponent(one.text)))
  }
  if (TIMES[name]) draft.times = TIMES[name]
  else if (name === 'times' && first) draft.times = constantText(source, first) === '0' ? '1' : source.code(first)
  else if (name === 'query' && first) queryCondition(source, draft.conditions, first)
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, draft.conditions, headerName(source, first), second)
  else if (name === 'basicAuth' && first) draft.conditions.headers.push(['authorization', basicAuth(source, first)])
  else if (name === 'optionally') draft.isOptional = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (/^delay(?:Connection)?$/.test(name) && first && !source.ts.isObjectLiteralExpression(first))
    draft.delay = source.code(first)
  else
    leaveByHand(
      `write ${name}(${shorten(first ? source.code(first) : '')}) as a setting: mocks.use.get(path, payload, { match, delay, times })`,
    )
}

function basicAuth(source: Source, options: ts.Expression): string {
  const object = source.ts.isObjectLiteralExpression(options) ? options : leaveByHand('write basicAuth() inline')
  const parts = ['user', 'pass'].map((name) => propertyOf(source, object, name))
  const texts = parts.map((one) => (one ? constantText(source, one) : ''))
  const codes = parts.map((one) => (one ? `\${${source.code(one)}}` : ''))
  return `\`Basic \${btoa(${texts.includes(undefined) ? `\`${codes.join(':')}\`` : source.quote(texts.join(':'))})}\``
}

function headerName(source: Source, node: ts.Expression): string {
  if (!source.ts.isStringLiteralLike(node)) return `[${source.code(node)}]`
  return /^[a-z]\w*$/i.test(node.text) ? node.text : source.code(node)
}

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
  const origin = urlText(source, base)
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

/** nock tests a RegExp or a function on the whole path, that of the base too; mynah on what is behind the base. */
function restAt(source: Source, base: ts.Expression): string {
  const text = urlText(source, base)
  const origin = pathnameOf(text) === '' ? undefined : originIn(text)
  return `${source.name('rest')}.at(${origin === undefined ? source.code(inURL(source, base)) : source.quote(origin)})`
}
