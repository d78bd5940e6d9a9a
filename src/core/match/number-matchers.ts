import { defineMaker } from '../define-maker.ts'
import { type Matcher, matcher } from '../matcher.ts'
import { assertArgument } from '../refusal.ts'

/**
 * Matches a number, or a numeric string, above the limit: `greater(1)`.
 * @param limit The number to compare with.
 * @function
 */
export const greater: (limit: number) => Matcher = numeric('greater', (value, limit) => value > limit)

/**
 * Matches a number, or a numeric string, at or above the limit: `greaterOrEquals(18)`.
 * @param limit The number to compare with.
 * @function
 */
export const greaterOrEquals: (limit: number) => Matcher = numeric('greaterOrEquals', (value, limit) => value >= limit)

/**
 * Matches a number, or a numeric string, below the limit: `less(18)`.
 * @param limit The number to compare with.
 * @function
 */
export const less: (limit: number) => Matcher = numeric('less', (value, limit) => value < limit)

/**
 * Matches a number, or a numeric string, at or below the limit: `lessOrEquals(17)`.
 * @param limit The number to compare with.
 * @function
 */
export const lessOrEquals: (limit: number) => Matcher = numeric('lessOrEquals', (value, limit) => value <= limit)

/**
 * Matches a number, or a numeric string, from `min` to `max`, both inclusive: `inRange([1, 100])`.
 * @param expected The minimum and the maximum.
 * @function
 */
export const inRange: (expected: readonly [min: number, max: number]) => Matcher = defineMaker(
  'inRange',
  { takes: 1, note: 'a list of two numbers' },
  (expected: readonly [min: number, max: number]) => {
    assertArgument(isRange(expected), 'inRange', expected, 'a list of two numbers')
    const [min, max] = expected
    assertArgument(!(min > max), 'inRange', expected, 'the smaller number first')
    return inNumbers('inRange', expected, (value) => value >= min && value <= max)
  },
)

/**
 * Matches a string of this many characters (UTF-16 units), or an array of this many elements: `length(32)`.
 * @param expected The number of characters or elements.
 * @function
 */
export const length: (expected: number) => Matcher = sized('length', (size, expected) => size === expected)

/**
 * Matches a string or an array of at least this length: `minLength(8)`.
 * @param expected The number of characters or elements.
 * @function
 */
export const minLength: (expected: number) => Matcher = sized('minLength', (size, expected) => size >= expected)

/**
 * Matches a string or an array of at most this length: `maxLength(3)`.
 * @param expected The number of characters or elements.
 * @function
 */
export const maxLength: (expected: number) => Matcher = sized('maxLength', (size, expected) => size <= expected)

function numeric(name: string, holds: (value: number, limit: number) => boolean): (limit: number) => Matcher {
  return defineMaker(name, { takes: 1 }, (limit: number) => {
    assertArgument(isLimit(limit), name, limit, 'a number')
    return inNumbers(name, limit, (value) => holds(value, limit))
  })
}

function inNumbers(name: string, arg: unknown, holds: (value: number) => boolean): Matcher {
  return matcher(name, [arg], () => (received) => isNumeric(received) && holds(Number(received)))
}

/** Whether a value is a number, or a text of its decimal digits, in which case `Number()` may still return `NaN`. */
function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^[+-]?[\d.]+(?:e[+-]?\d+)?$/i.test(value))
}

function isRange(limits: readonly unknown[]): boolean {
  return Array.isArray(limits) && limits.length === 2 && limits.every(isLimit)
}

function isLimit(limit: unknown): boolean {
  return typeof limit === 'number' && !Number.isNaN(limit)
}

function sized(name: string, holds: (size: number, expected: number) => boolean): (expected: number) => Matcher {
  return defineMaker(name, { takes: 1 }, (expected: number) => {
    const isLength = Number.isInteger(expected) && expected >= 0
    assertArgument(isLength, name, expected, 'a length: an integer, 0 or more')
    return matcher(name, [expected], () => (received) => {
      return (typeof received === 'string' || Array.isArray(received)) && holds(received.length, expected)
    })
  })
}
