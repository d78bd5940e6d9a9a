import { expect, test } from 'vitest'
import { isUnreadJson, likelyCause, type SentParts, wordUnreadJson } from '../../../src/core/explain/likely-cause.ts'
import type { Miss } from '../../../src/core/match/match.ts'

const nothing: SentParts = { headers: {}, queries: {}, cookies: {}, body: undefined, text: undefined }

const missing = (part: Miss['part'], at: string): Miss => ({ part, at, expected: '1', received: undefined })

const names: readonly { title: string; miss: Miss; sent: Partial<SentParts>; hint: string | undefined }[] = [
  {
    title: "a header's name that the application misspelt is not pointed at",
    miss: missing('headers', 'authorization'),
    sent: { headers: { accept: '*/*', authorisation: 'Bearer 1' } },
    hint: "a similar name was sent: 'authorisation'",
  },
  {
    title: 'a header without a hyphen',
    miss: missing('headers', 'x-api-key'),
    sent: { headers: { 'x-apikey': '1' } },
    hint: "a similar name was sent: 'x-apikey'",
  },
  {
    title: 'a query',
    miss: missing('queries', 'page'),
    sent: { queries: { pge: '1' } },
    hint: "a similar name was sent: 'pge'",
  },
  {
    title: 'a query with brackets',
    miss: missing('queries', 'tags'),
    sent: { queries: { tag: '1', 'tags[]': '1' } },
    hint: "its name is 'tags[]': write queries: { 'tags[]': … }",
  },
  {
    title: 'a cookie',
    miss: missing('cookies', 'session'),
    sent: { cookies: { sesion: '1' } },
    hint: "a similar name was sent: 'sesion'",
  },
  {
    title: 'a key of a body',
    miss: missing('body', 'role'),
    sent: { body: { rola: 'admin' } },
    hint: "a similar name was sent: 'rola'",
  },
  {
    title: 'a key within a body',
    miss: missing('body', 'users[0].name'),
    sent: { body: { users: [{ nmae: 'Ada', nam: 'Ada' }] } },
    hint: "a similar name was sent: 'nam'",
  },
  { title: 'a key of no object', miss: missing('body', 'user.name'), sent: { body: { user: 'Ada' } }, hint: undefined },
  { title: 'a key of nothing', miss: missing('body', 'user.name.first'), sent: { body: 'Ada' }, hint: undefined },
  {
    title: 'a key whose name is inherited',
    miss: missing('body', 'toString.name'),
    sent: { body: { id: 1 } },
    hint: undefined,
  },
  {
    title: 'a quarter of a name may differ',
    miss: missing('queries', 'abcdefgh'),
    sent: { queries: { abcdefxx: '1' } },
    hint: "a similar name was sent: 'abcdefxx'",
  },
  {
    title: 'more than a quarter of a name may not',
    miss: missing('queries', 'abcdefg'),
    sent: { queries: { abcdexx: '1' } },
    hint: undefined,
  },
  { title: 'a short name', miss: missing('headers', 'x-a'), sent: { headers: { 'x-b': '1' } }, hint: undefined },
  {
    title: 'another name',
    miss: missing('headers', 'authorization'),
    sent: { headers: { accept: '1' } },
    hint: undefined,
  },
  { title: 'no name', miss: missing('headers', 'authorization'), sent: {}, hint: undefined },
  {
    title: 'a value that differs',
    miss: { part: 'queries', at: 'page', expected: '1', received: '2' },
    sent: { queries: { page: '2', pages: '1' } },
    hint: undefined,
  },
  {
    title: 'a name that must not be there',
    miss: { part: 'queries', at: 'page', expected: undefined, received: undefined },
    sent: { queries: { pages: '1' } },
    hint: undefined,
  },
  { title: 'a param', miss: missing('params', 'page'), sent: { queries: { pge: '1' } }, hint: undefined },
  {
    title: 'the first thousand names are compared',
    miss: missing('body', 'role'),
    sent: { body: Object.fromEntries([...Array.from({ length: 999 }, (_, index) => [`k${index}`, 1]), ['rola', 1]]) },
    hint: "a similar name was sent: 'rola'",
  },
  {
    title: 'further names are not',
    miss: missing('body', 'role'),
    sent: { body: Object.fromEntries([...Array.from({ length: 1000 }, (_, index) => [`k${index}`, 1]), ['rola', 1]]) },
    hint: undefined,
  },
]

test.each(names)('a name that is nearly the expected one: $title', ({ miss, sent, hint }) => {
  expect(likelyCause(miss, { ...nothing, ...sent })).toBe(hint)
})

const deep = '['.repeat(49_000) + ']'.repeat(49_000)
const long = (keys: readonly string[]) => `{${keys.map((key) => `"${key}":"${'x'.repeat(49_992)}"`).join(',')}}`

