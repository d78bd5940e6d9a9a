import { MynahError } from '../core/errors.ts'

/**
 * Puts a function in the place of another; gives the undo, which leaves alone what somebody has put over it since.
 * @throws {MynahError} `ENVIRONMENT`, where nothing can be put there.
 */
export function patch<Target extends object, Name extends keyof Target & string>(
  target: Target,
  name: Name,
  make: (original: Target[Name]) => unknown,
): () => void {
  const original = target[name]
  // Another runtime than Node may do without it.
  if (original === undefined) return () => {}
  const replacement = make(original)
  if (!Reflect.set(target, name, replacement)) throw frozenError(`${nameOf(target)}.${name}`)
  return () => {
    // It may have been frozen since: what is left of ours hands on.
    if (target[name] === replacement) Reflect.set(target, name, original)
  }
}

function nameOf(target: object): string {
  return target === globalThis ? 'globalThis' : `${target.constructor.name}.prototype`
}

/**
 * Does one act after the other, each of which gives its undo; gives the undo of them all, the last first. Where one
 * throws, those before it are undone: mocks that cannot start leave nothing patched.
 */
export function doAll(acts: readonly (() => () => void)[]): () => void {
  const undos: (() => void)[] = []
  const undoAll = () => {
    for (const undo of undos.splice(0).reverse()) undo()
  }
  try {
    for (const act of acts) undos.push(act())
  } catch (error) {
    undoAll()
    throw error
  }
  return undoAll
}

/** The error of a start that finds something that nothing can be put in the place of. */
export function frozenError(place: string): MynahError {
  const problem = `${place} is neither writable nor configurable, so that nothing can be put in its place`
  return new MynahError('ENVIRONMENT', `The mocks cannot start: ${problem}\n\nStart them before it is frozen`)
}
