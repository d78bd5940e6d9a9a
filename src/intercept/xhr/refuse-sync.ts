import { MynahError } from '../../core/errors.ts'
import { isPromise } from '../../core/type-guards.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import type { InterceptOptions } from '../interceptor.ts'

/**
 * Asks whether a synchronous request is let out.
 * @throws where it is not: reading an answer takes time, and it has none. The test hears of it.
 */
export function refuseSync(
  request: IncomingRequest,
  { answer, fault }: Pick<InterceptOptions, 'answer' | 'fault'>,
): void {
  const verdict = answer(request)
  if (!isPromise(verdict) && verdict.kind === 'passthrough') return
  if (!isPromise(verdict) && verdict.kind === 'error') throw verdict.error
  const problem = `${request.method} ${request.url} was sent by a synchronous XMLHttpRequest, which cannot be mocked`
  throw fault(request, new MynahError('ENVIRONMENT', `${problem}: it leaves no time for an answer`))
}
