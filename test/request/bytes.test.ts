import { expect, test } from 'vitest'
import { readRequestBody } from '../../src/request/bytes.ts'
import { rejectionOf } from '../promises/support.ts'

const URL = 'http://api.test/users'

function requestOf(chunks: readonly unknown[], failure?: { readonly error: unknown }): Request {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      if (failure) controller.error(failure.error)
      else controller.close()
    },
  })
  return new Request(URL, { method: 'POST', body, duplex: 'half' } as RequestInit)
}

test('a request without a body has no bytes', async () => {
  expect((await readRequestBody(new Request(URL))).byteLength).toBe(0)
})

test('texts and views are joined', async () => {
  const bytes = await readRequestBody(requestOf(['a', new DataView(new Uint8Array([98, 99]).buffer, 1)]))
  expect(new TextDecoder().decode(bytes)).toBe('ac')
})

const abort = new DOMException('This operation was aborted', 'AbortError')

test('the error of an abort is the error itself', async () => {
  expect(await rejectionOf(readRequestBody(requestOf([], { error: abort })))).toBe(abort)
})

const failures: readonly { title: string; request: Request; cause: unknown }[] = [
  { title: 'an error', request: requestOf([], { error: new RangeError('mine') }), cause: new RangeError('mine') },
  { title: 'a text', request: requestOf([], { error: 'mine' }), cause: new Error('mine') },
  {
    title: 'another chunk',
    request: requestOf([1]),
    cause: Object.assign(new TypeError('The chunks of a body must be strings or bytes, not number'), {
      code: 'ERR_INVALID_ARG_TYPE',
    }),
  },
]

test.each(failures)('a body that fails with $title fails as fetch does', async ({ request, cause }) => {
  expect(await rejectionOf(readRequestBody(request))).toEqual(new TypeError('fetch failed', { cause }))
})
