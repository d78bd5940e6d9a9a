import { defineMaker } from '../define-maker.ts'
import { aliasMatcher, type Matcher, matcher } from '../matcher.ts'
import { assertArgument } from '../refusal.ts'
import { isRegExp } from '../type-guards.ts'
import type { Expectation, Received } from './condition.ts'

/**
 * Matches a string that contains the string, or an array with an element that matches: `includes('a')`.
 * @param expected A string, or a value or matcher for an element.
 * @function
 */
export const includes: (expected: Expectation<Received>) => Matcher = defineMaker(
  'includes',
  { takes: 1, note: 'use some() or every() for several' },
  (expected: unknown) =>
    matcher('includes', [expected], (nested) => {
      const matches = nested(expected)
      return (received) => {
        if (Array.isArray(received)) return received.some((item) => matches(item))
        if (typeof received !== 'string') return false
        return isRegExp(expected) ? matches(received) : received.includes(String(expected))
      }
    }),
)

/**
 * Matches a string that starts with the string, or an array whose first element matches: `startsWith('Bearer ')`.
 * @param expected A string, or a value or matcher for the first element.
 * @function
 */
export const startsWith: (expected: Expectation<Received>) => Matcher = defineMaker(
  'startsWith',
  { takes: 1, note: 'use some() or every() for several' },
  (expected: unknown) => atEnd('startsWith', expected, 0, (received) => received.startsWith(String(expected))),
)

/**
 * Matches a string that ends with the string, or an array whose last element matches: `endsWith('.test')`.
 * @param expected A string, or a value or matcher for the last element.
 * @function
 */
export const endsWith: (expected: Expectation<Received>) => Matcher = defineMaker(
  'endsWith',
  { takes: 1, note: 'use some() or every() for several' },
  (expected: unknown) => atEnd('endsWith', expected, -1, (received) => received.endsWith(String(expected))),
)

/**
 * Matches a string, a number or a boolean that the RegExp matches: `regExp(/^\d+$/)`.
 * @param expected A RegExp; its flags count.
 * @function
 */
export const regExp: (expected: RegExp) => Matcher = defineMaker('regExp', { takes: 1 }, (expected: RegExp) => {
  assertArgument(isRegExp(expected), 'regExp', expected, 'a RegExp')
  return aliasMatcher('regExp', expected)
})

function atEnd(name: string, expected: unknown, index: 0 | -1, ofText: (received: string) => boolean): Matcher {
  const wanted = 'a text, or what an element of an array is compared with; use regExp()'
  assertArgument(!isRegExp(expected), name, expected, wanted)
  return matcher(name, [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.length > 0 && matches(received.at(index))
        : typeof received === 'string' && ofText(received)
  })
}
