import { createTable, type Table } from '../core/choose/table.ts'
import type { Stub } from '../core/stub/stub.ts'
import { AbortSource, overrideUndoneError } from '../runtime/abort.ts'

/** What one `use` has put on top, and the end of what it has taken. */
interface Layer {
  readonly table: Table
  readonly stubs: ReadonlySet<Stub>
  readonly ending: AbortSource
}

/** The routes, and what `use` has put over them. */
export class Layers {
  readonly #routes: Table
  #layers: readonly Layer[] = []
  #tables: readonly Table[]

  constructor(routes: Table) {
    this.#routes = routes
    this.#tables = [routes]
  }

  /** Of the layers and of the routes themselves, the newest first. */
  get tables(): readonly Table[] {
    return this.#tables
  }

  /** Puts a layer on top; its undo takes out that one, wherever it is by then, and aborts what it has pending. */
  add(stubs: readonly Stub[]): () => void {
    const table = createTable(stubs, this.#routes.base)
    const layer = { table, stubs: new Set(stubs), ending: new AbortSource() }
    this.#lay([layer, ...this.#layers])
    return () => this.#drop([layer])
  }

  /** Takes them all out, and aborts what they have pending. */
  clear(): void {
    this.#drop(this.#layers)
  }

  /** Aborts what they have pending, and leaves them to be looked at. */
  end(reason: DOMException): void {
    for (const { ending } of this.#layers) ending.abort(reason)
  }

  /** Aborted when the layer that a stub takes a request from is taken out; `undefined` for the routes themselves. */
  endOf(stub: Stub): AbortSource | undefined {
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
