import { frozenError } from './frozen-error.ts'

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
