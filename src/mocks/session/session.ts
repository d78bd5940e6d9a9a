import type { Candidate, Table } from '../../core/choose/table.ts'
import { type MynahError, mocksEndedError } from '../../core/errors.ts'
import type { StubGroup } from '../../core/explain/explain.ts'
import { startAtUser } from '../../core/frames.ts'
import { readAs } from '../../core/match/operation.ts'
import type { Base } from '../../core/path/base.ts'
import type { FinalReply } from '../../core/reply/reply.ts'
import { originalOf, type Stub } from '../../core/stub/stub.ts'
import type { StubStates } from '../../core/stub/stub-states.ts'
import { isThenable } from '../../core/type-guards.ts'
import type { IncomingRequest } from '../../request/incoming-request.ts'
import { guardLoop } from '../../response/loop-guard.ts'
import type { Verdict } from '../../response/verdict.ts'
import { AbortSource } from '../../runtime/abort.ts'
import { type ErrorOfUnmet, Failures } from './failures.ts'
import { type CallEntry, Journal, OUTCOMES, type Outcome, toCall } from './journal.ts'
import { Layers } from './layers.ts'
import type { EventName, Listeners } from './listeners.ts'
import { tellUsage, type Usage } from './tell-usage.ts'
import { type UnusedOverrides, unusedOverrides } from './unused-overrides.ts'

/** All state of mocks: the layers, how often each stub was used, what stubs keep, the journal, the failures. */
export class Session implements StubGroup {
  readonly journal = new Journal()
  readonly layers: Layers
  readonly failures = new Failures((expected) => this.#expectedErrors(expected))
  readonly base: Base | undefined
  readonly #listeners: Listeners | undefined
  #uses = new Map<Stub, number>()
  /** A request from before a reset keeps the old ones: what its resolver still changes is lost. */
  states: StubStates
  /** Called when the states are over. */
  #overs: (() => void)[] = []
  readonly isIsolated: boolean
  #errorOfUnmet: ErrorOfUnmet | undefined
  /** Of the running test, before its latest reset: an `afterEach` that resets mocks may run before the runner's hooks. */
  unusedBefore: readonly UnusedOverrides[] = []
  #watchers = new Set<(entry: CallEntry) => void>()
  /** Requests that listeners know, although their entry was removed. */
  readonly #announced = new WeakSet<IncomingRequest>()
  /** Aborted, and replaced for the next start, when the mocks end: pending requests are never answered. */
  ended = new AbortSource()

  constructor(table: Table, listeners?: Listeners, isIsolated = false) {
    this.isIsolated = isIsolated
    this.states = this.#newStates()
    this.base = table.base
    this.layers = new Layers(table)
    this.#listeners = listeners
  }

  get tables(): readonly Table[] {
    return this.layers.tables
  }

  available(stub: Stub): boolean {
    return this.#usesOf(stub) < stub.parts.times
  }

  /** Fails the test with the error of user code, such as a resolver or the `match` of a stub. */
  threw(stub: Stub | undefined, error: unknown): void {
    this.failures.add(startAtUser(error, { otherwise: stub?.parts.trace }))
  }

  /** Counts a use of a stub, and returns how often it was used before. */
  countUse(entry: CallEntry, { stub, params }: Candidate): number {
    const uses = this.#usesOf(stub)
    // The request may be from before a reset, if another stub has returned `next()` since.
    if (this.journal.holds(entry)) this.#uses.set(stub, uses + 1)
    entry.stub = stub
    entry.params = params
    entry.read = stub.parts.declarer.operation?.protocol.read(entry.request) ?? entry.read
    return uses
  }

  /** Uncounts a use, after `next()`. A use from before a reset is no longer counted anyway. */
  undoUse(entry: CallEntry, stub: Stub): void {
    if (this.journal.holds(entry)) this.#uses.set(stub, this.#usesOf(stub) - 1)
  }

  #usesOf(stub: Stub): number {
    return this.#uses.get(stub) ?? 0
  }

