/** Puts a method in the place of another; gives the undo, which leaves alone what somebody has put over it since. */
export function patch<Name extends string, Method extends (...args: never[]) => unknown>(
  target: { [_ in Name]: Method },
  name: Name,
  make: (original: Method) => (...args: never[]) => unknown,
): () => void {
  const original = target[name]
  const replacement = make(original) as Method
  target[name] = replacement
  return () => {
    if (target[name] === replacement) target[name] = original
  }
}
