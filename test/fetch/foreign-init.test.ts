// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest'
import { rest, text } from '../../src/entries/index.ts'
import { initOf, withNativeSignal } from '../../src/fetch/foreign-init.ts'
import { rejectionOf, start } from '../promises/support.ts'

const { window } = (globalThis as unknown as { jsdom: { window: typeof globalThis } }).jsdom

test('the start ran out of stack beside a polyfill of `blob.stream()` that reads a Response of the Blob', async () => {
  const stream = {
    configurable: true,
    value(this: Blob) {
      return new Response(this).body
    },
  }
  Object.defineProperty(Blob.prototype, 'stream', stream)
  onTestFinished(() => void Reflect.deleteProperty(Blob.prototype, 'stream'))
  start([rest.post('/files', ({ request }) => text(request.text ?? ''))])
  expect(await new Response(new Blob(['in a response'])).text()).toBe('in a response')
  const response = await fetch('http://api.test/files', { method: 'POST', body: new Blob(['in a request']) })
  expect(await response.text()).toBe('in a request')
})

test('an abort by a signal of jsdom, which Request refuses, aborts the request', async () => {
  start([rest.get('/slow', [], { delay: Number.POSITIVE_INFINITY })])
  const controller = new window.AbortController()
  const rejection = rejectionOf(fetch('http://api.test/slow', { signal: controller.signal }))
  controller.abort(new RangeError('my reason'))
  expect(await rejection).toMatchObject({ message: 'my reason' })
})

test('an aborted signal of jsdom aborts at once, and other signals are not replaced', () => {
  const foreign = withNativeSignal({ method: 'PUT', signal: window.AbortSignal.abort('my reason') })
  expect([foreign?.method, foreign?.signal?.aborted, foreign?.signal?.reason]).toEqual(['PUT', true, 'my reason'])
  const own = { signal: new AbortController().signal }
  expect(withNativeSignal(own)).toBe(own)
  expect(withNativeSignal(undefined)).toBe(undefined)
})

test.each([
  { method: 'GET', body: undefined, sent: null },
  { method: 'HEAD', body: undefined, sent: null },
  { method: 'POST', body: 'abc', sent: new TextEncoder().encode('abc').buffer },
])('a $method request of another class is sent unchanged', async ({ method, body, sent }) => {
  const init = { method, headers: { 'x-team': 'a' }, redirect: 'manual', credentials: 'omit', body } as RequestInit
  const { headers, ...asked } = await initOf(new Request('http://api.test/', init))
  expect(asked).toMatchObject({ method, redirect: 'manual', credentials: 'omit', body: sent })
  expect(headers).toContainEqual(['x-team', 'a'])
})
