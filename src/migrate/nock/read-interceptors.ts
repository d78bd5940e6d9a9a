import { bodyCondition, type Conditions, matchCode } from '../declare/conditions.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { constantText } from '../read/constants.ts'
import type { Interceptor } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { type Draft, readDraftLink, readScopeLink, type Scope } from './links.ts'
import { readOptions } from './options.ts'
import { pathOf } from './path.ts'
import { errorResponse, type Reply, replyOf } from './replies.ts'
import { slowBody } from './slow-body.ts'

const METHODS = /^(?:get|post|put|patch|delete|head|options)$/
const REPLY = /^(?:reply(?:With(?:Error|File))?|passthrough)$/

/** Reads the calls of a chain as interceptors. Throws `ByHand` at the first call that is not known for sure. */
export function readInterceptors(source: Source, scope: Scope, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  for (const link of links) {
    const { name } = link
    if (METHODS.test(name)) draft = draftOf(source, scope, link)
    else if (name === 'intercept') draft = draftOfIntercept(source, scope, link)
    else if (name === 'merge') draft = draftOfOther(source, scope, link, name)
    else if (draft === undefined) readScopeLink(source, scope, link)
    else if (REPLY.test(name)) {
      found.push(interceptorOf(source, scope, draft, link))
      draft = undefined
    } else if (name === 'filteringPath') readScopeLink(source, scope, link)
    else readDraftLink(source, draft, link)
  }
  if (draft) leaveByHand('this interceptor has no reply')
  return found
}

/** A method that `rest` has no member for. */
function draftOfOther(source: Source, scope: Scope, link: Link, method: string): Draft {
  const draft = draftOf(source, scope, { ...link, name: 'all' })
  draft.conditions.tests.push({ code: `method === ${source.quote(method.toUpperCase())}`, field: 'method' })
  return draft
}

function draftOf(source: Source, scope: Scope, { name, args }: Link): Draft {
  const [path, body, options] = args
  if (!path) return leaveByHand('an interceptor needs a path')
  const { headers, tests } = scope.conditions
  const conditions: Conditions = { ...scope.conditions, headers: [...headers], tests: [...tests] }
  if (body && !scope.bodyFilter) bodyCondition(source, conditions, body)
  if (options && readOptions(source, conditions, options))
    leaveByHand('write the option passthrough of setupMocks: [origin]')
  return {
    method: name,
    path,
    body,
    conditions,
    times: undefined,
    isOptional: false,
    delay: undefined,
    bodyDelay: undefined,
  }
}

function draftOfIntercept(source: Source, scope: Scope, link: Link): Draft {
  const [path, method, ...rest] = link.args
  const name = method && constantText(source, method)?.toLowerCase()
  if (!path || !name) return leaveByHand('write rest.all(path, payload, { match: ({ method }) => … })')
  const named = { ...link, name, args: [path, ...rest] }
  return METHODS.test(name) ? draftOf(source, scope, named) : draftOfOther(source, scope, named, name)
}

function interceptorOf(source: Source, scope: Scope, draft: Draft, reply: Link): Interceptor {
  const { conditions, method } = draft
  filterBody(source, scope, draft)
  const { path, queries, at, place } = pathOf(source, scope, draft)
  if (queries) conditions.queries = queries
  const answer = answerOf(source, reply, draft, scope)
  const delay = reply.name === 'replyWithError' ? errorDelay(draft) : draft.delay
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
      settings: [...(headers ? [['headers', headers] as const] : []), ...(delay ? [['delay', delay] as const] : [])],
      times: scope.isPersisted ? undefined : (draft.times ?? '1'),
      ...(at && { at }),
      place,
    },
  }
}

/** An error comes after both delays. */
function errorDelay({ delay, bodyDelay }: Draft): string | undefined {
  return delay && bodyDelay ? `${delay} + ${bodyDelay}` : (delay ?? bodyDelay)
}

function answerOf(source: Source, reply: Link, { method, bodyDelay }: Draft, { replyHeaders }: Scope): Reply {
  if (reply.name === 'passthrough') return { code: `${source.name('passthrough')}()`, isJson: false }
  if (reply.name === 'replyWithError') return errorResponse(source, reply.args)
  const answer = replyOf(source, reply, method)
  return bodyDelay ? slowBody(source, answer, reply, bodyDelay, replyHeaders) : answer
}

/** `filteringRequestBody` counts for interceptors that ask for a text. */
function filterBody(source: Source, { bodyFilter }: Scope, { body, conditions }: Draft): void {
  if (!bodyFilter || !body) return
  if (constantText(source, body) === undefined)
    leaveByHand('write filteringRequestBody() as match: ({ text }) => …, which compares what it makes of the text')
  conditions.tests.push({
    code: `${bodyFilter("(text ?? '')".replaceAll("'", source.style.quote))} === ${source.code(body)}`,
    field: 'text',
  })
}

function mergeHeaders(defaults: string | undefined, own: string | undefined): string | undefined {
  return defaults && own ? `{ ...${defaults}, ...${own} }` : (own ?? defaults)
}
