import { describe, expect, test } from 'vitest'
import { networkError, redirect, rest, type Stub } from '../../src/entries/index.ts'
import { rejectionOf, startForgiving } from '../promises/support.ts'

describe('an abort right after the call: the answer came nonetheless, and the journal said so', () => {
  const aborts: Readonly<Record<string, (abort: () => void) => void>> = {
    'in its tick': (abort) => abort(),
    'in a microtask': queueMicrotask,
    'in the next tick': process.nextTick,
  }
  const replies: Readonly<Record<string, Stub>> = {
    'a value': rest.get('/file', { a: 1 }),
    'no body': rest.get('/file', undefined, { status: 204 }),
    'a resolver': rest.get('/file', () => [1]),
    'an async resolver': rest.get('/file', async () => [1]),
    'a broken connection': rest.get('/file', networkError()),
    'two redirects': rest.get('/file', redirect('/older')),
  }
  const rows = Object.keys(aborts).flatMap((when) => Object.keys(replies).map((reply) => ({ when, reply })))
  test.for(rows)('$when: $reply', async ({ when, reply }) => {
    const older = [rest.get('/older', redirect('/new')), rest.get('/new', [1])]
    const mocks = startForgiving([replies[reply] as Stub, ...older])
    for (const own of [undefined, 'own']) {
      const controller = new AbortController()
      const { signal } = controller
      const request = own
        ? fetch(new Request('http://api.test/file', { signal }))
        : fetch('http://api.test/file', { signal })
      const rejection = rejectionOf(request)
      aborts[when]?.(() => controller.abort(own))
      expect(await rejection).toBe(signal.reason)
    }
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted'])
    mocks.verify()
  })
})
