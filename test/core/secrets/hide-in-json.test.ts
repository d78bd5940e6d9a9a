import { describe, expect, test } from 'vitest'
import { decodedJson } from '../../../src/core/secrets/hide-in-json.ts'
import { hideInJson } from '../../../src/core/secrets/hide-in-text.ts'

describe('values', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['a number with an exponent', '{"pin":-1.5e+3}', '{"pin":"(hidden)"}'],
    ['a number alone', '{"a":12}', '{"a":12}'],
    ['counts of tokens', '{"tokens":12,"tokensSecret":12}', '{"tokens":12,"tokensSecret":"(hidden)"}'],
    ['spaces around the colon', '{"pin"\t\n :  "abc"}', '{"pin"\t\n :  "(hidden)"}'],
    ['an empty text', '{"pin":""}', '{"pin":""}'],
    ['null, true and false', '{"pin":null,"otp":true,"pwd":false}', '{"pin":null,"otp":true,"pwd":false}'],
    ['an escaped quote at the end', '{"pin":"a\\"","b":"c"}', '{"pin":"(hidden)","b":"c"}'],
    ['an escaped backslash at the end', '{"pin":"a\\\\","b":"c"}', '{"pin":"(hidden)","b":"c"}'],
    ['a quote that ends with its line', 'say "a\n{"pin":"abc"}', 'say "a\n{"pin":"(hidden)"}'],
    ['a quote that ends with its line, CR', 'say "a\r{"pin":"abc"}', 'say "a\r{"pin":"(hidden)"}'],
    ['an escape, then the end of the line', '"a\\\\\n{"pin":"abc"}', '"a\\\\\n{"pin":"(hidden)"}'],
    ['a secret whose quote ends with its line', '{"pin":"abc\n}', '{"pin":"(hidden)"\n}'],
    ['a form that broke off', '{"a":"b=1&pin=2', '{"a":"b=1&pin=(hidden)"'],
    ['no object', '"pin":"abc"', '"pin":"(hidden)"'],
    ['what follows a secret', '{"pin":"abc","n":{"b":"c"},"d":"e"}', '{"pin":"(hidden)","n":{"b":"c"},"d":"e"}'],
    ['what follows a group of secrets', '{"pin":{"a":"b"},"c":"d"}', '{"pin":{"a":"(hidden)"},"c":"d"}'],
    ['keys within a secret', '{"pin":{"a":{"b":"c"},"d":"e"}}', '{"pin":{"a":{"b":"(hidden)"},"d":"(hidden)"}}'],
  ])('%s', (_what, text, seen) => {
    expect(hideInJson(text, 0)).toBe(seen)
  })
})

describe('values that another names', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['the name first', '{"name":"pin","value":"abc"}', '{"name":"pin","value":"(hidden)"}'],
    ['the value first', '{"value":"abc","name":"pin"}', '{"value":"(hidden)","name":"pin"}'],
    ['another name', '{"name":"color","value":"abc"}', '{"name":"color","value":"abc"}'],
    ['another key', '{"name":"pin","title":"abc"}', '{"name":"pin","title":"abc"}'],
    ['the name of another object', '{"name":"pin","a":{"value":"abc"}}', '{"name":"pin","a":{"value":"abc"}}'],
    ['an object beside it', '[{"name":"pin"},{"value":"abc"}]', '[{"name":"pin"},{"value":"abc"}]'],
    ['a name behind an object', '{"a":{"name":"b"},"c":"pin","value":"d"}', '{"a":{"name":"b"},"c":"pin","value":"d"}'],
    ['a name that is an object', '{"name":{"a":"pin"},"value":"b"}', '{"name":{"a":"pin"},"value":"b"}'],
    ['a pair', '[["pin","abc"]]', '[["pin","(hidden)"]]'],
    ['a pair with an object', '[["pin",{"a":"b"}]]', '[["pin",{"a":"(hidden)"}]]'],
    ['a pair alone', '["pin","abc"]', '["pin","abc"]'],
    ['a list of three', '[["pin","abc","def"]]', '[["pin","abc","def"]]'],
    ['a list of one', '[["pin"],"abc"]', '[["pin"],"abc"]'],
    ['the second of a pair', '[["abc","pin"]]', '[["abc","pin"]]'],
    ['a pair in an object', '{"a":["pin","abc"]}', '{"a":["pin","abc"]}'],
    ['behind a pair', '[["pin","abc"],"def",["a","b"]]', '[["pin","(hidden)"],"def",["a","b"]]'],
    ['a pair deep inside', '{"a":[["pin","abc"]]}', '{"a":[["pin","(hidden)"]]}'],
    ['a name behind an object in a list', '[{"a":1},"pin"]', '[{"a":1},"pin"]'],
    ['a pair whose first is a list', '[[["pin"],"abc"]]', '[[["pin"],"abc"]]'],
  ])('%s', (_what, text, seen) => {
    expect(hideInJson(text, 0)).toBe(seen)
  })
})

