import { MynahError } from '../core/errors.ts'

/** The error of a start that finds something that nothing can be put in the place of. */
export function frozenError(place: string): MynahError {
  const problem = `${place} is neither writable nor configurable, so that nothing can be put in its place`
  return new MynahError('ENVIRONMENT', `The mocks cannot start: ${problem}\n\nStart them before it is frozen`)
}
