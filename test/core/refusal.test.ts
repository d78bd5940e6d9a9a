import { expect, test } from 'vitest'
import { asCode, nearestTo, paramText } from '../../src/core/refusal.ts'
import { LONGEST } from '../../src/core/show.ts'
import { exists, fn, not } from '../../src/entries/core.ts'

const names: readonly { title: string; key: string; right: readonly string[]; nearest: string | undefined }[] = [
  { title: 'a typo', key: 'satus', right: ['match', 'status'], nearest: 'status' },
  { title: 'another case', key: 'Status', right: ['match', 'status'], nearest: 'status' },
  { title: 'half of a name', key: 'sta', right: ['match', 'status'], nearest: 'status' },
  { title: 'something else', key: 'priority', right: ['match', 'status'], nearest: undefined },
  { title: 'no valid names at all', key: 'status', right: [], nearest: undefined },
]

test('a name in capitals was taken for none, or for another one', () => {
  expect(nearestTo('STATUS', ['match', 'status'])).toBe('status')
  expect(nearestTo('GETUSER', ['getTeam', 'getUser'])).toBe('getUser')
})

test.each(names)('the name that was probably meant: $title', ({ key, right, nearest }) => {
  expect(nearestTo(key, right)).toBe(nearest)
})

test.each([
  { name: 'id', text: ':id' },
  { name: 'user id', text: ':"user id"' },
  { name: 'a"b\\c', text: ':"a\\"b\\\\c"' },
])('the code of a param: $name', ({ name, text }) => {
  expect(paramText(name)).toBe(text)
})

const codes: readonly { title: string; value: unknown; code: string }[] = [
  { title: 'a text', value: 'a', code: "'a'" },
  { title: 'the longest text', value: 'x'.repeat(LONGEST - 2), code: `'${'x'.repeat(LONGEST - 2)}'` },
  { title: 'a longer text', value: 'x'.repeat(LONGEST - 1), code: '…' },
  { title: 'a function', value: () => true, code: '…' },
  { title: 'a symbol', value: Symbol('a'), code: '…' },
  { title: 'a RegExp', value: /a/, code: '/a/' },
  { title: 'a password', value: { password: 'a' }, code: "{ password: 'a' }" },
  { title: 'an object of a class', value: new Map(), code: '…' },
  { title: 'a matcher', value: not(exists()), code: 'not(exists())' },
  { title: 'a matcher of a function', value: fn(() => true), code: '…' },
  { title: 'an object with RegExps and matchers', value: { a: /b/, c: exists() }, code: '{ a: /b/, c: exists() }' },
  { title: 'an object with a symbol', value: { a: Symbol('a') }, code: '…' },
  { title: 'five lists', value: [[[[[1]]]]], code: '[[[[[1]]]]]' },
  { title: 'six lists', value: [[[[[[]]]]]], code: '…' },
  { title: 'a matcher in five lists', value: [[[[[not(1)]]]]], code: '[[[[[not(1)]]]]]' },
  { title: 'a list in a matcher in four lists', value: [[[[not([])]]]], code: '…' },
]

test.each(codes)('a value as code that runs: $title', ({ value, code }) => {
  expect(asCode(value)).toBe(code)
})
