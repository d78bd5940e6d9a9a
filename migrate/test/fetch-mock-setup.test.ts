import { expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "5", "fetch-mock": "12" } }',
  'globals.ts':
    "declare module 'fetch-mock'\ndeclare global {\n  const test: any, expect: any, beforeAll: any, beforeEach: any, afterEach: any, load: any\n}\nexport {}\n",
})
const HEAD = "import fetchMock from 'fetch-mock'\n\n"

/** Its route cannot be read, and is outside of its test, so that the file stays. */
const KEPT = `${HEAD}beforeEach(() => {
  fetchMock.get(load, 200)
})
test('a', async () => {
  await load()
})
`
const USERS = `${HEAD}test('b', async () => {
  fetchMock.get('path:/b', {})
  expect(fetchMock.callHistory.calls().length).toBe(0)
})
`
const USERS_AFTER = `import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

test('b', async () => {
  mocks.use.get('/b', {})
  expect(mocks.calls().length).toBe(0)
})
`

const STAYS = 'this stays while a.test.ts mocks fetch in the old way: convert that first'
const OPENED = 'fetch-mock refused requests without a route; in what stays with it, they reach the network now'

/** Converts a setup file beside a file that stays and one that does not. */
function migrateBeside(setup: string): string {
  write('setup.ts', HEAD + setup)
  write('a.test.ts', KEPT)
  write('b.test.ts', USERS)
  const { text } = migrate('*.ts')
  expect(read('a.test.ts')).toBe(KEPT)
  return text
}

test.each<[start: string, before: string, after: string]>([
  [
    'before each test',
    `beforeEach(() => {
  fetchMock.hardReset()
  fetchMock.mockGlobal()
})
`,
    `beforeEach(() => {
  fetchMock.hardReset()
  fetchMock.mockGlobal().spy()
})
`,
  ],
  [
    'before each test, and fails what no route takes',
    `beforeEach(() => {
  fetchMock.mockGlobal().catch(() => {
    throw new Error('none')
  })
})
afterEach(() => fetchMock.hardReset())
`,
    `beforeEach(() => {
  fetchMock.mockGlobal().spy()
})
afterEach(() => fetchMock.hardReset())
`,
  ],
])('a file that stays kept all tests by a setup file that starts fetch-mock %s', (_, before, after) => {
  const text = migrateBeside(before)
  expect(read('setup.ts')).toBe(`// mynah: ${STAYS}\n${HEAD}${after}`)
  expect(read('b.test.ts')).toBe(USERS_AFTER)
  expect(text).toContain(`setup.ts:1  by hand: ${STAYS}\n`)
  expect(text).toMatch(new RegExp(`^setup\\.ts:\\d+ +to check: ${OPENED}$`, 'm'))
  const [setup, users] = [read('setup.ts'), read('b.test.ts')]
  migrate('*.ts')
  expect([read('setup.ts'), read('b.test.ts')]).toEqual([setup, users])
})

test.each([
  ['once for all tests', 'beforeAll(() => {\n  fetchMock.mockGlobal()\n})\n'],
  ['when it is loaded', 'fetchMock.mockGlobal()\nafterEach(() => fetchMock.removeRoutes())\n'],
])('a setup file that starts fetch-mock %s, before mynah, refuses what no route takes as before', (_, setup) => {
  expect(migrateBeside(setup)).not.toContain(OPENED)
  expect(read('setup.ts')).toContain(HEAD + setup)
  expect(read('b.test.ts')).toBe(USERS_AFTER)
})

test('a setup file that spies is not said to refuse requests', () => {
  const setup = 'beforeEach(() => {\n  fetchMock.mockGlobal().spy()\n})\n'
  expect(migrateBeside(setup)).not.toContain(OPENED)
  expect(read('setup.ts')).toContain(HEAD + setup)
})

const LATE = 'beforeEach(() => {\n  fetchMock.mockGlobal()\n})\n'

test.each([
  ['has a route: each test asks for it', "beforeEach(() => {\n  fetchMock.mockGlobal().route('path:/a', 200)\n})\n"],
  [
    'adds a route to what a variable holds',
    'beforeEach(() => {\n  const mock = fetchMock.mockGlobal()\n  mock.catch(500)\n})\n',
  ],
  ['has a route of an older version', "beforeEach(() => {\n  fetchMock.mock('*', 200)\n})\n"],
  ['starts an older version, which hands on no Request', 'beforeEach(() => {\n  fetchMock.mock()\n})\n'],
])('a setup file keeps all tests if it %s', (_, setup) => {
  migrateBeside(setup)
  expect(read('setup.ts')).toBe(HEAD + setup)
  expect(read('b.test.ts')).toBe(USERS)
})

test('a test in happy-dom, to whose own fetch the calls would be handed on, stays as it is', () => {
  // Vitest would read it from this file too.
  const pragma = ['@vitest', 'environment happy-dom'].join('-')
  const own = `/** ${pragma} */\n${USERS}`
  write('c.test.ts', own)
  migrateBeside(LATE)
  expect(read('b.test.ts')).toBe(USERS_AFTER)
  expect(read('c.test.ts')).toBe(own)
})

test('a setup file stays as it is if no test beside it is converted', () => {
  write('setup.ts', HEAD + LATE)
  write('a.test.ts', KEPT)
  migrate('*.ts')
  expect(read('setup.ts')).toBe(HEAD + LATE)
})
