import { expect, test } from 'vitest'
import { z } from 'zod'
import { exists, not, oneOf, some } from '../../src/core/match/matchers.ts'
import {
  html,
  networkError,
  passthrough,
  redirect,
  sequence,
  sse,
  stream,
  text,
} from '../../src/core/reply/named-replies.ts'
import { NEXT } from '../../src/core/reply/reply.ts'
import { showReceived } from '../../src/core/secrets/show-received.ts'
import { show } from '../../src/core/show.ts'

const circular: Record<string, unknown> = { a: 1 }
circular.self = circular

const values: readonly { value: unknown; shown: string }[] = [
  { value: undefined, shown: 'nothing' },
  { value: null, shown: 'null' },
  { value: 'a', shown: "'a'" },
  { value: '', shown: "''" },
  { value: `it's "so"\n\t\\`, shown: `'it\\'s "so"\\n\\t\\\\'` },
  { value: 'x'.repeat(200), shown: `'${'x'.repeat(119)}… (200 characters)` },
  { value: { a: 'x'.repeat(200) }, shown: `{ a: '${'x'.repeat(114)}…` },
  { value: 'x'.repeat(118), shown: `'${'x'.repeat(118)}'` },
  { value: 1.5, shown: '1.5' },
  { value: true, shown: 'true' },
  { value: 10n, shown: '10n' },
  { value: Symbol('a'), shown: 'Symbol(a)' },
  { value: [1, 'a', undefined, null], shown: "[1, 'a', undefined, null]" },
  { value: [], shown: '[]' },
  { value: {}, shown: '{}' },
  { value: { a: 1, 'b c': [{ d: 2 }] }, shown: "{ a: 1, 'b c': [{ d: 2 }] }" },
  { value: { password: 'a' }, shown: "{ password: 'a' }" },
  { value: JSON.parse('{"__proto__":1}'), shown: "{ ['__proto__']: 1 }" },
  { value: Object.assign(Object.create(null), { größe: 1 }), shown: '{ größe: 1 }' },
  { value: { a1: 1, '1a': 2, 'a-b': 3, 'a-': 4, $_: 5 }, shown: "{ a1: 1, '1a': 2, 'a-b': 3, 'a-': 4, $_: 5 }" },
  { value: circular, shown: '{ a: 1, self: … }' },
  { value: [circular, circular], shown: '[{ a: 1, self: … }, { a: 1, self: … }]' },
  { value: [[[[[[1]]]]]], shown: '[[[[[…]]]]]' },
  { value: /a\/b/gi, shown: '/a\\/b/gi' },
  { value: function isAdmin() {}, shown: '[function isAdmin]' },
  { value: () => {}, shown: '[function value]' },
  { value: (() => () => {})(), shown: '[function]' },
  { value: new Date(0), shown: String(new Date(0)) },
  { value: Object.assign(new Error('mine'), { code: 'E_MINE' }), shown: "{ code: 'E_MINE' }" },
  { value: { a: { b: { c: { d: { e: { f: 1 } } } } } }, shown: '{ a: { b: { c: { d: { e: … } } } } }' },
  { value: not(not(not(not(not({ a: 1 }))))), shown: 'not(not(not(not(not(…)))))' },
  { value: some('a', 1), shown: "some('a', 1)" },
  {
    value: expect.objectContaining({ a: { b: { c: { d: { e: 1 } } } } }),
    shown: 'ObjectContaining({ a: { b: { c: { d: … } } } })',
  },
  { value: { asymmetricMatch: () => true, toString: () => 'Mine' }, shown: 'Mine()' },
  { value: exists(), shown: 'exists()' },
  { value: NEXT, shown: 'next()' },
  { value: passthrough(), shown: 'passthrough()' },
  { value: [text('a'), html('<b>')], shown: "[text('a'), html('<b>')]" },
  { value: redirect('/login'), shown: "redirect('/login', 302)" },
  { value: networkError(), shown: "networkError('ECONNREFUSED')" },
  { value: networkError(new Error('mine')), shown: 'networkError([Error])' },
  { value: sequence({ id: 1 }, stream(['a'])), shown: "sequence({ id: 1 }, stream(['a']))" },
  { value: sse(['a']), shown: "sse(['a'])" },
  { value: not(oneOf([1, { a: 'b' }])), shown: "not(oneOf([1, { a: 'b' }]))" },
  { value: expect.objectContaining({ a: 1 }), shown: 'ObjectContaining({ a: 1 })' },
  { value: expect.anything(), shown: 'Anything' },
  { value: z.string(), shown: 'a zod schema' },
  { value: new Uint8Array(3), shown: '[Uint8Array of 3 bytes]' },
  { value: new ArrayBuffer(2), shown: '[ArrayBuffer of 2 bytes]' },
  { value: new Blob(['abc']), shown: '[Blob of 3 bytes]' },
  { value: new File(['abc'], "it's.png"), shown: "[File 'it\\'s.png' of 3 bytes]" },
  { value: new Map([[1, 2]]), shown: '[Map]' },
  { value: new URLSearchParams('a=1'), shown: '[URLSearchParams]' },
  {
    value: {
      get a() {
        throw new Error('mine')
      },
    },
    shown: '[Object]',
  },
]

test.each(values)('a value in a report: $shown', ({ value, shown }) => {
  expect(show(value)).toBe(shown)
})

test('a received value in a report: a secret is hidden, that one is missing is not', () => {
  expect(showReceived({ password: 'a', user: { pin: undefined } })).toBe(
    '{ password: (hidden), user: { pin: undefined } }',
  )
  expect(showReceived(undefined)).toBe('nothing')
})

test('the part of a value that a report cuts off is not read', () => {
  let looked = 0
  const row = new Proxy(
    {},
    {
      ownKeys: () => {
        looked += 1
        return []
      },
    },
  )
  const wide = Array.from({ length: 1000 }, () => row)
  expect(show(Array.from({ length: 1000 }, () => wide))).toMatch(/^\[\[\{.*… \(1000 elements\)$/)
  expect(looked).toBeLessThan(200)
})
