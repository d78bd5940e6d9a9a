import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compare } from '../../../src/core/match/compare.ts'
import { compile } from '../../../src/core/match/compile.ts'
import type { Difference } from '../../../src/core/match/condition.ts'
import { equals, every, exists, not, oneOf } from '../../../src/entries/core.ts'
import { CASES, SEEDS, TIMEOUT } from './oracle.ts'

/* Whether a value is what was asked for (contract: section 3) against a naive deep comparison. */

/** What is asked for, in a form that a reference can read. */
type Asked =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'pattern'; readonly source: string }
  | { readonly kind: 'function'; readonly says: boolean | 'throws' }
  | { readonly kind: 'exists' }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Asked])[] }
  | { readonly kind: 'array' | 'oneOf' | 'every'; readonly items: readonly Asked[] }
  | { readonly kind: 'not' | 'equals'; readonly inner: Asked }

const PRIMITIVES = [undefined, null, true, false, 0, -0, 1, NaN, '', '0', '1', 'a', 'ab', 'true', 'null'] as const
const KEYS = ['a', 'b', '__proto__', 'constructor', 'toString', '', 'length'] as const
const entriesOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...KEYS), value), { maxLength: 3, selector: ([key]) => key })

const { asked } = fc.letrec<{ asked: Asked }>((tie) => ({
  asked: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 4, arbitrary: fc.constantFrom(...PRIMITIVES).map((value): Asked => ({ kind: 'value', value })) },
    { weight: 1, arbitrary: fc.constantFrom('a', '^1', '^$').map((source): Asked => ({ kind: 'pattern', source })) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(true, false, 'throws' as const).map((says): Asked => ({ kind: 'function', says })),
    },
    { weight: 1, arbitrary: fc.constant<Asked>({ kind: 'exists' }) },
    { weight: 6, arbitrary: entriesOf(tie('asked')).map((entries): Asked => ({ kind: 'object', entries })) },
    {
      weight: 4,
      arbitrary: fc
        .record({
          kind: fc.constantFrom('array' as const, 'array' as const, 'oneOf' as const, 'every' as const),
          items: fc.array(tie('asked'), { maxLength: 3 }),
        })
        // `oneOf([])`, `every()` of nothing, and of one list, are refused.
        .filter(
          ({ kind, items }) =>
            kind === 'array' ||
            items.length > 1 ||
            (items.length === 1 && (kind === 'oneOf' || items[0]?.kind !== 'array')),
        ),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constantFrom('not' as const, 'equals' as const), inner: tie('asked') }),
    },
  ),
}))

const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    { weight: 2, arbitrary: fc.constantFrom<unknown[]>(...PRIMITIVES) },
    { weight: 1, arbitrary: fc.array(tie('json'), { maxLength: 3 }) },
    { weight: 1, arbitrary: entriesOf(tie('json')).map((entries) => Object.fromEntries(entries)) },
  ),
}))

