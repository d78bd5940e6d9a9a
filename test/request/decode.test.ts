import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody, decompress, encodingsOf } from '../../src/request/decode.ts'

const TEXT = '{"a":1}'
const twice = gzipSync(gzipSync(TEXT))

test.each([
  ['gzip', gzipSync(TEXT), TEXT],
  ['gzip, X-GZIP', twice, TEXT],
  ['gzip', Buffer.from(TEXT), TEXT],
  ['own', Buffer.from(TEXT), TEXT],
])(
  'a body with the content encoding %s is decoded, as far as it is known and right',
  async (encodings, sent, decoded) => {
    const bytes = new Uint8Array(sent).buffer
    expect(Buffer.from(await decodeBody(bytes, encodings)).toString()).toBe(decoded)
  },
)

test.each(['gzip, own', 'own, gzip'])('a body with one unknown encoding stays readable as it is: %s', (encodings) => {
  const body = new Blob([gzipSync(TEXT)]).stream()
  expect(decompress(body, encodingsOf(encodings))).toBe(undefined)
  expect(body.locked).toBe(false)
})
