import { listed, refuseCall } from '../core/refusal.ts'
import { show } from '../core/show.ts'
import { isObject, isPlainObject, isThenable, type SchemaIssue } from '../core/type-guards.ts'
import { copyOf, type Definition, type Item } from './definition.ts'

/** Why an item is not taken, as a status of HTTP and a text. */
export interface Refusal {
  readonly kind: 'refused'
  readonly status: 400 | 404 | 409 | 422
  readonly error: string
  readonly issues?: readonly SchemaIssue[]
}

/** What comes of a change. */
export type Outcome = { readonly kind: 'item'; readonly item: Item } | Refusal

export const ID_TYPES = ['number', 'string'] as const

/** The items of one session. */
export class Store {
  readonly #definition: Definition
  /** By the id as text, in order. */
  #items = new Map<string, Item>()
  /**
   * The highest id that is a number and has a next one; `undefined` if there was none. A number beyond 2^53 has none, as `id + 1` is
   * `id`. Ids of removed items are not used again.
   */
  #highest: number | undefined
  #changed: () => void = () => {}

  /** Copies a store, or begins without items. */
  constructor(definition: Definition, from?: Store) {
    this.#definition = definition
    if (!from) return
    this.#items = new Map(from.#items)
    this.#highest = from.#highest
  }

  /** Calls a function after each change. */
  whenChanged(callback: () => void): void {
    this.#changed = callback
  }

  /** Everything that outlives a page, as JSON holds it. */
  get saved(): object {
    return { items: this.items, highest: this.#highest }
  }

  /** Takes the items that an earlier page has saved. Other values, and items that break the schema, are ignored. */
  restore(saved: unknown): void {
    if (!isPlainObject(saved) || !Array.isArray(saved.items)) return
    const areItems = saved.items.every((item) => isPlainObject(item) && !isAbsent(item[this.#definition.id]))
    if (!areItems || this.replace(saved.items)) return
    if (typeof saved.highest === 'number') this.#highest = Math.max(saved.highest, this.#highest ?? saved.highest)
  }

  get keys(): string[] {
    return [...this.#items.keys()]
  }

  get items(): Item[] {
    return [...this.#items.values()]
  }

  find(id: string): Item | undefined {
    return this.#items.get(id)
  }

  /** Adds an item at the end. One without an id gets the next one. */
  insert(given: Item): Outcome {
    const { call, id } = this.#definition
    const isNew = isAbsent(given[id])
    const item = isNew ? { ...given, [id]: this.#nextId() } : given
    const wrong = this.#refusalOfId(item[id])
    if (wrong && isNew) refuseCall(call, `the next id is wrong: ${wrong.error}`)
    return wrong ?? this.put(String(item[id]), item)
  }

  /** Replaces all items, or none if one of them is refused. */
  replace(items: readonly Item[]): Outcome | undefined {
    const next = new Store(this.#definition)
    next.#highest = this.#highest
    for (const item of items) {
      const outcome = next.insert(item)
      if (outcome.kind === 'refused') return outcome
    }
    this.#items = next.#items
    this.#highest = next.#highest
    this.#changed()
    return undefined
  }

  remove(id: string): void {
    this.#items.delete(id)
    this.#changed()
  }

  /** Puts an item in the place of one, or at the end. */
  put(key: string, item: Item): Outcome {
    const issues = this.#issuesOf(item)
    if (issues.length > 0) return { kind: 'refused', status: 422, error: 'The item breaks its schema', issues }
    this.#items.set(key, item)
    const id = item[this.#definition.id]
    if (typeof id === 'number' && id < Number.MAX_SAFE_INTEGER) this.#highest = Math.max(id, this.#highest ?? id)
    this.#changed()
    return { kind: 'item', item }
  }

  #refusalOfId(id: unknown): Refusal | undefined {
    const { id: name, idType } = this.#definition
    const types = idType ? [idType] : ID_TYPES
    if (!types.some((type) => type === typeof id)) {
      return { kind: 'refused', status: 400, error: `The field ${name} must be a ${listed(types)}, not ${show(id)}` }
    }
    if (id === '') return { kind: 'refused', status: 400, error: `The field ${name} must not be empty` }
    if (!this.#items.has(String(id))) return undefined
    return { kind: 'refused', status: 409, error: `The id ${show(id)} is taken` }
  }

  #nextId(): unknown {
    const { call, idType, options } = this.#definition
    if (options.nextId) return options.nextId(copyOf(this.items))
    if (idType !== 'string') return (this.#highest ?? 0) + 1
    const meant = `${call.slice(0, -1)}, …, { nextId: … })`
    return refuseCall(call, 'an item without an id needs nextId: the ids of the seed are strings', meant)
  }

  #issuesOf(item: Item): readonly SchemaIssue[] {
    const { call, options } = this.#definition
    if (!options.schema) return []
    const result: unknown = options.schema['~standard'].validate(copyOf(item))
    if (isThenable(result)) {
      result.then(undefined, () => {})
      refuseCall(call, 'its schema is async; items are checked synchronously')
    }
    const { issues = [] } = isObject(result) ? (result as { readonly issues?: readonly SchemaIssue[] }) : {}
    return issues.map(({ message, path = [] }) => ({ message, path: path.map(keyOf) }))
  }
}

function keyOf(step: PropertyKey | { readonly key: PropertyKey }): PropertyKey {
  return typeof step === 'object' ? step.key : step
}

/** Whether an item comes without an id. Clients send `null` for one that the server makes. */
export function isAbsent(id: unknown): boolean {
  return id === undefined || id === null
}
