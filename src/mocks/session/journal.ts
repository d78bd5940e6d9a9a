import type { Candidate } from '../../core/choose/table.ts'
import type { CalledOperation, ReadRequest } from '../../core/match/operation.ts'
import type { Params } from '../../core/params.ts'
import type { FinalReply } from '../../core/reply/reply.ts'
import { type RequestSnapshot, record } from '../../core/request.ts'
import { originalOf, type Stub } from '../../core/stub/stub.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import type { SentMessage } from '../../response/sent-message.ts'
import type { Answer, ResponseHead, Verdict } from '../../response/verdict.ts'
import { now, timeOrigin } from '../../runtime/time.ts'

/** The outcome of a request: `passed` if the real request was made, `aborted` if the client gave up or the mocks ended. */
export type Outcome = 'answered' | 'failed' | 'passed' | 'aborted' | 'unmatched'

/** One request that arrived, and its outcome. */
export interface Call {
  readonly request: RequestSnapshot
  /** The stub that took it. */
  readonly stub?: Stub
  /** `undefined` while the request is pending. */
  readonly outcome: Outcome | undefined
  readonly response?: { readonly status: number; readonly headers: Record<string, string> }
  readonly error?: unknown
  /** The operation that the request asks for, if a protocol of the stubs, such as GraphQL, has read it. */
  readonly operation?: CalledOperation
  /** What both ends of a WebSocket have sent so far, in order. */
  readonly messages?: readonly SentMessage[]
  /** Who asked, in a test of an application's page: the page, or the application's server. Missing if the test's own process did. */
  readonly from?: 'page' | 'server'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds until the answer. */
  readonly duration: number
}

/** A call as the journal keeps it. It becomes plain data when it is read. */
export interface CallEntry {
  readonly request: IncomingRequest
  /** The stub that took it: a declared one, or the copy that an expectation is. */
  stub: Stub | undefined
  params: Params
  /** The request as a protocol of the stubs reads it. */
  read: ReadRequest | undefined
  /** How often the journal had been cleared when the entry was added. */
  generation: number
  /** Whether no stub took the request, and the option `passthrough` did not allow it. */
  unmatched: boolean
  outcome: Outcome | undefined
  head: CalledHead | undefined
  error: unknown
  duration: number
  /** For an archive; not of streams. */
  reply: FinalReply | undefined
}

/** The head of an answer, and the connection that it opened. */
type CalledHead = Pick<ResponseHead, 'status' | 'headers'> &
  Partial<ResponseHead> & { readonly upgrade?: Answer['upgrade'] | undefined }

type CalledAnswer = Pick<CallEntry, 'head' | 'reply'>

const answers = new WeakMap<Call, CalledAnswer>()

/**
 * Returns the head of the answer to a call, in which each cookie is a header of its own, with the connection that it opened, and the
 * reply, if it is kept.
 */
export function answerOf(call: Call): Partial<CalledAnswer> {
  return answers.get(call) ?? {}
}

/** At least so many calls are kept, and at most twice as many: mocks that run for hours must not fill the memory. */
const KEPT = 10_000

/** So many replies are kept: what resolvers return may be large. */
const KEPT_REPLIES = 1000

/** The requests that arrived, in order. */
export class Journal {
  #entries: CallEntry[] = []
  /** The latest entries with a reply, by the order of the answers. Each takes the place of one that is `KEPT_REPLIES` older. */
  #replied: CallEntry[] = []
  #replies = 0
  /** How often the journal was cleared. An entry of an earlier generation no longer belongs to it. */
  #generation = 0

  open(request: IncomingRequest, taken?: Candidate, read?: ReadRequest): CallEntry {
    const { stub, params } = taken ?? { stub: undefined, params: record<string>() }
    const entry: CallEntry = {
      request,
      stub,
      params,
      read,
      generation: this.#generation,
      unmatched: false,
      outcome: undefined,
      head: undefined,
      error: undefined,
      duration: 0,
      reply: undefined,
    }
    if (this.#entries.length === 2 * KEPT) this.#entries = this.#entries.slice(KEPT)
    this.#entries.push(entry)
    return entry
  }

  /** Records the outcome. Returns whether the journal still holds the entry: it may have been cleared meanwhile. */
  close(entry: CallEntry, verdict: Verdict, outcome: Outcome, reply: FinalReply | undefined): boolean {
    entry.outcome = outcome
    // The verdict itself would keep its body.
    if (verdict.kind === 'response') {
      const { status, statusText, headers, upgrade } = verdict
      entry.head = { status, statusText, headers, upgrade }
    }
    entry.error = verdict.kind === 'error' ? verdict.error : undefined
    entry.duration = now() - entry.request.arrivedAt
    if (!this.holds(entry)) return false
    // A stream would keep all that it has sent.
    const isStream = reply?.kind === 'content' && (reply.body.kind === 'stream' || reply.body.kind === 'replay')
    if (reply && !isStream) {
      entry.reply = reply
      const place = this.#replies++ % KEPT_REPLIES
      const earlier = this.#replied[place]
      if (earlier) earlier.reply = undefined
      this.#replied[place] = entry
    }
    return true
  }

  holds(entry: CallEntry): boolean {
    return entry.generation === this.#generation
  }

  forget(entry: CallEntry): void {
    entry.generation = -1
  }

  clear(): void {
    this.#entries = []
    this.#replied = []
    this.#replies = 0
    this.#generation++
  }

  /** Returns the entries that `wanted` accepts, in order of arrival. */
  entries(wanted: (entry: CallEntry) => boolean = () => true): CallEntry[] {
    return this.#entries
      .filter((entry) => this.holds(entry) && wanted(entry))
      .sort((a, b) => a.request.sequence - b.request.sequence)
  }

  /** Returns the calls as plain data. */
  calls(wanted?: (entry: CallEntry) => boolean): Call[] {
    return this.entries(wanted).map(toCall)
  }
}

/** Joins several values of a name, as `Headers.get` does; the entries of `Headers` list each cookie separately. */
function joinedHeaders(head: Pick<ResponseHead, 'headers'>): Record<string, string> {
  const headers = new Headers(head.headers as [string, string][])
  return Object.fromEntries([...headers].map(([name, value]) => [name, headers.get(name) ?? value]))
}

/** Returns an entry as plain data. */
export function toCall(entry: CallEntry): Call {
  const { request, stub, params, read, outcome, error, duration, reply } = entry
  const head: CalledHead | undefined = entry.head ?? request.realHead
  const call: Call = {
    request: request.snapshot(params),
    ...(stub && { stub: originalOf(stub) }),
    outcome,
    ...(head && { response: { status: head.status, headers: joinedHeaders(head) } }),
    ...(error !== undefined && { error }),
    ...(read?.called && { operation: read.called }),
    ...(head?.upgrade && { messages: [...head.upgrade.messages] }),
    ...(request.sender && { from: request.sender.from }),
    startedAt: timeOrigin + request.arrivedAt,
    duration,
  }
  answers.set(call, { head, reply })
  return call
}

/** The outcomes of requests that a stub took. */
export const OUTCOMES: Readonly<Record<Verdict['kind'], Outcome>> = {
  response: 'answered',
  networkError: 'answered',
  passthrough: 'passed',
  error: 'failed',
}
