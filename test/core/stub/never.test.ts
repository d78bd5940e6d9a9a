import { expect, test } from 'vitest'
import {
  equals,
  every,
  exists,
  greater,
  greaterOrEquals,
  haveType,
  inRange,
  length,
  less,
  lessOrEquals,
  maxLength,
  minLength,
  not,
  oneOf,
  regExp,
  some,
} from '../../../src/core/match/matchers.ts'
import { alternativesOf, contradiction, isAbsence } from '../../../src/core/stub/never.ts'

test.each([
  [every(greater(1), less(2)), undefined],
  [every(greater(2), less(2)), 'never both greater(2) and less(2)'],
  [every(greaterOrEquals(2), lessOrEquals(2)), undefined],
  [every(greaterOrEquals(3), lessOrEquals(2)), 'never both greaterOrEquals(3) and lessOrEquals(2)'],
  [every(inRange([1, 3]), 4), 'never both inRange([1, 3]) and 4'],
  [every(inRange([1, 3]), 3), undefined],
  [every(length(2), 'abc'), "never both length(2) and 'abc'"],
  [every(minLength(2), maxLength(1)), 'never both minLength(2) and maxLength(1)'],
  [every('1', 1), undefined],
  [every(true, false), 'never both true and false'],
  [every(null, 'a'), "never both null and 'a'"],
  [every({ a: 1 }, { a: 2 }), undefined],
  [every(regExp(/a/), 'b'), undefined],
  [every(haveType('string'), haveType('number')), "never both haveType('string') and haveType('number')"],
  [every(greater(3), haveType('string')), undefined],
  [every(length(3), 2), undefined],
  [every(true, 1), 'never both true and 1'],
  [every(null, null), undefined],
  [every(undefined, 'undefined'), undefined],
  [every(new Date(0), 'a'), undefined],
  [every(exists(), 'a'), undefined],
  [every(greater(2), 2), 'never both greater(2) and 2'],
  [every(2, greater(2)), 'never both 2 and greater(2)'],
  [every(less(2), 2), 'never both less(2) and 2'],
  [every(2, lessOrEquals(2)), undefined],
  [some(1, 2), undefined],
  [greater(2), undefined],
  ['text', undefined],
])('%s: %s', (expected, sentence) => {
  expect(contradiction(expected)).toBe(sentence)
})

test.each([
  [undefined, true],
  ['text', false],
  [haveType('undefined'), true],
  [haveType('string'), false],
  [not(exists()), true],
  [not(equals(1)), false],
  [exists(), false],
  [not('text'), false],
  [some(exists()), false],
])('only an absent value meets %s: %s', (expected, isAbsent) => {
  expect(isAbsence(expected)).toBe(isAbsent)
})

test.each([
  [1, [1]],
  [oneOf([1, equals(2)]), [1, 2]],
  [every('a', 'b'), ['a', 'b']],
  [some('a', 'b'), ['a', 'b']],
])('one of the values of %s: %s', (expected, values) => {
  expect(alternativesOf(expected)).toEqual(values)
})

test('a matcher of another kind is a value of its own', () => {
  for (const matcher of [greater(1), not('a')]) expect(alternativesOf(matcher)).toEqual([matcher])
})
