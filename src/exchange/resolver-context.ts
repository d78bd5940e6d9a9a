import { BRAND } from '../core/brand.ts'
import type { Candidate } from '../core/choose/table.ts'
import { MynahError } from '../core/errors.ts'
import { isStatus } from '../core/http-rules.ts'
import type { Params } from '../core/params.ts'
import { asCode } from '../core/refusal.ts'
import { type FetchReal, type HeaderList, NEXT, type ReplyHead, type ResolverContext } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { headerProblem } from '../core/stub/check-settings.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { StatesBrand, StubStates } from '../core/stub/stub-states.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import type { Session } from '../mocks/session/session.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { copySnapshot } from '../request/make-snapshot.ts'
import { createFetchReal } from './fetch-real.ts'
import { cookieProblem, cookieText } from './set-cookie.ts'

type HeaderLine = HeaderList[number]

/** A request that a stub has taken. */
export interface Taken {
  readonly request: IncomingRequest
  readonly session: Session
  /** The stub, and the params of its path. */
  readonly candidate: Candidate
}

/** One call of a resolver: its argument, and what it has set, which replaces the settings of its stub. */
export class ResolverCall implements StatesBrand {
  readonly kind = 'context'
  status: number | undefined
  /** All headers, the stub's included: the lines of each name, by the name in lower case. */
  headers: Map<string, HeaderLine[]> | undefined
  delay: number | undefined
  /** Whether the resolver called `next()`. */
  isNext = false
  /** Set when the answer is made: what a resolver sets later would silently do nothing. */
  isOver = false
  readonly stub: Stub
  readonly context: ResolverContext
  readonly #incoming: IncomingRequest
  readonly #params: Params
  readonly #states: StubStates
  #request: RequestSnapshot | undefined

  constructor({ request, session, candidate }: Taken) {
    this.stub = candidate.stub
    this.#incoming = request
    this.#params = candidate.params
    this.#states = session.states
    this.context = contextOf(this)
  }

  /** Made when it is first read: many resolvers do not look at the request. */
  get request(): RequestSnapshot {
    try {
      this.#request ??= copySnapshot(this.#incoming, this.#params)
      return this.#request
    } catch (thrown) {
      // The resolver that reads it has not thrown this.
      throw internalFault(this.#incoming, thrown)
    }
  }

  /** The head of the answer: the stub's, with what was set. */
  get head(): ReplyHead {
    const { status, statusText, headers } = this.stub.parts
    return {
      status: this.status ?? status,
      statusText,
      headers: this.headers ? [...this.headers.values()].flat() : headers,
    }
  }

  fetchReal(...args: Parameters<FetchReal>): Promise<Response> {
    return createFetchReal(this.#incoming, this.request)(...args)
  }

  states(): StubStates {
    return this.#states
  }

  /** Forgets what was set for an answer that was not returned. */
  forget(): void {
    this.status = undefined
    this.headers = undefined
    this.isNext = false
  }

  /** @throws {MynahError} `RESOLVER`, if a call comes too late or has a problem. */
  assertRight(call: string, problem?: string): void {
    const refused = this.isOver
      ? ' was called after the response was sent; await all work in the resolver'
      : problem && `: ${problem}`
    if (refused) throw new MynahError('RESOLVER', `${call}${refused}\n\n  ${this.stub}`)
  }

  put(call: string, name: string, value: string | readonly string[]): void {
    this.assertRight(`${call}(${asCode(name)}, …)`, headerProblem(name, value))
    this.headers ??= grouped(this.stub.parts.headers)
    if (call === 'setHeader') this.headers.delete(name.toLowerCase())
    append(this.headers, name, value)
  }
}

type Context = ResolverContext & { readonly [BRAND]: ResolverCall }

/**
 * One getter for all contexts. A literal with a getter makes one for each, so V8 gives each context a shape of its own, which
 * takes longer than the rest of the answer.
 */
const REQUEST: PropertyDescriptor & ThisType<Context> = {
  get() {
    return this[BRAND].request
  },
  enumerable: true,
  configurable: true,
}

function contextOf(call: ResolverCall): ResolverContext {
  const context: Omit<Context, 'request'> = {
    fetchReal: (input, init) => call.fetchReal(input, init),
    setStatusCode(status) {
      const problem = isStatus(status) ? undefined : 'a status is an integer from 200 to 599'
      call.assertRight(`setStatusCode(${asCode(status)})`, problem)
      call.status = status
    },
    setHeader: (name, value) => call.put('setHeader', name, value),
    appendHeader: (name, value) => call.put('appendHeader', name, value),
    setCookie(name, value, options) {
      call.assertRight(`setCookie(${asCode(name)}, …)`, cookieProblem(name, value, options))
      call.put('setCookie', 'set-cookie', cookieText(name, value, options))
    },
    setDelay(ms) {
      const isDelay = typeof ms === 'number' && ms >= 0
      call.assertRight(
        `setDelay(${asCode(ms)})`,
        isDelay ? undefined : 'a delay is a number of milliseconds, 0 or more',
      )
      call.delay = ms
    },
    next() {
      call.assertRight('next()')
      call.isNext = true
      return NEXT
    },
    [BRAND]: call,
  }
  return Object.defineProperty(context, 'request', REQUEST) as Context
}

function grouped(headers: HeaderList): Map<string, HeaderLine[]> {
  const groups = new Map<string, HeaderLine[]>()
  for (const [name, value] of headers) append(groups, name, value)
  return groups
}

function append(headers: Map<string, HeaderLine[]>, name: string, value: string | readonly string[]): void {
  const lower = name.toLowerCase()
  const lines = [value].flat().map((one): HeaderLine => [name, String(one)])
  const known = headers.get(lower)
  if (known) known.push(...lines)
  else headers.set(lower, lines)
}
