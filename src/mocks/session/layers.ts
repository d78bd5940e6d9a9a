import { createTable, type Table } from '../../core/choose/table.ts'
import { mocksEndedError, overrideUndoneError } from '../../core/errors.ts'
import type { Protocol } from '../../core/match/operation.ts'
import type { Stub } from '../../core/stub/stub.ts'
import { AbortSource } from '../../runtime/abort.ts'

/** The stubs of one `use` or one `expect`, and the source that aborts the requests that they took. */
interface Layer {
  readonly stubs: readonly Stub[]
  readonly ending: AbortSource
  /** Expectations have none of their own: all of them are one table. */
  readonly table: Table | undefined
}

/** The routes, and the layers that override them: expectations first, then the overrides, the newest first. */
export class Layers {
  readonly #routes: Table
  /** The newest first. */
  #layers: Layer[] = []
  /** Of two expectations that fit equally, the older one answers. */
  #expectations: Table | undefined
  #tables: readonly Table[] | undefined
  /** The newest of each stub. A stub may be in several layers. */
  #endings: Map<Stub, AbortSource> | undefined

  constructor(routes: Table) {
    this.#routes = routes
  }

  /** The tables in the order in which they are asked. */
  get tables(): readonly Table[] {
    this.#tables ??= [...this.#expectationTables(), ...this.#layers.flatMap(({ table }) => table ?? []), this.#routes]
    return this.#tables
  }

  /** The protocols of the stubs in force. */
  get protocols(): readonly Protocol[] {
    return this.tables.flatMap((table) => [...table.protocols])
  }

  /** The stubs of all overrides. */
  get overrides(): readonly Stub[] {
    return this.#layers.flatMap(({ table }) => table?.stubs ?? [])
  }

  /** Adds a layer that overrides all others. The undo removes that layer, wherever it is by then, and aborts its pending requests. */
  add(stubs: readonly Stub[]): () => void {
    return this.#put(stubs, createTable(stubs, this.#routes.base))
  }

  addExpected(stubs: readonly Stub[]): () => void {
    this.#expectations?.add(stubs)
    return this.#put(stubs, undefined)
  }

  /** Removes all layers, and aborts their pending requests. */
  clear(): void {
    this.#remove(this.#layers)
  }

  /** Aborts the pending requests of all layers. The layers stay, so that they can still be read. */
  end(): void {
    for (const { ending } of this.#layers) ending.abort(mocksEndedError)
  }

  /** Returns the source that aborts when the layer of a stub is removed; `undefined` for the routes. */
  endingOf(stub: Stub): AbortSource | undefined {
    // Asked for each stub that returns `next()`: a search of the layers would take quadratic time.
    this.#endings ??= new Map(
      this.#layers.toReversed().flatMap(({ stubs, ending }) => stubs.map((one) => [one, ending])),
    )
    return this.#endings.get(stub)
  }

  /** A table is made when a request needs it: a loop that adds expectations would make as many tables. */
  #expectationTables(): readonly Table[] {
    const expected = this.#layers.filter(({ table }) => !table)
    if (expected.length === 0) return []
    this.#expectations ??= createTable(
      expected.reverse().flatMap(({ stubs }) => stubs),
      this.#routes.base,
    )
    return [this.#expectations]
  }

  #put(stubs: readonly Stub[], table: Table | undefined): () => void {
    const layer = { stubs, ending: new AbortSource(), table }
    this.#layers.unshift(layer)
    this.#tables = undefined
    for (const stub of stubs) this.#endings?.set(stub, layer.ending)
    return () => this.#remove([layer])
  }

  #remove(layers: readonly Layer[]): void {
    this.#layers = this.#layers.filter((layer) => !layers.includes(layer))
    this.#expectations = undefined
    this.#tables = undefined
    this.#endings = undefined
    for (const { ending } of layers) ending.abort(overrideUndoneError)
  }
}
