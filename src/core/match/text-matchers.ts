import { defineMaker } from '../define-maker.ts'
import { aliasMatcher, type Matcher, matcher } from '../matcher.ts'
import { asCode, refuseCall } from '../refusal.ts'
import { show } from '../show.ts'
import { isRegExp } from '../type-guards.ts'
import type { Expectation, Received } from './expectation.ts'

/** Matches a text that contains the text, or an array with an element that matches: `includes('a')`. @function */
export const includes: (expected: Expectation<Received>) => Matcher = defineMaker(
  'includes',
  { takes: 1, meant: (values) => eachCode('every', 'includes', values) },
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

/** Matches a text that starts with the text, or an array whose first element matches: `startsWith('Bearer ')`. @function */
export const startsWith: (expected: Expectation<Received>) => Matcher = defineMaker(
  'startsWith',
  { takes: 1, meant: (values) => eachCode('some', 'startsWith', values) },
  (expected: unknown) => atEnd('startsWith', expected, 0, (received) => received.startsWith(String(expected))),
)

/** Matches a text that ends with the text, or an array whose last element matches: `endsWith('.test')`. @function */
export const endsWith: (expected: Expectation<Received>) => Matcher = defineMaker(
  'endsWith',
  { takes: 1, meant: (values) => eachCode('some', 'endsWith', values) },
  (expected: unknown) => atEnd('endsWith', expected, -1, (received) => received.endsWith(String(expected))),
)

/** Matches a text, a number or a boolean in which the RegExp finds a match: `regExp(/^\d+$/)`. @function */
export const regExp: (expected: RegExp) => Matcher = defineMaker(
  'regExp',
  { takes: 1, meant: ([source, flags]) => regExpCode(source, flags) },
  (expected: RegExp) => {
    if (!isRegExp(expected)) {
      refuseCall(`regExp(${show(expected)})`, 'it takes a RegExp', regExpCode(expected))
    }
    return aliasMatcher('regExp', expected)
  },
)

function atEnd(name: string, expected: unknown, index: 0 | -1, ofText: (received: string) => boolean): Matcher {
  if (isRegExp(expected)) {
    const source = index === 0 ? `^${expected.source}` : `${expected.source}$`
    const right = `regExp(${new RegExp(source, expected.flags)})`
    refuseCall(`${name}(${expected})`, 'it takes a text, or what an element of an array is compared with', right)
  }
  return matcher(name, [expected], (nested) => {
    const matches = nested(expected)
    return (received) =>
      Array.isArray(received)
        ? received.length > 0 && matches(received.at(index))
        : typeof received === 'string' && ofText(received)
  })
}

/** The code of a matcher for each value, `every(includes('a'), includes('b'))`; `undefined` for a RegExp, which some refuse. */
function eachCode(all: 'some' | 'every', name: string, values: readonly unknown[]): string | undefined {
  if (values.some(isRegExp)) return undefined
  return `${all}(${values.map((value) => `${name}(${asCode(value)})`).join(', ')})`
}

function regExpCode(source: unknown, flags: unknown = ''): string | undefined {
  try {
    return typeof source === 'string' ? `regExp(${new RegExp(source, flags as string)})` : undefined
  } catch {
    return undefined
  }
}
