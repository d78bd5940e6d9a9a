import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { networkError, rest, setupMocks, stream, text } from '../../src/entries/index.ts'
import { clients } from '../load/clients.ts'
import { growthOver } from '../load/growth.ts'
import { changedSince, resourcesNow, tracesNow } from '../load/traces.ts'
import { start, startForgiving } from './support.ts'

/* Small: `npm run test:load` does the same with a million. */

const API = 'http://api.test'
const MB = 1024 * 1024

test.for(Object.entries(clients))('%s: each of a thousand concurrent requests gets its own answer', async ([, ask]) => {
  start([rest.get('/users/:id', ({ request }) => text(request.params.id))])
  const ids = Array.from({ length: 1000 }, (_, id) => `${id}`)
  expect(await Promise.all(ids.map((id) => ask(`${API}/users/${id}`)))).toEqual(ids)
})

describe.for(['fetch', 'http'] as const)('%s', (client) => {
  test.for([
    { answer: 'whose length is known', path: '/known' },
    { answer: 'whose length is not known', path: '/unknown' },
    { answer: 'to a body', path: '/body', body: 'a'.repeat(1000) },
    { answer: 'of a network error', path: '/refused' },
  ])('an answer $answer leaked 17 KB', { timeout: 60_000 }, async ({ path, body }) => {
    const mocks = startForgiving([
      rest.get('/known', text('a'.repeat(1000))),
      rest.get('/unknown', () => stream(['a'.repeat(500), 'b'.repeat(500)])),
      rest.post('/body', undefined, { status: 204 }),
      rest.get('/refused', networkError()),
    ])
    const growth = await growthOver(500, async (turn) => {
      await clients[client](API + path, body).catch(() => {})
      if (turn % 100 === 99) mocks.reset()
    })
    // The leak that the title tells of would be 8 MB.
    expect(growth.held).toBeLessThan(4 * MB)
    expect(growth.rss).toBeLessThan(200 * MB)
  })
})

test('two hundred starts and stops left a listener, a timer or a patch', { timeout: 60_000 }, async () => {
  const warnings: Error[] = []
  const warned = (warning: Error) => warnings.push(warning)
  process.on('warning', warned)
  onTestFinished(() => {
    process.off('warning', warned)
  })
  const routes = [rest.get('/users', []), rest.get('/never', undefined, { delay: Number.POSITIVE_INFINITY })]
  const round = async () => {
    const mocks = setupMocks(routes)
    mocks.start()
    await Promise.all(Object.values(clients).map((ask) => ask(`${API}/users`)))
    const pending = Object.values(clients).map((ask) => ask(`${API}/never`).catch(() => {}))
    mocks.waitFor({ path: '/users' }, { times: 100, timeout: 60_000 }).catch(() => {})
    await nextTurn()
    mocks.stop()
    await Promise.all(pending)
  }
  await round()
  await nextTurn()
  const before = tracesNow()
  const resources = resourcesNow()
  for (let count = 0; count < 200; count++) await round()
  expect(changedSince(before)).toEqual([])
  // The runner has some of its own.
  await expect.poll(() => resourcesNow() - resources).toBeLessThan(20)
  expect(warnings).toEqual([])
})
