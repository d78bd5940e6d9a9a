import type ts from 'typescript'
import { PASSTHROUGH } from '../../declare/allowed-hosts.ts'
import { mergeHeaders } from '../../declare/reply-value.ts'
import { given } from '../../layout/model.ts'
import { constantText } from '../../read/constants.ts'
import type { Interceptor } from '../../read/declared.ts'
import { type Link, nodesIn } from '../../read/nodes.ts'
import { leaveByHand, type Source } from '../../read/source.ts'
import { bodyCondition, type Conditions, matchCode, restMember, restMemberOf } from '../../request/conditions.ts'
import { replyOf } from '../replies/replies.ts'
import { METHOD, REPLY, settingsOf } from './chains.ts'
import { type Draft, pathOf, readDraftLink, readScopeLink, type Scope } from './links.ts'

/** Reads the calls of a chain as interceptors. Throws `ByHand` at the first call that is not known for sure. */
export function readInterceptors(source: Source, scope: Scope, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  const settings = settingsOf(links)
  for (const link of settings) readScopeLink(source, scope, link)
  for (const link of links) {
    const { name } = link
    if (settings.includes(link)) continue
    if (METHOD.test(name)) draft = draftOf(source, scope, link)
    else if (draft === undefined) readScopeLink(source, scope, link)
    else if (REPLY.test(name)) {
      found.push(interceptorFrom(source, scope, draft, link))
      draft = undefined
    } else readDraftLink(source, draft, link, scope.isEncoded)
  }
  if (draft) leaveByHand('this interceptor has no reply: write mocks.use.get(path, payload)')
  return found
}

function draftOf(source: Source, scope: Scope, { name, args, node }: Link): Draft {
  const { ts } = source
  const [path, method] = args
  const isIntercept = name === 'intercept'
  const [body, options] = args.slice(isIntercept ? 2 : 1)
  if (!path) return leaveByHand('an interceptor needs a path: write mocks.use.get(/.*/, payload) for any')
  if (isIntercept && !method) leaveByHand('write rest.all(path, payload, { match: ({ method }) => … })')
  const { headers, tests } = scope.conditions
  const conditions: Conditions = { ...scope.conditions, headers: [...headers], tests: [...tests] }
  if (body && scope.anyBody === undefined) bodyCondition(source, conditions, body)
  else if (body && constantText(source, body) !== scope.anyBody)
    leaveByHand('write filteringRequestBody() and this body as match: ({ text }) => …')
  const [, type = ''] = headers.find(([one]) => /^['"`]content-type['"`]$/i.test(one)) ?? []
  if (conditions.body && type && !/json|form/.test(type)) source.note(node, OTHER_TYPE)
  const isOpen = (one: ts.Node) => ts.isIdentifier(one) && one.text === 'allowUnmocked'
  if (options && nodesIn(ts, options, isOpen).length > 0) leaveByHand(PASSTHROUGH)
  const member = method && isIntercept ? restMemberOf(source, conditions, method) : restMember(source, conditions, name)
  return { method: member, path, conditions, isOptional: false }
}

const OTHER_TYPE = 'nock reads a body of any type as JSON, mynah one of a JSON type: match its text'
const REPLACING = 'this function takes the place of what its base asks for, such as headers: ask for that in it too'
const TWO_QUERIES = 'write the query of the path and that of query() as one match: { queries }'

function interceptorFrom(source: Source, scope: Scope, draft: Draft, reply: Link): Interceptor {
  const { conditions, method, delay } = draft
  const answer = replyOf(source, reply, method)
  const { path, queries, at } = pathOf(source, scope, draft)
  if (queries && (conditions.queries || conditions.isAnyQuery)) leaveByHand(TWO_QUERIES)
  if (queries) conditions.queries = queries
  const match = matchCode(conditions)
  if (scope.made?.isAsking && match?.startsWith('(')) source.note(reply.node, REPLACING)
  const headers = mergeHeaders(source, scope.replyHeaders, answer.headers)
  return {
    isPersisted: scope.isPersisted,
    isOptional: draft.isOptional,
    isAnyQuery: conditions.isAnyQuery ?? false,
    stub: {
      method,
      path,
      response: answer,
      match,
      settings: given({ headers, delay }),
      times: scope.isPersisted ? undefined : (draft.times ?? '1'),
      ...(at && { at }),
    },
  }
}
