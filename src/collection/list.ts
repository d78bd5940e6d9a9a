import type { TextRecord } from '../core/request.ts'
import type { Definition, Item } from './definition.ts'
import type { Refusal } from './store.ts'

const DEFAULT_SIZE = 20

/** The items of one page, and the number of those of all pages. */
export interface Page {
  readonly kind: 'page'
  readonly items: readonly Item[]
  readonly total: number
}

/** Filters, sorts and pages the items of a list by the queries of a request. `fields` are those of the whole collection. */
export function pageOf(
  { options }: Definition,
  items: readonly Item[],
  fields: readonly string[],
  queries: TextRecord,
): Page | Refusal {
  const { sort, page } = options
  const own = [sort, page?.page, page?.size]
  const filters = fields.filter((field) => Object.hasOwn(queries, field) && !own.includes(field))
  const found = items.filter((item) =>
    filters.every((field) => isOneOf(ownValue(item, field), textsOf(queries[field]))),
  )
  const sorted = sort === undefined ? found : sortItems(found, textsOf(queries[sort]).join(','))
  const total = found.length
  if (!page) return { kind: 'page', items: sorted, total }
  const number = parseNumber(queries, page.page, 1)
  if (typeof number === 'object') return number
  const size = page.size === undefined ? DEFAULT_SIZE : parseNumber(queries, page.size, DEFAULT_SIZE)
  if (typeof size === 'object') return size
  return { kind: 'page', items: sorted.slice((number - 1) * size, number * size), total }
}

function isOneOf(value: unknown, texts: readonly string[]): boolean {
  return value !== undefined && value !== null && texts.includes(String(value))
}

/** Sorts by `name` or `-name,id`, and is stable. */
function sortItems(items: readonly Item[], order: string): readonly Item[] {
  const keys = order.split(',').filter((key) => key !== '')
  return [...items].sort((a, b) => {
    for (const key of keys) {
      const isDown = key.startsWith('-')
      const field = isDown ? key.slice(1) : key
      const compared = compareValues(ownValue(a, field), ownValue(b, field))
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

function ownValue(item: Item, field: string): unknown {
  return Object.hasOwn(item, field) ? item[field] : undefined
}

function textsOf(query: string | readonly string[] = []): readonly string[] {
  return typeof query === 'string' ? [query] : query
}

function parseNumber(queries: TextRecord, name: string, otherwise: number): number | Refusal {
  const text = Object.hasOwn(queries, name) ? queries[name] : String(otherwise)
  const isRight = typeof text === 'string' && /^\d+$/.test(text) && Number(text) > 0
  return isRight
    ? Number(text)
    : { kind: 'refused', status: 400, error: `The query ${name} must be an integer from 1 on` }
}
