import { expect, test } from 'vitest'
import { collect, decode, parseCookies, parseQueries, splitUrl, type UrlParts } from '../../src/core/request.ts'

const urls: readonly { url: string; expected: UrlParts }[] = [
  { url: 'https://api.test/', expected: { origin: 'https://api.test', pathname: '/', search: '' } },
  { url: 'https://api.test', expected: { origin: 'https://api.test', pathname: '/', search: '' } },
  { url: 'https://api.test/a/b', expected: { origin: 'https://api.test', pathname: '/a/b', search: '' } },
  { url: 'https://api.test/a/b/', expected: { origin: 'https://api.test', pathname: '/a/b/', search: '' } },
  { url: 'https://api.test/a?b=1', expected: { origin: 'https://api.test', pathname: '/a', search: '?b=1' } },
  { url: 'https://api.test?b=1', expected: { origin: 'https://api.test', pathname: '/', search: '?b=1' } },
  { url: 'https://api.test/?', expected: { origin: 'https://api.test', pathname: '/', search: '?' } },
  { url: 'https://api.test/a?b=/c?d', expected: { origin: 'https://api.test', pathname: '/a', search: '?b=/c?d' } },
  { url: 'https://api.test/a#b?c', expected: { origin: 'https://api.test', pathname: '/a', search: '' } },
  { url: 'https://api.test/a?b#c', expected: { origin: 'https://api.test', pathname: '/a', search: '?b' } },
  { url: 'https://api.test#c', expected: { origin: 'https://api.test', pathname: '/', search: '' } },
  { url: 'http://localhost:3000/a', expected: { origin: 'http://localhost:3000', pathname: '/a', search: '' } },
  { url: 'http://127.0.0.1:8080', expected: { origin: 'http://127.0.0.1:8080', pathname: '/', search: '' } },
  { url: 'http://[::1]:3000/a?b', expected: { origin: 'http://[::1]:3000', pathname: '/a', search: '?b' } },
  { url: 'http://[2001:db8::1]/', expected: { origin: 'http://[2001:db8::1]', pathname: '/', search: '' } },
  { url: 'https://user:pass@api.test/a', expected: { origin: 'https://api.test', pathname: '/a', search: '' } },
  { url: 'https://@api.test/a', expected: { origin: 'https://api.test', pathname: '/a', search: '' } },
  { url: 'https://user@api.test:81?a', expected: { origin: 'https://api.test:81', pathname: '/', search: '?a' } },
  { url: 'https://user:p%40ss@[::1]:81/@x', expected: { origin: 'https://[::1]:81', pathname: '/@x', search: '' } },
  { url: 'https://api.test/@scope/a@1', expected: { origin: 'https://api.test', pathname: '/@scope/a@1', search: '' } },
  {
    url: 'https://api.test/?to=a@b.test',
    expected: { origin: 'https://api.test', pathname: '/', search: '?to=a@b.test' },
  },
  { url: 'https://api.test/a//b', expected: { origin: 'https://api.test', pathname: '/a//b', search: '' } },
  { url: 'https://api.test//a', expected: { origin: 'https://api.test', pathname: '//a', search: '' } },
  {
    url: 'https://api.test/http://b.test/c',
    expected: { origin: 'https://api.test', pathname: '/http://b.test/c', search: '' },
  },
]

test.each(urls)('splitUrl: $url', ({ url, expected }) => {
  expect(splitUrl(url)).toEqual(expected)
})

test.each(urls)('splitUrl agrees with URL: $url', ({ url }) => {
  const { origin, pathname, search } = new URL(url)
  expect(splitUrl(url)).toEqual({ origin, pathname, search: search || (url.endsWith('?') ? '?' : '') })
})

test('splitUrl says the same each time', () => {
  const [first, second] = [splitUrl('https://a.test/long/path?x'), splitUrl('https://a.test/?x')]
  expect(splitUrl('https://a.test/long/path?x')).toEqual(first)
  expect(splitUrl('https://a.test/?x')).toEqual(second)
})

