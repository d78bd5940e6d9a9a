import type { CompileOptions } from './condition.ts'

const MATCHER = Symbol.for('mynah.matcher')

/** Makes a test of whatever may be expected, in the way of the place where the matcher stands (as text or with types). */
type Nested = (expected: unknown, options?: Partial<CompileOptions>) => (received: unknown) => boolean

/** What a matcher function returns: a condition on one value, with the name and the arguments it was written with. */
export interface Matcher {
  readonly [MATCHER]: true
  readonly name: string
  readonly args: readonly unknown[]
  /** Readies the matcher for the place where it stands. */
  prepare(nested: Nested): (received: unknown) => boolean
}

/** Whether a value is a matcher, also one of another copy of mynah. */
export function isMatcher(value: unknown): value is Matcher {
  return typeof value === 'object' && value !== null && MATCHER in value
}

function matcher(name: string, args: readonly unknown[], prepare: Matcher['prepare']): Matcher {
  return Object.freeze({ [MATCHER]: true, name, args: Object.freeze([...args]), prepare } as const)
}

/** Matches where the name is present, whatever its value, an empty one too. */
export const exists = (): Matcher => matcher('exists', [], () => (received) => received !== undefined)

/** Matches what its argument, a value or a matcher, does not match. An absent value satisfies it. */
export const not = (expected: unknown): Matcher =>
  matcher('not', [expected], (nested) => {
    const matches = nested(expected)
    return (received) => !matches(received)
  })

/** Matches exactly the value: objects with no further keys, at any depth. */
export const equals = (expected: unknown): Matcher =>
  matcher('equals', [expected], (nested) => nested(expected, { exact: true }))

/** Matches any one of the values or matchers in the list. */
export const oneOf = (expected: readonly unknown[]): Matcher =>
  matcher('oneOf', [expected], (nested) => {
    const options = expected.map((option) => nested(option))
    return (received) => options.some((matches) => matches(received))
  })

/** Matches a text that has the text in it, or an array that has such an element. */
export const includes = (expected: unknown): Matcher =>
  matcher('includes', [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.some(matches)
        : typeof received === 'string' && received.includes(String(expected))
  })

/** Matches a text that starts with the text, or an array whose first element is such. */
export const startsWith = (expected: unknown): Matcher =>
  matcher('startsWith', [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.length > 0 && matches(received[0])
        : typeof received === 'string' && received.startsWith(String(expected))
  })

/** Matches a text that ends with the text, or an array whose last element is such. */
export const endsWith = (expected: unknown): Matcher =>
  matcher('endsWith', [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.length > 0 && matches(received.at(-1))
        : typeof received === 'string' && received.endsWith(String(expected))
  })

/** Matches a text or a number that the RegExp finds itself in. */
export const regExp = (expected: RegExp): Matcher => matcher('regExp', [expected], (nested) => nested(expected))

/** Matches a number, or a text that is one, above the limit. */
export const greater = (limit: number): Matcher => numeric('greater', limit, (value) => value > limit)

/** Matches a number, or a text that is one, at or above the limit. */
export const greaterOrEquals = (limit: number): Matcher => numeric('greaterOrEquals', limit, (value) => value >= limit)

/** Matches a number, or a text that is one, below the limit. */
export const less = (limit: number): Matcher => numeric('less', limit, (value) => value < limit)

/** Matches a number, or a text that is one, at or below the limit. */
export const lessOrEquals = (limit: number): Matcher => numeric('lessOrEquals', limit, (value) => value <= limit)

/** Matches a number, or a text that is one, from `min` to `max`, both inclusive. */
export const inRange = ([min, max]: readonly [min: number, max: number]): Matcher =>
  numeric('inRange', [min, max], (value) => value >= min && value <= max)

/** Matches a text of so many characters (UTF-16 units), or an array of so many elements. */
export const length = (expected: number): Matcher => sized('length', expected, (size) => size === expected)

/** Matches a text or an array of at least this length. */
export const minLength = (expected: number): Matcher => sized('minLength', expected, (size) => size >= expected)

/** Matches a text or an array of at most this length. */
export const maxLength = (expected: number): Matcher => sized('maxLength', expected, (size) => size <= expected)

/** Matches where any of the matchers (or values) does. */
export const some = (...expected: readonly unknown[]): Matcher =>
  matcher('some', expected, (nested) => {
    const options = expected.map((option) => nested(option))
    return (received) => options.some((matches) => matches(received))
  })

/** Matches where all of the matchers (or values) do. */
export const every = (...expected: readonly unknown[]): Matcher =>
  matcher('every', expected, (nested) => {
    const all = expected.map((one) => nested(one))
    return (received) => all.every((matches) => matches(received))
  })

/** Matches an object that has these entries, or an array that has these elements at these places. */
export const haveEntries = (expected: Record<string, unknown> | readonly unknown[]): Matcher =>
  matcher('haveEntries', [expected], (nested) => {
    if (!Array.isArray(expected)) return nested(expected, { exact: false })
    const elements = expected.map((element) => nested(element))
    return (received) => Array.isArray(received) && elements.every((matches, index) => matches(received[index]))
  })

/** What `haveType` tells apart; `object` is neither an array nor null. */
export type ValueType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string' | 'undefined'

/** Matches a value of the type. What arrives as text is a string. */
export const haveType = (expected: ValueType): Matcher =>
  matcher('haveType', [expected], () => (received) => typeOf(received) === expected)

/** Matches where the function says so. It is asked synchronously. */
export const fn = (expected: (received: never) => unknown): Matcher =>
  matcher('fn', [expected], (nested) => nested(expected))

function numeric(name: string, arg: unknown, holds: (value: number) => boolean): Matcher {
  return matcher(name, [arg], () => (received) => {
    const isNumber = typeof received === 'number' || (typeof received === 'string' && received.trim() !== '')
    return isNumber && holds(Number(received))
  })
}

function sized(name: string, arg: number, holds: (size: number) => boolean): Matcher {
  return matcher(
    name,
    [arg],
    () => (received) => (typeof received === 'string' || Array.isArray(received)) && holds(received.length),
  )
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
