import { MynahError } from '../core/errors.ts'

/** Whether mocks were started, and have ended. */
export type LifecycleState = 'new' | 'started' | 'ended'

/** The mocks that are started, for a message: where each was set up. */
export type StartedPlaces = () => readonly (string | undefined)[]

/** Knows whether mocks may be used. */
export class Lifecycle {
  state: LifecycleState = 'new'
  readonly #places: StartedPlaces

  constructor(places: StartedPlaces) {
    this.#places = places
  }

  /**
   * Refuses to change mocks that are not started: an override would silently do nothing.
   * @throws {MynahError} `NOT_STARTED`
   */
  assertStarted(member: string): void {
    if (this.state !== 'started') throw this.#error(member)
  }

  /**
   * Refuses to read mocks that were never started: an empty journal would pass a test.
   * @throws {MynahError} `NOT_STARTED`
   */
  assertReadable(member: string): void {
    if (this.state === 'new') throw this.#error(member)
  }

  #error(member: string): MynahError {
    const problem = this.state === 'new' ? 'these mocks were never started' : 'these mocks have ended'
    const start = 'Write  beforeAll(mocks)  or  mocks.start()'
    const lines = [`mocks.${member}(…): ${problem}`, '', this.state === 'new' ? start : `${start}  to start them again`]
    if (member === 'use' || member === 'expect') {
      lines.push(`Hooks run after the body of a describe: write  beforeEach(() => mocks.${member}(…))  there`)
    }
    const places = this.#places().filter((place) => place !== undefined)
    if (places.length > 0) lines.push(`Started mocks: ${places.join(', ')}`)
    return new MynahError('NOT_STARTED', lines.join('\n'))
  }
}
