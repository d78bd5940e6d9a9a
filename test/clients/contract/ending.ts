import { describe, expect, test } from 'vitest'
import { rest, stream } from '../../../src/entries/index.ts'
import { deferred, rejectionOf, start } from '../../promises/support.ts'
import type { Asking } from './asking.ts'

/** A request whose client does not wait for the end. */
export function ending({ client, at, get, needs }: Asking): void {
  const expectAborted = (error: unknown, reason: Error) => {
    const expected = client.abortError(reason)
    if (expected === reason) expect(error).toBe(reason)
    else expect(error).toMatchObject(expected as object)
  }

  describe('abort', () => {
    test('a request whose signal is aborted already rejects, and no stub is used', async () => {
      const mocks = start([rest.get('/slow', 'never')])
      const reason = new Error('enough')
      expectAborted(await rejectionOf(get('/slow', { signal: AbortSignal.abort(reason) })), reason)
      expect(mocks.calls({ path: '/slow' }).filter(({ outcome }) => outcome === 'answered')).toEqual([])
    })

    test('a request aborted under way rejects, and is aborted in the journal and for its resolver', async () => {
      const mocks = start([rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY })])
      const abort = new AbortController()
      const reason = new Error('enough')
      const arrived = deferred<AbortSignal>()
      mocks.on('request', ({ request }) => arrived.resolve(request.signal))
      const rejection = rejectionOf(get('/slow', { signal: abort.signal }))
      const signal = await arrived.promise
      abort.abort(reason)
      expectAborted(await rejection, reason)
      await aborted(signal)
      await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
    })
  })

  describe('stream', () => {
    needs('streaming', 'a body aborted while it streams fails its reader, and its source is told', async () => {
      const ended = deferred<unknown>()
      const turns = [Promise.resolve({ done: false, value: 'one' } as const), new Promise<never>(() => {})]
      const endless: AsyncIterator<string> = {
        next: () => turns.shift() as Promise<IteratorResult<string>>,
        return: async (value) => {
          ended.resolve(undefined)
          return { done: true, value }
        },
      }
      start([rest.get('/endless', stream({ [Symbol.asyncIterator]: () => endless }))])
      const abort = new AbortController()
      const chunks = await client.stream?.({ url: at('/endless'), signal: abort.signal })
      const reading = rejectionOf(
        (async () => {
          for await (const _ of chunks ?? []) abort.abort(new Error('enough'))
        })(),
      )
      expect(await reading).toBeInstanceOf(Error)
      expect(await ended.promise).toBeUndefined()
    })
  })

  describe('time-out', () => {
    test('a client that waits no longer rejects with its own time-out, and nothing is left of the request', async () => {
      const mocks = start([rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY })])
      expect(await rejectionOf(get('/slow', { timeout: 50 }))).toMatchObject(client.timeoutError)
      await expect.poll(() => mocks.calls().filter(({ outcome }) => outcome !== 'aborted')).toEqual([])
    })

    test('an answer in time does not time out', async () => {
      start([rest.get('/fast', 'fast')])
      expect((await get('/fast', { timeout: 900 })).json).toBe('fast')
    })
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve())
  })
}
