import type ts from 'typescript'
import { bodyCondition, type Conditions, headerCondition, matchCode, queryCondition } from '../declare/conditions.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import { shorten } from '../read/payload.ts'
import type { Source } from '../read/source.ts'
import { type Base, pathOf } from './path.ts'
import { errorResponse, replyOf } from './replies.ts'

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/
const TIMES: Readonly<Record<string, string>> = { once: '1', twice: '2', thrice: '3' }

/** What a scope says of all its interceptors. */
export interface Scope {
  readonly base: Base
  isPersisted: boolean
  readonly conditions: Conditions
  replyHeaders: string | undefined
}

interface Draft {
  readonly method: string
  readonly path: ts.Expression
  readonly conditions: Conditions
  times: string | undefined
  isOptional: boolean
  delay: string | undefined
}

/** Reads the calls of a chain as interceptors. Throws `ByHand` at the first call that is not known for sure. */
export function readInterceptors(source: Source, scope: Scope, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  for (const link of links) {
    const { name } = link
    if (METHODS.test(name)) draft = draftOf(source, scope, link)
    else if (name === 'intercept') draft = draftOfIntercept(source, scope, link)
    else if (draft === undefined) readScopeLink(source, scope, link)
    else if (/^reply(?:With(?:Error|File))?$/.test(name)) {
      found.push(interceptorOf(source, scope, draft, link))
      draft = undefined
    } else readDraftLink(source, draft, link)
  }
  if (draft) leaveByHand('this interceptor has no reply')
  return found
}

function draftOf(source: Source, scope: Scope, { name, args }: Link): Draft {
  const [path, body, options] = args
  if (!path) return leaveByHand('an interceptor needs a path')
  const conditions: Conditions = { ...scope.conditions, headers: [...scope.conditions.headers] }
  if (body) bodyCondition(source, conditions, body)
  if (options) readOptions(source, conditions, options)
  return { method: name, path, conditions, times: undefined, isOptional: false, delay: undefined }
}

function draftOfIntercept(source: Source, scope: Scope, link: Link): Draft {
  const [path, method, ...rest] = link.args
  const name = method && source.ts.isStringLiteralLike(method) ? method.text : ''
  const args = [path as ts.Expression, ...rest]
  if (METHODS.test(name.toLowerCase())) return draftOf(source, scope, { ...link, name: name.toLowerCase(), args })
  if (!/^[A-Z]+$/.test(name)) leaveByHand('write the method of this interceptor as a member of rest')
  const draft = draftOf(source, scope, { ...link, name: 'all', args })
  if (draft.conditions.body || draft.conditions.text)
    leaveByHand(`write the method in match: ({ method, body }) => method === ${source.quote(name)} && …`)
  draft.conditions.text = `({ method }) => method === ${source.quote(name)}`
  return draft
}

/** `{ reqheaders, badheaders }`, of a scope and of an interceptor. */
export function readOptions(source: Source, conditions: Conditions, options: ts.Expression): void {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(options)) {
    leaveByHand('write the options as match: { headers }')
    return
  }
  for (const property of options.properties) {
    const name = property.name?.getText(source.file)
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined
    if (name === 'reqheaders' && value && ts.isObjectLiteralExpression(value)) {
      for (const header of value.properties) {
        if (!ts.isPropertyAssignment(header)) {
          leaveByHand('write reqheaders as match: { headers }')
          return
        }
        headerCondition(source, conditions, header.name.getText(source.file), header.initializer)
      }
    } else if (name === 'reqheaders' && value) {
      conditions.headers.push(['...', source.code(value)])
    } else if (name === 'badheaders' && value && ts.isArrayLiteralExpression(value)) {
      const absent = `${source.name('not')}(${source.name('exists')}())`
      for (const one of value.elements) conditions.headers.push([source.code(one), absent])
    } else if (name !== 'allowUnmocked' || value?.kind !== ts.SyntaxKind.FalseKeyword) {
      leaveByHand(`write the option ${name ?? ''} by hand`)
    }
  }
}

function readScopeLink(source: Source, scope: Scope, { name, args }: Link): void {
  const [first, second] = args
  if (name === 'persist') scope.isPersisted = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, scope.conditions, headerName(source, first), second)
  else if (name === 'defaultReplyHeaders' && first) scope.replyHeaders = source.code(first)
  else if (name !== 'replyContentLength' && name !== 'replyDate') leaveByHand(`write ${name}() by hand`)
}

function readDraftLink(source: Source, draft: Draft, { name, args }: Link): void {
  const [first, second] = args
  if (TIMES[name]) draft.times = TIMES[name]
  else if (name === 'times' && first) draft.times = source.code(first)
  else if (name === 'query' && first) queryCondition(source, draft.conditions, first)
  else if (name === 'matchHeader' && first && second)
    headerCondition(source, draft.conditions, headerName(source, first), second)
  else if (name === 'basicAuth' && first) draft.conditions.headers.push(['authorization', basicAuth(source, first)])
  else if (name === 'optionally') draft.isOptional = first?.kind !== source.ts.SyntaxKind.FalseKeyword
  else if (/^(?:delay|delayConnection|socketDelay)$/.test(name) && first) draft.delay = delayCode(source, first)
  else leaveByHand(`write ${name}(${shorten(first ? source.code(first) : '')}) by hand`)
}

function headerName(source: Source, node: ts.Expression): string {
  if (!source.ts.isStringLiteralLike(node)) return `[${source.code(node)}]`
  return /^[a-z]\w*$/i.test(node.text) ? node.text : source.code(node)
}

function delayCode(source: Source, node: ts.Expression): string {
  if (source.ts.isObjectLiteralExpression(node))
    leaveByHand('delay({ head, body }): the head comes after delay, a body slows down by throttle()')
  return source.code(node)
}

function basicAuth(source: Source, node: ts.Expression): string {
  const { ts } = source
  if (!ts.isObjectLiteralExpression(node))
    return leaveByHand('write basicAuth as match: { headers: { authorization } }')
  const code = (name: string) => {
    const property = node.properties.find((one) => one.name?.getText(source.file) === name)
    return property && ts.isPropertyAssignment(property) ? source.code(property.initializer) : name
  }
  const pass = node.properties.some((one) => one.name?.getText(source.file) === 'pass') ? `\${${code('pass')}}` : ''
  return `\`Basic \${btoa(\`\${${code('user')}}:${pass}\`)}\``
}

function interceptorOf(source: Source, scope: Scope, draft: Draft, reply: Link): Interceptor {
  const { conditions, method } = draft
  const { path, queries, at, place } = pathOf(source, scope.base, draft.path)
  if (queries) conditions.queries = queries
  const answer = reply.name === 'replyWithError' ? errorResponse(source, reply.args) : replyOf(source, reply, method)
  const headers = mergeHeaders(scope.replyHeaders, answer.headers)
  return {
    isPersisted: scope.isPersisted,
    isOptional: draft.isOptional,
    isAnyQuery: conditions.isAnyQuery ?? false,
    node: reply.node,
    stub: {
      method,
      path,
      response: answer,
      match: matchCode(conditions),
      settings: [
        ...(headers ? [['headers', headers] as const] : []),
        ...(draft.delay ? [['delay', draft.delay] as const] : []),
      ],
      times: scope.isPersisted ? undefined : (draft.times ?? '1'),
      ...(at && { at }),
      place,
    },
  }
}

function mergeHeaders(defaults: string | undefined, own: string | undefined): string | undefined {
  return defaults && own ? `{ ...${defaults}, ...${own} }` : (own ?? defaults)
}
