import { describe, expect, test } from 'vitest'
import {
  hideInHeader,
  hideInText,
  hideInUrl,
  hidePairs,
  hideTokens,
  isForm,
  isGraphqlDocument,
  isHiddenNumber,
  isJson,
} from '../../../src/core/secrets/hide-in-text.ts'

describe('tokens', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['a signed JSON Web Token', 'a eyJh-_.b1.c_ d', 'a (hidden) d'],
    ['an encrypted one', 'eyJh.b..c.d.e', '(hidden).e'],
    ['one without a signature', 'eyJh.b.', '(hidden)'],
    ['two parts', 'eyJh.b', 'eyJh.b'],
    ['within a word', 'keyJh.b.c 1eyJh.b.c', 'keyJh.b.c 1eyJh.b.c'],
    ['behind an underscore', '_eyJh.b.c', '_(hidden)'],
    ['credentials', 'Bearer abcdefghijk1', 'Bearer (hidden)'],
    ['credentials behind spaces', 'BASIC   QWxhZGRpbjpvcGVu1==', 'BASIC   (hidden)'],
    ['credentials in base64', 'basic abcdefghijkl/+~.-_==!', 'basic (hidden)!'],
    ['too short for credentials', 'Bearer abcdefghij1', 'Bearer abcdefghij1'],
    ['a word', 'Basic equipment-for/all', 'Basic equipment-for/all'],
    ['words', 'Basic equipment for all 1', 'Basic equipment for all 1'],
    ['within a word', 'forbearer abcdefghijk1', 'forbearer abcdefghijk1'],
    ['behind a digit', '1bearer abcdefghijk1', '1bearer abcdefghijk1'],
    ['behind a dash', '-bearer abcdefghijk1', '-bearer (hidden)'],
  ])('%s: %s', (_what, text, seen) => {
    expect(hideTokens(text)).toBe(seen)
  })
})

describe('URLs', () => {
  test.each<[what: string, url: string, seen: string]>([
    ['a user', 'https://ada@api.test/', 'https://api.test/'],
    ['a user in a path', 'https://api.test/http://ada@b.test/', 'https://api.test/http://b.test/'],
    ['an at sign in a path', 'https://api.test/a@b', 'https://api.test/a@b'],
    ['a scheme with signs', 'a1+.-://ada:pw@b', 'a1+.-://b'],
    ['no scheme', '//ada:pw@b.test/', '//ada:pw@b.test/'],
    ['a digit before the scheme', '1a://ada:pw@b', '1a://ada:pw@b'],
    ['an empty query', '/?', '/?'],
    ['an empty hash', '/#', '/#'],
    ['a query and a hash alone', '?pin=a#pin=b', '?pin=(hidden)#pin=(hidden)'],
    ['a hash with a question mark', '/#a?pin=b', '/#a?pin=(hidden)'],
    ['a query behind a question mark', '/?a?pin=b', '/?a?pin=(hidden)'],
    ['a name without a value', '/?pin&otp=', '/?pin&otp='],
    ['a secret with an equals sign', '/?pin=a=b&c=d=e', '/?pin=(hidden)&c=d=e'],
    ['spaces as plus signs', '/?user+pin=a&b=c+d', '/?user+pin=(hidden)&b=c+d'],
    ['an API key behind a path in a hash', '/#/a?key=b', '/#/a?key=(hidden)'],
    ['an encoded name', '/?%70in=a', '/?%70in=(hidden)'],
  ])('%s: %s', (_what, url, seen) => {
    expect(hideInUrl(url)).toBe(seen)
  })
})

