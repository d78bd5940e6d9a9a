import { describe, expect, test } from 'vitest'
import { compare } from '../../../src/core/match/compare.ts'
import { compile } from '../../../src/core/match/compile.ts'
import * as matchers from '../../../src/core/match/matchers.ts'
import { isMatcher, type Matcher } from '../../../src/core/matcher.ts'
import { show } from '../../../src/core/show.ts'

const {
  endsWith,
  equals,
  every,
  exists,
  fn,
  greater,
  greaterOrEquals,
  haveEntries,
  haveType,
  includes,
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
  startsWith,
} = matchers

/** What each matcher is asked about, absent and present, of every type. */
const VALUES = {
  absent: undefined,
  null: null,
  true: true,
  false: false,
  zero: 0,
  five: 5,
  empty: '',
  space: ' ',
  text: 'abc',
  number: '5',
  none: [],
  list: ['a', 'b'],
  numbers: [5, 6],
  objects: [{ a: 1, b: 2 }],
  object: {},
  record: { a: 1 },
  more: { a: 1, b: [2], c: { d: 3 } },
} as const
type Name = keyof typeof VALUES
const NAMES = Object.keys(VALUES) as Name[]

function all(...but: readonly Name[]): Name[] {
  return NAMES.filter((name) => !but.includes(name))
}

function matches(expected: unknown, received: unknown, text = false): boolean {
  return compare(compile(expected, { text }), received, '', { all: false, add: () => {} })
}

interface Case {
  /** As a report writes it. */
  readonly title: string
  readonly matcher: Matcher
  /** Of the values above, those that match; all others do not. */
  readonly matching: readonly Name[]
}

