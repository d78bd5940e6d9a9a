import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkError, rest, setupMocks, stream, text } from '../../src/entries/index.ts'
import { clients } from './clients.ts'
import { growthOver } from './growth.ts'

/*
 * What takes too long for the tests of every day: `npm run test:load`. test/promises/under-load.test.ts has the same, small.
 */
const API = 'http://api.test'
const MB = 1024 * 1024

const routes = [
  rest.get('/users/:id', ({ request }) => text(request.params.id)),
  rest.get('/known', text('a'.repeat(1000))),
  rest.get('/unknown', () => stream(['a'.repeat(500), 'b'.repeat(500)])),
  rest.post('/body', undefined, { status: 204 }),
  rest.get('/refused', networkError()),
]

/** Fails if memory is not freed. The bounds are far above the difference between two runs, and far below a leak. */
async function assertFlat(turns: number, take: (turn: number) => Promise<unknown>): Promise<void> {
  const { held, rss } = await growthOver(turns, take)
  assert.ok(held < 8 * MB, `${Math.round(held / MB)} MB are held after ${turns} turns`)
  assert.ok(rss < 300 * MB, `The process has ${Math.round(rss / MB)} MB more after ${turns} turns`)
}

for (const [name, ask] of Object.entries(clients)) {
  test(`${name}: 10,000 requests in flight at once have each its own answer`, async () => {
    const mocks = setupMocks(routes)
    mocks.start()
    const ids = Array.from({ length: 10_000 }, (_, id) => `${id}`)
    assert.deepEqual(await Promise.all(ids.map((id) => ask(`${API}/users/${id}`))), ids)
    mocks.stop()
  })
}

for (const name of ['fetch', 'http'] as const) {
  for (const [path, body] of [['/known'], ['/unknown'], ['/body', 'a'.repeat(1000)], ['/refused']] as const) {
    test(`${name}: the memory stays flat over 20,000 answers of ${path}`, async () => {
      const mocks = setupMocks(routes)
      mocks.start()
      await assertFlat(20_000, async (turn) => {
        await clients[name](API + path, body).catch(() => {})
        if (turn % 1000 === 999) mocks.reset({ failures: true })
      })
      mocks.stop()
    })
  }
}

test('a million requests in a row leave the memory flat, without a reset', async () => {
  const mocks = setupMocks(routes)
  mocks.start()
  await assertFlat(1_000_000, () => clients.fetch(`${API}/known`))
  mocks.stop()
})
