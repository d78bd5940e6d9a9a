import { isNamedReply } from '../core/brand.ts'
import { isRefusal, MynahError } from '../core/errors.ts'
import type { FinalReply, Reply, Resolver, StubReply } from '../core/reply/reply.ts'
import { completeReply, payloadProblem, toReply } from '../core/reply/to-reply.ts'
import { bodyProblem } from '../core/stub/parse-response.ts'
import type { Contract, Stub } from '../core/stub/stub.ts'
import { isResponse, isThenable } from '../core/type-guards.ts'
import { recogniseEncoding } from '../response/content-encoding.ts'
import { guardLoop } from '../response/loop-guard.ts'
import { findLostBody } from '../response/lost-body.ts'
import { attempt, whenReady } from '../runtime/event-loop.ts'
import { ResolverCall, type Taken } from './resolver-context.ts'
import { explainHabit } from './resolver-habits.ts'

/** A reply, and how it is sent. */
export interface DueReply {
  readonly reply: FinalReply
  /** The milliseconds that it waits for. */
  readonly delay: number
  /** Whether a resolver has made it, for this one request. */
  readonly isOnce: boolean
}

/**
 * Returns the reply of the stub that has taken a request. Returns a promise only if a resolver does. `uses` is the number of the
 * stub's earlier answers.
 */
export function replyTo(taken: Taken, uses: number): DueReply | Promise<DueReply> {
  const { replies, declarer } = taken.candidate.stub.parts
  const reply = replies[Math.min(uses, replies.length - 1)] as StubReply
  return declarer.contract ? keepContract(taken, reply, declarer.contract) : decide(taken, reply)
}

/** Answers a request if it keeps the stub's contract, with an answer that keeps it too; else with the error. */
function keepContract(taken: Taken, reply: StubReply, contract: Contract): DueReply | Promise<DueReply> {
  const { request, candidate } = taken
  return attempt(() => {
    contract.checkRequest(request, candidate.params)
    return whenReady(decide(taken, reply), (due): DueReply | Promise<DueReply> =>
      due.reply.kind === 'content' && !due.reply.upgrade
        ? whenReady(contract.parseReply(due.reply, request), (kept) => ({ ...due, reply: kept }))
        : due,
    )
  }, failed)
}

function decide(taken: Taken, reply: StubReply): DueReply | Promise<DueReply> {
  if (reply.kind === 'resolver') return callResolver(taken, reply.resolver)
  return whenRecognised({ reply, delay: taken.candidate.stub.parts.delay, isOnce: false })
}

/** The client fails with an error at once. */
function failed(error: unknown): DueReply {
  return { reply: { kind: 'error', error }, delay: 0, isOnce: false }
}

function callResolver(taken: Taken, resolver: Resolver): DueReply | Promise<DueReply> {
  const call = new ResolverCall(taken)
  const finish = (returned: unknown): DueReply | Promise<DueReply> => {
    call.isOver = true
    const reply = toFinalReply(call, returned)
    const delay = reply.kind === 'next' ? 0 : (call.delay ?? call.stub.parts.delay)
    return whenRecognised({ reply, delay, isOnce: true })
  }
  const sendThrown = (thrown: unknown): DueReply | Promise<DueReply> => {
    explainHabit(thrown, resolver)
    if (!isResponse(thrown)) return failed(isRefusal(thrown) ? refusedIn(call.stub, thrown) : thrown)
    // The status and the headers were set for the answer that the resolver did not return.
    call.forget()
    return finish(thrown)
  }
  return attempt(
    () =>
      whenReady(
        guardLoop(taken.request, () => promised(resolver(call.context))),
        finish,
      ),
    sendThrown,
  )
}

/** A call of mynah that refuses its arguments, such as `status(99)`, knows its line, but not the stub. */
function refusedIn(stub: Stub, refusal: Error): MynahError {
  return new MynahError('RESOLVER', `${refusal.message}\n\n  ${stub}`, { cause: refusal, trace: refusal })
}

/** Waits, if what is sent of a `Response` depends on its first bytes. */
function whenRecognised(due: DueReply): DueReply | Promise<DueReply> {
  const { reply, isOnce } = due
  if (reply.kind !== 'content' || reply.body.kind !== 'response') return due
  const { response } = reply.body
  const recognising = recogniseEncoding(response, isOnce)
  if (recognising) return recognising.then(() => due)
  return findLostBody(response, isOnce)?.then((error) => (error ? failed(error) : due)) ?? due
}

/** Makes a native promise of a thenable, whose `then` may do something at each call. */
function promised(returned: unknown): unknown {
  return isThenable(returned) ? Promise.resolve(returned) : returned
}

/** Makes the reply of what a resolver returned, with the status and the headers that it has set. */
function toFinalReply(call: ResolverCall, returned: unknown): FinalReply {
  const { stub } = call
  const declared = tryToReply(returned, stub)
  if (call.isNext && declared.kind !== 'next') {
    refuse(stub, ' called next() and did not return it; write `return next()`')
  }
  const reply = declared.kind === 'sequence' ? (declared.replies[0] as Exclude<Reply, { kind: 'sequence' }>) : declared
  checkOverrides(call, reply, returned)
  const { head } = call
  const problem = bodyProblem(head.status, reply)
  if (problem) refuse(stub, ` returned a payload, but ${problem}; return undefined`)
  if (reply.kind !== 'resolver') return completeReply(reply, head)
  if (!isNamedReply(returned)) refuse(stub, ' returned a function; return its result instead')
  // The library's own resolver, such as that of `file()`.
  return toFinalReply(call, reply.resolver(call.context))
}

/** Refuses a status or a header that was set beside a reply with its own. */
function checkOverrides(call: ResolverCall, reply: Reply, returned: unknown): void {
  if (reply.kind !== 'content') return
  if (reply.body.kind === 'response' && (call.status ?? call.headers)) {
    refuse(call.stub, ' set a status or a header, and returned a Response, which has its own')
  }
  if (reply.status === undefined || call.status === undefined) return
  // `return status(404)` says the status a second time, and wins; a redirect with another status would be no redirect.
  const name = isNamedReply(returned) && (returned.name === 'redirect' || reply.upgrade) ? returned.name : undefined
  if (name) refuse(call.stub, ` set a status, and returned ${name}(), which has its own`)
}

function refuse(stub: Stub, problem: string, options?: ErrorOptions): never {
  throw new MynahError('RESOLVER', `A resolver${problem}\n\n  ${stub}`, { ...options, trace: stub.parts.trace })
}

function tryToReply(returned: unknown, stub: Stub): Reply {
  try {
    return toReply(returned)
  } catch (error) {
    return refuse(stub, `'s ${payloadProblem(returned, error)}`, { cause: error })
  }
}