describe('texts', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['a URL between words', 'see a://b?pin=c, or d', 'see a://b?pin=(hidden) or d'],
    ['a URL in quotes', `see "a://b?pin=c" or 'a://b?pin=c'`, `see "a://b?pin=(hidden)" or 'a://b?pin=(hidden)'`],
    ['a URL in brackets', 'see <a://b?pin=c>', 'see <a://b?pin=(hidden)>'],
    ['two URLs', 'a://b?pin=c a://b?pin=d', 'a://b?pin=(hidden) a://b?pin=(hidden)'],
    ['a path', '/a?pin=b', '/a?pin=(hidden)'],
    ['a path with a hash', 'a/b#pin=c', 'a/b#pin=(hidden)'],
    ['a path between words', 'see /a?pin=b', 'see /a?pin=b'],
    ['a path before words', '/a?pin=b is it', '/a?pin=b is it'],
    ['a token in a path', '/a/eyJh.b.c?d=e', '/a/(hidden)?d=e'],
    ['escapes between words', 'see a%3Fpin%3Db now', 'see a%3Fpin%3D(hidden) now'],
    ['escapes behind a URL', 'see a://b now c%3Fpin%3Dd', 'see a://b now c%3Fpin%3D(hidden)'],
    ['a percent sign', '100% pin=a', '100% pin=a'],
    ['an escape with another letter', 'a %zz%3Dpin', 'a %zz%3Dpin'],
    ['a form', 'a=1&pin=b', 'a=1&pin=(hidden)'],
    ['JSON', '[{"pin":"a"}]', '[{"pin":"(hidden)"}]'],
    ['GraphQL', 'query { a(pin: "b") }', 'query { a(pin: "(hidden)") }'],
    ['nothing of these', 'a pin', 'a pin'],
  ])('%s: %s', (_what, text, seen) => {
    expect(hideInText(text)).toBe(seen)
  })

  test.each([
    ['forms', (text: string) => `a=${encodeURIComponent(text)}`],
    ['JSON', (text: string) => JSON.stringify([text])],
  ])('as deep as eight texts within one another: %s', (_what, wrap) => {
    const nested = (text: string, times: number): string => (times === 0 ? text : nested(wrap(text), times - 1))
    expect(hideInText(nested('pin=b', 8))).toBe(nested('pin=(hidden)', 8))
    expect(hideInText(nested('pin=b', 9))).toBe(nested('pin=b', 9))
  })
})

test.each([
  ['a /b?pin=c', 'a /b?pin=(hidden)'],
  ['</b?pin=c>', '</b?pin=(hidden)>'],
  ['a#pin=b', 'a#pin=(hidden)'],
  ['https://ada:pw@api.test', 'https://api.test'],
  ['a//ada:pw@b', 'a//ada:pw@b'],
])('references: %s', (text, seen) => {
  expect(hideInHeader('link', text)).toBe(seen)
})

test.each([
  ['a=b', 'a=b'],
  ['pin', 'pin'],
  ['=a', '=a'],
  ['&pin=a&', '&pin=(hidden)&'],
  ['x?pin=a', 'x?pin=(hidden)'],
])('pairs: %s', (text, seen) => {
  expect(hidePairs(text, 0)).toBe(seen)
})

describe('forms of texts', () => {
  test.each(['a=', '?a=b', 'a.b%20[]+*:$-=c', 'a=b\n', 'a=b&c d'.replace(' ', '+')])('%j is a form', (text) => {
    expect(isForm(text)).toBe(true)
  })

  test.each(['', '=a', '??a=b', '?=', 'a b=c', 'a=b c', ' a=b', '<a=b', 'a\nb=c'])('%j is no form', (text) => {
    expect(isForm(text)).toBe(false)
  })

  test.each(['{', ' [', '\ufeff\n{"a"', '"a"', '"a\\"b"'])('%j is JSON', (text) => {
    expect(isJson(text)).toBe(true)
  })

  test.each(['', 'a{', '"a', '"a" b', 'null', ')[', '}'])('%j is no JSON', (text) => {
    expect(isJson(text)).toBe(false)
  })

  test.each([
    'query {',
    'query A($b: C',
    '\ufeff ,mutation{',
    '# a\nsubscription {',
    '# "a {\r\n, # b\n  fragment A on B {',
    '#\nquery {',
  ])('%j is a GraphQL document', (text) => {
    expect(isGraphqlDocument(text)).toBe(true)
  })

  test.each(['', 'query', 'queryable {', 'my query {', 'query "a" {', '# query {', 'a # b\nquery {'])(
    '%j is no GraphQL document',
    (text) => {
      expect(isGraphqlDocument(text)).toBe(false)
    },
  )
})

test.each<[secret: string | undefined, isHidden: boolean]>([
  [undefined, false],
  ['pin', true],
  ['tokens', false],
  ['accessTokens', false],
  ['tokensSecret', true],
])('a number whose name is %s', (secret, isHidden) => {
  expect(isHiddenNumber(secret)).toBe(isHidden)
})
