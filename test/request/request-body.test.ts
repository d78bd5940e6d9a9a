import { describe, expect, test } from 'vitest'
import { RequestBody } from '../../src/request/request-body.ts'

const bodies: readonly { title: string; body: RequestBody; text?: string }[] = [
  { title: 'no body', body: new RequestBody(undefined, undefined) },
  { title: 'an empty text', body: new RequestBody('', undefined) },
  { title: 'a text', body: new RequestBody('é', undefined), text: 'é' },
  { title: 'bytes that are not read', body: new RequestBody(undefined, async () => new ArrayBuffer(2)) },
]

test.each(bodies)('$title', ({ body, text }) => {
  expect(body.text('text/plain')).toBe(text)
  expect(body.bytes).toEqual(text === undefined ? undefined : new TextEncoder().encode(text))
})

describe('bytes that are read', () => {
  test('are read once, and are the same bytes as text, as data and as bytes', async () => {
    let reads = 0
    const body = new RequestBody(undefined, async () => {
      reads++
      return new TextEncoder().encode('{"a":1}').buffer
    })
    expect(body.unread).toBe(true)
    await Promise.all([body.read(undefined), body.read(undefined)])
    await body.read(undefined)
    expect([reads, body.unread, body.text(''), body.parse('application/json')]).toEqual([1, false, '{"a":1}', { a: 1 }])
  })

  test('are not read if they are streamed to the network', async () => {
    const body = new RequestBody(undefined, () => Promise.reject(new Error('was read')))
    body.stream()
    await body.read(undefined)
    expect([body.unread, body.bytes, body.parse('text/plain')]).toEqual([false, undefined, undefined])
  })
})
