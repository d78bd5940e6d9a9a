import { isRefusal, MynahError } from '../core/errors.ts'
import { isNamedReply } from '../core/own-kind.ts'
import type { Params } from '../core/params.ts'
import { completeReply } from '../core/reply/complete-reply.ts'
import type { FinalReply, Reply, ReplyHead, StubReply, Transfer } from '../core/reply/reply.ts'
import { payloadProblem, toReply } from '../core/reply/to-reply.ts'
import { transferProblem, withTransfer } from '../core/reply/transfer.ts'
import { callSiteOf } from '../core/stub/call-site.ts'
import { doubtOf, wordDoubt } from '../core/stub/doubt.ts'
import { bodyProblem } from '../core/stub/parse-response.ts'
import type { Contract, Stub } from '../core/stub/stub.ts'
import type { StubStates } from '../core/stub/stub-states.ts'
import { isResponse, isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import { warnOnce } from '../runtime/warn-once.ts'
import { recogniseEncoding } from './content-encoding.ts'
import { guardLoop } from './loop-guard.ts'
import { contextOf, type Overrides } from './resolver-context.ts'

type LateReply<Kind> = Extract<StubReply, { kind: Kind }>

/** The reply to one request, after the resolver has returned. */
export interface DueReply {
  readonly reply: FinalReply
  /** In milliseconds. */
  readonly delay: number
  /** Whether a resolver made it for this one request. */
  readonly once: boolean
}

/** Returns the answer of a stub to one request; a promise only if a resolver returns one. `uses` is the number of its earlier answers. */
export function respond(
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  uses: number,
  states: StubStates,
): DueReply | Promise<DueReply> {
  const { replies, delay, declarer } = stub.parts
  const reply = replies[Math.min(uses, replies.length - 1)] as StubReply
  if (declarer.contract) return keepContract(declarer.contract, reply, stub, request, params, states)
  return reply.kind === 'content'
    ? whenRecognised({ reply, delay, once: false })
    : decide(reply, stub, request, params, states)
}

/** Answers a request if it keeps the stub's contract, with an answer that keeps it too; else with the error. */
function keepContract(
  contract: Contract,
  reply: StubReply,
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  states: StubStates,
): DueReply | Promise<DueReply> {
  const check = (answer: DueReply): DueReply | Promise<DueReply> => {
    if (answer.reply.kind !== 'content') return answer
    return whenReady(contract.parseReply(answer.reply), (checked) => ({ ...answer, reply: checked }))
  }
  return attempt(() => {
    contract.checkRequest(request, params)
    return whenReady(decide(reply, stub, request, params, states), check)
  }, failed)
}

function decide(
  reply: StubReply,
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  states: StubStates,
): DueReply | Promise<DueReply> {
  const { delay } = stub.parts
  if (reply.kind === 'resolver') return callResolver(reply, stub, request, params, states)
  if (reply.kind !== 'negotiated') return whenRecognised({ reply, delay, once: false })
  return attempt(() => ({ reply: negotiate(reply, request, stub.parts), delay, once: true }), failed)
}

/** @throws the error of a file that is gone. */
function negotiate(
  { negotiate, transfer }: LateReply<'negotiated'>,
  request: IncomingRequest,
  head: ReplyHead,
): FinalReply {
  return withTransfer(negotiate(request, head), transfer)
}

function failed(error: unknown): DueReply {
  return { reply: { kind: 'error', error }, delay: 0, once: true }
}

function callResolver(
  { resolver, transfer }: LateReply<'resolver'>,
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  states: StubStates,
): DueReply | Promise<DueReply> {
  const overrides: Overrides = {}
  const finish = (returned: unknown): DueReply | Promise<DueReply> => {
    overrides.isOver = true
    const reply = toFinalReply(returned, stub, overrides, request, transfer)
    const delay = reply.kind === 'next' ? 0 : (overrides.delay ?? stub.parts.delay)
    return whenRecognised({ reply, delay, once: true })
  }
  const sendThrown = (thrown: unknown): DueReply | Promise<DueReply> => {
    if (!isResponse(thrown)) return failed(isRefusal(thrown) ? refusedIn(stub, thrown) : thrown)
    // The status and the headers were set for the answer that the resolver did not return.
    delete overrides.status
    delete overrides.headers
    delete overrides.next
    return finish(thrown)
  }
  const context = contextOf(request, params, stub, overrides, states)
  return attempt(
    () =>
      whenReady(
        guardLoop(request, () => promised(resolver(context))),
        finish,
      ),
    sendThrown,
  )
}

/** Waits, if the head of a `Response` depends on its first bytes. */
function whenRecognised(answer: DueReply): DueReply | Promise<DueReply> {
  const { reply, once } = answer
  if (reply.kind !== 'content' || reply.body.kind !== 'response') return answer
  return recogniseEncoding(reply.body.response, once)?.then(() => answer) ?? answer
}

/** Makes a native promise of a thenable, whose `then` may do something at each call. */
function promised(returned: unknown): unknown {
  return isThenable(returned) ? Promise.resolve(returned) : returned
}

/** Makes the reply of what a resolver returned, with the status and the headers that it has set. */
function toFinalReply(
  returned: unknown,
  stub: Stub,
  overrides: Overrides,
  request: IncomingRequest,
  transfer: Transfer | undefined,
): FinalReply {
  const refuse = refuseFor(stub)
  const declared = tryToReply(returned, refuse)
  if (overrides.next && declared.kind !== 'next') refuse(' called next() and did not return it; write `return next()`')
  const reply = declared.kind === 'sequence' ? (declared.replies[0] as Exclude<Reply, { kind: 'sequence' }>) : declared
  if (reply.kind === 'content' && reply.body.kind === 'response' && (overrides.status ?? overrides.headers)) {
    refuse(' set a status or a header, and returned a Response, which has its own')
  }
  if (reply.kind === 'content' && reply.status !== undefined && overrides.status !== undefined) {
    // `return status(404)` says the status a second time, and wins; a redirect with another status would be no redirect.
    const isSaidAgain = isNamedReply(returned) && returned.name === 'status'
    if (!isSaidAgain) refuse(' set a status, and returned redirect(), which has its own')
  }
  const { statusText } = stub.parts
  const status = overrides.status ?? stub.parts.status
  const headers = overrides.headers ? [...overrides.headers.values()].flat() : stub.parts.headers
  const head = { status, statusText, headers }
  const doubt = doubtOf(stub, { value: returned, status, headers }, true)
  if (doubt) warnOnce(stub, wordDoubt(doubt, callSiteOf(stub.parts.trace)))
  const problem = bodyProblem(status, reply)
  if (problem) refuse(` returned a payload, but ${problem}; return undefined`)
  checkTransfer(reply, transfer, refuse)
  if (reply.kind === 'negotiated') return withTransfer(negotiate(reply, request, head), transfer)
  const whole = completeReply(reply, head)
  return whole.kind === 'resolver'
    ? refuse(' returned a function; return its result instead')
    : withTransfer(whole, transfer)
}

/**
 * A body that would arrive whole, whatever is to be done to it, is a mistake. A file is asked before it is negotiated: a part
 * of it, or a 304 without a body, may arrive whole.
 */
function checkTransfer(reply: Reply, transfer: Transfer | undefined, refuse: (problem: string) => never): void {
  if (!transfer || (reply.kind !== 'content' && reply.kind !== 'negotiated')) return
  const problem = transferProblem(reply.kind === 'content' ? reply.body : reply, transfer)
  if (problem) refuse(` returned what cannot be cut or throttled: ${problem}`)
}

function refuseFor(stub: Stub): (problem: string, options?: ErrorOptions) => never {
  return (problem, options) => {
    throw new MynahError('RESOLVER', `A resolver${problem}\n\n  ${stub}`, { ...options, trace: stub.parts.trace })
  }
}

/** A call of mynah that refuses its arguments, such as `status(99)`, knows its line, but not the stub. */
function refusedIn(stub: Stub, refusal: Error): MynahError {
  return new MynahError('RESOLVER', `${refusal.message}\n\n  ${stub}`, { cause: refusal, trace: refusal })
}

function tryToReply(returned: unknown, refuse: (problem: string, options: ErrorOptions) => never): Reply {
  try {
    return toReply(returned)
  } catch (error) {
    return refuse(`'s ${payloadProblem(returned, error)}`, { cause: error })
  }
}
