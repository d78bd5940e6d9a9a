import { describe, expect, test } from 'vitest'
import { hideInBody } from '../../../src/core/secrets/hide-in-body.ts'
import { hideInHeader, hideInUrl } from '../../../src/core/secrets/hide-in-text.ts'

const FORM = 'application/x-www-form-urlencoded'
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'

describe('headers', () => {
  test.each<[name: string, value: string, seen: string]>([
    ['Authorization', 'Bearer abc', '(hidden)'],
    ['Cookie', 'sid=abc; theme=dark', 'sid=(hidden); theme=(hidden)'],
    ['Set-Cookie', 'sid=abc; Path=/; HttpOnly', 'sid=(hidden); Path=/; HttpOnly'],
    ['X-Api-Key', 'abc', '(hidden)'],
    ['X-Anything', JWT, '(hidden)'],
    ['Location', '/next?token=abc&page=2#access_token=def', '/next?token=(hidden)&page=2#access_token=(hidden)'],
    ['Referer', 'https://ada:pw@api.test/', 'https://api.test/'],
    ['Link', '</users?page=2&token=abc>; rel="next"', '</users?page=2&token=(hidden)>; rel="next"'],
    ['Refresh', '0; url=https://api.test/?sid=abc', '0; url=https://api.test/?sid=(hidden)'],
    ['Refresh', '0; url=/login?token=abc#sid=def', '0; url=/login?token=(hidden)#sid=(hidden)'],
    ['Refresh', "5;URL='/login?token=abc'", "5;URL='/login?token=(hidden)'"],
    ['HX-Redirect', '/next?token=abc', '/next?token=(hidden)'],
    [
      'Content-Security-Policy',
      "img-src 'self'; report-uri /csp?api_key=abc&v=1",
      "img-src 'self'; report-uri /csp?api_key=(hidden)&v=1",
    ],
    [
      'Reporting-Endpoints',
      'a="https://ada:pw@r.test/?token=abc", b="/r?v=1"',
      'a="https://r.test/?token=(hidden)", b="/r?v=1"',
    ],
    ['SourceMap', '/a.js.map?sig=abc', '/a.js.map?sig=(hidden)'],
    ['X-Original-URL', '/a b?page=1&token=abc', '/a b?page=1&token=(hidden)'],
    ['X-Context', '{"token":"abc"}', '{"token":"(hidden)"}'],
    ['Cookie', 'nameless; a=1', '(hidden); a=(hidden)'],
    ['Set-Cookie', 'nameless; Secure', '(hidden); Secure'],
    ['Author', 'Ada', 'Ada'],
    ['X-Api-Key', '', ''],
    ['DD-Application-Key', 'abc', '(hidden)'],
    ['X-Functions-Key', 'abc', '(hidden)'],
    ['Idempotency-Key', 'abc', 'abc'],
  ])('%s: %s', (name, value, seen) => {
    expect(hideInHeader(name, value)).toBe(seen)
  })
})

describe('URLs', () => {
  test.each<[url: string, seen: string]>([
    ['https://api.test/?api_key=abc&q=1', 'https://api.test/?api_key=(hidden)&q=1'],
    [
      'https://api.test/?key=abc&KEY=abc&key[]=abc&sort_key=a',
      'https://api.test/?key=(hidden)&KEY=(hidden)&key[]=(hidden)&sort_key=a',
    ],
    ['https://api.test/#/login?token=abc&a=1', 'https://api.test/#/login?token=(hidden)&a=1'],
    [
      'https://api.test/?tokens[]=abc&user[password]=abc',
      'https://api.test/?tokens[]=(hidden)&user[password]=(hidden)',
    ],
    ['https://api.test/?a=100%&q=+', 'https://api.test/?a=100%&q=+'],
    [`https://api.test/?q=${JWT}`, 'https://api.test/?q=(hidden)'],
    [
      `https://api.test/?q=${encodeURIComponent('{"token":"abc","n":1}')}`,
      'https://api.test/?q=%7B%22token%22%3A%22(hidden)%22%2C%22n%22%3A1%7D',
    ],
    ['https://ada:pw@api.test/a@b', 'https://api.test/a@b'],
    [
      'https://api.test/?X-Amz-Credential=abc&X-Amz-Signature=def&X-Amz-Expires=60',
      'https://api.test/?X-Amz-Credential=(hidden)&X-Amz-Signature=(hidden)&X-Amz-Expires=60',
    ],
    [
      `https://api.test/?next=${encodeURIComponent('https://ada:pw@b.test/?token=abc')}`,
      'https://api.test/?next=https%3A%2F%2F(hidden)%40b.test%2F%3Ftoken%3D(hidden)',
    ],
  ])('%s', (url, seen) => {
    expect(hideInUrl(url)).toBe(seen)
  })
})

