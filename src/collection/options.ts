import { checkOptions, type OptionTable } from '../core/options.ts'
import { nearestTo, refuseCall } from '../core/refusal.ts'
import type { ResolverContext } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { quote } from '../core/show.ts'
import { isObject, isPlainObject, isSchema, type SchemaIssue, type StandardSchema } from '../core/type-guards.ts'

/** The stubs of a collection, in their order. */
export const ACTIONS = ['list', 'get', 'create', 'replace', 'update', 'remove'] as const
/** A stub of a collection, by what it does. */
export type CollectionAction = (typeof ACTIONS)[number]

/** The names of the queries of a page. */
export interface PageQueries {
  /** The query with the number of the page, from 1 on; the first page without it. */
  readonly page: string
  /** The query with the number of items of a page; 20 without it. */
  readonly size?: string
}

/** A `Storage` of the platform, such as `sessionStorage`. */
export interface ItemStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What a list is made of. */
export interface ListAnswer<Item> extends Pick<ResolverContext, 'request' | 'setHeader'> {
  /** The items of the page. */
  readonly items: Item[]
  /** The number of items of all pages. */
  readonly total: number
}

/** Why a collection answers with an error. */
export interface CollectionFailure {
  readonly status: 400 | 404 | 409 | 422
  /** The item's id as text, that of the path or of a new item's body; `undefined` for a request without one. */
  readonly id: string | undefined
  /** What the schema says; only with the status 422. */
  readonly issues?: readonly SchemaIssue[]
}

/** The options of `collection`. */
export interface CollectionOptions<Item, Id extends string = string> {
  /** The field of the id; `'id'` by default. */
  readonly id?: Id
  /** The stubs to declare; all by default. */
  readonly only?: readonly CollectionAction[]
  /** Returns the id of an item that comes without one. Ids that are numbers need none: the highest is counted up. */
  readonly nextId?: (items: readonly Item[]) => string
  /** The query that sorts the list, by `name` or `-name,id`. */
  readonly sort?: string
  /** The queries that part the list into pages. */
  readonly page?: PageQueries
  /** Whether an item is in the list, besides the filters by its fields. It is called before the list is cut into pages. */
  readonly filter?: (item: Item, context: Pick<RequestSnapshot, 'queries'>) => boolean
  /** Keeps the items over a reload of the page, such as `sessionStorage`. A reset clears them. */
  readonly store?: ItemStorage
  /** Returns the payload of the list; the items by default. */
  readonly list?: (answer: ListAnswer<Item>) => unknown
  /** Returns the payload of an error; `{ error }` by default. */
  readonly error?: (failure: CollectionFailure) => unknown
  /** A Standard Schema of whole items. */
  readonly schema?: StandardSchema
}

const NAME = { isRight: isName, wanted: 'the name of a query' }
const FUNCTION = { isRight: (value: unknown) => typeof value === 'function', wanted: 'a function' }

const OPTIONS: OptionTable = {
  id: { isRight: isName, wanted: 'the name of a field' },
  only: {
    isRight: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => ACTIONS.includes(one)),
    wanted: `a list of ${ACTIONS.map(quote).join(', ')}`,
    meant: (value) => [value].flat().map((one) => nearestTo(String(one), ACTIONS)),
  },
  nextId: FUNCTION,
  sort: NAME,
  page: {
    isRight: isPageQueries,
    wanted: 'an object of the names of queries, page and size',
    meant: (value) => ({ page: value }),
  },
  filter: FUNCTION,
  store: { isRight: isStorage, wanted: 'a Storage, such as sessionStorage' },
  list: FUNCTION,
  error: FUNCTION,
  schema: { isRight: isSchema, wanted: 'a Standard Schema' },
}

/** @throws {RouteDefinitionError} for an option that is unknown or has a wrong value, and for two queries of one name. */
export function checkCollectionOptions(options: CollectionOptions<never>): void {
  checkOptions('collection', '…, …, ', options, OPTIONS)
  const { sort, page } = options
  const names = [sort, page?.page, page?.size].filter((name) => name !== undefined)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) refuseCall('collection', `two of its queries have the name ${quote(twice)}`)
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isStorage(value: unknown): boolean {
  const methods = ['getItem', 'setItem', 'removeItem'] as const
  return isObject(value) && methods.every((name) => typeof (value as Partial<ItemStorage>)[name] === 'function')
}

function isPageQueries(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const { page, size, ...others } = value
  return isName(page) && (size === undefined || isName(size)) && Object.keys(others).length === 0
}
