import { routeOf, type Stub } from '../../core/stub/stub.ts'
import type { Mocks } from '../../mocks/mocks.ts'
import { choiceStub } from './choice-stub.ts'
import type { Choice, Choices } from './messages.ts'

/** The chosen answers as overrides of started mocks. */
export class ChoiceLayer {
  readonly #mocks: Mocks
  /** The choices of the stubs that this layer has put in front, also of those that it has removed again. */
  readonly #chosen = new Map<Stub, Choice>()
  #laid: Choices = {}
  #undo = () => {}

  constructor(mocks: Mocks) {
    this.#mocks = mocks
  }

  choiceOf(stub: Stub): Choice | undefined {
    return this.#chosen.get(stub)
  }

  /**
   * Overrides all other stubs by the answers. Returns whether they differ from the previous ones. A choice whose route no
   * stub in force has is left out.
   */
  lay(choices: Choices): boolean {
    const stubs = this.#routes()
    const known = Object.fromEntries(Object.entries(choices).filter(([route]) => stubs.has(route)))
    const differs = JSON.stringify(known) !== JSON.stringify(this.#laid)
    if (differs) this.#replace(known, stubs)
    return differs
  }

  /** Puts the answers on top again, above the overrides that a story has added since. */
  raise(): void {
    this.#replace(this.#laid, this.#routes())
  }

  remove(): void {
    this.#replace({}, new Map())
  }

  #replace(choices: Choices, stubs: ReadonlyMap<string, Stub>): void {
    this.#undo()
    this.#laid = choices
    const added = Object.entries(choices).map(([route, choice]) => {
      const stub = choiceStub(stubs.get(route) as Stub, choice)
      this.#chosen.set(stub, choice)
      return stub
    })
    this.#undo = added.length > 0 ? this.#mocks.use(...added) : () => {}
  }

  /** The stubs in force and those that took a call, by route. A fallback is known once it has taken one. */
  #routes(): Map<string, Stub> {
    const called = this.#mocks.calls().flatMap(({ stub }) => stub ?? [])
    return new Map([...this.#chosen.keys(), ...this.#mocks.unused(), ...called].map((stub) => [routeOf(stub), stub]))
  }
}