const cases: readonly Case[] = [
  { title: 'exists()', matcher: exists(), matching: all('absent') },

  { title: 'not(exists())', matcher: not(exists()), matching: ['absent'] },
  { title: "not('abc')", matcher: not('abc'), matching: all('text') },
  { title: 'not(null)', matcher: not(null), matching: all('null') },
  { title: 'not(undefined)', matcher: not(undefined), matching: all('absent') },
  { title: 'not({ a: 1 })', matcher: not({ a: 1 }), matching: all('record', 'more') },
  { title: 'not(/b/)', matcher: not(/b/), matching: all('text') },
  { title: 'not(greater(1))', matcher: not(greater(1)), matching: all('five', 'number') },

  { title: "equals('abc')", matcher: equals('abc'), matching: ['text'] },
  { title: 'equals(5)', matcher: equals(5), matching: ['five'] },
  { title: 'equals(null)', matcher: equals(null), matching: ['null'] },
  { title: 'equals([])', matcher: equals([]), matching: ['none'] },
  { title: 'equals({})', matcher: equals({}), matching: ['object'] },
  { title: 'equals({ a: 1 })', matcher: equals({ a: 1 }), matching: ['record'] },
  { title: 'equals({ a: 1, b: [2] })', matcher: equals({ a: 1, b: [2] }), matching: [] },
  { title: 'equals({ a: 1, b: [2], c: {} })', matcher: equals({ a: 1, b: [2], c: {} }), matching: [] },
  {
    title: 'equals({ a: 1, b: [2], c: { d: 3 } })',
    matcher: equals({ a: 1, b: [2], c: { d: 3 } }),
    matching: ['more'],
  },
  { title: 'equals([{ a: 1 }])', matcher: equals([{ a: 1 }]), matching: [] },
  { title: 'equals([{ a: 1, b: 2 }])', matcher: equals([{ a: 1, b: 2 }]), matching: ['objects'] },
  { title: 'equals({ a: exists() })', matcher: equals({ a: exists() }), matching: ['record'] },

  { title: "oneOf(['abc', 5])", matcher: oneOf(['abc', 5]), matching: ['text', 'five'] },
  { title: 'oneOf([undefined, null])', matcher: oneOf([undefined, null]), matching: ['absent', 'null'] },
  {
    title: "oneOf([['a', 'b'], { a: 1 }])",
    matcher: oneOf([['a', 'b'], { a: 1 }]),
    matching: ['list', 'record', 'more'],
  },
  { title: 'oneOf([/c$/, greater(4)])', matcher: oneOf([/c$/, greater(4)]), matching: ['text', 'five', 'number'] },

  { title: "includes('b')", matcher: includes('b'), matching: ['text', 'list'] },
  { title: "includes('')", matcher: includes(''), matching: ['empty', 'space', 'text', 'number'] },
  { title: 'includes(5)', matcher: includes(5), matching: ['number', 'numbers'] },
  { title: 'includes({ a: 1 })', matcher: includes({ a: 1 }), matching: ['objects'] },
  { title: 'includes(greater(5))', matcher: includes(greater(5)), matching: ['numbers'] },

  { title: "startsWith('a')", matcher: startsWith('a'), matching: ['text', 'list'] },
  { title: 'startsWith(5)', matcher: startsWith(5), matching: ['number', 'numbers'] },
  { title: "startsWith('b')", matcher: startsWith('b'), matching: [] },
  { title: "startsWith('')", matcher: startsWith(''), matching: ['empty', 'space', 'text', 'number'] },

  { title: "endsWith('b')", matcher: endsWith('b'), matching: ['list'] },
  { title: "endsWith('bc')", matcher: endsWith('bc'), matching: ['text'] },
  { title: 'endsWith(6)', matcher: endsWith(6), matching: ['numbers'] },
  { title: 'endsWith({ b: 2 })', matcher: endsWith({ b: 2 }), matching: ['objects'] },

  { title: 'regExp(/^.b/)', matcher: regExp(/^.b/), matching: ['text'] },
  { title: 'regExp(/5/g)', matcher: regExp(/5/g), matching: ['five', 'number'] },
  { title: 'regExp(/^$/)', matcher: regExp(/^$/), matching: ['empty'] },

  { title: 'greater(4)', matcher: greater(4), matching: ['five', 'number'] },
  { title: 'greater(5)', matcher: greater(5), matching: [] },
  { title: 'greater(-1)', matcher: greater(-1), matching: ['zero', 'five', 'number'] },
  { title: 'greaterOrEquals(5)', matcher: greaterOrEquals(5), matching: ['five', 'number'] },
  { title: 'greaterOrEquals(0)', matcher: greaterOrEquals(0), matching: ['zero', 'five', 'number'] },
  { title: 'less(5)', matcher: less(5), matching: ['zero'] },
  { title: 'less(6)', matcher: less(6), matching: ['zero', 'five', 'number'] },
  { title: 'lessOrEquals(5)', matcher: lessOrEquals(5), matching: ['zero', 'five', 'number'] },
  { title: 'lessOrEquals(4)', matcher: lessOrEquals(4), matching: ['zero'] },
  { title: 'inRange([5, 9])', matcher: inRange([5, 9]), matching: ['five', 'number'] },
  { title: 'inRange([0, 5])', matcher: inRange([0, 5]), matching: ['zero', 'five', 'number'] },
  { title: 'inRange([1, 4])', matcher: inRange([1, 4]), matching: [] },
  { title: 'inRange([0, 0])', matcher: inRange([0, 0]), matching: ['zero'] },

  { title: 'length(0)', matcher: length(0), matching: ['empty', 'none'] },
  { title: 'length(1)', matcher: length(1), matching: ['space', 'number', 'objects'] },
  { title: 'length(2)', matcher: length(2), matching: ['list', 'numbers'] },
  { title: 'minLength(2)', matcher: minLength(2), matching: ['text', 'list', 'numbers'] },
  { title: 'maxLength(1)', matcher: maxLength(1), matching: ['empty', 'space', 'number', 'none', 'objects'] },

  { title: "some('abc', greater(4))", matcher: some('abc', greater(4)), matching: ['text', 'five', 'number'] },
  { title: 'some(not(exists()), null)', matcher: some(not(exists()), null), matching: ['absent', 'null'] },
  { title: 'every(exists(), not(null))', matcher: every(exists(), not(null)), matching: all('absent', 'null') },
  {
    title: 'every(minLength(1), maxLength(2))',
    matcher: every(minLength(1), maxLength(2)),
    matching: ['space', 'number', 'list', 'numbers', 'objects'],
  },

  { title: 'haveEntries({})', matcher: haveEntries({}), matching: ['object', 'record', 'more'] },
  { title: 'haveEntries({ a: 1 })', matcher: haveEntries({ a: 1 }), matching: ['record', 'more'] },
  {
    title: 'haveEntries({ b: [2], c: { d: less(4) } })',
    matcher: haveEntries({ b: [2], c: { d: less(4) } }),
    matching: ['more'],
  },
  {
    title: 'haveEntries({ a: 1, z: undefined })',
    matcher: haveEntries({ a: 1, z: undefined }),
    matching: ['record', 'more'],
  },
  { title: 'haveEntries({ toString: exists() })', matcher: haveEntries({ toString: exists() }), matching: [] },
  { title: 'haveEntries({ length: 2 })', matcher: haveEntries({ length: 2 }), matching: [] },
  { title: "haveEntries(['a'])", matcher: haveEntries(['a']), matching: ['list'] },
  { title: 'haveEntries([5, exists()])', matcher: haveEntries([5, exists()]), matching: ['numbers'] },
  { title: 'haveEntries([{ a: 1 }])', matcher: haveEntries([{ a: 1 }]), matching: ['objects'] },
  { title: 'haveEntries([])', matcher: haveEntries([]), matching: ['none', 'list', 'numbers', 'objects'] },

  { title: "haveType('undefined')", matcher: haveType('undefined'), matching: ['absent'] },
  { title: "haveType('null')", matcher: haveType('null'), matching: ['null'] },
  { title: "haveType('boolean')", matcher: haveType('boolean'), matching: ['true', 'false'] },
  { title: "haveType('number')", matcher: haveType('number'), matching: ['zero', 'five'] },
  { title: "haveType('string')", matcher: haveType('string'), matching: ['empty', 'space', 'text', 'number'] },
  { title: "haveType('array')", matcher: haveType('array'), matching: ['none', 'list', 'numbers', 'objects'] },
  { title: "haveType('object')", matcher: haveType('object'), matching: ['object', 'record', 'more'] },

  {
    title: 'fn([function])',
    matcher: fn((value: unknown) => value),
    matching: all('absent', 'null', 'false', 'zero', 'empty'),
  },
  { title: 'fn([function isArray])', matcher: fn(Array.isArray), matching: ['none', 'list', 'numbers', 'objects'] },
]

