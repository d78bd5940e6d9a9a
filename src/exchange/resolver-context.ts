import { BRAND } from '../core/brand.ts'
import type { Candidate } from '../core/choose/table.ts'
import { MynahError } from '../core/errors.ts'
import { isStatus } from '../core/http-rules.ts'
import { asCode } from '../core/refusal.ts'
import { type HeaderList, NEXT, type ReplyHead, type ResolverContext } from '../core/reply/reply.ts'
import type { RequestSnapshot } from '../core/request.ts'
import { headerProblem } from '../core/stub/check-settings.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { ContextBrand, StubStates } from '../core/stub/stub-states.ts'
import { internalFault } from '../mocks/session/failure-error.ts'
import type { Session } from '../mocks/session/session.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { ownSnapshot } from '../request/make-snapshot.ts'
import { createFetchReal } from './fetch-real.ts'
import { cookieProblem, cookieText } from './set-cookie.ts'

type HeaderLine = HeaderList[number]

/** A request that a stub has taken, and what its reply says besides its content. */
export interface Taken {
  readonly request: IncomingRequest
  readonly session: Session
  /** The stub, and the params of its path. */
  readonly candidate: Candidate
  /** The milliseconds that the reply waits for. */
  delay: number
  /** Whether a resolver has made the reply, for this one request. */
  isOnce: boolean
}

/** One call of a resolver: its argument, and what it has set, which replaces the settings of its stub. */
export class ResolverCall implements ContextBrand {
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
  readonly #states: StubStates

  constructor(taken: Taken) {
    this.stub = taken.candidate.stub
    this.#states = taken.session.states
    this.context = contextOf(this, taken)
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
      ? ' was called after the answer: a resolver has to await what it waits for'
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

function contextOf(
  call: ResolverCall,
  { request: incoming, candidate }: Taken,
): ResolverContext & { [BRAND]: ContextBrand } {
  const { params } = candidate
  // Many resolvers do not look at the request.
  let snapshot: RequestSnapshot | undefined
  const read = () => {
    try {
      snapshot ??= ownSnapshot(incoming, params)
      return snapshot
    } catch (thrown) {
      // The resolver that reads it has not thrown this.
      throw internalFault(incoming, thrown)
    }
  }
  return {
    get request() {
      return read()
    },
    fetchReal: (input, init) => createFetchReal(incoming, read())(input, init),
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