describe('bodies', () => {
  test.each<[what: string, type: string, text: string, seen: string]>([
    ['JSON', 'application/json', '{"password":"abc","name":"Ada"}', '{"password":"(hidden)","name":"Ada"}'],
    ['JSON as it was laid out', 'application/json', '{\n  "pin": 1234\n}', '{\n  "pin": "(hidden)"\n}'],
    [
      'JSON, all of whose rest stays',
      'application/json',
      '{ "id":12345678901234567890, "pin":"a" , "x":1.0}',
      '{ "id":12345678901234567890, "pin":"(hidden)" , "x":1.0}',
    ],
    ['JSON behind a byte order mark', 'application/json', '\ufeff{"token":"abc"}', '\ufeff{"token":"(hidden)"}'],
    [
      'quotes and backslashes',
      'application/json',
      '["\\\\",{"a\\"b":"\\\\\\"","token":"\\"abc\\\\"}]',
      '["\\\\",{"a\\"b":"\\\\\\"","token":"(hidden)"}]',
    ],
    [
      'lists of lists',
      'application/json',
      '{"tokens":[1,"a"],"token":[["abc",2,true],{"n":1}],"n":[-1.5e3]}',
      '{"tokens":[1,"(hidden)"],"token":[["(hidden)","(hidden)",true],{"n":"(hidden)"}],"n":[-1.5e3]}',
    ],
    [
      'lists of pairs, and of names',
      'application/json',
      '[["password","abc"],["n","b"],["token",1,"c"],["pin","d"]] {"missing":["password","email"]}',
      '[["password","(hidden)"],["n","b"],["token",1,"c"],["pin","(hidden)"]] {"missing":["password","email"]}',
    ],
    [
      'a URL in JSON',
      'application/json',
      '{"next":"see https://ada:pw@api.test/?page=2&sig=abc, or not"}',
      '{"next":"see https://(hidden)@api.test/?page=2&sig=(hidden) or not"}',
    ],
    [
      'events',
      'text/event-stream',
      'event: a\ndata: {"token":"abc"}\n\ndata: token\n',
      'event: a\ndata: {"token":"(hidden)"}\n\ndata: token\n',
    ],
    ['invalid JSON', 'application/json', '{"password":', '{"password":'],
    ['JSON of another type', 'text/plain', '[{"token":"abc"}]', '[{"token":"(hidden)"}]'],
    [
      'all within a secret',
      'application/json',
      '{"credentials":{"user":"ada","n":1,"list":["a"]},"ok":true}',
      '{"credentials":{"user":"(hidden)","n":"(hidden)","list":["(hidden)"]},"ok":true}',
    ],
    [
      'JSON within JSON',
      'application/json',
      '{"message":"{\\"token\\":\\"abc\\"}"}',
      '{"message":"{\\"token\\":\\"(hidden)\\"}"}',
    ],
    ['lines of JSON', 'application/x-ndjson', '{"token":"a"}\n{"n":1}', '{"token":"(hidden)"}\n{"n":1}'],
    ['a form', 'application/x-www-form-urlencoded', 'user=ada&password=abc', 'user=ada&password=(hidden)'],
    ['a form without its type', 'text/plain;charset=UTF-8', 'client_secret=abc&a=1', 'client_secret=(hidden)&a=1'],
    ['a text', 'text/plain', 'a token of thanks', 'a token of thanks'],
    ['JSON that is typed as a form', FORM, '{"password":"a&b=c"}', '{"password":"(hidden)"}'],
    [
      'JSON that is encoded as a form',
      FORM,
      '%7B%22password%22%3A%22abc%22%7D',
      '%7B%22password%22%3A%22(hidden)%22%7D',
    ],
    ['a form that is typed as JSON', 'application/json', 'a=1&password=abc', 'a=1&password=(hidden)'],
    ['a form whose value ends like base64', 'text/plain', 'a=1&client_secret=abc==', 'a=1&client_secret=(hidden)'],
    [
      'fields with brackets',
      FORM,
      'user[password]=abc&tokens[]=abc&a=1',
      'user[password]=(hidden)&tokens[]=(hidden)&a=1',
    ],
    ['JSON in a form', FORM, 'p=%7B%22token%22%3A%22abc%22%7D', 'p=%7B%22token%22%3A%22(hidden)%22%7D'],
    [
      'an object with the name of a secret',
      'application/json',
      '{"password":{"old":"abc","new":["abc"]},"token":{"value":"abc"},"name":"Ada"}',
      '{"password":{"old":"(hidden)","new":["(hidden)"]},"token":{"value":"(hidden)"},"name":"Ada"}',
    ],
    [
      'lists with the name of secrets',
      'application/json',
      '{"apiKeys":[{"value":"abc"}],"api_keys":["abc"],"accessTokens":["abc"],"keys":["a"]}',
      '{"apiKeys":[{"value":"(hidden)"}],"api_keys":["(hidden)"],"accessTokens":["(hidden)"],"keys":["a"]}',
    ],
    [
      'counts of tokens stay',
      'application/json',
      '{"usage":{"tokens":5,"max_tokens":7,"total_tokens":"8"},"monkey":"a","keyboard":"b"}',
      '{"usage":{"tokens":5,"max_tokens":7,"total_tokens":"8"},"monkey":"a","keyboard":"b"}',
    ],
    [
      'texts in JSON: a form, a path, another query',
      'application/json',
      '{"body":"a=1&token=abc","next":"/users?page=2&token=abc","rel":"users?key=abc"}',
      '{"body":"a=1&token=(hidden)","next":"/users?page=2&token=(hidden)","rel":"users?key=(hidden)"}',
    ],
    [
      'events whose JSON has several lines',
      'text/event-stream',
      'id: 5\ndata: {\ndata:  "token":\ndata: "abc"\ndata: }\n\n\uFEFFdata:{"pin"\rdata::1}\r\n\r\n',
      'id: 5\ndata: {\ndata:  "token":\ndata: "(hidden)"\ndata: }\n\n\uFEFFdata:{"pin"\rdata::"(hidden)"}\r\n\r\n',
    ],
    [
      'events between lines with quotes and brackets',
      'text/event-stream',
      ': "a {comment\nevent: "b\ndata: {"token":"abc"}\n\ndata: password=abc\n\n',
      ': "a {comment\nevent: "b\ndata: {"token":"(hidden)"}\n\ndata: password=(hidden)\n\n',
    ],
    ['JSON that broke off', 'application/json', '{"a":[1],"token":"ab', '{"a":[1],"token":"(hidden)"'],
    ['JSON behind a prefix', 'application/json', ')]}\',\n{"token":"abc"}', ')]}\',\n{"token":"(hidden)"}'],
    ['records of JSON', 'application/json-seq', '\x1e{"token":\n"abc"}\n', '\x1e{"token":\n"(hidden)"}\n'],
    [
      'JSON in a part',
      'multipart/mixed',
      '--b\r\n\r\n{"pin":"abc"}\r\n--b--',
      '--b\r\n\r\n{"pin":"(hidden)"}\r\n--b--',
    ],
    [
      'a form in a part: it was written as it came',
      'multipart/mixed; boundary=b',
      '--b\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nuser=ada&password=abc\r\n--b--\r\n',
      '--b\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\nuser=ada&password=(hidden)\r\n--b--\r\n',
    ],
    [
      'requests and answers in parts, as in a batch',
      'multipart/mixed; boundary=b',
      '--b\nContent-Type: application/http\n\nPOST /v1?api_key=abc&n=1 HTTP/1.1\nAuthorization: Bearer abc\nContent-Type: application/json\n\n{"pin":"abc","n":1}\n--b\nContent-Type: application/http\n\nHTTP/1.1 302 Found\nLocation: /a?token=abc\n\n--b--',
      '--b\nContent-Type: application/http\n\nPOST /v1?api_key=(hidden)&n=1 HTTP/1.1\nAuthorization: (hidden)\nContent-Type: application/json\n\n{"pin":"(hidden)","n":1}\n--b\nContent-Type: application/http\n\nHTTP/1.1 302 Found\nLocation: /a?token=(hidden)\n\n--b--',
    ],
    [
      'a field of the name of a secret, and parts within a part',
      'multipart/related; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="password"\r\n\r\nabc\r\n--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntoken=abc\r\n--b--\r\n--a--',
      '--a\r\nContent-Disposition: form-data; name="password"\r\n\r\n(hidden)\r\n--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\ntoken=(hidden)\r\n--b--\r\n--a--',
    ],
    ['no parts', 'multipart/mixed; boundary=b', '{"token":"abc"}', '{"token":"(hidden)"}'],
    ['a script', 'text/javascript', '"use strict";x={"password":"abc"}', '"use strict";x={"password":"abc"}'],
  ])('%s', (_what, type, text, seen) => {
    expect(hideInBody(text, type)).toBe(seen)
  })
})
