import { describe, expect, test } from 'vitest'
import { hideInBody } from '../../../src/core/secrets/hide-in-body.ts'

describe('the parts of a body', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['spaces behind the first boundary', '--b \t\r\n\r\npin=a\r\n--b--', '--b \t\r\n\r\npin=(hidden)\r\n--b--'],
    [
      'spaces behind a later boundary',
      '--b\r\n\r\na=1\r\n--b \r\n\r\npin=a\r\n--b--',
      '--b\r\n\r\na=1\r\n--b \r\n\r\npin=(hidden)\r\n--b--',
    ],
    ['text before the first boundary', 'a\r\n--b\r\n\r\npin=a\r\n--b--', 'a\r\n--b\r\n\r\npin=(hidden)\r\n--b--'],
    ['a boundary of several letters', '--b-c d\r\n\r\npin=a\r\n--b-c d--', '--b-c d\r\n\r\npin=(hidden)\r\n--b-c d--'],
    [
      'dashes before the first boundary',
      '----\r\n--b\r\n\r\npin=a\r\n--b--',
      '----\r\n--b\r\n\r\npin=(hidden)\r\n--b--',
    ],
    ['dashes behind other text', 'a --c\r\n--b\r\n\r\npin=a\r\n--b--', 'a --c\r\n--b\r\n\r\npin=(hidden)\r\n--b--'],
    ['a boundary that begins with a dash', '---b\r\n\r\npin=a\r\n---b--', '---b\r\n\r\npin=(hidden)\r\n---b--'],
    ['a boundary that ends with a dash', '--b-\r\n\r\npin=a\r\n--b---', '--b-\r\n\r\npin=(hidden)\r\n--b---'],
    ['a part that broke off', '--b\r\n\r\na=1&pin=b', '--b\r\n\r\na=1&pin=(hidden)'],
    ['a part without a head', '--b\r\n{"pin":"a"}\r\n--b--', '--b\r\n{"pin":"(hidden)"}\r\n--b--'],
    [
      'GraphQL of two lines without a head',
      '--b\r\n\r\nquery {\n a(pin: "b") }\r\n--b--',
      '--b\r\n\r\nquery {\n a(pin: "(hidden)") }\r\n--b--',
    ],
    ['a secret header without a space', '--b\r\nX-Api-Key:a\r\n\r\n--b--', '--b\r\nX-Api-Key:(hidden)\r\n\r\n--b--'],
    ['an empty part', '--b\r\n--b\r\n\r\npin=a\r\n--b--', '--b\r\n--b\r\n\r\npin=(hidden)\r\n--b--'],
    ['a head alone', '--b\r\nLocation: /a?pin=b\r\n--b--', '--b\r\nLocation: /a?pin=(hidden)\r\n--b--'],
    ['a header without a space', '--b\r\nCookie:sid=a\r\n\r\n--b--', '--b\r\nCookie:sid=(hidden)\r\n\r\n--b--'],
    ['a header with two spaces', '--b\r\nCookie:  sid=a\r\n\r\n--b--', '--b\r\nCookie:  sid=(hidden)\r\n\r\n--b--'],
    [
      'a type without a space',
      '--b\r\nContent-Type:application/x-www-form-urlencoded\r\n\r\na b&pin=c\r\n--b--',
      '--b\r\nContent-Type:application/x-www-form-urlencoded\r\n\r\na b&pin=(hidden)\r\n--b--',
    ],
    [
      'a field without quotes, behind LF',
      '--b\nContent-Disposition: form-data; name=pin\n\nabc\r\n--b--',
      '--b\nContent-Disposition: form-data; name=pin\n\n(hidden)\r\n--b--',
    ],
    [
      'a field of two lines',
      '--b\nContent-Disposition: form-data; name="pin"; a\n\na\n\nb\n--b--',
      '--b\nContent-Disposition: form-data; name="pin"; a\n\n(hidden)\n--b--',
    ],
    [
      'a file with the name of a secret',
      '--b\r\nContent-Disposition: form-data; filename="pin"; name="a"\r\n\r\nb\r\n--b--',
      '--b\r\nContent-Disposition: form-data; filename="pin"; name="a"\r\n\r\nb\r\n--b--',
    ],
    [
      'an empty field',
      '--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n\r\n--b--',
    ],
  ])('%s', (_what, text, seen) => {
    expect(hideInBody(text, 'multipart/mixed; boundary=b')).toBe(seen)
  })
})

