import { MynahError } from '../core/errors.ts'
import type { Params } from '../core/params.ts'
import { completeReply, negotiateReply, replyAt } from '../core/reply/complete-reply.ts'
import { payloadProblem, toReply } from '../core/reply/to-reply.ts'
import { transferProblem, withTransfer } from '../core/reply/transfer.ts'
import type { FinalReply, NegotiatedReply, Reply, ResolverReply } from '../core/reply.ts'
import { callSiteOf } from '../core/stub/call-site.ts'
import { returnDoubt, wordDoubt } from '../core/stub/doubt.ts'
import { bodyProblem } from '../core/stub/parse-response.ts'
import type { Stub } from '../core/stub/stub.ts'
import { isResponse, isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import { recogniseEncoding } from './content-encoding.ts'
import { keepContract } from './keep-contract.ts'
import { guardLoop } from './loop-guard.ts'
import { contextOf, type Overrides } from './resolver-context.ts'
import type { TimedReply } from './timed-reply.ts'

/** Returns the reply of a stub to one request; a promise only if a resolver returns one. `uses` is the number of its earlier answers. */
export function respond(
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  uses: number,
): TimedReply | Promise<TimedReply> {
  const { contract } = stub.parts.declarer
  if (!contract) return settle(stub, request, params, uses)
  return keepContract(contract, request, params, () => settle(stub, request, params, uses))
}

function settle(stub: Stub, request: IncomingRequest, params: Params, uses: number): TimedReply | Promise<TimedReply> {
  const reply = replyAt(stub.parts.replies, uses)
  if (reply.kind === 'resolver') return ask(reply, stub, request, params)
  if (reply.kind === 'negotiated') {
    return { reply: negotiate(reply, stub, request), delay: stub.delay, once: true }
  }
  return whenRecognised({ reply, delay: stub.parts.delay, once: false })
}

/** The reply of a file that is gone is its error. */
function negotiate(reply: NegotiatedReply, { status, headers }: Stub, request: IncomingRequest): FinalReply {
  try {
    return negotiateReply(reply, request, status, headers)
  } catch (error) {
    return { kind: 'error', error }
  }
}

function ask(
  { resolver, transfer }: ResolverReply,
  stub: Stub,
  request: IncomingRequest,
  params: Params,
): TimedReply | Promise<TimedReply> {
  const overrides: Overrides = {}
  const finish = (returned: unknown): TimedReply | Promise<TimedReply> => {
    overrides.isOver = true
    const reply = withTransfer(toFinalReply(returned, stub, overrides, request), transfer)
    checkTransfer(reply, stub)
    const delay = reply.kind === 'next' ? 0 : (overrides.delay ?? stub.delay)
    return whenRecognised({ reply, delay, once: true })
  }
  const sendThrown = (thrown: unknown): TimedReply | Promise<TimedReply> => {
    if (!isResponse(thrown)) return { reply: { kind: 'error', error: thrown }, delay: 0, once: true }
    // The status and the headers were set for the answer that the resolver did not return.
    delete overrides.status
    delete overrides.headers
    delete overrides.next
    return finish(thrown)
  }
  const context = contextOf(request, params, stub, overrides)
  try {
    const returned = guardLoop(request, () => promised(resolver(context)))
    return returned instanceof Promise ? returned.then(finish).catch(sendThrown) : finish(returned)
  } catch (thrown) {
    return sendThrown(thrown)
  }
}

/** Waits, if the head of a `Response` depends on its first bytes. */
function whenRecognised(timed: TimedReply): TimedReply | Promise<TimedReply> {
  const { reply, once } = timed
  if (reply.kind !== 'content' || reply.body.kind !== 'response') return timed
  return recogniseEncoding(reply.body.response, once)?.then(() => timed) ?? timed
}

/** Makes a native promise of a thenable, whose `then` may do something at each call. */
function promised(returned: unknown): unknown {
  return isThenable(returned) ? Promise.resolve(returned) : returned
}

/** Makes the reply of what a resolver returned, with the status and the headers that it has set. */
function toFinalReply(returned: unknown, stub: Stub, overrides: Overrides, request: IncomingRequest): FinalReply {
  const refuse = refuseFor(stub)
  const declared = tryToReply(returned, refuse)
  if (overrides.next && declared.kind !== 'next') refuse(' called next() and did not return it; write `return next()`')
  const reply = declared.kind === 'sequence' ? replyAt(declared.replies, 0) : declared
  if (reply.kind === 'content' && reply.body.kind === 'response' && (overrides.status ?? overrides.headers)) {
    refuse(' set a status or a header, and returned a Response, which has its own')
  }
  if (reply.kind === 'content' && reply.status !== undefined && overrides.status !== undefined) {
    refuse(' set a status, and returned redirect(), which has its own')
  }
  const status = overrides.status ?? stub.status
  const headers = overrides.headers ? [...overrides.headers.values()].flat() : stub.headers
  const doubt = returnDoubt(stub, returned, status, headers)
  if (doubt) warnOnce(stub, wordDoubt(doubt, callSiteOf(stub.parts.trace)))
  const problem = bodyProblem(status, reply)
  if (problem) refuse(` returned a payload, but ${problem}; return undefined`)
  if (reply.kind === 'negotiated') return negotiateReply(reply, request, status, headers)
  const whole = completeReply(reply, status, headers)
  return whole.kind === 'resolver' ? refuse(' returned a function; return its result instead') : whole
}

/** A body that would arrive whole, whatever is to be done to it, is a mistake. */
function checkTransfer(reply: FinalReply, stub: Stub): void {
  const problem = reply.kind === 'content' && reply.transfer && transferProblem(reply.body, reply.transfer)
  if (problem) refuseFor(stub)(` returned what cannot be cut or throttled: ${problem}`)
}

function refuseFor(stub: Stub): (problem: string, options?: ErrorOptions) => never {
  return (problem, options) => {
    throw new MynahError('RESOLVER', `A resolver${problem}\n\n  ${stub}`, { ...options, trace: stub.parts.trace })
  }
}

function tryToReply(returned: unknown, refuse: (problem: string, options: ErrorOptions) => never): Reply {
  try {
    return toReply(returned)
  } catch (error) {
    return refuse(`'s ${payloadProblem(returned, error)}`, { cause: error })
  }
}
