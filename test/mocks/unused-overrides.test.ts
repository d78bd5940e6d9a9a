import { expect, test } from 'vitest'
import { type Mocks, rest } from '../../src/entries/index.ts'
import { rejectionOf, start } from '../promises/support.ts'

/* The lines that a failing test's error gets. What each runner prints of them is tried in test/consumers/runner-output. */

const PLACE = / {2}test\/mocks\/unused-overrides\.test\.ts:\d+/g

/** Returns the paragraphs that the error of a failing test gets. */
async function added(mocks: Mocks, act: () => unknown, error = new Error('the test fails')): Promise<string[]> {
  const thrown = await rejectionOf(
    mocks.isolate(async () => {
      await act()
      throw error
    }),
  )
  expect(thrown).toBe(error)
  expect(error.stack?.slice(error.stack.indexOf(error.message) + error.message.length)).toMatch(/^\n\s+at /)
  return error.message.replaceAll(PLACE, '').split('\n\n').slice(1)
}

const get = (path: string) => fetch(`https://api.test${path}`)
const routes = [rest.get('/todos', []), rest.get('/todos/:id', {})]

test('an override with a typo in its path was silent where its test failed', async () => {
  const mocks = start(routes)
  const lines = await added(mocks, async () => {
    mocks.use.get('/todoz', [])
    await get('/todos?page=1')
    await get('/todos/1')
  })
  expect(lines).toEqual(["Not used: mocks.use.get('/todoz'); nearest request GET /todos?page=1"])
})

test('the conditions that differ are named if nothing else does', async () => {
  const mocks = start(routes)
  const lines = await added(mocks, async () => {
    mocks.use.get('/todos', [], { match: { queries: { page: 2, per: 10 }, headers: { 'x-a': '1' } } })
    await get('/todos?page=1')
  })
  expect(lines).toEqual([
    "Not used: mocks.use.get('/todos'); nearest request GET /todos?page=1, which differs in queries.page and queries.per",
  ])
})

test('the whole URL is shown if the origin differs, without its secrets', async () => {
  const mocks = start(routes)
  const lines = await added(mocks, async () => {
    mocks.use.get('https://other.test/todos', [])
    await get('/todos?token=s3cret')
  })
  expect(lines).toEqual([
    "Not used: mocks.use.get('https://other.test/todos'); nearest request GET https://api.test/todos?token=(hidden)",
  ])
})

test('three overrides are named, and the others are counted', async () => {
  const mocks = start(routes)
  const lines = await added(mocks, () => {
    for (const path of ['/a', '/b', '/c', '/d', '/e']) mocks.use.get(path, [])
  })
  expect(lines.join('\n')).toBe(`Not used: mocks.use.get('/e'); no request was sent
Not used: mocks.use.get('/d'); no request was sent
Not used: mocks.use.get('/c'); no request was sent
and 2 more`)
})

test.each<[title: string, act: (mocks: Mocks) => unknown]>([
  ['it has answered', (mocks) => [mocks.use.get('/todos', []), get('/todos')]],
  [
    'a newer one has answered its request',
    (mocks) => [mocks.use.get('/todos', []), mocks.use.get('/todos', []), get('/todos')],
  ],
  ['it was undone', (mocks) => mocks.use.get('/todoz', [])()],
])('an override is not named if %s', async (_title, act) => {
  const mocks = start(routes)
  expect(await added(mocks, () => Promise.all([act(mocks)].flat()))).toEqual([])
})

test('an override from before a reset is named', async () => {
  const mocks = start(routes)
  const lines = await added(mocks, () => {
    mocks.use.get('/todoz', [])
    mocks.reset()
  })
  expect(lines).toEqual(["Not used: mocks.use.get('/todoz'); no request was sent"])
})

test('an override that the report on a miss names as the nearest stub is not named twice', async () => {
  const mocks = start([])
  const error = (await rejectionOf(
    mocks.isolate(async () => {
      mocks.use.get('/todoz', [])
      await get('/todos').catch(() => {})
    }),
  )) as Error
  expect(error.message).toMatch("Nearest: mocks.use.get('/todoz')")
  expect(error.message).not.toMatch('Not used')
})

test('a frozen error stays as it is', async () => {
  const mocks = start(routes)
  expect(await added(mocks, () => mocks.use.get('/todoz', []), Object.freeze(new Error('the test fails')))).toEqual([])
})
