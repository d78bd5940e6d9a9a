import { isMaker } from '../brand.ts'
import { defineMaker } from '../define-maker.ts'
import { aliasMatcher, type Matcher, matcher, type Nested, type Test } from '../matcher.ts'
import { assertArgument } from '../refusal.ts'
import { isPlainObject } from '../type-guards.ts'
import type { Expectation, Received } from './condition.ts'

/** Matches if the name is present, whatever its value, even an empty one: `{ authorization: exists() }`. @function */
export const exists: () => Matcher = defineMaker('exists', { takes: 0 }, () =>
  matcher('exists', [], () => (received) => received !== undefined),
)

/**
 * Matches what the value or matcher does not match: `not('admin')`. A missing value matches.
 * @param expected A value or a matcher that must not match.
 * @function
 */
export const not: (expected: Expectation<Received>) => Matcher = defineMaker(
  'not',
  { takes: 1, note: 'list several values in oneOf()' },
  (expected: unknown) =>
    matcher('not', [expected], (nested) => {
      const matches = nested(expected)
      return (received, raw) => !matches(received, raw)
    }),
)

/**
 * Matches exactly the value; objects may have no other keys, at any depth: `equals({ id: 1 })`.
 * @param expected The value.
 * @function
 */
export const equals: (expected: Expectation<Received>) => Matcher = defineMaker(
  'equals',
  { takes: 1, note: 'list several values in oneOf()' },
  (expected: unknown) => aliasMatcher('equals', expected, { exact: true }),
)

/**
 * Matches any one of the values or matchers in the list: `oneOf(['admin', 'guest'])`.
 * @param expected Values or matchers, one of which has to match.
 * @function
 */
export const oneOf: (expected: readonly Expectation<Received>[]) => Matcher = defineMaker(
  'oneOf',
  { takes: 1, note: 'list its values' },
  (expected: readonly unknown[]) => {
    assertArgument(Array.isArray(expected), 'oneOf', expected, 'a list')
    assertArgument(expected.length > 0, 'oneOf', expected, 'at least one value: an empty list matches nothing')
    return matcher('oneOf', [expected], (nested) => anyOf(expected, nested))
  },
)

/**
 * Matches if any of the matchers or values matches: `some(haveType('string'), 0)`.
 * @param expected Matchers or values, one of which has to match.
 * @function
 */
export const some: (...expected: Expectation<Received>[]) => Matcher = severalMaker('some', (expected, nested) =>
  anyOf(expected, nested),
)

/**
 * Matches if all of the matchers or values match: `every(minLength(1), maxLength(9))`.
 * @param expected Matchers or values, all of which have to match.
 * @function
 */
export const every: (...expected: Expectation<Received>[]) => Matcher = severalMaker('every', (expected, nested) => {
  const all = expected.map((one) => nested(one))
  return (received, raw) => all.every((matches) => matches(received, raw))
})

/**
 * Matches an object that has these entries, or an array that has these elements at these indexes: `haveEntries({ id: 1 })`.
 * @param expected The entries of an object by name, or the elements of an array by index.
 * @function
 */
export const haveEntries: (
  expected: Readonly<Record<string, Expectation<Received>>> | readonly Expectation<Received>[],
) => Matcher = defineMaker(
  'haveEntries',
  { takes: 1, note: 'an object or a list' },
  (expected: Record<string, unknown> | readonly unknown[]) => {
    const isRight = Array.isArray(expected) || isPlainObject(expected)
    assertArgument(isRight, 'haveEntries', expected, 'an object or a list')
    if (!Array.isArray(expected)) return aliasMatcher('haveEntries', expected, { exact: false })
    return matcher('haveEntries', [expected], (nested) => {
      const elements = expected.map((element) => nested(element))
      return (received) => Array.isArray(received) && elements.every((matches, index) => matches(received[index]))
    })
  },
)

const VALUE_TYPES = ['array', 'boolean', 'null', 'number', 'object', 'string', 'undefined'] as const

/** The types that `haveType` knows; `object` excludes arrays and `null`. */
export type ValueType = (typeof VALUE_TYPES)[number]

/**
 * Matches a value of the type: `haveType('number')`. Params, queries, headers and cookies are strings.
 * @param expected `'string'`, `'number'`, `'boolean'`, `'object'`, `'array'` …
 * @function
 */
export const haveType: (expected: ValueType) => Matcher = defineMaker(
  'haveType',
  { takes: 1 },
  (expected: ValueType) => {
    assertArgument(VALUE_TYPES.includes(expected), 'haveType', expected, `one of ${VALUE_TYPES.join(', ')}`)
    return matcher('haveType', [expected], () => (received) => typeOf(received) === expected)
  },
)

/**
 * Matches if the function returns a truthy value: `fn((id) => id > 1)`. It is called synchronously.
 * @param expected Receives the value, and returns whether it matches.
 * @function
 */
export const fn: (expected: (received: Received) => unknown) => Matcher = defineMaker(
  'fn',
  { takes: 1 },
  (expected: (received: Received) => unknown) => {
    assertArgument(typeof expected === 'function' && !isMaker(expected), 'fn', expected, 'a function')
    return aliasMatcher('fn', expected)
  },
)

export {
  greater,
  greaterOrEquals,
  inRange,
  length,
  less,
  lessOrEquals,
  maxLength,
  minLength,
} from './number-matchers.ts'
export { endsWith, includes, regExp, startsWith } from './text-matchers.ts'

function anyOf(expected: readonly unknown[], nested: Nested): Test {
  const options = expected.map((option) => nested(option))
  return (received, raw) => options.some((matches) => matches(received, raw))
}

/** Defines a matcher of several matchers or values. */
function severalMaker(
  name: string,
  prepare: (expected: readonly unknown[], nested: Nested) => Test,
): (...expected: readonly unknown[]) => Matcher {
  return defineMaker(name, { takes: [1, Number.POSITIVE_INFINITY] }, (...expected: readonly unknown[]) => {
    const [list] = expected
    const isList = expected.length === 1 && Array.isArray(list)
    assertArgument(!isList, name, list, 'each value as an argument, not a list')
    return matcher(name, expected, (nested) => prepare(expected, nested))
  })
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
