import { expect, test } from 'vitest'
import { fittingHeaders, recogniseEncoding } from '../../src/response/content-encoding.ts'

/** Bodies whose `content-encoding` says the truth, or says what was true before fetch decoded the body. */
const bodies: readonly { title: string; encoding: string; chunks: readonly number[][]; isEncoded: boolean }[] = [
  { title: 'gzip', encoding: 'gzip', chunks: [[0x1f, 0x8b, 8]], isEncoded: true },
  { title: 'gzip whose first chunk is one byte', encoding: 'gzip', chunks: [[0x1f], [0x8b]], isEncoded: true },
  { title: 'a text that was gzip', encoding: 'gzip', chunks: [[123, 125]], isEncoded: false },
  { title: 'zstd, applied last', encoding: 'gzip, ZSTD', chunks: [[0x28, 0xb5, 0x2f, 0xfd]], isEncoded: true },
  { title: 'a text that was brotli', encoding: 'br', chunks: [[123, 10, 9, 125]], isEncoded: false },
  { title: 'brotli whose bytes are characters', encoding: 'br', chunks: [[11, 2, 128]], isEncoded: true },
  { title: 'brotli whose bytes are control characters', encoding: 'br', chunks: [[11, 2, 1]], isEncoded: true },
  { title: 'no bytes', encoding: 'br', chunks: [], isEncoded: true },
]

test.each(bodies)('$title', async ({ encoding, chunks, isEncoded }) => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(Uint8Array.from(chunk))
      controller.close()
    },
  })
  const headers = { 'content-encoding': encoding, 'content-length': '9', 'x-a': '1' }
  const response = new Response(body, { headers })
  await recogniseEncoding(response, true)
  expect(Object.fromEntries(fittingHeaders(response))).toEqual(isEncoded ? headers : { 'x-a': '1' })
})

test.each([
  { title: 'without an encoding', response: new Response('a') },
  { title: 'without a body', response: new Response(null, { headers: { 'content-encoding': 'gzip' } }) },
])('a response $title is not read', ({ response }) => {
  expect(recogniseEncoding(response, true)).toBeUndefined()
  expect(fittingHeaders(response)).toBe(response.headers)
})
