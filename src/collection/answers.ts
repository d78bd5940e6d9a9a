import { isNamedReply } from '../core/brand.ts'
import { isJsonType } from '../core/http-rules.ts'
import type { ResolverContext } from '../core/reply/reply.ts'
import { splitUrl } from '../core/request.ts'
import { show } from '../core/show.ts'
import type { Method } from '../core/stub/stub.ts'
import { statesOf } from '../core/stub/stub-states.ts'
import { isPlainObject, isResponse, isThenable } from '../core/type-guards.ts'
import { boundValues } from './bound-values.ts'
import { copyOf, type Definition, type Item } from './definition.ts'
import { isOneOf } from './fields.ts'
import { pageOf } from './list.ts'
import type { CollectionAction } from './options.ts'
import { ID_TYPES, isAbsent, type Refusal, type Store } from './store.ts'
import { warnIgnored } from './warn-ignored.ts'

/** A request to a collection, and the items that it finds. */
interface Exchange {
  readonly definition: Definition
  readonly store: Store
  readonly context: ResolverContext
  /** The fields that the path binds, as text. */
  readonly bound: Readonly<Record<string, string>>
  /** The id in the path, as text; empty for a list. */
  readonly key: string
}

/** What each stub does. */
export const ANSWERS: Readonly<
  Record<
    CollectionAction,
    { readonly method: Method; readonly isItem: boolean; readonly answer: (exchange: Exchange) => unknown }
  >
> = {
  list: { method: 'GET', isItem: false, answer: list },
  get: { method: 'GET', isItem: true, answer: (exchange) => withItem(exchange, (item) => item) },
  create: { method: 'POST', isItem: false, answer: create },
  replace: { method: 'PUT', isItem: true, answer: (exchange) => change(exchange, () => ({})) },
  update: { method: 'PATCH', isItem: true, answer: (exchange) => change(exchange, (item) => item) },
  remove: { method: 'DELETE', isItem: true, answer: remove },
}

/** Answers a request as the stub of an action does. */
export function answerAs(
  action: CollectionAction,
  definition: Definition,
  store: Store,
  context: ResolverContext,
): unknown {
  const params = context.request.params as Readonly<Record<string, string>>
  const bound = Object.fromEntries(definition.bound.map((name) => [name, params[name] as string]))
  return ANSWERS[action].answer({ definition, store, context, bound, key: params[definition.id] ?? '' })
}

function list(exchange: Exchange): unknown {
  const { definition, store, context, bound } = exchange
  const { request, setHeader } = context
  const { items: all } = store
  const below = all.filter((item) => isBelow(item, bound))
  warnIgnored(definition, all, request.queries)
  const page = pageOf(definition, below, all, request.queries)
  if (page.kind === 'refused') return fail(exchange, page)
  const { items, total } = page
  const { list: wrap, page: isPaged } = definition.options
  const setByList = new Set<string>()
  const setOwn: typeof setHeader = (name, value) => {
    setByList.add(name.toLowerCase())
    setHeader(name, value)
  }
  const payload = wrap ? wrap({ items: [...copyOf(items)], total, request, setHeader: setOwn }) : items
  return withHead(payload, () => {
    if (isPaged && !setByList.has('x-total-count')) setHeader('x-total-count', String(total))
  })
}

/** Sets the head of a payload, unless it is a reply with a head of its own. */
function withHead(payload: unknown, setHead: () => void): unknown {
  if (isThenable(payload)) return Promise.resolve(payload).then((settled) => withHead(settled, setHead))
  const hasOwn = isResponse(payload) || (isNamedReply(payload) && payload.name === 'redirect')
  if (!hasOwn) setHead()
  return payload
}

/** Whether an item has the values that the path binds. They are compared as text. */
function isBelow(item: Item, bound: Exchange['bound']): boolean {
  return Object.entries(bound).every(([name, text]) => isOneOf(item[name], [text]))
}

function withItem(exchange: Exchange, then: (item: Item) => unknown): unknown {
  const { store, bound, key } = exchange
  const item = store.find(key)
  if (item && isBelow(item, bound)) return then(item)
  return fail(exchange, { kind: 'refused', status: 404, error: `No item has the id ${key}` })
}

function remove(exchange: Exchange): unknown {
  return withItem(exchange, () => {
    exchange.store.remove(exchange.key)
    exchange.context.setStatusCode(204)
  })
}

function create(exchange: Exchange): unknown {
  const { definition, store, context, bound } = exchange
  return withBody(exchange, (body) => {
    const kept = boundValues(definition, bound, statesOf(context), body)
    const contradiction = contradictionIn(body, kept)
    const outcome = contradiction ?? store.insert({ ...body, ...kept })
    if (outcome.kind === 'refused') return fail({ ...exchange, key: keyIn(body, definition) }, outcome)
    const { item } = outcome
    const { pathname } = splitUrl(context.request.url)
    context.setHeader('location', `${pathname.replace(/\/+$/, '')}/${encodeURIComponent(String(item[definition.id]))}`)
    context.setStatusCode(201)
    return item
  })
}

/** Replaces or updates an item: the body is laid over what `base` returns. The id and the bound fields stay. */
function change(exchange: Exchange, base: (item: Item) => Item): unknown {
  const { definition, store, key } = exchange
  return withItem(exchange, (item) =>
    withBody(exchange, (body) => {
      const names = [definition.id, ...definition.bound]
      const kept = Object.fromEntries(names.map((name) => [name, item[name]]))
      const contradiction = contradictionIn(body, kept)
      if (contradiction) return fail(exchange, contradiction)
      const outcome = store.put(key, { ...kept, ...base(item), ...body, ...kept })
      return outcome.kind === 'refused' ? fail(exchange, outcome) : outcome.item
    }),
  )
}

function withBody(exchange: Exchange, then: (body: Item) => unknown): unknown {
  const { body, headers } = exchange.context.request
  const type = headers['content-type']
  if (isPlainObject(body) && isJsonType(type)) return then(copyOf(body))
  const sent = body === undefined || isJsonType(type) ? '' : `; it was sent as ${type ?? 'no type'}`
  return fail(exchange, { kind: 'refused', status: 400, error: `The body must be a JSON object${sent}` })
}

/** Returns what is wrong with a body that has another id than the path, or another value of a field that the path binds. */
function contradictionIn(body: Item, kept: Item): Refusal | undefined {
  const wrong = Object.keys(kept).find((name) => !isAbsent(body[name]) && String(body[name]) !== String(kept[name]))
  if (wrong === undefined) return undefined
  const error = `The field ${wrong} is ${show(kept[wrong])} in the path, but ${show(body[wrong])} in the body`
  return { kind: 'refused', status: 400, error }
}

/** Returns the id that a client has chosen, as text; empty for what is no id. */
function keyIn(body: Item, { id }: Definition): string {
  return ID_TYPES.some((type) => type === typeof body[id]) ? String(body[id]) : ''
}

function fail({ definition, context, key }: Exchange, { status, error, issues }: Refusal): unknown {
  const said = issues && { issues }
  const { options } = definition
  const id = key === '' ? undefined : key
  const payload = options.error ? options.error({ status, id, ...said }) : { error, ...said }
  return withHead(payload, () => context.setStatusCode(status))
}
