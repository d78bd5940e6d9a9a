import { leaveByHand } from '../layout/by-hand.ts'
import { given } from '../layout/model.ts'
import { type Interceptor, withoutReplaced } from '../read/declared.ts'
import type { Link } from '../read/nodes.ts'
import type { Source } from '../read/source.ts'
import { type Conditions, matchCode } from '../request/conditions.ts'
import type { Adapter } from './adapters.ts'
import { readBody, readConfig } from './conditions.ts'
import type { Handler } from './config.ts'
import { type HandlerPath, pathOf } from './path.ts'
import { replyOf } from './replies.ts'

/** The names of methods that begin a handler. */
export const HANDLER = /^on(?:Get|Post|Put|Patch|Delete|Head|Options|Any)$/
const WITH_BODY = /^on(?:Post|Put|Patch)$/

/** Reads the handlers of a chain: `onGet(url).reply(200).onPost(url).reply(201)`. */
export function handlersOf(source: Source, adapter: Adapter, links: readonly Link[]): Interceptor[] {
  const found: Interceptor[] = []
  let draft: Draft | undefined
  const { ts } = source
  for (const { name, args, node } of links) {
    if (args.some(ts.isSpreadElement)) leaveByHand(`write the arguments of ${name}() inline`)
    const link = { name, args, node }
    if (HANDLER.test(link.name)) draft = draftOf(source, adapter, link)
    else if (!draft) return leaveByHand(`write ${link.name}() as mocks.use.get(path, payload)`)
    else if (link.name === 'withDelayInMs' && link.args[0]) draft.delay = source.code(link.args[0])
    else {
      found.push(handlerOf(source, draft, link))
      draft = undefined
    }
  }
  if (draft) leaveByHand('this handler has no reply: write mocks.use.get(path, payload)')
  return withoutReplaced(found)
}

interface Draft extends Handler {
  /** Whether it is of any method. */
  readonly isAny: boolean
  readonly path: HandlerPath
  readonly conditions: Conditions
  delay: string | undefined
}

function draftOf(source: Source, adapter: Adapter, { name, args }: Link): Draft {
  const [url, second, third] = args
  const method = name.slice(2).toLowerCase()
  const conditions: Conditions = { headers: [], tests: [] }
  const path = pathOf(source, adapter.base, url)
  if (path.queries) conditions.queries = path.queries
  const [body, config] = WITH_BODY.test(name) ? [second, third] : [undefined, second]
  if (!WITH_BODY.test(name) && third) leaveByHand('write these headers as match: { headers }')
  if (body) readBody(source, conditions, body)
  if (config) readConfig(source, conditions, config, body !== undefined)
  conditions.isAnyQuery = conditions.queries === undefined
  const isAny = method === 'any'
  return {
    isAny,
    method: isAny ? 'all' : method,
    url,
    base: adapter.base,
    path,
    conditions,
    delay: adapter.delay,
  }
}

function handlerOf(source: Source, draft: Draft, link: Link): Interceptor {
  const { method, path, conditions, delay } = draft
  const isOnce = link.name.endsWith('Once')
  const answer = replyOf(source, link, draft)
  const isReal = link.name === 'passThrough'
  return {
    isPersisted: !isOnce,
    isOptional: false,
    isAnyQuery: conditions.isAnyQuery ?? false,
    // Each `onAny` is a handler of its own.
    ...(!isOnce && !isReal && !draft.isAny && { isReplacing: 'persisted' as const }),
    node: link.node,
    stub: {
      method,
      path: path.code,
      response: answer,
      match: matchCode(conditions),
      settings: given({ headers: answer.headers, delay: answer.delay ?? (isReal ? undefined : delay) }),
      times: isOnce ? '1' : undefined,
      ...(path.at !== undefined && { at: path.at }),
    },
  }
}
