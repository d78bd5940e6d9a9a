import { runInNewContext } from 'node:vm'
import * as valibot from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compare } from '../../../src/core/match/compare.ts'
import { compile } from '../../../src/core/match/compile.ts'
import type { Difference } from '../../../src/core/match/condition.ts'
import { equals, exists, fn, includes, not, oneOf, some, startsWith } from '../../../src/core/match/matchers.ts'

/** Everything that differs, and whether it matched; both ways to ask, for all and for the first, say the same. */
function differences(expected: unknown, received: unknown, text = false): Difference[] {
  const condition = compile(expected, { text })
  const all: Difference[] = []
  const first: Difference[] = []
  const same = compare(condition, received, '', { all: true, add: (difference) => all.push(difference) })
  expect(compare(condition, received, '', { all: false, add: (difference) => first.push(difference) })).toBe(same)
  expect(all.length === 0).toBe(same)
  expect(first.length).toBe(same ? 0 : 1)
  return all
}

function hostile(json: string): unknown {
  return JSON.parse(json)
}

const date = new Date(0)
const file = new File(['abc'], 'a.png', { type: 'image/png' })

interface Case {
  readonly title?: string
  readonly expected: unknown
  readonly matches: readonly unknown[]
  readonly others: readonly unknown[]
}

const bodies: readonly Case[] = [
  { expected: 'a', matches: ['a'], others: ['b', 'A', '', 'a ', ['a'], { a: 'a' }, null, undefined] },
  { expected: '', matches: [''], others: [null, undefined, 0, false, []] },
  { title: 'types count', expected: 1, matches: [1], others: ['1', true, [1], 1n, 1.5] },
  { title: 'types count', expected: '1', matches: ['1'], others: [1] },
  { title: 'types count', expected: true, matches: [true], others: ['true', 1, 'on', false] },
  { expected: false, matches: [false], others: [0, '', null, undefined] },
  { expected: null, matches: [null], others: [undefined, 0, '', 'null', false, {}] },
  { title: 'asks for absence', expected: undefined, matches: [undefined], others: [null, '', 0] },
  { title: 'zero has no sign', expected: 0, matches: [0, -0], others: ['0', '', null, false] },
  { title: 'zero has no sign', expected: -0, matches: [0, -0], others: ['-0'] },
  { expected: Number.NaN, matches: [Number.NaN], others: [0, 'NaN', null, undefined] },
  { expected: 10n, matches: [10n], others: [10, '10'] },
  {
    title: 'asks for its own keys and ignores the rest',
    expected: { a: 1 },
    matches: [{ a: 1 }, { a: 1, b: 2 }, Object.assign(Object.create(null), { a: 1 })],
    others: [{}, { a: 2 }, { b: 1 }, { A: 1 }, [1], 'a', null, undefined],
  },
  {
    title: 'is data, whatever the names of its keys are',
    expected: { asymmetricMatch: 1 },
    matches: [{ asymmetricMatch: 1 }],
    others: [{}, { asymmetricMatch: 2 }],
  },
  {
    title: 'asks for an object',
    expected: {},
    matches: [{}, { a: 1 }],
    others: [[], null, undefined, 'a', 0, () => {}, new Uint8Array([1])],
  },
  {
    title: 'at every depth',
    expected: { user: { role: { name: 'admin' } } },
    matches: [{ user: { role: { name: 'admin', id: 1 }, id: 2 }, id: 3 }],
    others: [{ user: { role: { name: 'guest' } } }, { user: { role: 'admin' } }, { user: null }, {}],
  },
  {
    title: 'an absent key',
    expected: { a: undefined },
    matches: [{}, { b: 1 }, { a: undefined }],
    others: [{ a: null }, { a: 0 }, null],
  },
  {
    title: 'each element, in order, and the same length',
    expected: [1, 2],
    matches: [[1, 2]],
    others: [[2, 1], [1], [1, 2, 3], [], { 0: 1, 1: 2, length: 2 }, '1,2', 1, null, undefined],
  },
  { title: 'an empty one', expected: [], matches: [[]], others: [[1], {}, '', null, undefined] },
  {
    title: 'objects in arrays compare their own keys',
    expected: [{ id: 1 }, { id: 2 }],
    matches: [[{ id: 1, name: 'a' }, { id: 2 }]],
    others: [[{ id: 2 }, { id: 1 }], [{ id: 1 }], [{ id: 1 }, null]],
  },
  { title: 'arrays in arrays', expected: [[1], []], matches: [[[1], []]], others: [[[], [1]], [[1]], [[1, 2], []]] },
  { title: 'a hole expects undefined', expected: [undefined, 1], matches: [[undefined, 1]], others: [[1], [null, 1]] },
  { expected: /^a+$/, matches: ['a', 'aaa'], others: ['b', 'ab', '', null, undefined, ['a'], { a: 'a' }] },
  { title: 'on numbers and booleans too', expected: /^(1|true)/, matches: [1, 12, true], others: [2, false] },
  { title: 'whatever its flags', expected: /a/gy, matches: ['a', 'ba'], others: ['b'] },
  { title: 'case as its flags say', expected: /ADMIN/i, matches: ['admin'], others: ['user'] },
  { title: 'of another realm', expected: runInNewContext('/^a/'), matches: ['ab'], others: ['b'] },
  {
    title: 'of another realm',
    expected: runInNewContext('({ a: [1] })'),
    matches: [{ a: [1] }],
    others: [{ a: [2] }, {}],
  },
  {
    title: 'is called with the received value',
    expected: (value: unknown) => value === undefined || value === 'a',
    matches: [undefined, 'a'],
    others: ['b', null],
  },
  {
    title: 'returns any truthy value',
    expected: (value: string) => value,
    matches: ['a', 1, {}],
    others: ['', 0, null],
  },
  { title: 'is asked', expected: startsWith('a'), matches: ['ab'], others: ['b', null, undefined] },
  {
    title: 'are asked at any depth',
    expected: { tags: [includes('b'), exists()], name: /^J/, age: (age: number) => age > 17 },
    matches: [{ tags: [['a', 'b'], null], name: 'John', age: 18 }],
    others: [
      { tags: [['a'], null], name: 'John', age: 18 },
      { tags: [['b']], name: 'John', age: 18 },
      { tags: [['b'], 1], name: 'Ann', age: 18 },
      { tags: [['b'], 1], name: 'John', age: 17 },
    ],
  },
  {
    title: 'keys that reach a prototype elsewhere are keys like any other',
    expected: hostile('{ "__proto__": { "a": 1 }, "constructor": "x" }'),
    matches: [hostile('{ "__proto__": { "a": 1 }, "constructor": "x" }')],
    others: [{ constructor: 'x' }, hostile('{ "__proto__": { "a": 1 } }'), { a: 1 }, {}],
  },
  {
    title: 'inherited properties are absent',
    expected: { toString: exists() },
    matches: [{ toString: 1 }],
    others: [{}, [], file],
  },
  { title: 'no prototype is reached', expected: { constructor: exists() }, matches: [], others: [{}, file] },
  {
    title: 'no prototype is reached',
    expected: hostile('{ "__proto__": {} }'),
    matches: [hostile('{ "__proto__": {} }')],
    others: [{}, file],
  },
  {
    title: 'the properties of a file',
    expected: { name: 'a.png', type: /^image/, size: 3 },
    matches: [file],
    others: [new File(['abc'], 'b.png', { type: 'image/png' }), { name: 'a.png' }, 'a.png', null],
  },
]

