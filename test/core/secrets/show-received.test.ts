import { describe, expect, test } from 'vitest'
import { type SentRequest, showReceived, showReceivedPart } from '../../../src/core/secrets/show-received.ts'

const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
const H = '(hidden)'

interface Case {
  readonly part: string
  readonly at?: string
  readonly received: unknown
  readonly shown: string
  readonly sent?: Partial<SentRequest>
}

const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

const cases: readonly Case[] = [
  { part: 'queries', at: 'page', received: undefined, shown: 'nothing' },
  { part: 'queries', at: 'page', received: '2', shown: "'2'" },
  { part: 'queries', at: 'token', received: undefined, shown: 'nothing' },
  { part: 'queries', at: 'token', received: '', shown: "''" },
  { part: 'queries', at: 'token', received: 'abc', shown: H },
  { part: 'queries', at: 'token', received: ['abc'], shown: H },
  { part: 'queries', at: 'key', received: 'abc', shown: H },
  { part: 'queries', at: 'next', received: '/a?token=abc', shown: `'/a?token=${H}'` },
  { part: 'headers', at: '', received: { accept: '*/*' }, shown: H },
  { part: 'headers', at: 'x-page', received: 'abc', shown: "'abc'" },
  { part: 'headers', at: 'x-token', received: 'abc', shown: H },
  { part: 'headers', at: 'set-cookie', received: 'a=1', shown: H },
  { part: 'headers', at: 'referer', received: 'https://ada:pw@a.test/?key=abc', shown: `'https://a.test/?key=${H}'` },
  { part: 'cookies', at: 'theme', received: 'dark', shown: H },
  { part: 'params', at: 'token', received: 'abc', shown: "'abc'" },
  { part: 'params', at: 'id', received: JWT, shown: H },
  { part: 'body', at: '', received: 'a=1&password=abc', shown: `'a=1&password=${H}'`, sent: form },
  { part: 'body', at: '', received: 'a b', shown: "'a b'", sent: form },
  { part: 'body', at: '', received: 'a b&pin=c', shown: `'a b&pin=${H}'`, sent: form },
  { part: 'body', at: 'note', received: 'see a://b?pin=c', shown: `'see a://b?pin=${H}'` },
  { part: 'body', at: '', received: { note: 'see a://b?pin=c' }, shown: `{ note: 'see a://b?pin=${H}' }` },
  { part: 'params', at: 'id', received: 'see a://b?pin=c', shown: `'see a://b?pin=${H}'` },
  { part: 'params', at: '', received: 'see a://b?pin=c', shown: `'see a://b?pin=${H}'` },
  { part: 'body', at: '', received: '<password>abc</password>', shown: "'<password>abc</password>'" },
  { part: 'body', at: '', received: '<user password="abc"/>', shown: H },
  { part: 'body', at: 'note', received: 'see pin: 1234', shown: H },
  { part: 'headers', at: 'note', received: 'see pin: 1234', shown: "'see pin: 1234'" },
  { part: 'body', at: 'password', received: 'abc', shown: H },
  { part: 'body', at: 'password', received: null, shown: 'null' },
  { part: 'body', at: 'password', received: true, shown: 'true' },
  { part: 'body', at: 'password', received: 1234, shown: H },
  { part: 'body', at: 'tokens', received: 1234, shown: '1234' },
  { part: 'body', at: 'tokens', received: 'abc', shown: H },
  { part: 'body', at: 'user.password', received: 'abc', shown: H },
  { part: 'body', at: 'credentials.user', received: 'ada', shown: H },
  { part: 'body', at: 'user[0].pin', received: 'abc', shown: H },
  { part: 'body', at: 'client.secret', received: 'abc', shown: H },
  { part: 'body', at: 'app.key', received: 'abc', shown: H },
  {
    part: 'body',
    at: 'name',
    received: { name: 'password', value: 'abc' },
    shown: `{ name: 'password', value: ${H} }`,
  },
  { part: 'body', at: 'a', received: ['password', 'abc'], shown: `['password', ${H}]` },
  { part: 'body', at: 'a', received: ['password', 'abc', 'b'], shown: "['password', 'abc', 'b']" },
  { part: 'body', at: 'a', received: ['name', 'abc'], shown: "['name', 'abc']" },
  { part: 'body', at: 'value', received: 'abc', shown: H, sent: { body: { name: 'password', value: 'abc' } } },
  { part: 'body', at: 'value', received: 'abc', shown: "'abc'", sent: { body: { name: 'city', value: 'abc' } } },
  { part: 'body', at: 'value', received: 'abc', shown: "'abc'", sent: { body: { kind: 'password', value: 'abc' } } },
  { part: 'body', at: 'other', received: 'abc', shown: "'abc'", sent: { body: { name: 'password', other: 'abc' } } },
  {
    part: 'body',
    at: 'fields[0].value',
    received: 'abc',
    shown: H,
    sent: { body: { fields: [{ field: 'pin', value: 'abc' }] } },
  },
  {
    part: 'body',
    at: 'pairs[1][1]',
    received: 'abc',
    shown: H,
    sent: {
      body: {
        pairs: [
          ['a', 'b'],
          ['pin', 'abc'],
        ],
      },
    },
  },
  { part: 'body', at: '[0].value', received: 'abc', shown: H, sent: { body: [{ name: 'password', value: 'abc' }] } },
  { part: 'queries', at: 'value', received: 'abc', shown: "'abc'", sent: { body: { name: 'password', value: 'abc' } } },
]

test.each(cases)('$part $at: $received', ({ part, at = '', received, shown, sent }) => {
  expect(showReceivedPart({ part, at, received }, { headers: {}, ...sent })).toBe(shown)
})

test('a long text is cut, and its length is named', () => {
  expect(showReceived(`${'a'.repeat(100_000)} token=abc`)).toBe(`'${'a'.repeat(119)}… (100010 characters)`)
})

describe('values within a value', () => {
  test.each([
    [{ password: 'abc', name: 'Ada' }, `{ password: ${H}, name: 'Ada' }`],
    [{ url: 'https://a.test/?sig=abc' }, `{ url: 'https://a.test/?sig=${H}' }`],
    [{ tokens: 5, pin: 5, token: '' }, `{ tokens: 5, pin: ${H}, token: '' }`],
    [{ k: 'password', v: 'abc' }, `{ k: 'password', v: ${H} }`],
    [[['pin', 'abc']], `[['pin', ${H}]]`],
  ])('%j', (value, shown) => {
    expect(showReceived(value)).toBe(shown)
  })
})