describe('a message', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['a request line', 'GET /a?pin=b HTTP/1.1', 'GET /a?pin=(hidden) HTTP/1.1'],
    ['a body', 'POST /a HTTP/1.1\n\npin=b', 'POST /a HTTP/1.1\n\npin=(hidden)'],
    [
      'a body with empty lines',
      'POST / HTTP/1.1\r\n\r\n{"a":1,\r\n\r\n"pin":2}',
      'POST / HTTP/1.1\r\n\r\n{"a":1,\r\n\r\n"pin":"(hidden)"}',
    ],
    [
      'a type in a request line',
      'POST /?content-type:application/x-www-form-urlencoded HTTP/1.1\n\na b&pin=c',
      'POST /?content-type:application/x-www-form-urlencoded HTTP/1.1\n\na b&pin=c',
    ],
    ['a line that is no header', 'POST / HTTP/1.1\n /b?pin=c\n\n', 'POST / HTTP/1.1\n /b?pin=(hidden)\n\n'],
  ])('%s', (_what, text, seen) => {
    expect(hideInBody(text, 'application/http; msgtype=request')).toBe(seen)
  })
})

describe('events', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['a form', 'data: a=1&pin=b\n\n', 'data: a=1&pin=(hidden)\n\n'],
    ['a form without a space', 'data:a=1&pin=b\n\n', 'data:a=1&pin=(hidden)\n\n'],
    ['no space', 'data:{"pin":"a"}\n\n', 'data:{"pin":"(hidden)"}\n\n'],
    ['behind a byte order mark', '\ufeffdata: {"pin":"a"}\n\n', '\ufeffdata: {"pin":"(hidden)"}\n\n'],
    ['behind CR', 'id: "\rdata: {"pin":"a"}\r\r', 'id: "\rdata: {"pin":"(hidden)"}\r\r'],
    ['another field', 'mydata: {"pin":"a"}\n\n', 'mydata: {"pin":"a"}\n\n'],
    ['a comment with a quote', ':"a\ndata: {"pin":"b"}\n\n', ':"a\ndata: {"pin":"(hidden)"}\n\n'],
    ['an empty field', 'data:\ndata: pin=b\n\n', 'data:\ndata: pin=(hidden)\n\n'],
  ])('%s', (_what, text, seen) => {
    expect(hideInBody(text, 'text/event-stream')).toBe(seen)
  })
})

describe('types', () => {
  test.each<[type: string, text: string, seen: string]>([
    ['text/plain; was=multipart/mixed', 'a {"pin":"b"}', 'a {"pin":"b"}'],
    ['text/plain; was=application/http', 'GET /a?pin=b HTTP/1.1', 'GET /a?pin=b HTTP/1.1'],
    ['application/httpd', 'GET /a?pin=b HTTP/1.1', 'GET /a?pin=b HTTP/1.1'],
    ['application/graphql', 'a {"pin":"b"}', 'a {"pin":"(hidden)"}'],
    ['application/vnd.api+json', 'a {"pin":"b"}', 'a {"pin":"(hidden)"}'],
    ['application/x-www-form-urlencoded', 'a b&pin=c', 'a b&pin=(hidden)'],
    ['text/plain', 'a b&pin=c', 'a b&pin=c'],
    ['text/plain', 'query { a(pin: "b") }', 'query { a(pin: "(hidden)") }'],
    ['', 'sent as Bearer abcdefghijk1', 'sent as Bearer (hidden)'],
  ])('%s: %s', (type, text, seen) => {
    expect(hideInBody(text, type)).toBe(seen)
  })
})
