import { aliasMatcher, type Matcher, matcher, type Nested, type Test } from '../matcher.ts'
import { assertArgument } from '../refusal.ts'
import { isPlainObject, isRegExp } from '../type-guards.ts'

/** Matches if the name is present, whatever its value, even an empty one: `{ authorization: exists() }`. */
export const exists = (): Matcher => matcher('exists', [], () => (received) => received !== undefined)

/** Matches what its argument, a value or a matcher, does not match: `not('admin')`. An absent value satisfies it. */
export const not = (expected: unknown): Matcher =>
  matcher('not', [expected], (nested) => {
    const matches = nested(expected)
    return (received, raw) => !matches(received, raw)
  })

/** Matches exactly the value; objects may have no other keys, at any depth: `equals({ id: 1 })`. */
export const equals = (expected: unknown): Matcher => aliasMatcher('equals', expected, { exact: true })

/** Matches any one of the values or matchers in the list: `oneOf(['admin', 'guest'])`. */
export function oneOf(expected: readonly unknown[]): Matcher {
  assertArgument(Array.isArray(expected), 'oneOf', expected, 'a list', "['admin', 'guest']")
  return matcher('oneOf', [expected], (nested) => anyOf(expected, nested))
}

/** Matches a text that contains the text, or an array with an element that matches: `includes('a')`. */
export const includes = (expected: unknown): Matcher =>
  matcher('includes', [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.some((item) => matches(item))
        : typeof received === 'string' && received.includes(String(expected))
  })

/** Matches a text that starts with the text, or an array whose first element matches: `startsWith('Bearer ')`. */
export const startsWith = (expected: unknown): Matcher =>
  atEnd('startsWith', expected, 0, (received) => received.startsWith(String(expected)))

/** Matches a text that ends with the text, or an array whose last element matches: `endsWith('.test')`. */
export const endsWith = (expected: unknown): Matcher =>
  atEnd('endsWith', expected, -1, (received) => received.endsWith(String(expected)))

/** Matches a text, a number or a boolean in which the RegExp finds a match: `regExp(/^\d+$/)`. */
export function regExp(expected: RegExp): Matcher {
  assertArgument(isRegExp(expected), 'regExp', expected, 'a RegExp', '/admin/')
  return aliasMatcher('regExp', expected)
}

/** Matches a number, or a text that is one, above the limit: `greater(1)`. */
export const greater = (limit: number): Matcher => numeric('greater', limit, (value) => value > limit)

/** Matches a number, or a text that is one, at or above the limit: `greaterOrEquals(18)`. */
export const greaterOrEquals = (limit: number): Matcher => numeric('greaterOrEquals', limit, (value) => value >= limit)

/** Matches a number, or a text that is one, below the limit: `less(18)`. */
export const less = (limit: number): Matcher => numeric('less', limit, (value) => value < limit)

/** Matches a number, or a text that is one, at or below the limit: `lessOrEquals(17)`. */
export const lessOrEquals = (limit: number): Matcher => numeric('lessOrEquals', limit, (value) => value <= limit)

/** Matches a number, or a text that is one, from `min` to `max`, both inclusive: `inRange([1, 100])`. */
export function inRange(expected: readonly [min: number, max: number]): Matcher {
  const isRange =
    Array.isArray(expected) && expected.length === 2 && expected.every((limit) => typeof limit === 'number')
  assertArgument(isRange, 'inRange', expected, 'a list of two numbers', '[1, 10]')
  const [min, max] = expected
  assertArgument(!(min > max), 'inRange', expected, 'the smaller number first', `[${max}, ${min}]`)
  return inNumbers('inRange', expected, (value) => value >= min && value <= max)
}

/** Matches a text of this many characters (UTF-16 units), or an array of this many elements: `length(32)`. */
export const length = (expected: number): Matcher => sized('length', expected, (size) => size === expected)

/** Matches a text or an array of at least this length: `minLength(8)`. */
export const minLength = (expected: number): Matcher => sized('minLength', expected, (size) => size >= expected)

/** Matches a text or an array of at most this length: `maxLength(3)`. */
export const maxLength = (expected: number): Matcher => sized('maxLength', expected, (size) => size <= expected)

/** Matches if any of the matchers or values matches: `some(haveType('string'), 0)`. */
export const some = (...expected: readonly unknown[]): Matcher =>
  matcher('some', expected, (nested) => anyOf(expected, nested))

/** Matches if all of the matchers or values match: `every(minLength(1), maxLength(9))`. */
export const every = (...expected: readonly unknown[]): Matcher =>
  matcher('every', expected, (nested) => {
    const all = expected.map((one) => nested(one))
    return (received, raw) => all.every((matches) => matches(received, raw))
  })

/** Matches an object that has these entries, or an array that has these elements at these indexes: `haveEntries({ id: 1 })`. */
export function haveEntries(expected: Record<string, unknown> | readonly unknown[]): Matcher {
  const isRight = Array.isArray(expected) || isPlainObject(expected)
  assertArgument(isRight, 'haveEntries', expected, 'an object or a list', '{ id: 1 }')
  if (!Array.isArray(expected)) return aliasMatcher('haveEntries', expected, { exact: false })
  return matcher('haveEntries', [expected], (nested) => {
    const elements = expected.map((element) => nested(element))
    return (received) => Array.isArray(received) && elements.every((matches, index) => matches(received[index]))
  })
}

const VALUE_TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string', 'undefined'] as const

/** The types that `haveType` knows; `object` excludes arrays and `null`. */
export type ValueType = (typeof VALUE_TYPES)[number]

/** Matches a value of the type: `haveType('number')`. Values that arrive as text are strings. */
export function haveType(expected: ValueType): Matcher {
  assertArgument(VALUE_TYPES.includes(expected), 'haveType', expected, `one of ${VALUE_TYPES.join(', ')}`, "'string'")
  return matcher('haveType', [expected], () => (received) => typeOf(received) === expected)
}

/** Matches if the function returns a truthy value: `fn((id) => id > 1)`. It is called synchronously. */
export function fn(expected: (received: never) => unknown): Matcher {
  assertArgument(typeof expected === 'function', 'fn', expected, 'a function', '(value) => value > 1')
  return aliasMatcher('fn', expected)
}

function anyOf(expected: readonly unknown[], nested: Nested): Test {
  const options = expected.map((option) => nested(option))
  return (received, raw) => options.some((matches) => matches(received, raw))
}

function atEnd(name: string, expected: unknown, index: 0 | -1, ofText: (received: string) => boolean): Matcher {
  return matcher(name, [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.length > 0 && matches(received.at(index))
        : typeof received === 'string' && ofText(received)
  })
}

function numeric(name: string, limit: number, holds: (value: number) => boolean): Matcher {
  assertArgument(typeof limit === 'number' && !Number.isNaN(limit), name, limit, 'a number', '18')
  return inNumbers(name, limit, holds)
}

function inNumbers(name: string, arg: unknown, holds: (value: number) => boolean): Matcher {
  return matcher(name, [arg], () => (received) => {
    const isNumber = typeof received === 'number' || (typeof received === 'string' && received.trim() !== '')
    return isNumber && holds(Number(received))
  })
}

function sized(name: string, size: number, holds: (size: number) => boolean): Matcher {
  assertArgument(Number.isInteger(size) && size >= 0, name, size, 'a length', '3')
  return matcher(name, [size], () => (received) => {
    return (typeof received === 'string' || Array.isArray(received)) && holds(received.length)
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
