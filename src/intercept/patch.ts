import { MynahError } from '../core/errors.ts'
import { runAll } from '../runtime/run-all.ts'
import { sharedIn } from '../runtime/shared.ts'

/**
 * Replaces a method by one that is made of it. Returns the undo, as `replace` does.
 * @throws {MynahError} `ENVIRONMENT`, if the method cannot be replaced.
 */
export function patch<Target extends object, Name extends keyof Target & string>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => unknown,
): () => void {
  const original = target[name]
  // Other runtimes than Node may not have it.
  return original === undefined ? () => {} : replace(target, name, make(original))
}

/**
 * Replaces a property of an object, its own or an inherited one. Returns the undo, which does nothing if the property has been replaced
 * again since.
 * @throws {MynahError} `ENVIRONMENT`, if the property cannot be replaced.
 */
export function replace(target: object, name: string, value: unknown): () => void {
  const descriptor = Reflect.getOwnPropertyDescriptor(target, name)
  const { configurable = true, enumerable = true } = descriptor ?? {}
  if (!Reflect.defineProperty(target, name, { configurable, enumerable, writable: true, value })) {
    throw frozenError(`${nameOf(target)}.${name}`)
  }
  return () => {
    // `Reflect` does not throw: the target may have been frozen since. The value then stays, and calls the original.
    if (Reflect.get(target, name) !== value) return
    if (descriptor) Reflect.defineProperty(target, name, descriptor)
    else Reflect.deleteProperty(target, name)
  }
}

/** Replaces properties of an object. Returns the undo. */
export function replaceAll(target: object, values: Readonly<Record<string, unknown>>): () => void {
  return doAll(
    Object.entries(values).map(
      ([name, value]) =>
        () =>
          replace(target, name, value),
    ),
  )
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

/**
 * Patches what all realms of a process have in common, after the end of the patches that another realm has left: a worker of Jest runs
 * each file in a realm of its own, and a file may have left its mocks started. `holder` is an object that all realms have.
 */
export function patchForRealms(holder: object, act: () => () => void): () => void {
  const shared = sharedIn<{ unpatch: () => void }>(holder)
  shared.unpatch?.()
  const undo = act()
  const unpatch = () => {
    if (shared.unpatch === unpatch) delete shared.unpatch
    undo()
  }
  shared.unpatch = unpatch
  return unpatch
}

/** Returns the error of a start that finds a property that it cannot replace. */
export function frozenError(place: string): MynahError {
  const problem = `${place} cannot be replaced: it is not writable and not configurable`
  return new MynahError('ENVIRONMENT', `The mocks cannot start: ${problem}\n\nStart them before it is frozen`)
}
