import { createTable, type Table } from '../core/choose/table.ts'
import type { Stub } from '../core/stub/stub.ts'
import { AbortSource, overrideUndoneError } from '../runtime/abort.ts'

/** The stubs of one `use`, and what aborts the requests that they took. */
interface Layer {
  readonly table: Table
  readonly stubs: ReadonlySet<Stub>
  readonly ending: AbortSource
}

/** The routes, and the overrides in front of them. */
export class Layers {
  readonly #routes: Table
  #layers: readonly Layer[] = []
  #tables: readonly Table[]

  constructor(routes: Table) {
    this.#routes = routes
    this.#tables = [routes]
  }

  /** The tables of the layers and of the routes, the newest first. */
  get tables(): readonly Table[] {
    return this.#tables
  }

  /** Puts a layer in front. The undo removes that layer, whatever is in front of it by then, and aborts its pending requests. */
  add(stubs: readonly Stub[]): () => void {
    const table = createTable(stubs, this.#routes.base)
    const layer = { table, stubs: new Set(stubs), ending: new AbortSource() }
    this.#lay([layer, ...this.#layers])
    return () => this.#drop([layer])
  }

  /** Removes all layers, and aborts their pending requests. */
  clear(): void {
    this.#drop(this.#layers)
  }

  /** Aborts the pending requests of all layers. The layers stay, so that they can still be read. */
  end(reason: DOMException): void {
    for (const { ending } of this.#layers) ending.abort(reason)
  }

  /** Returns what aborts when the layer of a stub is removed; `undefined` for the routes. */
  endingOf(stub: Stub): AbortSource | undefined {
    return this.#layers.find(({ stubs }) => stubs.has(stub))?.ending
  }

  #lay(layers: readonly Layer[]): void {
    this.#layers = layers
    this.#tables = [...layers.map(({ table }) => table), this.#routes]
  }

  #drop(layers: readonly Layer[]): void {
    this.#lay(this.#layers.filter((layer) => !layers.includes(layer)))
    for (const { ending } of layers) ending.abort(overrideUndoneError())
  }
}
