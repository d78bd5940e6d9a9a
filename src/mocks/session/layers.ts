import { createTable, type Table } from '../../core/choose/table.ts'
import type { Explanation } from '../../core/explain/explain.ts'
import { copyStub } from '../../core/stub/define-stub.ts'
import { originalOf, type Stub } from '../../core/stub/stub.ts'
import { AbortSource, mocksEndedError, overrideUndoneError } from '../../runtime/abort.ts'

/** The stubs of one `use` or one `expect`, and the source that aborts the requests that they took. */
interface Layer {
  readonly stubs: ReadonlySet<Stub>
  readonly table: Table
  readonly ending: AbortSource
}

/** The routes, and the layers in front of them: expectations first, then the overrides, the newest first. */
export class Layers {
  readonly #routes: Table
  #overrides: readonly Layer[] = []
  /** In order of declaration. */
  #expected: readonly Layer[] = []
  /** The expectations and the overrides. */
  #layers: readonly Layer[] = []
  #tables: readonly Table[]

  constructor(routes: Table) {
    this.#routes = routes
    this.#tables = [routes]
  }

  /** The tables in the order in which they are asked. */
  get tables(): readonly Table[] {
    return this.#tables
  }

  /** The stubs of all overrides. */
  get overrides(): readonly Stub[] {
    return this.#overrides.flatMap(({ table }) => table.stubs)
  }

  /** Puts a layer in front. The undo removes that layer, whatever is in front of it by then, and aborts its pending requests. */
  add(stubs: readonly Stub[]): () => void {
    const layer = this.#newLayer(stubs)
    this.#put([layer, ...this.#overrides], this.#expected)
    return () => this.#remove([layer])
  }

  /** Adds expectations. All expectations are one table: of two that fit equally, the older one answers. */
  addExpected(stubs: readonly Stub[]): () => void {
    const layer = this.#newLayer(stubs)
    this.#put(this.#overrides, [...this.#expected, layer])
    return () => this.#remove([layer])
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
    return this.#layers.find(({ stubs }) => stubs.has(stub))?.ending
  }

  #newLayer(stubs: readonly Stub[]): Layer {
    return { stubs: new Set(stubs), table: createTable(stubs, this.#routes.base), ending: new AbortSource() }
  }

  #put(overrides: readonly Layer[], expected: readonly Layer[]): void {
    this.#overrides = overrides
    this.#expected = expected
    this.#layers = [...expected, ...overrides]
    const tables = [...overrides.map(({ table }) => table), this.#routes]
    if (expected.length > 0) {
      const stubs = expected.flatMap(({ table }) => table.stubs)
      tables.unshift(createTable(stubs, this.#routes.base))
    }
    this.#tables = tables
  }

  #remove(layers: readonly Layer[]): void {
    const stays = (layer: Layer) => !layers.includes(layer)
    this.#put(this.#overrides.filter(stays), this.#expected.filter(stays))
    for (const { ending } of layers) ending.abort(overrideUndoneError)
  }
}

/**
 * Makes an expectation of a stub: a copy that answers once, unless the stub has `times`. It is a copy since the same stub
 * may be expected twice, and may be one of the routes too: each is counted by itself.
 */
export function toExpectation(stub: Stub): Stub {
  const { times } = stub.parts
  return copyStub(stub, times === Number.POSITIVE_INFINITY ? 1 : times)
}

/** Returns an explanation that names the stubs that the user declared. */
export function withOriginals(explanation: Explanation): Explanation {
  const { stub, misses } = explanation
  return {
    ...explanation,
    ...(stub && { stub: originalOf(stub) }),
    misses: misses.map((miss) => ({ ...miss, stub: originalOf(miss.stub) })),
  }
}
