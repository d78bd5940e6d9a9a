/** An act's undo; `using` calls it at the end of the block. */
export interface Undo extends Disposable {
  (): void
}

/** Node 20 has the symbol; an older browser and plain jsdom may not. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose)

/** Makes an undo of a function. */
export function toUndo(undo: () => unknown): Undo {
  const act = () => {
    undo()
  }
  return Object.assign(act, { [DISPOSE]: act })
}
