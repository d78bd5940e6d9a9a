import { completeOne, replyAt, type StubReply } from './core/complete-reply.ts'
import { MynahError } from './core/errors.ts'
import { isResponse } from './core/kinds.ts'
import type { Params } from './core/path.ts'
import { bodyProblem } from './core/refuse-response.ts'
import { isStatus } from './core/refuse-settings.ts'
import {
  type CookieOptions,
  type HeaderList,
  NEXT,
  type Resolver,
  type ResolverContext,
  toReply,
} from './core/reply.ts'
import { type Stub, toHeaderList } from './core/stub.ts'
import type { IncomingRequest } from './read-request.ts'

type FinalReply = Exclude<StubReply, { kind: 'resolver' | 'sequence' }>

/** A reply that needs nobody's say any more. */
export interface Settled {
  readonly reply: FinalReply
  /** In milliseconds. */
  readonly delay: number
  /** Whether a resolver has made it for this one request. */
  readonly once: boolean
}

/** What a resolver has set over the stub's settings. */
interface Overrides {
  status?: number
  headers?: HeaderList
  delay?: number
}

/**
 * Gives the reply of a stub to one request; a promise only where a resolver gives one. `turn` counts the stub's answers from 0.
 * @throws whatever the resolver throws, but for a `Response`, which is sent.
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
    const reply = settle(given, stub, overrides)
    return { reply, delay: reply.kind === 'next' ? 0 : (overrides.delay ?? stub.delay), once: true }
  }
  const sendThrown = (thrown: unknown): Settled => {
    if (!isResponse(thrown)) throw thrown
    // Thrown, it is the way out: what was set for another answer does not count.
    delete overrides.status
    delete overrides.headers
    return finish(thrown)
  }
  try {
    const given = resolver(contextOf(request, params, stub, overrides))
    return isThenable(given) ? Promise.resolve(given).then(finish).catch(sendThrown) : finish(given)
  } catch (thrown) {
    return sendThrown(thrown)
  }
}

/** A payload may have a `then` that is none. */
function isThenable(given: unknown): given is PromiseLike<unknown> {
  return typeof given === 'object' && given !== null && 'then' in given && typeof given.then === 'function'
}

function settle(given: unknown, stub: Stub, overrides: Overrides): FinalReply {
  const reply = replyAt(toReply(given), 0)
  if (reply.kind === 'content' && reply.body.kind === 'response' && (overrides.status ?? overrides.headers)) {
    throw new MynahError('RESOLVER', 'A resolver set a status or a header, and returned a Response, which has its own')
  }
  if (reply.kind === 'content' && reply.status !== undefined && overrides.status !== undefined) {
    throw new MynahError('RESOLVER', 'A resolver set a status, and returned redirect(), which has its own')
  }
  const status = overrides.status ?? stub.status
  const problem = bodyProblem(status, reply)
  if (problem) throw new MynahError('RESOLVER', `A resolver returned a payload, but ${problem}; return undefined`)
  const whole = completeOne(reply, status, overrides.headers ?? stub.headers)
  if (whole.kind !== 'resolver') return whole
  throw new MynahError('RESOLVER', 'A resolver returned a function; return its result instead')
}

function contextOf(request: IncomingRequest, params: Params, stub: Stub, overrides: Overrides): ResolverContext {
  const headers = () => overrides.headers ?? stub.headers
  const append = (...more: HeaderList) => {
    overrides.headers = [...headers(), ...more]
  }
  return {
    request: request.ownSnapshot(params),
    setStatusCode(status) {
      if (!isStatus(status))
        throw new MynahError('RESOLVER', `setStatusCode(${status}): a status is an integer from 200 to 599`)
      overrides.status = status
    },
    setHeader(name, value) {
      const lower = name.toLowerCase()
      overrides.headers = headers().filter(([known]) => known !== lower)
      append(...toHeaderList({ [lower]: value }))
    },
    appendHeader: (name, value) => append(...toHeaderList({ [name]: value })),
    setCookie: (name, value, options) => append(['set-cookie', cookieText(name, value, options)]),
    setDelay(ms) {
      if (!(typeof ms === 'number' && ms >= 0))
        throw new MynahError('RESOLVER', `setDelay(${ms}): a delay is a number of milliseconds, 0 or more`)
      overrides.delay = ms
    },
    next: () => NEXT,
  }
}

function cookieText(name: string, value: string, options: CookieOptions = {}): string {
  const { domain, expires, httpOnly, maxAge, path, sameSite, secure } = options
  return [
    `${name}=${encodeURIComponent(value)}`,
    maxAge !== undefined && `Max-Age=${maxAge}`,
    domain !== undefined && `Domain=${domain}`,
    path !== undefined && `Path=${path}`,
    expires && `Expires=${expires.toUTCString()}`,
    httpOnly && 'HttpOnly',
    secure && 'Secure',
    sameSite && `SameSite=${sameSite}`,
  ]
    .filter(Boolean)
    .join('; ')
}