const texts: readonly Case[] = [
  { expected: 1, matches: ['1'], others: ['01', '1.0', ' 1', undefined, ['1']] },
  { expected: true, matches: ['true'], others: ['1', 'TRUE', ''] },
  { expected: false, matches: ['false'], others: ['', '0', undefined] },
  { expected: null, matches: ['null'], others: ['', undefined] },
  { title: 'asks for absence', expected: undefined, matches: [undefined], others: ['undefined', ''] },
  { expected: 0, matches: ['0'], others: ['', '-0', '00'] },
  { expected: -0, matches: ['0'], others: ['-0'] },
  { expected: Number.NaN, matches: ['NaN'], others: ['', 'nan'] },
  { expected: 1.5, matches: ['1.5'], others: ['1.50'] },
  { expected: 123n, matches: ['123'], others: ['123n'] },
  {
    title: 'as text',
    expected: new URL('https://a.test/x'),
    matches: ['https://a.test/x'],
    others: ['https://a.test'],
  },
  { expected: [1, '2', true], matches: [['1', '2', 'true']], others: [['1', '2'], ['2', '1', 'true'], '1'] },
  { title: 'values keep their case', expected: 'Admin', matches: ['Admin'], others: ['admin'] },
  { title: 'inside of matchers', expected: oneOf([1, null]), matches: ['1', 'null'], others: ['2', undefined] },
  { title: 'inside of matchers', expected: not(1), matches: ['2', undefined], others: ['1'] },
  { title: 'inside of matchers', expected: equals(1), matches: ['1'], others: ['2', ['1']] },
  { title: 'inside of matchers', expected: includes(1), matches: [['1', '2'], '21'], others: [['2'], '2'] },
]

