import { expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "5", "fetch-mock": "11" } }',
  'globals.ts':
    "declare module 'fetch-mock'\ndeclare global {\n  const test: any, expect: any, beforeAll: any, afterEach: any, load: any\n}\nexport {}\n",
})
const HEAD = "import fetchMock from 'fetch-mock'\n\n"
const SETUP = `${HEAD}afterEach(() => fetchMock.restore())\n`

test('a setup file lost its restore(), and a test its fetch-mock, beside a module that stayed', () => {
  const answers = `${HEAD}export const answer = (body: any) => {\n  fetchMock.get(body, 200)\n}\n`
  const users = `${HEAD}import { answer } from './answers.ts'

test('a', async () => {
  answer({})
  await load()
  expect(fetchMock.called('path:/b')).toBe(false)
})
`
  write('setup.ts', SETUP)
  write('answers.ts', answers)
  write('users.test.ts', users)
  const { text } = migrate('*.ts')
  const STAYS = 'this stays while answers.ts mocks fetch in the old way: convert that first'
  for (const file of ['setup.ts', 'users.test.ts']) expect(text).toContain(`${file}:1  by hand: ${STAYS}\n`)
  expect(read('setup.ts')).toBe(SETUP)
  expect(read('users.test.ts')).toBe(users)
})

test('the calls that a setup file answers were not among those of a test', () => {
  write('setup.ts', `${HEAD}beforeAll(() => {\n  fetchMock.get('path:/a', {})\n})\n`)
  const users = `${HEAD}test('a', async () => {\n  await load()\n  expect(fetchMock.called()).toBe(false)\n})\n`
  write('users.test.ts', users)
  const { text } = migrate('*.ts')
  expect(text).toContain(
    '  by hand: export the mocks of setup.ts, and read its calls from them: these mocks have none of them\n',
  )
  expect(read('setup.ts')).toContain("beforeEach(() => {\n  mocks.use.get('/a', {})\n})\n")
  expect(read('setup.ts')).toContain(`beforeEach(() => {
  if (fetchMock.config) fetchMock.config.Response = globalThis.Response
  fetchMock.spy()
})
afterEach(() => {
  fetchMock.restore()
})
`)
  expect(read('users.test.ts')).toBe(users)
})

test('a setup file whose answers others ask for had its calls seen by fetch-mock for all tests, in place of a note', () => {
  write('setup.ts', `${HEAD}beforeAll(() => {\n  fetchMock.catch(404)\n})\n`)
  const users = `${HEAD}test('a', async () => {
  fetchMock.get('path:/a', {})
  await load()
  expect(fetchMock.called('path:/a')).toBe(true)
  expect(fetch).toHaveFetched('path:/a', undefined)
})
`
  write('users.test.ts', users)
  const { text } = migrate('*.ts')
  expect(text).toContain(
    'users.test.ts:9  to check: setup.ts has stubs too, whose calls are in its mocks: export them, and ask these too\n',
  )
  expect(text).not.toContain('by hand: ')
  expect(read('setup.ts')).not.toContain('fetchMock')
  expect(read('users.test.ts')).toContain(`test('a', async () => {
  mocks.use.get('/a', {})
  await load()
  expect(mocks.calls('/a').length > 0).toBe(true)
  expect(mocks.calls('/a')).not.toHaveLength(0)
})
`)
})

test('a test that stayed kept the setup file that resets fetch-mock, and by that all other tests', () => {
  write('setup.ts', SETUP)
  write('a.test.ts', `${HEAD}test('a', async () => {\n  fetchMock.get(load, 200)\n})\n`)
  write(
    'b.test.ts',
    `${HEAD}test('b', async () => {\n  fetchMock.get('path:/b', 200)\n})\ntest('c', async () => {\n  fetchMock.get(load, 200)\n})\n`,
  )
  write('d.test.ts', `${HEAD}test('d', async () => {\n  fetchMock.get('path:/d', 200)\n})\n`)
  const { text } = migrate('*.ts')
  expect(text).toMatch(/^a\.test\.ts:4 +keeps 1 other: /m)
  expect(read('setup.ts')).toBe(SETUP)
  expect(read('b.test.ts')).toContain("test('b', async () => {\n  mocks.use.get('/b', undefined)\n})\n")
  expect(read('b.test.ts')).toContain("  mocks.use.all('/{*rest}', passthrough())\n  // mynah: ")
  expect(read('d.test.ts')).toContain("mocks.use.get('/d', undefined)")
})

test('a module that only configures fetch-mock, and that no pattern holds, kept all tests that import it', () => {
  write('config.ts', `${HEAD}fetchMock.config.overwriteRoutes = true\nexport const day = 1\n`)
  write(
    'users.test.ts',
    `${HEAD}import { day } from './config.ts'

test('a', async () => {
  fetchMock.get('path:/a', { day }).get('path:/a', { day: 2 })
  await load()
  const [url] = fetchMock.lastCall()
})
`,
  )
  expect(migrate('*.test.ts').text).not.toContain('  by hand: ')
  expect(read('users.test.ts')).toBe(`import { setupMocks } from 'mynah'

import { day } from './config.ts'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.use.get('/a', { day: 2 })
  await load()
  const { request: { url } } = mocks.calls().at(-1)!
})
`)
})
