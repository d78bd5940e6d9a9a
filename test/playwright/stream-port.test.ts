import { expect, onTestFinished, test, vi } from 'vitest'
import { createStreamPort } from '../../src/playwright/stream-port.ts'
import type { Answer } from '../../src/response/verdict.ts'

const ASKED = { method: 'GET', url: 'http://localhost:3000/events' }
const encoder = new TextEncoder()

function port() {
  const port = createStreamPort()
  onTestFinished(() => port.close())
  return port
}

function streamed(chunks: string[], fail?: Error): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      const chunk = chunks.shift()
      if (chunk !== undefined) controller.enqueue(encoder.encode(chunk))
      else if (fail) controller.error(fail)
      else controller.close()
    },
  })
}

test('a stream is offered to one request', async () => {
  const answer = { ...answerOf(streamed(['a', 'b'])), status: 203, headers: [['x-mood', 'good']] as const }
  const { url, ended } = await port().offer(answer, ASKED, new AbortController().signal)
  const response = await fetch(url, { method: 'POST', body: 'of the page' })
  expect([response.status, response.headers.get('x-mood'), await response.text()]).toEqual([203, 'good', 'ab'])
  await ended
  expect((await fetch(url)).status).toBe(404)
})

test('a stream that fails breaks the connection after its first chunks', async () => {
  const answer = answerOf(streamed(['a'], new Error('of the stub')))
  const { url, ended } = await port().offer(answer, ASKED, new AbortController().signal)
  const received = await fetch(url)
  expect(received.status).toBe(200)
  await expect(received.text()).rejects.toThrow('terminated')
  await ended
})

test('a stream that its page no longer reads is cancelled', async () => {
  const cancel = vi.fn()
  const { signal, abort } = abortable()
  const { url, ended } = await port().offer(answerOf(new ReadableStream({ cancel })), ASKED, signal)
  abort()
  await ended
  expect(cancel).toHaveBeenCalledOnce()
  expect((await fetch(url)).status).toBe(404)
})

test('a stream is cancelled when the page hangs up', async () => {
  let isCancelled: () => void = () => {}
  const cancelled = new Promise<void>((resolve) => {
    isCancelled = resolve
  })
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('a')),
    cancel: () => isCancelled(),
  })
  const { url } = await port().offer(answerOf(body), ASKED, new AbortController().signal)
  const { signal, abort } = abortable()
  await fetch(url, { signal })
  abort()
  await cancelled
})

function answerOf(body: ReadableStream<Uint8Array>): Answer {
  return { kind: 'response', status: 200, statusText: 'OK', headers: [], body }
}

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}