function titled(cases: readonly Case[]): (Case & { title: string })[] {
  return cases.map((one) => {
    const written =
      typeof one.expected === 'bigint' ? `${one.expected}n` : String(JSON.stringify(one.expected) ?? one.expected)
    return { ...one, title: `${written.slice(0, 60)} ${one.title ?? ''}` }
  })
}

describe('in a body', () => {
  test.each(titled(bodies))('$title', ({ expected, matches, others }) => {
    for (const received of matches) expect(differences(expected, received)).toEqual([])
    for (const received of others) expect(differences(expected, received)).not.toEqual([])
  })
})

describe('in values that arrive as text', () => {
  test.each(titled(texts))('$title', ({ expected, matches, others }) => {
    for (const received of matches) expect(differences(expected, received, true)).toEqual([])
    for (const received of others) expect(differences(expected, received, true)).not.toEqual([])
  })
})

interface Whereabouts {
  readonly title: string
  readonly expected: unknown
  readonly received: unknown
  readonly differences: readonly Difference[]
}

const greet = () => false
const admin = exists()

const whereabouts: readonly Whereabouts[] = [
  {
    title: 'bytes that were cut off have another length, and no other difference',
    expected: Uint8Array.of(1, 2, 3),
    received: Uint8Array.of(1, 2),
    differences: [{ at: 'length', expected: 3, received: 2 }],
  },
  {
    title: 'bytes of the same length differ at their first byte',
    expected: Uint8Array.of(1, 2),
    received: Uint8Array.of(0, 0),
    differences: [{ at: '[0]', expected: 1, received: 0 }],
  },
  {
    title: 'an object with bytes, which is shown as it was written',
    expected: { file: Uint8Array.of(1), name: /a/ },
    received: 'text',
    differences: [{ at: '', expected: { file: Uint8Array.of(1), name: /a/ }, received: 'text' }],
  },
  { title: 'the whole', expected: 1, received: 2, differences: [{ at: '', expected: 1, received: 2 }] },
  {
    title: 'only the keys that differ',
    expected: { a: 1, b: { c: 2, d: 3 }, e: 4 },
    received: { a: 1, b: { c: 0, d: 0 }, e: '4' },
    differences: [
      { at: 'b.c', expected: 2, received: 0 },
      { at: 'b.d', expected: 3, received: 0 },
      { at: 'e', expected: 4, received: '4' },
    ],
  },
  {
    title: 'an absent key',
    expected: { a: { b: 1 } },
    received: {},
    differences: [{ at: 'a', expected: { b: 1 }, received: undefined }],
  },
  {
    title: 'an element of an array, and a value in it',
    expected: { items: [{ id: 1 }, { id: 2 }] },
    received: { items: [{ id: 1 }, { id: 3 }] },
    differences: [{ at: 'items[1].id', expected: 2, received: 3 }],
  },
  {
    title: 'an array at the top, and arrays in arrays',
    expected: [[1], [2, 3]],
    received: [[1], [2, 4]],
    differences: [{ at: '[1][1]', expected: 3, received: 4 }],
  },
  {
    title: 'the length of an array, and the elements that both have',
    expected: [1, 2, 3],
    received: [1, 0],
    differences: [
      { at: 'length', expected: 3, received: 2 },
      { at: '[1]', expected: 2, received: 0 },
    ],
  },
  {
    title: 'something else than an array, and than an object',
    expected: { list: [{ a: /x/ }], record: { f: greet, m: admin } },
    received: { list: 'a', record: null },
    differences: [
      { at: 'list', expected: [{ a: /x/ }], received: 'a' },
      { at: 'record', expected: { f: greet, m: admin }, received: null },
    ],
  },
  {
    title: 'inside of equals(), and each key too many',
    expected: { list: equals([1, { a: 2 }]), record: equals({ a: 1 }) },
    received: { list: [1, { a: 3 }], record: { a: 1, b: 2, c: 3 } },
    differences: [
      { at: 'list[1].a', expected: 2, received: 3 },
      { at: 'record.b', expected: undefined, received: 2 },
      { at: 'record.c', expected: undefined, received: 3 },
    ],
  },
  {
    title: 'each key too many of equals()',
    expected: equals({ a: 1 }),
    received: { a: 1, b: 2, c: 3 },
    differences: [
      { at: 'b', expected: undefined, received: 2 },
      { at: 'c', expected: undefined, received: 3 },
    ],
  },
  {
    title: 'a RegExp, a function and a matcher as they were written',
    expected: { r: /^a/, f: greet, m: admin },
    received: { r: 'b', f: 1 },
    differences: [
      { at: 'r', expected: /^a/, received: 'b' },
      { at: 'f', expected: greet, received: 1 },
      { at: 'm', expected: admin, received: undefined },
    ],
  },
]

