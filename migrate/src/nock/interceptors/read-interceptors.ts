import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { mergeHeaders, type Reply } from '../../declare/reply-value.ts'
import { leaveByHand } from '../../layout/by-hand.ts'
import { given } from '../../layout/model.ts'
import { isLiteral } from '../../order/overlap.ts'
import { constantText } from '../../read/constants.ts'
import type { Interceptor } from '../../read/declared.ts'
import type { Link } from '../../read/nodes.ts'
import type { Source } from '../../read/source.ts'
import { bodyCondition, type Conditions, matchCode, memberFor } from '../../request/conditions.ts'
import { errorResponse, replyOf, slowBody } from '../replies/replies.ts'
import { METHOD, REPLY, settingsOf } from './chains.ts'
import { type Draft, readDraftLink, readScopeLink, type Scope } from './links.ts'
import { isOpenHere } from './options.ts'
import { pathOf } from './path.ts'

/** Reads the calls of a chain as interceptors. Throws `ByHand` at the first call that is not known for sure. */
export function readInterceptors(source: Source, scope: Scope, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  const settings = settingsOf(links)
  for (const link of settings) readScopeLink(source, scope, link)
  for (const link of links) {
    const { name } = link
    if (settings.includes(link)) continue
    if (name === 'intercept') draft = draftOfIntercept(source, scope, link)
    else if (METHOD.test(name)) draft = draftOf(source, scope, link)
    else if (draft === undefined) readScopeLink(source, scope, link)
    else if (REPLY.test(name)) {
      if (name === 'replyWithError') draft.delay = errorDelay(draft)
      found.push(interceptorFrom(source, scope, draft, link.node, answerOf(source, link, draft, scope)))
      draft = undefined
    } else readDraftLink(source, draft, link, scope.isEncoded)
  }
  if (draft) leaveByHand('this interceptor has no reply: write mocks.use.get(path, payload)')
  return found
}

function draftOf(source: Source, scope: Scope, { name, args, node }: Link): Draft {
  const [path, body, options] = args
  if (!path) return leaveByHand('an interceptor needs a path: write mocks.use.get(/.*/, payload) for any')
  const { headers, tests } = scope.conditions
  const conditions: Conditions = { ...scope.conditions, headers: [...headers], tests: [...tests] }
  if (body && !scope.bodyFilter) bodyCondition(source, conditions, body)
  if (options && isOpenHere(source, options)) leaveByHand(PASSTHROUGH)
  if (options) source.note(node, 'nock reads no headers in these options: match: { headers } asks for them')
  return {
    method: memberFor(source, conditions, name),
    path,
    body,
    conditions,
    times: undefined,
    isOptional: false,
    delay: undefined,
    bodyDelay: undefined,
  }
}

export function draftOfIntercept(source: Source, scope: Scope, link: Link): Draft {
  const [path, method, ...rest] = link.args
  const name = method && constantText(source, method)
  if (!path || !name) return leaveByHand('write rest.all(path, payload, { match: ({ method }) => … })')
  return draftOf(source, scope, { ...link, name, args: [path, ...rest] })
}

/** Joins what was read. `answer` is the reply to its requests. */
export function interceptorFrom(source: Source, scope: Scope, draft: Draft, node: ts.Node, answer: Reply): Interceptor {
  const { conditions, method, delay } = draft
  filterBody(source, scope, draft)
  const { path, queries, at, place } = pathOf(source, scope, draft)
  if (queries) conditions.queries = queries
  const headers = mergeHeaders(scope.replyHeaders, answer.headers)
  return {
    isPersisted: scope.isPersisted,
    isOptional: draft.isOptional,
    isAnyQuery: conditions.isAnyQuery ?? false,
    node,
    stub: {
      method,
      path,
      response: answer,
      match: matchCode(conditions),
      settings: given({ headers, delay }),
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

/** `filteringRequestBody` counts for interceptors that ask for a text, or for an object that the text stands for. */
function filterBody(source: Source, { bodyFilter }: Scope, { body, conditions }: Draft): void {
  if (!bodyFilter || !body) return
  const { quote } = source.style
  const filtered = bodyFilter(`(text ?? ${quote}${quote})`)
  const code = source.code(body)
  if (constantText(source, body) !== undefined)
    conditions.tests.push({ code: `${filtered} === ${code}`, field: 'text' })
  else {
    // A form is an object too, and nock knows a name with a dot or brackets as a path.
    const isJson =
      isLiteral(source.ts, body) && !FORM.test(source.file.text) && !/['"][^'"]*\.[^'"]*['"]\s*:/.test(code)
    if (!isJson || code.includes('[')) leaveByHand(FILTER)
    const equal = `${source.name('isDeepStrictEqual')}(JSON.parse(json), ${code})`
    conditions.tests.push({
      code: `((json) => { try { return ${equal} } catch { return false } })(${filtered})`,
      field: 'text',
    })
  }
}

const FORM = /urlencoded|URLSearchParams|querystring|\bqs\b/
const FILTER = 'write filteringRequestBody() as match: ({ text }) => …, which compares what it makes of the text'