const suite = fc.record({
  asked,
  /** Whether values arrive as text. */
  text: fc.boolean(),
  received: fc.array(
    fc.record({
      /** Whether it is a value that has what is asked for, and how much more; or anything. */
      like: fc.constantFrom('this', 'more', 'anything'),
      json,
      texts: fc.array(fc.constantFrom('', '0', '1', 'a', 'ab', 'true', 'null', 'undefined'), { maxLength: 3 }),
      all: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20, size: 'max' },
  ),
})
type Suite = typeof suite extends fc.Arbitrary<infer Value> ? Value : never

/** What a user would write. */
function written(one: Asked): unknown {
  switch (one.kind) {
    case 'value':
      return one.value
    case 'pattern':
      return new RegExp(one.source, 'g')
    case 'function':
      return () => {
        if (one.says === 'throws') throw new Error('asked')
        return one.says
      }
    case 'exists':
      return exists()
    case 'object':
      return Object.fromEntries(one.entries.map(([key, inner]) => [key, written(inner)]))
    case 'array':
      return one.items.map(written)
    case 'oneOf':
      return oneOf(one.items.map(written))
    case 'every':
      return every(...one.items.map(written))
    case 'not':
      return not(written(one.inner))
    case 'equals':
      return equals(written(one.inner))
  }
}

/** A value that has most of what is asked for; a random one hardly ever has any of it. */
function valueFor(one: Asked, more: boolean): unknown {
  switch (one.kind) {
    case 'value':
      return one.value
    case 'object': {
      const entries = one.entries.map(([key, inner]) => [key, valueFor(inner, more)])
      return Object.fromEntries(more ? [...entries, ['more', 1]] : entries)
    }
    case 'array':
      return one.items.map((item) => valueFor(item, more))
    case 'oneOf':
    case 'every':
      return one.items[0] && valueFor(one.items[0], more)
    case 'not':
    case 'equals':
      return valueFor(one.inner, more)
    default:
      return 'a'
  }
}

/** The one rule of docs/guide/matching.md, written naively. Throws what a predicate throws. */
function naiveSame(one: Asked, received: unknown, text: boolean, exact: boolean): boolean {
  const same = (inner: Asked, value: unknown) => naiveSame(inner, value, text, exact)
  switch (one.kind) {
    case 'value': {
      const value = text && one.value !== undefined ? `${one.value}` : one.value
      return value === received || (Number.isNaN(value) && Number.isNaN(received))
    }
    case 'pattern':
      return ['string', 'number', 'boolean'].includes(typeof received) && new RegExp(one.source).test(`${received}`)
    case 'function':
      if (one.says === 'throws') throw new Error('asked')
      return one.says
    case 'exists':
      return received !== undefined
    case 'array':
      return (
        Array.isArray(received) &&
        received.length === one.items.length &&
        one.items.every((item, index) => same(item, received[index]))
      )
    case 'object': {
      if (typeof received !== 'object' || received === null || Array.isArray(received)) return false
      const entries = new Map<string, unknown>(Object.entries(received))
      const has = one.entries.every(([key, inner]) => same(inner, entries.get(key)))
      return has && !(exact && [...entries.keys()].some((key) => !one.entries.some(([wanted]) => wanted === key)))
    }
    case 'oneOf':
      return one.items.some((item) => same(item, received))
    case 'every':
      return one.items.every((item) => same(item, received))
    case 'not':
      return !same(one.inner, received)
    case 'equals':
      return naiveSame(one.inner, received, text, true)
  }
}

const seen = new Set<string>()

function disagreements({ asked: one, text, received: list }: Suite): object[] {
  const condition = compile(written(one), { text })
  return list.flatMap(({ like, json: anything, texts, all }) => {
    const other = text ? [undefined, texts[0], texts][texts.length % 3] : anything
    const received = like === 'anything' ? other : valueFor(one, like === 'more')
    let expected = false
    let threw = false
    try {
      expected = naiveSame(one, received, text, false)
    } catch {
      threw = true
    }
    const differences: Difference[] = []
    const same = compare(condition, received, '', { all, add: (difference) => differences.push(difference) })
    seen.add(threw ? 'threw' : String(expected))
    const isTold = same ? differences.length === 0 : all ? differences.length > 0 : differences.length === 1
    const isErrorTold = !threw || all || differences.some((difference) => 'error' in difference)
    return same === expected && isTold && isErrorTold ? [] : [{ received, same, expected, threw, differences }]
  })
}

test.each(SEEDS)('compare agrees with a naive comparison, and names the differences: $title', TIMEOUT, ({ seed }) => {
  let cases = 0
  fc.assert(
    fc.property(suite, (one) => {
      cases += one.received.length
      expect(disagreements(one)).toEqual([])
    }),
    { seed, numRuns: 5_500 },
  )
  expect(cases).toBeGreaterThanOrEqual(CASES)
  expect([...seen].sort()).toEqual(['false', 'threw', 'true'])
})
