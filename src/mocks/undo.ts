/** Undoes an act. `using` calls it at the end of the block. */
export interface Undo extends Disposable {
  (): void
}

/** `Symbol.dispose`: Node 20 has it, older browsers and plain jsdom may not. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose)

/** Returns a function as an undo. */
export function toUndo(undo: () => unknown): Undo {
  const act = () => {
    undo()
  }
  return Object.assign(act, { [DISPOSE]: act })
}
