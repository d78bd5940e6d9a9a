import type { Schema } from '@cfworker/json-schema'
import { getOrAdd } from '../../core/get-or-add.ts'
import { isPlainObject } from '../../core/type-guards.ts'

/** How many schemas a value may be checked against, and how many more for each character of a large value's JSON. */
const MOST_STEPS = 500_000
const MOST_STEPS_PER_CHARACTER = 100

/** The value that the validator checks. Schemas ask it where the validator itself would take too long. */
export class CheckedValue {
  #value: unknown
  #steps = 0
  #limit = MOST_STEPS
  #lists: ReturnType<typeof listsIn> | undefined
  #next = 0

  prepare(value: unknown): void {
    this.#value = value
    this.#steps = 0
    this.#limit = MOST_STEPS
    this.#lists = undefined
    this.#next = 0
  }

  /**
   * The prototype of all schemas, which counts the checks: the validator tries each alternative, and alternatives within
   * alternatives double its work at each level.
   */
  readonly prototype: Schema = Object.defineProperty({}, '$recursiveAnchor', { get: () => this.#countStep() })

  #countStep(): undefined {
    if (++this.#steps <= this.#limit) return
    this.#limit = Math.max(MOST_STEPS, JSON.stringify(this.#value).length * MOST_STEPS_PER_CHARACTER)
    if (this.#steps > this.#limit) throw new RangeError('too many alternatives')
  }

  /**
   * `uniqueItems` in linear time: a list must not equal a list of the value that has an element twice. The validator itself
   * compares each element with every other one.
   */
  readonly uniqueItems: Schema = {
    title: 'elements that differ',
    // The validator would write all lists into its error.
    not: { enum: { some: (isEqual: IsEqual) => this.#isRepeating(isEqual), toJSON: () => 'lists' } as never },
  }

  /** Finds the list that the validator asks about. It meets the lists nearly in their order, so the next one is the first guess. */
  #isRepeating(isEqual: IsEqual): boolean {
    this.#lists ??= listsIn(this.#value)
    const lists = this.#lists
    if (!lists.some(({ repeats }) => repeats)) return false
    for (let step = 0; step < 2 * lists.length; step++) {
      const index = this.#next + (step % 2 === 0 ? step / 2 : -(step + 1) / 2)
      const found = lists[index]
      if (!found || !isEqual(found.list)) continue
      this.#next = index + 1
      return found.repeats
    }
    return false
  }
}

type IsEqual = (list: readonly unknown[]) => boolean

/** Returns the lists in a value, from the outside inwards, and whether each has an element twice. */
function listsIn(value: unknown) {
  const lists: { readonly list: readonly unknown[]; repeats: boolean }[] = []
  /** Equal parts of the value have the same number. */
  const numbers = new Map<string, number>()
  const keyOf = (part: unknown): string => {
    if (Array.isArray(part)) {
      const found = { list: part, repeats: false }
      lists.push(found)
      const elements = part.map(numberOf)
      found.repeats = new Set(elements).size < elements.length
      return `[${elements}]`
    }
    if (!isPlainObject(part)) return `${typeof part} ${part}`
    const names = Object.keys(part).sort()
    return `{${names.map((name) => `${JSON.stringify(name)}:${numberOf(part[name])}`)}}`
  }
  const numberOf = (part: unknown): number => {
    const key = keyOf(part)
    return getOrAdd(numbers, key, () => numbers.size)
  }
  keyOf(value)
  return lists
}
