import { refuseCall } from '../core/refusal.ts'
import type { TextRecord } from '../core/request.ts'
import { isThenable } from '../core/type-guards.ts'
import { copyOf, type Definition, type Item } from './definition.ts'
import { isOneOf, valueAt } from './fields.ts'
import type { Refusal } from './store.ts'

const DEFAULT_SIZE = 20

/** The items of one page, and the number of those of all pages. */
export interface Page {
  readonly kind: 'page'
  readonly items: readonly Item[]
  readonly total: number
}

/** Filters, sorts and pages the items of a list by the queries of a request. `all` are those of the whole collection. */
export function pageOf(
  definition: Definition,
  items: readonly Item[],
  all: readonly Item[],
  queries: TextRecord,
): Page | Refusal {
  const { sort, page } = definition.options
  const found = filterItems(definition, items, all, queries)
  const sorted = sort === undefined ? found : sortItems(found, textsOf(queries[sort]).join(','))
  const total = found.length
  if (!page) return { kind: 'page', items: sorted, total }
  const number = parseNumber(queries, page.page, 1)
  if (typeof number === 'object') return number
  const size = page.size === undefined ? DEFAULT_SIZE : parseNumber(queries, page.size, DEFAULT_SIZE)
  if (typeof size === 'object') return size
  return { kind: 'page', items: sorted.slice((number - 1) * size, number * size), total }
}

function filterItems(
  { call, options }: Definition,
  items: readonly Item[],
  all: readonly Item[],
  queries: TextRecord,
): readonly Item[] {
  const reserved = queryNames(options)
  const filters = Object.keys(queries).filter(
    (name) => !reserved.includes(name) && all.some((item) => valueAt(item, name) !== undefined),
  )
  const found = items.filter((item) =>
    filters.every((name) => {
      const texts = textsOf(queries[name])
      return [valueAt(item, name)].flat().some((value) => isOneOf(value, texts))
    }),
  )
  const { filter } = options
  if (!filter) return found
  return found.filter((item) => {
    const isKept: unknown = filter(copyOf(item), { queries })
    if (!isThenable(isKept)) return isKept
    isKept.then(undefined, () => {})
    return refuseCall(call, 'its filter is async; items are filtered synchronously')
  })
}

/** Returns the names of the queries that sort and page. */
export function queryNames({ sort, page }: Definition['options']): string[] {
  return [sort, page?.page, page?.size].filter((name) => name !== undefined)
}

/** Sorts by `name` or `-name,id`, and is stable. */
function sortItems(items: readonly Item[], order: string): readonly Item[] {
  const keys = order.split(',').filter((key) => key !== '')
  return [...items].sort((a, b) => {
    for (const key of keys) {
      const isDown = key.startsWith('-')
      const field = isDown ? key.slice(1) : key
      const compared = compareValues(valueAt(a, field), valueAt(b, field))
      if (compared !== 0) return isDown ? -compared : compared
    }
    return 0
  })
}

/** Numbers before texts, and both before what is absent. */
function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a) - rankOf(b)
  if (rank !== 0) return rank
  if (typeof a === 'number') return a - (b as number)
  const [first, second] = [String(a), String(b)]
  return first < second ? -1 : Number(first > second)
}

function rankOf(value: unknown): number {
  if (value === undefined || value === null) return 2
  return typeof value === 'number' ? 0 : 1
}

function textsOf(query: string | readonly string[] = []): readonly string[] {
  return typeof query === 'string' ? [query] : query
}

function parseNumber(queries: TextRecord, name: string, otherwise: number): number | Refusal {
  const text = Object.hasOwn(queries, name) ? queries[name] : String(otherwise)
  const isRight = typeof text === 'string' && /^\d+$/.test(text) && Number(text) > 0
  return isRight
    ? Number(text)
    : { kind: 'refused', status: 400, error: `The query ${name} must be an integer of 1 or more` }
}
