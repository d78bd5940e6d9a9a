/**
 * Calls each function, also if one before it throws: an undo that fails must not keep the others from running. Then throws
 * the first error.
 */
export function runAll(functions: readonly (() => void)[]): void {
  const errors: unknown[] = []
  for (const run of functions) {
    try {
      run()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
