import type ts from 'typescript'
import { constantText } from '../../read/constants.ts'
import { callsNamed, type Link, nodesIn, propertyOf } from '../../read/nodes.ts'
import { shorten } from '../../read/payload.ts'
import type { MadeBase } from '../../read/rulings.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { type Conditions, headerCondition, queryCondition } from '../../request/conditions.ts'
import { conditionOn, isInline, returnedValues } from '../../request/resolver.ts'
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
