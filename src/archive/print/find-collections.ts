import { isJsonType } from '../../core/http-rules.ts'
import { parsedJson } from '../../core/json.ts'
import { escapePath } from '../../core/path/segments.ts'
import { decode } from '../../core/request.ts'
import { isPlainObject } from '../../core/type-guards.ts'
import type { Exchange } from '../exchanges.ts'
import { isDeep, isType, type RecordedAnswer } from '../read-entry.ts'

/** A list of an archive whose items have ids: a collection answers in its place. */
export interface FoundCollection {
  /** The name of the constant. */
  readonly name: string
  readonly path: string
  readonly items: readonly Item[]
}

type Item = Readonly<Record<string, unknown>>

/**
 * Parts exchanges into collections, and those that stay stubs. A collection has the place of its list, of its items as they are
 * there, and of what was created, changed and removed with success. Errors and lists with queries stay.
 */
export function findCollections(exchanges: readonly Exchange[]) {
  const lists = new Map<string, readonly Item[]>()
  for (const exchange of exchanges) {
    const items = itemsOf(exchange)
    if (items) lists.set(placeOf(exchange), items)
  }
  const names = new Set<string>()
  return {
    collections: [...lists].map(([place, items]) => ({ name: nameOf(place, names), path: pathOf(place), items })),
    others: exchanges.filter((exchange) => !isAnsweredBy(lists, exchange)),
  }
}

/** The URL of a request without its queries, and without a slash at its end. */
function placeOf({ request: { origin, pathname } }: Exchange): string {
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

function pathOf(place: string): string {
  const [, origin = '', pathname = ''] = /^(\w+:\/\/[^/]*)?(.*)$/s.exec(place) ?? []
  return origin + escapePath(pathname)
}

/** Returns the items of a list: the first answer, which came before the changes. */
function itemsOf({ request, answers }: Exchange): readonly Item[] | undefined {
  const isList = request.method === 'GET' && Object.keys(request.queries).length === 0 && request.pathname.length > 1
  const items = isList ? jsonOf(answers[0]) : undefined
  if (!Array.isArray(items) || items.length === 0 || !items.every(isPlainObject)) return undefined
  const ids = items.map(({ id }) => id)
  const type = typeof ids[0]
  const isRight = (type === 'number' || type === 'string') && ids.every((id) => typeof id === type && id !== '')
  return isRight && new Set(ids).size === ids.length ? items : undefined
}

/** Returns the value of a JSON body that was sent with success. */
function jsonOf(answer: RecordedAnswer | undefined): unknown {
  if (answer?.kind !== 'response' || answer.status !== 200) return undefined
  if (!isJsonType(answer.headers.find(isType)?.[1])) return undefined
  const value = parsedJson(answer.body)
  return isDeep(value) ? undefined : value
}

/** Whether a collection answers an exchange as well. */
function isAnsweredBy(lists: ReadonlyMap<string, readonly Item[]>, exchange: Exchange): boolean {
  const { request, answers } = exchange
  if (Object.keys(request.queries).length > 0 || !answers.every(isSuccess)) return false
  const place = placeOf(exchange)
  const slash = place.lastIndexOf('/')
  const items = lists.get(place.slice(0, slash))
  if (request.method === 'GET') return lists.has(place) || isItem(items, decode(place.slice(slash + 1)), answers[0])
  if (request.method === 'POST') return lists.has(place)
  return items !== undefined && ['PUT', 'PATCH', 'DELETE'].includes(request.method)
}

function isSuccess(answer: RecordedAnswer): boolean {
  return answer.kind === 'response' && answer.status < 300
}

/** Whether an item was answered as it is in its list. Many lists have less of each item than the item has. */
function isItem(items: readonly Item[] = [], id: string, answer: RecordedAnswer | undefined): boolean {
  const item = items.find((one) => String(one.id) === id)
  return item !== undefined && JSON.stringify(jsonOf(answer)) === JSON.stringify(item)
}

/** `usersCollection` for `/api/users`: the end keeps it from being a reserved word. */
function nameOf(place: string, names: Set<string>): string {
  const words = decode(place.slice(place.lastIndexOf('/') + 1)).match(/[a-z\d]+/gi) ?? []
  const camel = words.map((word, index) =>
    index === 0 ? word.toLowerCase() : word.charAt(0).toUpperCase() + word.slice(1),
  )
  const base = `${camel.join('')}Collection`.replace(/^(?=\d)/, '_').replace(/^Collection$/, 'theCollection')
  let name = base
  for (let count = 2; names.has(name); count++) name = `${base}${count}`
  names.add(name)
  return name
}
