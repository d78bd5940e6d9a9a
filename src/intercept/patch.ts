import { MynahError } from '../core/errors.ts'
import { runAll } from '../runtime/run-all.ts'

/**
 * Replaces a method. Returns the undo, which does nothing if somebody else has replaced the method since.
 * @throws {MynahError} `ENVIRONMENT`, if the property cannot be written.
 */
export function patch<Target extends object, Name extends keyof Target & string>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => unknown,
): () => void {
  const original = target[name]
  // Other runtimes than Node may not have it.
  if (original === undefined) return () => {}
  const replacement = make(original)
  if (!Reflect.set(target, name, replacement)) throw frozenError(`${nameOf(target)}.${name}`)
  return () => {
    // Not `=`: the target may have been frozen since. The replacement then stays, and calls the original.
    if (target[name] === replacement) Reflect.set(target, name, original)
  }
}

function nameOf(target: object): string {
  return target === globalThis ? 'globalThis' : `${target.constructor.name}.prototype`
}

/**
 * Runs one act after the other, each of which returns its undo. Returns the undo of all, the last first. If an act throws,
 * the acts before it are undone: mocks that cannot start leave nothing patched.
 */
export function doAll(acts: readonly (() => () => void)[]): () => void {
  const undos: (() => void)[] = []
  const undoAll = () => runAll(undos.splice(0).reverse())
  try {
    for (const act of acts) undos.push(act())
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}

/** Returns the error of a start that finds a property that it cannot replace. */
export function frozenError(place: string): MynahError {
  const problem = `${place} cannot be replaced: it is not writable and not configurable`
  return new MynahError('ENVIRONMENT', `The mocks cannot start: ${problem}\n\nStart them before it is frozen`)
}