test('the table has each of the matchers', () => {
  const names = Object.entries(matchers).filter(([, value]) => typeof value === 'function')
  expect(new Set(cases.map(({ matcher }) => matcher.name))).toEqual(new Set(names.map(([name]) => name)))
  expect(names).toHaveLength(21)
})

test.each(cases)('$title', ({ matcher, matching }) => {
  expect(NAMES.filter((name) => matches(matcher, VALUES[name]))).toEqual(
    NAMES.filter((name) => matching.includes(name)),
  )
  expect(NAMES.filter((name) => matches({ at: [matcher] }, { at: [VALUES[name]] }))).toEqual(
    NAMES.filter((name) => matching.includes(name)),
  )
  expect(NAMES.filter((name) => matches(not(matcher), VALUES[name]))).toEqual(all(...matching))
})

test.each(cases)('$title in a report', ({ title, matcher }) => {
  expect(show(matcher)).toBe(title)
})

const texts: readonly { title: string; matcher: Matcher; satisfied: unknown[]; not: unknown[] }[] = [
  { title: 'equals(1)', matcher: equals(1), satisfied: ['1'], not: ['1.0', ''] },
  { title: 'oneOf([1, true])', matcher: oneOf([1, true]), satisfied: ['1', 'true'], not: ['0', undefined] },
  { title: 'not(1)', matcher: not(1), satisfied: ['2', undefined, ['1']], not: ['1'] },
  { title: 'includes(1)', matcher: includes(1), satisfied: ['212', ['1', '2']], not: ['2', ['12']] },
  { title: 'startsWith(1)', matcher: startsWith(1), satisfied: ['12', ['1', '2']], not: ['21', ['2', '1']] },
  { title: "startsWith(not('a'))", matcher: startsWith(not('a')), satisfied: [['b']], not: [['a', 'b'], []] },
  { title: 'endsWith(1)', matcher: endsWith(1), satisfied: ['21', ['2', '1']], not: ['12', ['1', '2']] },
  { title: 'greater(9)', matcher: greater(9), satisfied: ['10', '9.5', '+1e3', '1e+10'], not: ['9', '', ['10']] },
  {
    title: 'less(99)',
    matcher: less(99),
    satisfied: ['-1.5', '.5', '-1e3'],
    not: ['0x10', ' 2', '2 ', '1.2.3', '.', '2px'],
  },
  {
    title: 'greater(9), beyond numbers',
    matcher: greater(9),
    satisfied: [Infinity],
    not: ['Infinity', '0b1111', 'abc'],
  },
  { title: 'some(1, 2)', matcher: some(1, 2), satisfied: ['1', '2'], not: ['3'] },
  { title: 'every(1, exists())', matcher: every(1, exists()), satisfied: ['1'], not: ['2'] },
  { title: 'haveEntries([1])', matcher: haveEntries([1]), satisfied: [['1', '2']], not: [['2'], '1'] },
  { title: "haveType('string')", matcher: haveType('string'), satisfied: ['1', ''], not: [['1'], undefined] },
  { title: 'length(2)', matcher: length(2), satisfied: ['10', ['1', '2']], not: ['1', undefined] },
]

