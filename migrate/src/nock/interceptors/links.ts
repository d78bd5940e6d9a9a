import type ts from 'typescript'
import { leaveByHand } from '../../layout/by-hand.ts'
import { constantText } from '../../read/constants.ts'
import { type Link, nodesIn, propertyOf } from '../../read/nodes.ts'
import { shorten } from '../../read/payload.ts'
import type { Source } from '../../read/source.ts'
import { type Conditions, queryCondition } from '../../request/conditions.ts'
import { headerCondition } from '../../request/header-condition.ts'
import { headersCode } from '../replies/reply-headers.ts'
import { LISTENER } from './listeners.ts'

/** The base, if a chain begins with `nock(base)`; else the name of the variable that holds `rest.at(base)`. */
export type Base = ts.Expression | { readonly at: string; readonly text: string | undefined }

/** What a scope says of all its interceptors. */
export interface Scope {
  readonly base: Base
  /** Whether the origin is a condition, since the base does not tell it. */
  readonly isAnyOrigin: boolean
  isPersisted: boolean
  /** Whether the requests of its host that are not mocked pass. */
  readonly isOpen: boolean
  /** Whether `query()` has names and values with their escapes. */
  readonly isEncoded: boolean
  readonly conditions: Conditions
  replyHeaders: string | undefined
  /** What is called on the path before it is compared: `.replace(/x/, 'y')`, or a function. */
  pathFilter?: Filter
  bodyFilter?: Filter
}

/** Prints the code of what a filter makes of a text, whose code is known. */
type Filter = (text: string) => string

export interface Draft {
  readonly method: string
  readonly path: ts.Expression
  readonly body: ts.Expression | undefined
  readonly conditions: Conditions
  times: string | undefined
  isOptional: boolean
  delay: string | undefined
  bodyDelay: string | undefined
}

const TIMES: Readonly<Record<string, string>> = { once: '1', twice: '2', thrice: '3' }

export function readScopeLink(source: Source, scope: Scope, { name, args }: Link): void {
  const [first, second] = args
  if (name === 'persist') scope.isPersisted = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, scope.conditions, headerName(source, first), second)
  else if (name === 'defaultReplyHeaders' && first) scope.replyHeaders = headersCode(source, first)
  else if (name === 'replyDate') scope.replyHeaders = dated(source, scope.replyHeaders, first)
  else if (name === 'filteringPath' && first) scope.pathFilter = filterOf(source, first, second)
  else if (name === 'filteringRequestBody' && first) scope.bodyFilter = filterOf(source, first, second)
  else if (/^(?:on|once|addListener)$/.test(name)) leaveByHand(LISTENER)
  else if (name !== 'replyContentLength')
    leaveByHand(`write ${name}() as a setting: mocks.use.get(path, payload, { match, headers })`)
}

function dated(source: Source, headers: string | undefined, date: ts.Expression | undefined): string {
  const code = `date: ${date ? source.code(date) : 'new Date()'}.toUTCString()`
  return headers === undefined ? `{ ${code} }` : `{ ...${headers}, ${code} }`
}

function filterOf(source: Source, first: ts.Expression, second: ts.Expression | undefined): Filter {
  const code = source.code(first)
  if (second) return (text) => `${text}.replace(${code}, ${source.code(second)})`
  return (text) => (source.ts.isIdentifier(first) ? `${code}(${text})` : `(${code})(${text})`)
}

export function readDraftLink(source: Source, draft: Draft, { name, args }: Link, isEncoded: boolean): void {
  const [first, second] = args
  if (name === 'query' && first && isEncoded) decodeQuery(source, first)
  if (TIMES[name]) draft.times = TIMES[name]
  else if (name === 'times' && first) draft.times = constantText(source, first) === '0' ? '1' : source.code(first)
  else if (name === 'query' && first) queryCondition(source, draft.conditions, first)
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, draft.conditions, headerName(source, first), second)
  else if (name === 'basicAuth' && first) draft.conditions.headers.push(['authorization', basicAuth(source, first)])
  else if (name === 'optionally') draft.isOptional = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (name === 'delay' && first) readDelay(source, draft, first)
  else if (name === 'delayConnection' && first) draft.delay = source.code(first)
  else if (name === 'delayBody' && first) draft.bodyDelay = source.code(first)
  else
    leaveByHand(
      `write ${name}(${shorten(first ? source.code(first) : '')}) as a setting: mocks.use.get(path, payload, { match, delay, times })`,
    )
}

const ENCODED = 'write the names and values of query() without escapes: mynah compares them decoded'

/** Recorded queries are written as they were sent. */
function decodeQuery(source: Source, query: ts.Expression): void {
  const { ts } = source
  if (query.kind === ts.SyntaxKind.TrueKeyword) return
  if (!ts.isObjectLiteralExpression(query)) leaveByHand(ENCODED)
  for (const one of nodesIn(ts, query, ts.isStringLiteral).filter(({ text }) => /[%+]/.test(text)))
    source.replace(one, source.quote(decode(one.text) ?? leaveByHand(ENCODED)))
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

function headerName(source: Source, node: ts.Expression): string {
  if (!source.ts.isStringLiteralLike(node)) return `[${source.code(node)}]`
  return /^[a-z]\w*$/i.test(node.text) ? node.text : source.code(node)
}

/** `delay(20)` holds back the whole response, and `delay({ head, body })` each of both. */
function readDelay(source: Source, draft: Draft, node: ts.Expression): void {
  if (!source.ts.isObjectLiteralExpression(node)) {
    draft.delay = source.code(node)
    return
  }
  const [head, body] = ['head', 'body'].map((name) => propertyOf(source, node, name))
  if ([head, body].filter(Boolean).length < node.properties.length) leaveByHand('write this delay as { delay }')
  draft.delay = head && source.code(head)
  draft.bodyDelay = body && source.code(body)
}

function basicAuth(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(node))
    return leaveByHand('write basicAuth as match: { headers: { authorization } }')
  const [user, pass] = ['user', 'pass'].map((name) => propertyOf(source, node, name))
  const [userText, passText] = [user, pass].map((one) => (one ? constantText(source, one) : ''))
  if (userText !== undefined && passText !== undefined)
    return `\`Basic \${btoa(${source.quote(`${userText}:${passText}`)})}\``
  return `\`Basic \${btoa(\`\${${user ? source.code(user) : "''"}}:${pass ? `\${${source.code(pass)}}` : ''}\`)}\``
}