test.each(whereabouts)('names the place of each difference: $title', ({ expected, received, differences: where }) => {
  expect(differences(expected, received)).toEqual(where)
})

describe('a predicate that throws', () => {
  const error = new Error('mine')
  const boom = () => {
    throw error
  }
  const schema = { '~standard': { version: 1, vendor: 'mine', validate: boom } }
  const asymmetric = { asymmetricMatch: boom }

  const throwing: readonly { title: string; expected: unknown }[] = [
    { title: 'a function', expected: boom },
    { title: 'fn()', expected: fn(boom) },
    { title: 'a schema', expected: schema },
    { title: 'an asymmetric matcher', expected: asymmetric },
    { title: 'not() of a function', expected: not(boom) },
    { title: 'not() of not()', expected: not(not(boom)) },
    { title: 'not() of an object', expected: not({ a: boom }) },
    { title: 'not() of a schema', expected: not(schema) },
    { title: 'not() of an asymmetric matcher', expected: not(asymmetric) },
    { title: 'not() of some()', expected: not(some(boom, 1)) },
    { title: 'not() of oneOf()', expected: not(oneOf([boom])) },
    { title: 'not() of equals()', expected: not(equals({ a: boom })) },
  ]

  test.each(throwing)('$title does not match, and the difference has its error', ({ expected }) => {
    const received = { a: 1 }
    expect(differences(expected, received)).toEqual([{ at: '', expected, received, error }])
    expect(differences({ deep: [expected] }, { deep: [received] })).toEqual([
      { at: 'deep[0]', expected, received, error },
    ])
  })

  test('an error inside equals() is reported at its place', () => {
    expect(differences(equals({ a: [boom] }), { a: [1] })).toEqual([{ at: 'a[0]', expected: boom, received: 1, error }])
  })

  test('inside a matcher, the comparison ends at the first difference', () => {
    expect(differences(not({ a: 1, b: boom }), { a: 2, b: 1 })).toEqual([])
  })

  test('any thrown value is in the difference, also undefined', () => {
    const expected = () => {
      throw undefined
    }
    expect(differences(expected, 1)).toEqual([{ at: '', expected, received: 1, error: undefined }])
    expect(differences(not(expected), 1)).toHaveLength(1)
  })
})

