import { expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "jest": "30", "jest-fetch-mock": "3" } }',
  'globals.ts':
    'declare global {\n  const test: any, expect: any, beforeAll: any, beforeEach: any, load: any\n}\nexport {}\n',
}
const { write, read, migrate: migrateFiles } = useProject(FILES)
const migrate = () => migrateFiles('*.ts')

const SETUP = "import { enableFetchMocks } from 'jest-fetch-mock'\n\nenableFetchMocks()\n"

test('the setup stayed, and its mock was what a client took at its import', () => {
  const live = `import { disableFetchMocks, enableFetchMocks } from 'jest-fetch-mock'

beforeAll(() => {
  disableFetchMocks()
})
afterAll(() => enableFetchMocks())
test('a', () => load())
`
  write('setup.ts', SETUP)
  write(
    'users.test.ts',
    "import fetch from 'jest-fetch-mock'\n\ntest('a', async () => {\n  fetch.once('a')\n  await load()\n})\n",
  )
  write('live.test.ts', live)
  const { code, text } = migrate()
  expect(code).toBe(0)
  expect(text).toContain(
    'setup.ts:3  to check: fetch is the real one now in tests without mocks: to keep them off the network, start setupMocks([]) in this setup\n',
  )
  expect([read('setup.ts').trim(), read('live.test.ts').trimStart()]).toEqual(['', "test('a', () => load())\n"])
})

test('the setup stays for a test that no pattern names', () => {
  write('setup.ts', SETUP)
  write(
    'users.test.ts',
    "import fetch from 'jest-fetch-mock'\n\ntest('a', async () => {\n  fetch.once('a')\n  await load()\n})\n",
  )
  write('more/posts.test.ts', "test('a', async () => {\n  fetch.mockResponse('a')\n  await load()\n})\n")
  expect(migrate().text).toContain(
    'setup.ts:3  by hand: remove this from the setup when no test declares answers on fetch\n',
  )
})
