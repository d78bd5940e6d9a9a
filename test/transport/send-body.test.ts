import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { cutError } from '../../src/runtime/network-error.ts'
import { sendBody } from '../../src/transport/send-response.ts'

/** A message that passes on what is written to it in the next tick, as newer versions of Node do until the tick ends. */
class Corked extends Writable {
  readonly sent: string[] = []

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    process.nextTick(() => {
      this.sent.push(chunk.toString())
      done()
    })
  }
}

/** A body that has bytes, and fails as soon as they are read. */
function breaking(error: unknown): ReadableStream<Uint8Array> {
  let isRead = false
  return new ReadableStream({
    pull(controller) {
      if (isRead) controller.error(error)
      else controller.enqueue(Buffer.from('abc'))
      isRead = true
    },
  })
}

test.each([
  ['cut', cutError()],
  ['broken', new Error('of the stub')],
])('a stream that yields and breaks in one tick broke the connection before its bytes: %s', async (kind, error) => {
  const outgoing = new Corked()
  await expect(sendBody(breaking(error), outgoing)).resolves.toEqual({ kind, error })
  expect(outgoing.sent.join('')).toBe('abc')
})
