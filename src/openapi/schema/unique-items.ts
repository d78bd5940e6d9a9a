import { isPlainObject } from '../../core/type-guards.ts'

/**
 * `uniqueItems` as a schema that is checked in linear time: a list must not equal any list of the whole value that has an element
 * twice. The validator itself compares each element with every other one.
 */
export class UniqueItems {
  /** The words of a violation. */
  readonly title = 'elements that differ'
  #value: unknown
  #repeating: unknown[] | undefined

  /** Sets the value that is checked next. */
  prepare(value: unknown): void {
    this.#value = value
    this.#repeating = undefined
  }

  get not(): { enum: unknown[] } {
    this.#repeating ??= listsThatRepeat(this.#value)
    return { enum: this.#repeating }
  }
}

/** Returns the lists in a value that have an element twice. */
function listsThatRepeat(value: unknown): unknown[] {
  // The validator would write all of these lists into an error for each other list.
  const found = Object.assign([] as unknown[], { toJSON: () => 'lists' })
  /** Equal parts of the value have the same number. */
  const numbers = new Map<string, number>()
  const keyOf = (part: unknown): string => {
    if (Array.isArray(part)) {
      const elements = part.map(numberOf)
      if (new Set(elements).size < elements.length) found.push(part)
      return `[${elements}]`
    }
    if (!isPlainObject(part)) return `${typeof part} ${part}`
    const names = Object.keys(part).sort()
    return `{${names.map((name) => `${JSON.stringify(name)}:${numberOf(part[name])}`)}}`
  }
  const numberOf = (part: unknown): number => {
    const key = keyOf(part)
    const number = numbers.get(key) ?? numbers.size
    numbers.set(key, number)
    return number
  }
  keyOf(value)
  return found
}
