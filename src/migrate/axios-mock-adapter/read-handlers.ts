import { type Conditions, matchCode } from '../declare/conditions.ts'
import { leaveByHand } from '../layout/by-hand.ts'
import { type Interceptor, withoutReplaced } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import type { Adapter } from './adapters.ts'
import { readBody, readConfig } from './conditions.ts'
import { type HandlerPath, pathOf } from './path.ts'
import { replyOf } from './replies.ts'

/** The names of methods that begin a handler. */
export const HANDLER = /^on(?:Get|Post|Put|Patch|Delete|Head|Options|Any|List|Link|Unlink)$/
const WITH_BODY = /^on(?:Post|Put|Patch)$/

/** Reads the handlers of a chain: `onGet(url).reply(200).onPost(url).reply(201)`. */
export function handlersOf(source: Source, adapter: Adapter, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  for (const link of links) {
    if (HANDLER.test(link.name)) draft = draftOf(source, adapter, link)
    else if (!draft) return leaveByHand(`write ${link.name}() by hand`)
    else if (link.name === 'withDelayInMs' && link.args[0]) draft.delay = source.code(link.args[0])
    else {
      found.push(handlerOf(source, draft, link))
      draft = undefined
    }
  }
  if (draft) leaveByHand('this handler has no reply')
  return withoutReplaced(found)
}

interface Draft {
  readonly method: string
  readonly path: HandlerPath
  readonly conditions: Conditions
  delay: string | undefined
}

function draftOf(source: Source, adapter: Adapter, { name, args }: Link): Draft {
  const [url, second, third] = args
  const method = name.slice(2).toLowerCase()
  if (/^(?:list|link|unlink)$/.test(method)) leaveByHand(`rest has no ${method}: axios sends this method to no server`)
  const conditions: Conditions = { headers: [], tests: [] }
  const path = pathOf(source, adapter.base, url)
  if (path.queries) conditions.queries = path.queries
  const [body, config] = WITH_BODY.test(name) ? [second, third] : [undefined, second]
  if (!WITH_BODY.test(name) && third) leaveByHand('write these headers as match: { headers }')
  if (body) readBody(source, conditions, body)
  if (config) readConfig(source, conditions, config)
  conditions.isAnyQuery = conditions.queries === undefined
  return { method: method === 'any' ? 'all' : method, path, conditions, delay: adapter.delay }
}

function handlerOf(source: Source, { method, path, conditions, delay }: Draft, link: Link): Interceptor {
  const isOnce = link.name.endsWith('Once')
  const answer = replyOf(source, link, method)
  const isReal = link.name === 'passThrough'
  return {
    isPersisted: !isOnce,
    isOptional: false,
    isAnyQuery: conditions.isAnyQuery ?? false,
    // Each `onAny` is a handler of its own.
    ...(!isOnce && !isReal && method !== 'all' && { isReplacing: 'persisted' as const }),
    node: link.node,
    stub: {
      method,
      path: path.code,
      response: answer,
      match: matchCode(conditions),
      settings: [
        ...(answer.headers ? [['headers', answer.headers] as const] : []),
        ...delayOf(answer.delay ?? (isReal ? undefined : delay)),
      ],
      times: isOnce ? '1' : undefined,
      ...(path.at !== undefined && { at: path.at }),
      ...(path.isAny && matchCode(conditions) === undefined && { isFallback: true }),
    },
  }
}

function delayOf(delay: string | undefined): (readonly [string, string])[] {
  return delay === undefined ? [] : [['delay', delay]]
}
