import { MynahError } from '../core/errors.ts'
import type { RequestLine } from '../core/request.ts'
import { showThrown } from '../core/show.ts'

/** What a request fails with where code of ours has thrown: what mynah has worded, or the error of a mistake of its own. */
export function internalFault({ method, url }: RequestLine, thrown: unknown): MynahError {
  if (thrown instanceof MynahError) return thrown
  return new MynahError('INTERNAL', `mynah itself failed on ${method} ${url}: ${showThrown(thrown)}`, { cause: thrown })
}
