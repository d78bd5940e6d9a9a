import type { Candidate } from '../core/choose/table.ts'
import type { Params } from '../core/params.ts'
import { type RequestSnapshot, record } from '../core/request.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import type { Head } from '../response/verdict.ts'
import { now, timeOrigin } from '../runtime/time.ts'

/** What became of a request: `passed` where the real one was made, `aborted` where the client gave up, or the mocks ended. */
export type Outcome = 'answered' | 'failed' | 'passed' | 'aborted' | 'unmatched'

/** What became of one request. */
export interface Call {
  readonly request: RequestSnapshot
  /** The stub that took it. */
  readonly stub?: Stub
  /** `undefined` for as long as it is under way. */
  readonly outcome: Outcome | undefined
  readonly response?: { readonly status: number; readonly headers: Record<string, string> }
  readonly error?: unknown
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Milliseconds, up to the answer. */
  readonly duration: number
}

/** A call as the journal keeps it: made into plain data when somebody asks. */
export interface CallEntry {
  readonly request: IncomingRequest
  stub: Stub | undefined
  params: Params
  /** In which of the journal's lives it was opened. */
  life: number
  /** Whether no stub took it, and nothing let it out unasked. */
  unmatched: boolean
  outcome: Outcome | undefined
  head: Head | undefined
  error: unknown
  duration: number
}

/** So many calls are kept at least, and no more than twice as many: what is mocked for hours must not fill the memory. */
const KEPT = 10_000

/** What arrived, in order. */
export class Journal {
  #entries: CallEntry[] = []
  /** The entries before these. */
  #older: readonly CallEntry[] = []
  /** Counts how often the journal was cleared: what was under way then has no place in it any more. */
  #life = 0

  open(request: IncomingRequest, taken?: Candidate): CallEntry {
    const { stub, params } = taken ?? { stub: undefined, params: record<string>() }
    const entry: CallEntry = {
      request,
      stub,
      params,
      life: this.#life,
      unmatched: false,
      outcome: undefined,
      head: undefined,
      error: undefined,
      duration: 0,
    }
    if (this.#entries.length === KEPT) {
      this.#older = this.#entries
      this.#entries = []
    }
    this.#entries.push(entry)
    return entry
  }

  /** Says whether the entry still stands: the journal may have been cleared since it was opened. */
  close(entry: CallEntry, outcome: Outcome, head: Head | undefined, error: unknown): boolean {
    entry.outcome = outcome
    entry.head = head
    entry.error = error
    entry.duration = now() - entry.request.arrivedAt
    return this.holds(entry)
  }

  holds(entry: CallEntry): boolean {
    return entry.life === this.#life
  }

  forget(entry: CallEntry): void {
    entry.life = -1
  }

  clear(): void {
    this.#older = []
    this.#entries = []
    this.#life++
  }

  calls(wanted: (entry: CallEntry) => boolean = () => true): Call[] {
    return [...this.#older, ...this.#entries]
      .filter((entry) => this.holds(entry) && wanted(entry))
      .sort((a, b) => a.request.sequence - b.request.sequence)
      .map(toCall)
  }
}

/** Several values of a name are joined as `Headers` gives them; its entries have each cookie by itself. */
function plainHeaders(head: Head): Record<string, string> {
  const headers = new Headers(head.headers)
  return Object.fromEntries([...headers].map(([name, value]) => [name, headers.get(name) ?? value]))
}

/** A call as plain data. */
export function toCall({ request, stub, params, outcome, head, error, duration }: CallEntry): Call {
  return {
    request: request.snapshot(params),
    ...(stub && { stub }),
    outcome,
    ...(head && { response: { status: head.status, headers: plainHeaders(head) } }),
    ...(error !== undefined && { error }),
    startedAt: timeOrigin + request.arrivedAt,
    duration,
  }
}
