import { promisify } from 'node:util'
import { brotliCompressSync, deflateSync, gunzip, gzipSync, inflate } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeBody, encodingsOf } from '../../src/request/decode.ts'
import { decodeContent as decodeInPage } from '../../src/request/decoder.browser.ts'
import { decodeContent as decodeInNode } from '../../src/request/decoder.ts'

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

test.each([
  ['a page', decodeInPage],
  ['Node', decodeInNode],
])('in %s, a body with one unknown encoding stays readable as it is', (_host, decode) => {
  for (const encodings of ['gzip, own', 'own, gzip']) {
    const body = new Blob([gzipSync(TEXT)]).stream()
    expect(decode(body, encodingsOf(encodings))).toBe(undefined)
    expect(body.locked).toBe(false)
  }
})

test('a request that is encoded as only Node decodes it stays as it is, as in a page', async () => {
  const bytes = new Uint8Array(brotliCompressSync(TEXT)).buffer
  expect(await decodeBody(bytes, 'br')).toBe(bytes)
})

test.each([
  ['gzip', gzipSync(TEXT), gunzip],
  ['deflate', deflateSync(TEXT), inflate],
])('a request whose %s body is cut off was decoded in part, which no server does', async (encoding, whole, decode) => {
  for (let length = 1; length < whole.length; length++) {
    const cut = whole.subarray(0, length)
    await expect(promisify(decode)(cut)).rejects.toThrow('unexpected end of file')
    const bytes = new Uint8Array(cut).buffer
    expect(await decodeBody(bytes, encoding)).toBe(bytes)
  }
})
