import { whenProcessEnds } from '#platform'
import { RUNNERS } from '#runners'
import { checkOptions, ON_OR_OFF } from '../core/options.ts'
import { addStarted } from '../exchange/add-started.ts'
import type { StartedMocks } from '../exchange/started.ts'
import { runAll } from '../runtime/run-all.ts'
import { notStartedError } from './not-started.ts'
import { type Registration, registerHooks } from './runner/hooks.ts'
import { testHooks } from './runner/test-hooks.ts'
import { failureOf, unreportedText, unusedStubsError } from './session/failure-error.ts'
import type { Session } from './session/session.ts'
import type { Sessions } from './session/sessions.ts'

/** The options of `reset`. */
export interface ResetOptions {
  /** Whether failures are forgotten too, so that no test fails with them. */
  readonly failures?: boolean
}

/** What mocks change in their process while they are started. Each act returns its undo. */
interface Acts {
  /** Patches the clients, if it is not done yet. */
  readonly patch: (mocks: StartedMocks) => () => void
  /** Lends globals to a test environment that has no fetch. */
  readonly lend: () => () => void
}

const NOTHING = () => () => {}

/** The start and the end of mocks, and what their members may do before, in between and after. */
export class Lifecycle {
  state: 'new' | 'started' | 'ended' = 'new'
  /** Whether somebody used the mocks without a start, or learnt that they are not started. */
  isUsed = false
  readonly runner: Registration
  readonly #mocks: StartedMocks
  readonly #sessions: Sessions
  readonly #acts: Acts
  #unpatch: (() => void) | undefined
  #finish = () => {}

  /** `lend` is missing if the mocks patch nothing. */
  constructor(mocks: StartedMocks, sessions: Sessions, lend: Acts['lend'] | undefined) {
    this.#mocks = mocks
    this.#sessions = sessions
    this.#acts = lend ? { patch: addStarted, lend } : { patch: NOTHING, lend: NOTHING }
    this.runner = registerHooks(testHooks(sessions, this.stop))
    sessions.main.failures.watchBy(this.runner.failed)
  }

  readonly start = (): (() => void) => {
    this.#unpatch ??= this.#acts.patch(this.#mocks)
    this.begin()
    return this.stop
  }

  /** Makes the members work, and the process report failures that no test has failed with. A start does it, or the first `mocks.fetch`. */
  readonly begin = (): void => {
    if (this.state === 'started') return
    this.state = 'started'
    this.runner.started()
    this.#sessions.beginTest()
    const { main } = this.#sessions
    const stopReporting = whenProcessEnds(() => unreportedText(main.failures.unreportedErrors()))
    const removeGlobals = this.#acts.lend()
    const clear = () => reset(main, { failures: true })
    const stopClearing = RUNNERS.flatMap((runner) => runner.betweenTests?.(clear) ?? [])
    this.#finish = () => runAll([stopReporting, removeGlobals, ...stopClearing])
  }

  readonly stop = (): void => {
    if (this.state !== 'started') return
    this.state = 'ended'
    const unpatch = this.#unpatch ?? (() => {})
    this.#unpatch = undefined
    runAll([unpatch, this.#finish, () => this.#endSessions()])
  }

  #endSessions(): void {
    const error = this.#sessions.endAll()
    if (error !== undefined && !RUNNERS.some((runner) => runner.showsFailures?.())) throw error
  }

  /**
   * Returns the session for a call that changes it.
   * @throws {MynahError} `NOT_STARTED`, if the mocks are not started: an override would silently do nothing.
   */
  changing(call: string): Session {
    this.assertStarted(call)
    return this.cleared()
  }

  /** Returns the session, without the state of a test that has ended. */
  cleared(): Session {
    this.#sessions.beginTest()
    return this.#sessions.current
  }

  /**
   * Returns the session for a call that reads it.
   * @throws {MynahError} `NOT_STARTED`, if the mocks were never started: an empty journal would pass a test.
   */
  reading(call: string): Session {
    if (this.state === 'new') this.#refuse(call)
    return this.#sessions.current
  }

  /** @throws {MynahError} `NOT_STARTED`, if the mocks are not started. */
  assertStarted(call: string): void {
    if (this.state !== 'started') this.#refuse(call)
  }

  #refuse(call: string): never {
    this.isUsed = true
    throw notStartedError(call, this.state === 'ended')
  }
}

/** Clears overrides, expectations, counts and the journal; failures only with the option `failures`. */
export function reset(session: Session, options: ResetOptions = {}): void {
  checkOptions('mocks.reset', '', options, { failures: ON_OR_OFF })
  session.reset()
  if (options.failures) session.failures.forget()
}

/** The options of `verify`. */
export interface VerifyOptions {
  /** Whether a stub that took no request is a failure too. */
  readonly unused?: boolean
}

/** Throws the failures of a session: that one error, or an `AggregateError` of all. Forgets nothing. */
export function verify(session: Session, options: VerifyOptions = {}): void {
  checkOptions('mocks.verify', '', options, { unused: ON_OR_OFF })
  const failures = [...session.failures.markReported(), ...(options.unused ? unusedStubsError(session.unused()) : [])]
  const error = failureOf(failures)
  if (error !== undefined) throw error
}