  #newStates(): StubStates {
    return {
      kept: new Map(),
      isIsolated: this.isIsolated,
      whenOver: (callback) => void this.#overs.push(callback),
      stubs: () => this.tables.flatMap(({ stubs }) => stubs),
      fail: (error) => this.threw(undefined, error),
    }
  }

  #endStates(): void {
    for (const over of this.#overs.splice(0)) over()
  }

  /** Returns the stubs that took no request; by default of all stubs. */
  unused(among?: readonly Stub[]): Stub[] {
    return this.#stubUses(among).flatMap(({ stub, isUsed }) => (isUsed ? [] : originalOf(stub)))
  }

  #stubUses(among: readonly Stub[] = this.layers.tables.flatMap((table) => table.stubs)): Usage['stubs'] {
    const stubs = among.filter(({ parts }) => !parts.declarer.isFallback)
    return stubs.map((stub) => ({ stub, isUsed: this.#usesOf(stub) > 0 }))
  }

  /**
   * Puts expectations in front. `remove` removes their stubs; after `withdraw`, the requests need not come. `errorOf` returns the error
   * of those that have not come.
   */
  expect(expected: readonly Stub[], errorOf: ErrorOfUnmet): Record<'remove' | 'withdraw', () => void> {
    this.#errorOfUnmet = errorOf
    return { remove: this.layers.addExpected(expected), withdraw: this.failures.expect(expected) }
  }

  /** Returns the error of the expectations that have not come; an empty list if all have come. */
  #expectedErrors(expected: readonly Stub[]): MynahError[] {
    const unmet = expected
      .map((stub) => ({ stub, uses: this.#usesOf(stub) }))
      .filter(({ stub, uses }) => uses < stub.times)
    const error = unmet.length > 0 && this.#errorOfUnmet?.(unmet, this.journal.entries(), this.base)
    return error ? [error] : []
  }

  /** Records a request that has arrived, and the stub that takes it. */
  open(request: IncomingRequest, taken?: Candidate): CallEntry {
    // An answer pays nothing for the protocols of other stubs.
    const read = taken
      ? taken.stub.parts.declarer.operation?.protocol.read(request)
      : readAs(this.layers.protocols, request)
    const entry = this.journal.open(request, taken, read)
    if (!this.#announced.has(request)) this.#emit('request', entry)
    return entry
  }

  /** Removes the entry of a request whose last stub returned `next()`. The next mocks record it again. */
  forget(entry: CallEntry): void {
    this.journal.forget(entry)
    this.#announced.add(entry.request)
  }

  /** Records the outcome of a request, tells the listeners, and returns the verdict. `reply` is what the verdict was made of. */
  close(entry: CallEntry, verdict: Verdict, reply?: FinalReply, outcome = OUTCOMES[verdict.kind]): Verdict {
    // The journal was cleared meanwhile: the request belongs to a test that is over.
    if (!this.journal.close(entry, verdict, outcome, reply)) return verdict
    if (entry.unmatched) this.#emit('unmatched', entry)
    else if (outcome === 'answered') this.#emit('answered', entry)
    for (const watcher of this.#watchers) watcher(entry)
    return verdict
  }

  /** Calls a function with the entry of each call that ends, and returns the undo. */
  watch(watcher: (entry: CallEntry) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Records the outcome of a request that no stub took. */
  miss(
    entry: CallEntry,
    verdict: Verdict,
    outcome: Outcome = verdict.kind === 'error' ? 'unmatched' : OUTCOMES[verdict.kind],
  ): Verdict {
    entry.unmatched = true
    return this.close(entry, verdict, undefined, outcome)
  }

  /** Tells the listeners. One that throws, or rejects, fails the test; the request goes on. */
  #emit(name: EventName, entry: CallEntry): void {
    const fail = (error: unknown) => this.threw(undefined, error)
    for (const listener of this.#listeners?.[name] ?? []) {
      try {
        const result: unknown = guardLoop(entry.request, () => listener(toCall(entry)))
        if (isThenable(result)) result.then(undefined, fail)
      } catch (error) {
        fail(error)
      }
    }
  }

  /** Removes overrides and expectations, and clears counts, the state of stubs, and the journal. Failures stay until they are reported. */
  reset(): void {
    this.#tellUsage()
    this.unusedBefore = [unusedOverrides(this)]
    this.failures.endExpectations()
    this.layers.clear()
    this.#uses = new Map()
    this.#endStates()
    this.states = this.#newStates()
    this.journal.clear()
  }

  /** Aborts pending requests. The journal stays readable. */
  end(): void {
    this.#tellUsage()
    this.#endStates()
    this.layers.end()
    this.ended.abort(mocksEndedError)
    this.ended = new AbortSource()
  }

  #tellUsage(): void {
    tellUsage?.({
      stubs: this.#stubUses(),
      requests: this.journal.entries(({ head }) => head !== undefined).map(({ request }) => request),
    })
  }
}