const texts: readonly { title: string; expected: unknown; received: unknown; at?: string; hint: string | undefined }[] =
  [
    {
      title: 'the keys of an object',
      expected: '{"a":1,"b":2}',
      received: '{"b":2,"a":1}',
      hint: 'the same JSON, with its keys in another order: write body: { a: 1, b: 2 }',
    },
    {
      title: 'the keys of an inner object',
      expected: '[{"a":1,"b":{"c":1,"d":2}}]',
      received: '[{"b":{"d":2,"c":1},"a":1}]',
      hint: 'the same JSON, with its keys in another order: write body: [{ a: 1, b: { c: 1, d: 2 } }]',
    },
    {
      title: 'spaces',
      expected: '{"a":1}',
      received: '{ "a": 1 }',
      hint: 'the same JSON, with other spaces: write body: { a: 1 }',
    },
    {
      title: 'keys of a field',
      expected: '{"a":1,"b":2}',
      received: '{"b":2,"a":1}',
      at: 'filter',
      hint: 'the same JSON, with its keys in another order',
    },
    {
      title: 'keys of an object with no short code',
      expected: JSON.stringify({ a: 'x'.repeat(200), b: 1 }),
      received: JSON.stringify({ b: 1, a: 'x'.repeat(200) }),
      hint: 'the same JSON, with its keys in another order: write an object',
    },
    { title: 'a value', expected: '{"a":1,"b":2}', received: '{"b":1,"a":1}', hint: undefined },
    { title: 'the order of a list', expected: '[1,2]', received: '[2,1]', hint: undefined },
    { title: 'a number', expected: '1', received: '1.0', hint: undefined },
    { title: 'no JSON', expected: 'a', received: 'b', hint: undefined },
    { title: 'JSON and none', expected: '{"a":1}', received: '{"a":1', hint: undefined },
    { title: 'a text and an object', expected: '{"a":1}', received: { a: 1 }, hint: undefined },
    { title: 'two objects', expected: { a: 1 }, received: '{"a":1}', hint: undefined },
    { title: 'lists nested too deeply', expected: deep, received: ` ${deep}`, hint: undefined },
    {
      title: 'a hundred thousand characters',
      expected: long(['a', 'bb']),
      received: long(['bb', 'a']),
      hint: 'the same JSON, with its keys in another order: write an object',
    },
    { title: 'more characters', expected: `${long(['a', 'bb'])} `, received: long(['bb', 'a']), hint: undefined },
  ]

test.each(texts)(
  'a body expected as JSON text shows two strings in another order of keys: $title',
  ({ expected, received, at = '', hint }) => {
    expect(likelyCause({ part: 'body', at, expected, received }, nothing)).toBe(hint)
  },
)

test.each(['filter', ''])('a query that is the same JSON has no body to write, at %j', (at) => {
  const miss: Miss = { part: 'queries', at, expected: '{"a":1,"b":2}', received: '{"b":2,"a":1}' }
  expect(likelyCause(miss, nothing)).toBe('the same JSON, with its keys in another order')
})

test.each([
  { type: 'application/json', words: 'a JSON text that has JSON in it: it was made JSON twice' },
  { type: 'application/problem+json; charset=utf-8', words: 'a JSON text that has JSON in it: it was made JSON twice' },
  { type: 'text/plain', words: "sent with content-type 'text/plain', so it was not read as JSON" },
  { type: undefined, words: 'sent with no content-type, so it was not read as JSON' },
])('a JSON string is said not to be JSON: $type', ({ type, words }) => {
  const headers: SentParts['headers'] = type === undefined ? {} : { 'content-type': type }
  const sent = { ...nothing, headers, body: '{"id":1}', text: '"{\\"id\\":1}"' }
  expect(isUnreadJson({ part: 'body', at: '', expected: { id: 1 }, received: sent.body }, sent)).toBe(true)
  expect(wordUnreadJson(sent)).toBe(words)
})

test.each([
  { encoding: 'br', hint: "sent with content-encoding 'br', which is not decoded" },
  { encoding: 'gzip, aws-chunked', hint: "sent with content-encoding 'gzip, aws-chunked', which is not decoded" },
  { encoding: 'GZIP, deflate', hint: undefined },
  { encoding: undefined, hint: undefined },
])('a body in an encoding that is not undone says nothing of it: $encoding', ({ encoding, hint }) => {
  const headers: SentParts['headers'] = encoding === undefined ? {} : { 'content-encoding': encoding }
  expect(likelyCause({ part: 'body', at: '', expected: { a: 1 }, received: 'x' }, { ...nothing, headers })).toBe(hint)
  expect(likelyCause({ part: 'queries', at: 'a', expected: '1', received: '2' }, { ...nothing, headers })).toBe(
    undefined,
  )
})

test('a query with JSON in it is compared as text', () => {
  const received = '{"id":1}'
  expect(isUnreadJson({ part: 'queries', at: '', expected: { id: 1 }, received }, nothing)).toBe(false)
})
