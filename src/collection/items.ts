import { getOrAdd } from '../core/get-or-add.ts'
import { parsedJson } from '../core/json.ts'
import { asCode, refuseCall } from '../core/refusal.ts'
import { type StubStates, statesIn } from '../core/stub/stub-states.ts'
import { isPlainObject } from '../core/type-guards.ts'
import { copyOf, type Definition, type Item, toJson } from './definition.ts'
import { refuseItem } from './parse-definition.ts'
import { type Outcome, Store } from './store.ts'

/** A new item: its id may be left to the collection. */
export type NewItem<Entry, Id extends string = 'id'> = Omit<Entry, Id> & Partial<Pick<Entry, Id & keyof Entry>>

/** The items of a collection in one session, for a test or a resolver. What it returns is a copy. */
export interface Items<Entry, Id extends string = 'id'> {
  /** Returns all items, in order. */
  all(): Entry[]
  /** Returns the item with an id, or `undefined`. */
  get(id: IdValue<Entry, Id>): Entry | undefined
  /**
   * Adds an item at the end, and returns it. One without an id gets the next id.
   * @throws {RouteDefinitionError} for an id that is taken, and an item that breaks the schema.
   */
  insert(item: NewItem<Entry, Id>): Entry
  /**
   * Merges a patch into an item, and returns the item.
   * @throws {RouteDefinitionError} for an unknown id, another id in the patch, and an item that breaks the schema.
   */
  update(id: IdValue<Entry, Id>, patch: Partial<Entry>): Entry
  /**
   * Removes an item, and returns it.
   * @throws {RouteDefinitionError} for an unknown id.
   */
  remove(id: IdValue<Entry, Id>): Entry
  /**
   * Replaces all items, and returns them.
   * @throws {RouteDefinitionError} for two items of one id, and an item that breaks the schema.
   */
  replace(items: readonly NewItem<Entry, Id>[]): Entry[]
}

/** The type of the id of an item. */
type IdValue<Entry, Id extends string> = Id extends keyof Entry ? Entry[Id] : string | number

/** A collection as declared, with the items of its seed: the owner of its stubs. */
export interface Declared {
  readonly definition: Definition
  readonly seeded: Store
}

/** Returns the store of a session. */
export function storeIn(states: StubStates, declared: Declared): Store {
  return getOrAdd(states.kept, declared, () => openStore(states, declared)) as Store
}

/** Returns a store with the items of an earlier page if there is one, else with the seed. */
function openStore({ isIsolated, whenOver }: StubStates, { definition, seeded }: Declared): Store {
  const store = new Store(definition, seeded)
  const { path, options } = definition
  const { store: storage } = options
  if (!storage || isIsolated) return store
  store.restore(parsedJson(storage.getItem(path) ?? ''))
  store.whenChanged(() => storage.setItem(path, JSON.stringify(store.saved)))
  whenOver(() => {
    store.whenChanged(() => {})
    storage.removeItem(path)
  })
  return store
}

/**
 * Returns the items of a collection in mocks, or in the mocks that answer the request of a resolver's context. Each call asks the
 * mocks anew: they may have been reset.
 */
export function itemsIn(declared: Declared, target: unknown): Items<Item, string> {
  const { definition } = declared
  const { call, id: idName } = definition
  const reading = () => storeOf(declared, target, `${call}.in(mocks)`, false)
  const changing = (written: string) => storeOf(declared, target, `${call}.in(mocks).${written}`, true)
  reading()
  return Object.freeze({
    all: () => copyOf(reading().items),
    get: (id: unknown) => copied(reading().find(String(id))),
    insert(item: unknown) {
      const written = `${call}.in(mocks).insert(…)`
      const store = changing('insert(…)')
      return itemOf(written, store.insert(toItem(written, 'the item', item)))
    },
    update(id: unknown, patch: unknown) {
      const written = `${call}.in(mocks).update(${asCode(id)}, …)`
      const store = changing('update(…)')
      const known = knownIn(store, id, written)
      const merged = { ...known, ...toItem(written, 'the patch', patch) }
      if (String(merged[idName]) !== String(id))
        refuseCall(written, `the patch has another id, ${asCode(merged[idName])}`)
      return itemOf(written, store.put(String(id), { ...merged, [idName]: known[idName] }))
    },
    remove(id: unknown) {
      const store = changing('remove(…)')
      const item = knownIn(store, id, `${call}.in(mocks).remove(${asCode(id)})`)
      store.remove(String(id))
      return copyOf(item)
    },
    replace(items: unknown) {
      const written = `${call}.in(mocks).replace(…)`
      const store = changing('replace(…)')
      if (!Array.isArray(items)) return refuseCall(written, 'it takes a list of items')
      const outcome = store.replace(items.map((item, index) => toItem(written, `items[${index}]`, item)))
      if (outcome?.kind === 'refused') refuseItem(written, 'the items', outcome)
      return copyOf(store.items)
    },
  })
}

/** Returns the store of a collection in mocks, or of a context. */
function storeOf(declared: Declared, target: unknown, call: string, changes: boolean): Store {
  const states = statesIn(target, call, changes)
  if (!states) return refuseCall(call, 'it takes the mocks that setupMocks returned, or the context of a resolver')
  const isServed = states.stubs().some((stub) => stub.declarer.owner === declared)
  if (!isServed) refuseCall(call, 'these mocks have none of its stubs; spread them into the routes with three dots')
  return storeIn(states, declared)
}

function toItem(call: string, what: string, value: unknown): Item {
  if (!isPlainObject(value)) return refuseCall(call, `${what} must be an object, got ${asCode(value)}`)
  return toJson(call, what, value) as Item
}

function copied(item: Item | undefined): Item | undefined {
  return item && copyOf(item)
}

function knownIn(store: Store, id: unknown, call: string): Item {
  const ids = store.keys
  return (
    store.find(String(id)) ??
    refuseCall(
      call,
      `no item has this id; ${ids.length === 0 ? 'there is none' : `the ids are ${ids.slice(0, 10).join(', ')}`}`,
    )
  )
}

function itemOf(call: string, outcome: Outcome): Item {
  if (outcome.kind === 'refused') return refuseItem(call, 'the item', outcome)
  return copyOf(outcome.item)
}
