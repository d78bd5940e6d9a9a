import type { Params } from '../core/params.ts'
import type { Contract } from '../core/stub/contract.ts'
import { isPromise } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { TimedReply } from './timed-reply.ts'

/** Responds to a request if it keeps the stub's contract, with an answer that keeps it too; else with the error. */
export function keepContract(
  contract: Contract,
  request: IncomingRequest,
  params: Params,
  respond: () => TimedReply | Promise<TimedReply>,
): TimedReply | Promise<TimedReply> {
  const fail = (error: unknown): TimedReply => ({ reply: { kind: 'error', error }, delay: 0, once: true })
  const check = (final: TimedReply): TimedReply | Promise<TimedReply> => {
    if (final.reply.kind !== 'content') return final
    const checked = contract.parseReply(final.reply)
    return isPromise(checked) ? checked.then((reply) => ({ ...final, reply })) : { ...final, reply: checked }
  }
  try {
    contract.checkRequest(request, params)
    const final = respond()
    const checked = isPromise(final) ? final.then(check) : check(final)
    return isPromise(checked) ? checked.catch(fail) : checked
  } catch (error) {
    return fail(error)
  }
}
