import { MynahError } from './core/errors.ts'
import { isResponse } from './core/kinds.ts'
import type { Params } from './core/path.ts'
import { bodyProblem } from './core/refuse-response.ts'
import { isStatus } from './core/refuse-settings.ts'
import { type CookieOptions, type HeaderList, NEXT, type Reply, type ResolverContext, toReply } from './core/reply.ts'
import { type Stub, toHeaderList } from './core/stub.ts'
import type { IncomingRequest } from './read-request.ts'
import type { Content } from './write-response.ts'

/** A reply that needs nobody's say any more. `delay` is in milliseconds. */
export type Settled =
  | { readonly kind: 'content'; readonly content: Content; readonly delay: number }
  | { readonly kind: 'networkError'; readonly code: string; readonly delay: number }
  | { readonly kind: 'passthrough'; readonly delay: number }
  | { readonly kind: 'next' }

/** The head of a response while it is made: the stub's settings, and what a resolver has set over them. */
interface Head {
  status: number | undefined
  headers: HeaderList
  delay: number
  /** What a resolver has set: a `Response` has a status and headers of its own, a redirect its status. */
  readonly set: Set<'status' | 'headers'>
  /** Whether a resolver makes it for this one request. */
  readonly once: boolean
}

/**
 * Gives the reply of a stub to one request; a promise only where a resolver is asked. `turn` counts the stub's answers from 0.
 * @throws whatever the resolver throws, but for a `Response`, which is sent.
 */
export function respond(
  stub: Stub,
  request: IncomingRequest,
  params: Params,
  turn: number,
): Settled | Promise<Settled> {
  const reply = inTurn(stub.reply, turn)
  const once = reply.kind === 'resolver'
  const head: Head = { status: stub.status, headers: stub.headers, delay: stub.delay, set: new Set(), once }
  return reply.kind === 'resolver' ? ask(reply.resolver, request, params, head) : settle(reply, head)
}

type FinalReply = Exclude<Reply, { kind: 'resolver' | 'sequence' }>

function inTurn(reply: Reply, turn: number): FinalReply | Extract<Reply, { kind: 'resolver' }> {
  return reply.kind === 'sequence'
    ? inTurn(reply.replies[Math.min(turn, reply.replies.length - 1)] as Reply, turn)
    : reply
}

async function ask(
  resolver: (context: ResolverContext) => unknown,
  request: IncomingRequest,
  params: Params,
  head: Head,
): Promise<Settled> {
  const reply = inTurn(toReply(await call(resolver, request, params, head)), 0)
  if (reply.kind === 'resolver')
    throw new MynahError('RESOLVER', 'A resolver returned a function; return its result instead')
  return settle(reply, head)
}

async function call(
  resolver: (context: ResolverContext) => unknown,
  request: IncomingRequest,
  params: Params,
  head: Head,
): Promise<unknown> {
  try {
    return await resolver(contextOf(request, params, head))
  } catch (thrown) {
    if (!isResponse(thrown)) throw thrown
    // Thrown, it is the way out: what was set for another answer does not count.
    head.set.clear()
    return thrown
  }
}

function settle(reply: FinalReply, head: Head): Settled {
  const { delay } = head
  if (reply.kind === 'next') return reply
  if (reply.kind !== 'content') return { ...reply, delay }
  const { body } = reply
  if (body.kind === 'response' && head.set.size > 0) {
    throw new MynahError('RESOLVER', 'A resolver set a status or a header, and returned a Response, which has its own')
  }
  if (reply.status !== undefined && head.set.has('status')) {
    throw new MynahError('RESOLVER', 'A resolver set a status, and returned redirect(), which has its own')
  }
  const problem = bodyProblem(head.status, reply)
  if (problem) throw new MynahError('RESOLVER', `A resolver returned a payload, but ${problem}; return undefined`)
  const status = reply.status ?? head.status ?? 200
  return {
    kind: 'content',
    delay,
    content: { status, headers: merge(head.headers, reply.headers), body, once: head.once },
  }
}

function merge(headers: HeaderList, more: HeaderList | undefined): HeaderList {
  return more ? [...headers, ...more] : headers
}

function contextOf(request: IncomingRequest, params: Params, head: Head): ResolverContext {
  const touch = (headers: HeaderList) => {
    head.headers = headers
    head.set.add('headers')
  }
  return {
    request: request.snapshot(params),
    setStatusCode(status) {
      if (!isStatus(status))
        throw new MynahError('RESOLVER', `setStatusCode(${status}): a status is an integer from 200 to 599`)
      head.status = status
      head.set.add('status')
    },
    setHeader(name, value) {
      const lower = name.toLowerCase()
      touch([...head.headers.filter(([known]) => known !== lower), ...toHeaderList({ [lower]: value })])
    },
    appendHeader: (name, value) => touch([...head.headers, ...toHeaderList({ [name]: value })]),
    setCookie: (name, value, options) => touch([...head.headers, ['set-cookie', cookieText(name, value, options)]]),
    setDelay(ms) {
      if (!(typeof ms === 'number' && ms >= 0))
        throw new MynahError('RESOLVER', `setDelay(${ms}): a delay is a number of milliseconds, 0 or more`)
      head.delay = ms
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
