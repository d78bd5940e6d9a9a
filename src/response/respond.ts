import { MynahError } from '../core/errors.ts'
import type { Params } from '../core/params.ts'
import { completeOne, replyAt, type StubReply } from '../core/reply/complete-reply.ts'
import { payloadProblem, toReply } from '../core/reply/to-reply.ts'
import type { HeaderList, Reply, Resolver } from '../core/reply.ts'
import { bodyProblem } from '../core/stub/parse-response.ts'
import type { Stub } from '../core/stub/stub.ts'
import { isResponse, isThenable } from '../core/type-guards.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { onBehalf } from './loop-guard.ts'
import { contextOf, type Overrides } from './resolver-context.ts'

/** Where it is an `error`, that is what the resolver has thrown. */
type FinalReply =
  | Exclude<StubReply, { kind: 'resolver' | 'sequence' }>
  | { readonly kind: 'error'; readonly error: unknown }

/** A reply that needs nobody's say any more. */
export interface Settled {
  readonly reply: FinalReply
  /** In milliseconds. */
  readonly delay: number
  /** Whether a resolver has made it for this one request. */
  readonly once: boolean
}

/**
 * Gives the reply of a stub to one request; a promise only where a resolver gives one. `turn` counts the stub's answers from 0.
 */
export function respond(
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  turn: number,
): Settled | Promise<Settled> {
  const reply = replyAt(stub.reply, turn)
  if (reply.kind === 'resolver') return ask(reply.resolver, stub, request, params)
  return { reply, delay: stub.delay, once: false }
}

function ask(resolver: Resolver, stub: Stub, request: IncomingRequest, params: Params): Settled | Promise<Settled> {
  const overrides: Overrides = {}
  const finish = (given: unknown): Settled => {
    const reply = toFinalReply(given, stub, overrides)
    return { reply, delay: reply.kind === 'next' ? 0 : (overrides.delay ?? stub.delay), once: true }
  }
  const sendThrown = (thrown: unknown): Settled => {
    if (!isResponse(thrown)) return { reply: { kind: 'error', error: thrown }, delay: 0, once: true }
    // Thrown, it is the way out: what was set for another answer does not count.
    delete overrides.status
    delete overrides.headers
    return finish(thrown)
  }
  const context = contextOf(request, params, stub, overrides)
  try {
    const given = onBehalf(request, () => promised(resolver(context)))
    return given instanceof Promise ? given.then(finish).catch(sendThrown) : finish(given)
  } catch (thrown) {
    return sendThrown(thrown)
  }
}

/** What is to be waited for as a promise of ours: somebody's own may do something anew at each `then`. */
function promised(given: unknown): unknown {
  return isThenable(given) ? Promise.resolve(given) : given
}

/** Makes the reply of what a resolver gave, under what it has set. */
function toFinalReply(given: unknown, stub: Stub, overrides: Overrides): FinalReply {
  const refuse = (problem: string, options?: ErrorOptions): never => {
    throw new MynahError('RESOLVER', `A resolver${problem}\n\n  ${stub}`, options)
  }
  const reply = replyAt(tryToReply(given, refuse), 0)
  if (reply.kind === 'content' && reply.body.kind === 'response' && (overrides.status ?? overrides.headers)) {
    refuse(' set a status or a header, and returned a Response, which has its own')
  }
  if (reply.kind === 'content' && reply.status !== undefined && overrides.status !== undefined) {
    refuse(' set a status, and returned redirect(), which has its own')
  }
  const status = overrides.status ?? stub.status
  const problem = bodyProblem(status, reply)
  if (problem) refuse(` returned a payload, but ${problem}; return undefined`)
  const whole = completeOne(reply, status, overrides.headers ? listOf(overrides.headers) : stub.headers)
  return whole.kind === 'resolver' ? refuse(' returned a function; return its result instead') : whole
}

function tryToReply(given: unknown, refuse: (problem: string, options: ErrorOptions) => never): Reply {
  try {
    return toReply(given)
  } catch (error) {
    return refuse(`'s ${payloadProblem(given, error)}`, { cause: error })
  }
}

function listOf(headers: ReadonlyMap<string, readonly string[]>): HeaderList {
  return [...headers].flatMap(([name, values]) => values.map((value) => [name, value] as const))
}
