import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { COMPRESSION_FORMATS, isJsonType, isStatus, sendablePhrase, wellFormed } from '../../src/core/http-rules.ts'

test.each([
  { status: 199, is: false },
  { status: 200, is: true },
  { status: 599, is: true },
  { status: 600, is: false },
  { status: 200.5, is: false },
  { status: '200', is: false },
])('a response can have the status $status: $is', ({ status, is }) => {
  expect(isStatus(status)).toBe(is)
})

test.each([
  { type: 'application/json', is: true },
  { type: 'application/json; charset=utf-8', is: true },
  { type: 'APPLICATION/JSON', is: true },
  { type: 'application/problem+json', is: true },
  { type: 'application/x-json', is: true },
  { type: 'application/jsonl', is: false },
  { type: 'application/x-ndjson', is: false },
  { type: 'text/plain', is: false },
  { type: undefined, is: false },
])('the content type $type is JSON: $is', ({ type, is }) => {
  expect(isJsonType(type)).toBe(is)
})

test.each([
  { encoding: 'gzip', encode: gzipSync },
  { encoding: 'x-gzip', encode: gzipSync },
  { encoding: 'deflate', encode: deflateSync },
])('a body of the content encoding $encoding is decoded', async ({ encoding, encode }) => {
  const format = COMPRESSION_FORMATS[encoding] as 'gzip'
  const decoded = new Blob([encode('a')]).stream().pipeThrough(new DecompressionStream(format))
  expect(await new Response(decoded).text()).toBe('a')
})

test.each([
  { title: 'plain', phrase: 'Not Found', sent: 'Not Found' },
  { title: 'of one byte each', phrase: 'Trouvé\t~', sent: 'Trouvé\t~' },
  { title: 'of more bytes', phrase: '見 ✓', sent: '\xe8\xa6\x8b \xe2\x9c\x93' },
  { title: 'that no header can hold', phrase: 'a\r\nb\0c\x7f', sent: 'abc' },
])('a reason phrase as a Response takes it, of characters $title', ({ phrase, sent }) => {
  expect(sendablePhrase(phrase)).toBe(sent)
  expect(new Response(null, { statusText: sent }).statusText).toBe(sent)
})

test.each([
  { text: 'a\ud83d', well: 'a\ufffd' },
  { text: '\ude00', well: '\ufffd' },
  { text: '😀é', well: '😀é' },
])('a text is sent without lone surrogates: $well', ({ text, well }) => {
  expect(wellFormed(text)).toBe(well)
})