describe('GraphQL', () => {
  test.each<[what: string, text: string, seen: string]>([
    ['an argument', 'mutation { a(pin: "abc", b: "c") { d } }', 'mutation { a(pin: "(hidden)", b: "c") { d } }'],
    ['arguments of a field', '{ login(pin: "abc") { token(b: "c") } }', '{ login(pin: "(hidden)") { token(b: "c") } }'],
    ['arguments of an alias', '{ token: a(b: "c") }', '{ token: a(b: "c") }'],
    ['a selection of an alias', '{ token: a(b: "c") { d(e: "f") } }', '{ token: a(b: "c") { d(e: "f") } }'],
    [
      'a selection behind a directive',
      '{ token: a(b: 1) @c(d: 1) { f(g: 2) } }',
      '{ token: a(b: 1) @c(d: 1) { f(g: 2) } }',
    ],
    ['an input', 'mutation { a(pin: { b: "c" }) }', 'mutation { a(pin: { b: "(hidden)" }) }'],
    ['a list', 'mutation { a(pin: ["b"]) }', 'mutation { a(pin: ["(hidden)"]) }'],
    ['a default', 'query ($pin: String = "abc") { a }', 'query ($pin: String = "(hidden)") { a }'],
    ['arguments behind a space', '{ token: a (b: "c") }', '{ token: a (b: "c") }'],
    ['a word before a group in a secret', '{ a(pin: {b: [C {d: "e"}]}) }', '{ a(pin: {b: [C {d: "(hidden)"}]}) }'],
    ['a default list of nullable items', 'query ($pin: [A] = ["b"]) { c }', 'query ($pin: [A] = ["(hidden)"]) { c }'],
    ['a default list', 'query ($pin: [String!] = ["abc"]) { a }', 'query ($pin: [String!] = ["(hidden)"]) { a }'],
    ['an enum before a list', 'query ($pin: A, $b: [C] = ["d"]) { a }', 'query ($pin: A, $b: [C] = ["d"]) { a }'],
    ['a block', '{ a(pin: """b\n"c" """) }', '{ a(pin: "(hidden)") }'],
    ['an escaped end of a block', '{ a(pin: """b \\""" c""", d: "e") }', '{ a(pin: "(hidden)", d: "e") }'],
    ['a block that broke off', '{ a(pin: """b c', '{ a(pin: "(hidden)"'],
    ['a text in a block', '{ a(b: """c=1&pin=2""") }', '{ a(b: "c=1&pin=(hidden)") }'],
  ])('%s', (_what, text, seen) => {
    expect(hideInJson(text, 0)).toBe(seen)
  })
})

describe('the text of a string', () => {
  test.each<[what: string, json: string, text: string]>([
    ['whole', '"a b"', 'a b'],
    ['a bare word', 'a"b"', 'a"b"'],
    ['escapes', '"a\\u0026\\"b\\""', 'a&"b"'],
    ['a block', '"""a "b" c"""', 'a "b" c'],
    ['a block with an escaped end', '"""a \\""" b"""', 'a \\""" b'],
    ['a tab, which JSON would escape', '"a\tb"', 'a\tb'],
    ['a block that broke off', '"""a "b" c', 'a "b" c'],
    ['it broke off', '"a\\u0026b', 'a&b'],
    ['it broke off behind a backslash', '"a\\u0026\\', 'a&'],
    ['it broke off behind \\u', '"a\\u0026\\u', 'a&'],
    ['it broke off behind one digit', '"a\\u0026\\u0', 'a&'],
    ['it broke off behind three digits', '"a\\u0026\\uFaC', 'a&'],
    ['an escape that JSON does not know', '"a\\qb"', 'a\\qb"'],
  ])('%s', (_what, json, text) => {
    expect(decodedJson(json)).toBe(text)
  })
})
