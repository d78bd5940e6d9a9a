import { describe, expect, test } from 'vitest'
import { parseBody } from '../../src/request/parse-body.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer

const bodies: readonly { title: string; type: string; body: string | ArrayBuffer; parsed: unknown }[] = [
  { title: 'JSON', type: 'application/json; charset=utf-8', body: '{"a":1}', parsed: { a: 1 } },
  { title: 'JSON of a kind', type: 'application/problem+json', body: bytes('[1]'), parsed: [1] },
  { title: 'JSON as AWS names it', type: 'application/x-amz-json-1.0', body: bytes('{"a":1}'), parsed: { a: 1 } },
  { title: 'malformed JSON is the text', type: 'application/json', body: '{"a":', parsed: '{"a":' },
  { title: 'nothing', type: 'application/json', body: '', parsed: undefined },
  { title: 'no bytes', type: 'text/plain', body: new ArrayBuffer(0), parsed: undefined },
  {
    title: 'a text in a charset',
    type: 'text/plain; charset="iso-8859-1"',
    body: new Uint8Array([233]).buffer,
    parsed: 'é',
  },
  { title: 'a text in an unknown charset', type: 'text/plain; charset=nope', body: bytes('é'), parsed: 'é' },
  { title: 'XML', type: 'application/xml', body: '<a/>', parsed: '<a/>' },
  { title: 'lines of JSON', type: 'application/x-ndjson', body: bytes('{}\n{}\n'), parsed: '{}\n{}\n' },
  {
    title: 'lines of JSON as Elasticsearch names them',
    type: 'application/vnd.elasticsearch+x-ndjson; compatible-with=9',
    body: bytes('{}\n'),
    parsed: '{}\n',
  },
  { title: 'no type', type: '', body: 'a', parsed: new Uint8Array([97]) },
]

test.each(bodies)('$title', ({ type, body, parsed }) => {
  expect(parseBody(body, type)).toEqual(parsed)
})

describe('multipart', () => {
  const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`
  const named = 'Content-Disposition: form-data; name="a"'

  test('fields and files, a repeated name a list', async () => {
    const file = 'content-disposition: form-data; name="f"; filename="a%22b.txt"'
    const body = `${part(named, '1')}${part(named, '2\r\n')}${part(`${file}\r\nContent-Type: text/x-mine`, 'abc')}--b--`
    const parsed = parseBody(body, 'multipart/form-data; boundary="b"') as { a: unknown; f: File }
    expect(parsed.a).toEqual(['1', '2\r\n'])
    expect([parsed.f.name, parsed.f.type, await parsed.f.text()]).toEqual(['a"b.txt', 'text/x-mine', 'abc'])
  })

  test('a file without a type is plain text', () => {
    const body = `${part(`${named}; filename="a.bin"`, 'abc')}--b--`
    const parsed = parseBody(body, 'multipart/form-data; boundary=b') as { a: File }
    expect(parsed.a.type).toBe('text/plain')
  })

  test.each([
    ["; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", 'naïve €.txt'],
    ['; filename="plain.txt"; filename*=utf-8\'en\'%E2%82%AC.txt', '€.txt'],
    ["; filename*=iso-8859-1''%A3.txt", '£.txt'],
    ['; filename="plain.txt"; filename*=nonsense\'\'x.txt', 'plain.txt'],
    ['; filename=plain.txt', 'plain.txt'],
    ['; filename="a\\"b\\\\c.txt"', 'a"b\\c.txt'],
    ['; filename="a; b=c.txt"', 'a; b=c.txt'],
    [';\r\n filename="folded.txt"', 'folded.txt'],
    ['; filename="two\u2028lines.txt"', 'two\u2028lines.txt'],
  ])('the name of a file: %s', (written, expected) => {
    const body = `${part(`${named}${written}`, 'abc')}--b--`
    const parsed = parseBody(body, 'multipart/form-data; boundary=b') as { a: File }
    expect(parsed.a.name).toBe(expected)
  })

  test('of two names of one field the first counts, and a name may be empty', () => {
    const twice = part('Content-Disposition: form-data; name="a"; name="b"', '1')
    const empty = part('Content-Disposition: form-data; name=', '2')
    expect(parseBody(`${twice}${empty}--b--`, 'multipart/form-data; boundary=b')).toEqual({ a: '1', '': '2' })
  })

  test('the name of a field without quotes', () => {
    const body = `${part('Content-Disposition: form-data; name=a', '1')}--b--`
    expect(parseBody(body, 'multipart/form-data; boundary=b')).toEqual({ a: '1' })
  })

  const broken: readonly { title: string; type?: string; body: string }[] = [
    { title: 'without a boundary parameter', type: 'multipart/form-data', body: `${part(named, '1')}--b--` },
    { title: 'without its boundary', body: 'a=1' },
    { title: 'cut off in a head', body: `${part(named, '1')}--b\r\n${named}` },
    { title: 'cut off in a part', body: `--b\r\n${named}\r\n\r\n1` },
    { title: 'without an end', body: part(named, '1') },
    { title: 'with a part without a name', body: `${part('Content-Type: text/plain', '1')}--b--` },
  ]

  test.each(broken)('a body $title is the text', ({ type = 'multipart/form-data; boundary=b', body }) => {
    expect(parseBody(body, type)).toBe(body)
  })
})