test.each(texts)('on values that arrive as text: $title', ({ matcher, satisfied, not: others }) => {
  for (const received of satisfied) expect(matches(matcher, received, true)).toBe(true)
  for (const received of others) expect(matches(matcher, received, true)).toBe(false)
})

describe('nesting', () => {
  const nested: readonly { title: string; expected: unknown; satisfied: unknown[]; not: unknown[] }[] = [
    {
      title: 'matchers inside matchers inside objects',
      expected: { role: not(oneOf(['guest', startsWith('bot')])), ids: every(minLength(1), includes(greater(9))) },
      satisfied: [{ role: 'admin', ids: [1, 10] }, { ids: [10] }],
      not: [{ role: 'guest', ids: [10] }, { role: 'bot-1', ids: [10] }, { role: 'admin', ids: [9] }, { role: 'admin' }],
    },
    {
      title: 'objects inside matchers compare their own keys',
      expected: some({ a: { b: 1 } }, [{ c: 1 }]),
      satisfied: [{ a: { b: 1, x: 1 }, y: 1 }, [{ c: 1, z: 1 }]],
      not: [{ a: { b: 2 } }, [{ c: 1 }, { c: 1 }], [{}]],
    },
    {
      title: 'equals() applies to its argument only',
      expected: { exact: equals({ a: { b: 1 } }), loose: { a: 1 } },
      satisfied: [{ exact: { a: { b: 1 } }, loose: { a: 1, b: 2 }, more: 1 }],
      not: [
        { exact: { a: { b: 1, c: 2 } }, loose: { a: 1 } },
        { exact: { a: { b: 1 }, c: 2 }, loose: { a: 1 } },
      ],
    },
    {
      title: 'haveEntries() inside of equals() is as loose as ever',
      expected: equals({ a: haveEntries({ b: 1 }) }),
      satisfied: [{ a: { b: 1, c: 2 } }],
      not: [{ a: { b: 1 }, d: 1 }],
    },
    {
      title: 'not() of an object with matchers',
      expected: not({ a: exists(), b: not(exists()) }),
      satisfied: [{}, { a: 1, b: 1 }, undefined],
      not: [{ a: 1 }],
    },
    {
      title: 'a list beside another value in some()',
      expected: some(['a'], 1),
      satisfied: [['a'], 1],
      not: ['a', ['a', 1], []],
    },
  ]

  test.each(nested)('$title', ({ expected, satisfied, not: others }) => {
    for (const received of satisfied) expect(matches(expected, received)).toBe(true)
    for (const received of others) expect(matches(expected, received)).toBe(false)
  })
})

test('a matcher is frozen data with the name and the arguments that it was written with', () => {
  const written = [1, 2]
  const matcher = some(...written, 'a')
  expect(matcher).toMatchObject({ name: 'some', args: [1, 2, 'a'] })
  expect(Object.isFrozen(matcher) && Object.isFrozen(matcher.args)).toBe(true)
  expect(isMatcher(matcher)).toBe(true)
  expect([null, undefined, {}, () => true, { name: 'some', args: [] }].filter(isMatcher)).toEqual([])
})

test('a matcher of another copy of the library is a matcher', () => {
  const foreign = {
    [Symbol.for('mynah.brand.1')]: { kind: 'matcher' },
    name: 'odd',
    args: [],
    rule: { kind: 'test', prepare: () => (value: number) => value % 2 === 1 },
  }
  expect(matches({ a: foreign }, { a: 3 })).toBe(true)
  expect(matches({ a: foreign }, { a: 4 })).toBe(false)
})

test('one matcher serves in many places', () => {
  const one = equals(1)
  expect(matches(one, '1', true)).toBe(true)
  expect(matches(one, '1')).toBe(false)
  expect(matches({ a: one, b: not(one) }, { a: 1, b: 2 })).toBe(true)
})