const queries: readonly { search: string; expected: Record<string, string | string[]> }[] = [
  { search: '', expected: {} },
  { search: '?', expected: {} },
  { search: '?a=1', expected: { a: '1' } },
  { search: '?a', expected: { a: '' } },
  { search: '?a=', expected: { a: '' } },
  { search: '?=1', expected: { '': '1' } },
  { search: '?a=1&b=2', expected: { a: '1', b: '2' } },
  { search: '?a=1&a=2', expected: { a: ['1', '2'] } },
  { search: '?a=1&b=x&a=2&a=3', expected: { a: ['1', '2', '3'], b: 'x' } },
  { search: '?a=&a=', expected: { a: ['', ''] } },
  { search: '?a[]=1&a[]=2', expected: { 'a[]': ['1', '2'] } },
  { search: '?a[b]=1', expected: { 'a[b]': '1' } },
  { search: '?a=1,2', expected: { a: '1,2' } },
  { search: '?a=b=c', expected: { a: 'b=c' } },
  { search: '?a+b=c+d&e%20f=g%26h', expected: { 'a b': 'c d', 'e f': 'g&h' } },
  { search: '?a=%E0%A4%A', expected: { a: '\ufffd%A' } },
  { search: '?a=1#b=2', expected: { a: '1' } },
  { search: '?a=caf%C3%A9', expected: { a: 'café' } },
  { search: '?A=1&a=2', expected: { A: '1', a: '2' } },
  { search: '?toString=1&constructor=2', expected: { toString: '1', constructor: '2' } },
]

test.each(queries)("parseQueries: '$search'", ({ search, expected }) => {
  expect({ ...parseQueries(`https://api.test/x${search}`) }).toEqual(expected)
})

const cookies: readonly { header: string | undefined; expected: Record<string, string> }[] = [
  { header: undefined, expected: {} },
  { header: '', expected: {} },
  { header: ';;', expected: {} },
  { header: 'a=1', expected: { a: '1' } },
  { header: 'a=1; b=2', expected: { a: '1', b: '2' } },
  { header: 'a=1;b=2 ;  c = 3 ', expected: { a: '1', b: '2', c: '3' } },
  { header: 'a=', expected: { a: '' } },
  { header: 'a', expected: {} },
  { header: 'abc; b=1', expected: { b: '1' } },
  { header: '=1', expected: {} },
  { header: 'a=b=c==', expected: { a: 'b=c==' } },
  { header: 'a="b c"', expected: { a: 'b c' } },
  { header: 'a=b"c"; d="e"f', expected: { a: 'b"c"', d: '"e"f' } },
  { header: 'a="', expected: { a: '"' } },
  { header: 'a=%20b%3B', expected: { a: ' b;' } },
  { header: 'a=100%', expected: { a: '100%' } },
  { header: 'a=b+c', expected: { a: 'b+c' } },
  { header: 'a=1; a=2', expected: { a: '1' } },
  { header: 'A=1; a=2', expected: { A: '1', a: '2' } },
  { header: 'toString=1; constructor=2', expected: { toString: '1', constructor: '2' } },
]

test.each(cookies)('parseCookies: $header', ({ header, expected }) => {
  expect({ ...parseCookies(header) }).toEqual(expected)
})

test('__proto__ is a name like any other, in an ordinary record', () => {
  const records = [
    parseQueries('https://api.test/?__proto__=1'),
    parseCookies('__proto__=1'),
    collect([['__proto__', '1']] as const satisfies [string, string][]),
  ]
  for (const record of records) {
    expect(Object.getPrototypeOf(record)).toBe(Object.prototype)
    expect(Object.entries(record)).toEqual([['__proto__', '1']])
    // A resolver may change and delete it, as any other name.
    expect(Object.getOwnPropertyDescriptor(record, '__proto__')).toEqual({
      value: '1',
      enumerable: true,
      configurable: true,
      writable: true,
    })
  }
  expect(Object.entries(parseQueries('https://api.test/?__proto__=1&__proto__=2'))).toEqual([['__proto__', ['1', '2']]])
  expect({}).not.toHaveProperty('1')
})

const texts: readonly { text: string; expected: string }[] = [
  { text: '', expected: '' },
  { text: 'abc', expected: 'abc' },
  { text: 'a%20b', expected: 'a b' },
  { text: 'a%2Fb%2fc', expected: 'a/b/c' },
  { text: 'a+b', expected: 'a+b' },
  { text: '%C3%A9', expected: 'é' },
  { text: '%F0%9F%90%A6', expected: '🐦' },
  { text: '%2520', expected: '%20' },
  { text: '%00', expected: '\0' },
  { text: '100%', expected: '100%' },
  { text: '%zz', expected: '%zz' },
  { text: '%E0%A4%A', expected: '%E0%A4%A' },
  { text: '%C3%28', expected: '%C3%28' },
  { text: '%20%', expected: ' %' },
  { text: '%E0%A4%A%20%zz', expected: '%E0%A4%A %zz' },
]

test.each(texts)("decode: '$text'", ({ text, expected }) => {
  expect(decode(text)).toBe(expected)
})
