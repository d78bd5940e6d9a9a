import { MynahError } from './core/errors.ts'
import { showThrown } from './core/show.ts'
import type { IncomingRequest } from './read-request.ts'

/** The error of a mistake of our own, met on the way of a request: it must not pass for an answer, nor for the user's. */
export function internalFault({ method, url }: Pick<IncomingRequest, 'method' | 'url'>, thrown: unknown): MynahError {
  if (thrown instanceof MynahError && thrown.code === 'INTERNAL') return thrown
  return new MynahError('INTERNAL', `mynah itself failed on ${method} ${url}: ${showThrown(thrown)}`, { cause: thrown })
}
