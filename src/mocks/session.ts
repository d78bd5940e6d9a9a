import type { Candidate, Table } from '../core/choose/table.ts'
import type { StubGroup } from '../core/explain/explain.ts'
import type { Base } from '../core/path/base.ts'
import type { Stub } from '../core/stub/stub.ts'
import type { IncomingRequest } from '../request/incoming-request.ts'
import { guardLoop } from '../response/loop-guard.ts'
import type { Verdict } from '../response/verdict.ts'
import { AbortSource, mocksEndedError } from '../runtime/abort.ts'
import { type CallFilter, toPredicate } from './call-filter.ts'
import { MOST_FAILURES } from './failures.ts'
import { type Call, type CallEntry, Journal, type Outcome, toCall } from './journal.ts'
import { Layers } from './layers.ts'
import type { EventName, Listeners } from './listeners.ts'

/** All that changes while mocks are started: the layers, how often each stub has answered, the journal, what failed. */
export class Session {
  readonly journal = new Journal()
  readonly layers: Layers
  readonly base: Base | undefined
  readonly #listeners: Listeners | undefined
  #turns = new Map<Stub, number>()
  #answered = new Set<Stub>()
  #failures: unknown[] = []
  #watchers = new Set<(call: Call) => void>()
  /** Requests that have been told of, though their entry is gone. */
  readonly #told = new WeakSet<IncomingRequest>()
  #ending = new AbortSource()

  constructor(table: Table, listeners?: Listeners) {
    this.base = table.base
    this.layers = new Layers(table)
    this.#listeners = listeners
  }

  /** Aborted when the mocks end: what is pending then will never be answered. */
  get ended(): AbortSource {
    return this.#ending
  }

  /** What explains a miss. */
  get group(): StubGroup {
    return { tables: this.layers.tables, available: (stub) => this.available(stub) }
  }

  available(stub: Stub): boolean {
    return (this.#turns.get(stub) ?? 0) < stub.times
  }

  /** Lets a stub have its turn at a request, and says which of its turns that is, from 0 on. */
  countUse(entry: CallEntry, { stub, params }: Candidate): number {
    const turn = this.#turns.get(stub) ?? 0
    this.#turns.set(stub, turn + 1)
    entry.stub = stub
    entry.params = params
    return turn
  }

  /** Takes a turn back that `next()` declined; one from before a reset is no longer counted. */
  undoUse(entry: CallEntry, stub: Stub): void {
    if (this.journal.holds(entry)) this.#turns.set(stub, (this.#turns.get(stub) as number) - 1)
  }

  unused(): Stub[] {
    return this.layers.tables.flatMap(({ stubs }) => stubs.filter((stub) => !this.#answered.has(stub)))
  }

  /** Keeps an error that the test has to hear of, even where the application swallows it; of very many the first. */
  fail(error: unknown): void {
    if (this.#failures.length < MOST_FAILURES) this.#failures.push(error)
  }

  get failures(): readonly unknown[] {
    return this.#failures
  }

  /** Gives those errors for the test to fail with, and forgets them. */
  takeFailures(): readonly unknown[] {
    const failures = this.#failures
    this.#failures = []
    return failures
  }

  /** Writes down a request that has arrived, and the stub that takes it. */
  open(request: IncomingRequest, taken?: Candidate): CallEntry {
    const entry = this.journal.open(request, taken)
    if (!this.#told.has(request)) this.#emit('request', entry)
    return entry
  }

  /** Strikes out a request that its stub has handed on: whoever takes it writes it down anew. */
  forget(entry: CallEntry): void {
    this.journal.forget(entry)
    this.#told.add(entry.request)
  }

  /** Writes down what became of a request, and tells those who listen; gives the verdict on. */
  close(entry: CallEntry, verdict: Verdict, outcome: Outcome = outcomeOf(verdict)): Verdict {
    const error = verdict.kind === 'error' ? verdict.error : undefined
    const head = verdict.kind === 'response' ? verdict.head : undefined
    // A request that ends after the session's end belongs to nobody who is still there to be told.
    if (!this.journal.close(entry, outcome, head, error)) return verdict
    if (entry.stub && (outcome === 'answered' || outcome === 'passed')) this.#answered.add(entry.stub)
    if (entry.unmatched) this.#emit('unmatched', entry)
    else if (outcome === 'answered') this.#emit('answered', entry)
    for (const watcher of this.#watchers) watcher(toCall(entry))
    return verdict
  }

  /** Calls a function with each call that has ended; gives the undo. */
  watch(watcher: (call: Call) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Writes down what was decided on a request that no stub took. */
  miss(
    entry: CallEntry,
    verdict: Verdict,
    outcome: Outcome = verdict.kind === 'error' ? 'unmatched' : outcomeOf(verdict),
  ): Verdict {
    entry.unmatched = true
    return this.close(entry, verdict, outcome)
  }

  calls(filter?: CallFilter): Call[] {
    return this.journal.calls().filter(toPredicate(filter, this.base))
  }

  /** Tells the listeners. One that throws fails the test, and leaves the request as it is. */
  #emit(name: EventName, entry: CallEntry): void {
    for (const listener of this.#listeners?.[name] ?? []) {
      try {
        guardLoop(entry.request, () => {
          listener(toCall(entry))
        })
      } catch (error) {
        this.fail(error)
      }
    }
  }

  /** Forgets what arrived and what failed, for who never asks: counts stay. */
  forgetCalls(): void {
    this.#failures = []
    this.journal.clear()
  }

  /** Takes the overrides out, and forgets counts, the journal and what failed. */
  reset(): void {
    this.layers.clear()
    this.#turns = new Map()
    this.#answered = new Set()
    this.forgetCalls()
  }

  /** Aborts what is pending; what has arrived can still be looked at. What comes after a `reset` is a new life. */
  end(): void {
    const reason = mocksEndedError()
    this.layers.end(reason)
    this.#ending.abort(reason)
    this.#ending = new AbortSource()
  }
}

function outcomeOf(verdict: Verdict): Outcome {
  switch (verdict.kind) {
    case 'response':
    case 'networkError':
      return 'answered'
    case 'passthrough':
      return 'passed'
    case 'error':
      return 'failed'
  }
}
