/** Undoes an act. `using` calls it at the end of the block. */
export interface Undo extends Disposable {
  (): void
}

/**
 * An undo that a hook may return: `beforeEach(() => mocks.use(stub))`. The hooks of `@jest/globals` may return `void` alone, or
 * a promise. In a variable that may be `undefined`, write its type as `Undo`.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: no other type is assignable to `void`
export type HookUndo = Undo & void

/** `Symbol.dispose`: Node 20 has it, older browsers and plain jsdom may not. */
export const DISPOSE: typeof Symbol.dispose = Symbol.dispose ?? (Symbol.for('Symbol.dispose') as typeof Symbol.dispose)

/** Returns a function as an undo. `check` gets the `this` and the argument of the call, and may refuse it. */
export function toUndo(undo: () => unknown, check?: (self: unknown, context: unknown) => void): Undo {
  const act = function (this: unknown) {
    // biome-ignore lint/complexity/noArguments: with a parameter runners would take it for a callback, or for fixtures
    check?.(this, arguments[0])
    return undo()
  }
  return Object.assign(act, { [DISPOSE]: act })
}
