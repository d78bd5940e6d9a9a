import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { type Mocks, rest } from '../../../src/entries/index.ts'
import { answerOf } from '../../../src/mocks/session/journal.ts'
import { deferred, messageOf, rejectionOf, start, startForgiving, thrownBy } from '../../promises/support.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Waits for what nothing holds to be gone. */
async function expectGone(refs: readonly WeakRef<object>[]): Promise<void> {
  const left = () => {
    collectGarbage()
    return refs.filter((ref) => ref.deref() !== undefined).length
  }
  await expect.poll(left, { timeout: 10_000 }).toBe(0)
}

/** Sends requests of each kind, and shows what is made of them. */
async function sendAll(mocks: Mocks, see: (one: object) => void): Promise<void> {
  const url = 'http://api.test/users?tag=1'
  const headers = { 'content-type': 'application/json' }
  see(await fetch(url))
  see(await fetch(new Request(url, { method: 'POST', body: '{"id":1}', headers })))
  for (const path of ['none', 'thrown']) see(await fetch(`http://api.test/${path}`).catch((error: object) => error))
  for (const call of mocks.calls()) {
    see(call)
    see(call.request)
    see(call.request.raw)
  }
}

test('the journal kept calls in memory after reset({ failures: true })', async () => {
  const refs: WeakRef<object>[] = []
  const see = (one: object) => {
    refs.push(new WeakRef(one))
  }
  const asked = () => true
  const mocks = startForgiving([
    rest.get('/users', [], { match: { queries: { tag: asked } } }),
    rest.post('/users', ({ request }) => {
      see(request)
      see(request.raw)
      see(request.body as object)
      return request.body
    }),
    rest.get('/thrown', () => {
      throw new Error('a bug')
    }),
  ])
  mocks.on('answered', see)
  await sendAll(mocks, see)
  expect(refs).toHaveLength(21)
  mocks.reset({ failures: true })
  await expectGone(refs)
})

test('the journal kept responses in memory that had been read', async () => {
  const mocks = start([rest.get('/users', () => new Response('x'.repeat(1000)))])
  const read = async () => {
    const response = await fetch('http://api.test/users')
    await response.text()
    return new WeakRef(response)
  }
  const ref = await read()
  expect(mocks.calls()).toHaveLength(1)
  await expectGone([ref])
})

test('an application that retried for hours filled the memory with failures', async () => {
  const mocks = startForgiving([])
  for (let sent = 0; sent < 1001; sent++) await rejectionOf(fetch('http://api.test/users'))
  const error = thrownBy(() => mocks.verify())
  expect(messageOf(error)).toBe(`No stub answers GET http://api.test/users

No routes are declared
To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })

This happened 1000 or more times`)
})

test('mocks that ran for hours filled the memory with calls', async () => {
  const mocks = start([rest.get('/users', [])])
  const refs: WeakRef<object>[] = []
  for (let sent = 0; sent < 20_001; sent++) {
    await fetch(`http://api.test/users?sent=${sent}`)
    if (sent === 0) for (const { request } of mocks.calls()) refs.push(new WeakRef(request.queries))
  }
  const kept = mocks.calls().map(({ request }) => Number(request.queries.sent))
  expect(kept).toEqual(Array.from({ length: 10_001 }, (_, index) => 10_000 + index))
  expect(mocks.unused()).toEqual([])
  await expectGone(refs)
}, 60_000)

test('a call that was answered after 1,000 later ones kept its reply for ever', async () => {
  const gate = deferred()
  const slowly = async () => {
    await gate.promise
    return 'slow'
  }
  const mocks = start([rest.get('/slow', slowly), rest.get('/fast', 'fast')])
  const slow = fetch('http://api.test/slow')
  for (let sent = 0; sent < 1001; sent++) await fetch('http://api.test/fast')
  gate.resolve()
  await slow
  const kept = () => mocks.calls().map((call) => answerOf(call).reply !== undefined)
  // Of 1,002 answers, the oldest two are those of the first two fast requests.
  expect(kept()).toEqual([true, false, false, ...Array(999).fill(true)])
  for (let sent = 0; sent < 1000; sent++) await fetch('http://api.test/fast')
  expect(kept()).toEqual([...Array(1002).fill(false), ...Array(1000).fill(true)])
})