describe('an async predicate', () => {
  const functions = new TypeError('An async function cannot match: stubs are chosen synchronously')
  const schemas = new TypeError('An async schema cannot match: stubs are chosen synchronously')
  const late = async () => true
  const thenable = Object.fromEntries([['then', () => {}]])
  const failing = async () => {
    throw new Error('nobody awaits this')
  }

  const asynchronous: readonly { title: string; expected: unknown; error: TypeError }[] = [
    { title: 'a function', expected: late, error: functions },
    { title: 'a function that rejects', expected: failing, error: functions },
    { title: 'fn()', expected: fn(late), error: functions },
    { title: 'not()', expected: not(late), error: functions },
    { title: 'an asymmetric matcher', expected: { asymmetricMatch: late }, error: functions },
    { title: 'a thenable', expected: () => thenable, error: functions },
    { title: 'a schema', expected: z.string().refine(late), error: schemas },
    {
      title: 'a schema that rejects',
      expected: { '~standard': { version: 1, vendor: 'mine', validate: failing } },
      error: schemas,
    },
    {
      title: 'a schema of valibot',
      expected: valibot.pipeAsync(valibot.string(), valibot.checkAsync(late)),
      error: schemas,
    },
  ]

  test.each(asynchronous)('$title does not match, and the difference says so', ({ expected, error }) => {
    expect(differences(expected, 'a')).toEqual([{ at: '', expected, received: 'a', error }])
  })
})

test('a result whose `then` is not a function is not a promise', () => {
  expect(differences(() => Object.fromEntries([['then', 1]]), 'a')).toEqual([])
})

describe("the runners' asymmetric matchers", () => {
  const asymmetric: readonly Case[] = [
    { expected: expect.objectContaining({ a: 1 }), matches: [{ a: 1, b: 2 }], others: [{ a: 2 }, null, undefined] },
    { expected: expect.arrayContaining([1]), matches: [[1, 2]], others: [[2], undefined] },
    { expected: expect.stringMatching(/^a/), matches: ['ab'], others: ['b'] },
    { expected: expect.any(Number), matches: [1], others: ['1', undefined] },
    { expected: expect.anything(), matches: [0, ''], others: [null, undefined] },
    { expected: { at: [expect.any(String)] }, matches: [{ at: ['a'] }], others: [{ at: [1] }, { at: [] }] },
    { expected: not(expect.any(Number)), matches: ['a', undefined], others: [1] },
    { expected: expect.not.stringContaining('a'), matches: ['b'], others: ['a'] },
    { expected: { asymmetricMatch: (value: unknown) => value }, matches: [1, 'a'], others: [0, '', null] },
  ]

  test.each(titled(asymmetric))('$title', ({ expected, matches, others }) => {
    for (const received of matches) expect(differences(expected, received)).toEqual([])
    for (const received of others) expect(differences(expected, received)).not.toEqual([])
  })
})

describe('schemas', () => {
  const zod = z.object({ id: z.number(), tags: z.array(z.string()).optional() })
  const loose = valibot.object({ id: valibot.number(), tags: valibot.optional(valibot.array(valibot.string())) })
  const schemas: readonly (Case & {
    differing: readonly Omit<Difference, 'expected'>[]
    messages: readonly string[]
  })[] = [
    {
      title: 'zod',
      expected: zod,
      matches: [{ id: 1 }, { id: 1, tags: ['a'] }],
      others: [{ id: '1', tags: ['a', 2] }],
      differing: [
        { at: 'id', received: '1' },
        { at: 'tags[1]', received: 2 },
      ],
      messages: ['Invalid input: expected number, received string', 'Invalid input: expected string, received number'],
    },
    {
      title: 'valibot',
      expected: loose,
      matches: [{ id: 1 }, { id: 1, tags: ['a'] }],
      others: [{ id: '1', tags: ['a', 2] }],
      differing: [
        { at: 'id', received: '1' },
        { at: 'tags[1]', received: 2 },
      ],
      messages: ['Invalid type: Expected number but received "1"', 'Invalid type: Expected string but received 2'],
    },
  ]

  test.each(schemas)(
    '$title: each issue has its place',
    ({ title, expected, matches, others, differing, messages }) => {
      for (const received of matches) expect(differences(expected, received)).toEqual([])
      const condition = compile({ deep: [expected] }, { text: false })
      const found: Difference[] = []
      compare(condition, { deep: others }, '', { all: true, add: (difference) => found.push(difference) })
      expect(found.map(({ at, received }) => ({ at, received }))).toEqual(
        differing.map(({ at, received }) => ({ at: `deep[0].${at}`, received })),
      )
      expect(found.map((one) => one.expected)).toMatchObject(messages.map((message) => ({ vendor: title, message })))
    },
  )

  test('the place of an element’s issue directly follows its list', () => {
    expect(
      differences({ ids: z.array(z.object({ id: z.number() })) }, { ids: [{ id: 1 }, { id: '2' }] }),
    ).toMatchObject([{ at: 'ids[1].id', received: '2' }])
  })

  test.each([{ a: 'text' }, { a: null }, {}])(
    'an issue within a value that is not an object, in %j, received nothing',
    (received) => {
      const validate = () => ({ issues: [{ message: 'no', path: ['a', 'length'] }] })
      const schema = { '~standard': { version: 1, vendor: 'mine', validate } }
      expect(differences(schema, received)).toMatchObject([{ at: 'a.length', received: undefined }])
    },
  )

  test('an issue without a path is about the whole', () => {
    expect(differences({ id: z.uuid() }, { id: 'a' })).toMatchObject([
      { at: 'id', expected: { vendor: 'zod', message: 'Invalid UUID' }, received: 'a' },
    ])
  })

  test('a function with the key of Standard Schema is a schema, as in arktype', () => {
    const validate = (value: unknown) => ({ issues: value === 'a' ? undefined : [{ message: 'not a' }] })
    const schema = Object.assign(() => true, { '~standard': { version: 1, vendor: 'ark', validate } })
    expect(differences(schema, 'a')).toEqual([])
    expect(differences(schema, 'b')).toMatchObject([{ at: '', expected: { message: 'not a', vendor: 'ark' } }])
  })

  test.each([
    { result: undefined, message: 'A schema must return an object, got nothing' },
    { result: null, message: 'A schema must return an object, got null' },
    { result: 'wrong', message: "A schema must return an object, got 'wrong'" },
    { result: { issues: 'wrong' }, message: "The issues of a schema must be a list, got 'wrong'" },
    { result: { issues: null }, message: 'The issues of a schema must be a list, got null' },
  ])('a schema that returns $result does not match, and the error says what it must return', ({ result, message }) => {
    const schema = { '~standard': { version: 1, vendor: 'mine', validate: () => result } }
    expect(differences(schema, 1)).toEqual([{ at: '', expected: schema, received: 1, error: new TypeError(message) }])
  })

  test('a schema inside not() turns round', () => {
    expect(differences(not(zod), { id: 'a' })).toEqual([])
    expect(differences(not(zod), { id: 1 })).toHaveLength(1)
  })

  test('schemas that coerce accept text', () => {
    expect(differences({ page: z.coerce.number().min(1) }, { page: '2' }, true)).toEqual([])
    expect(differences({ page: z.coerce.number().min(1) }, { page: '0' }, true)).toHaveLength(1)
  })
})

test('an expectation is read at declaration: later changes have no effect', () => {
  const inner = { role: 'admin' }
  const list = ['a']
  const pattern = /a/g
  const nested = { id: 1 }
  const written: Record<string, unknown> = { inner, list, pattern, nested: equals(nested), some: oneOf(list) }
  const condition = compile(written, { text: false })
  const received = { inner: { role: 'admin' }, list: ['a'], pattern: 'a', nested: { id: 1 }, some: 'a' }
  inner.role = 'guest'
  list.push('b')
  pattern.lastIndex = 1
  nested.id = 2
  written.more = 1
  expect(compare(condition, received, '', { all: false, add: () => {} })).toBe(true)
})

test('a predicate that does not throw has no error in its difference', () => {
  expect(Object.keys(differences(1, 2)[0] ?? {})).toEqual(['at', 'expected', 'received'])
})

test('a date in a text is compared as text', () => {
  expect(differences(date, String(date), true)).toEqual([])
})
