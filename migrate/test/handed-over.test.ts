import { expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

vi.setConfig({ testTimeout: 120_000 })

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "nock": "14", "undici": "8" } }',
  'node_modules/nock/package.json': '{ "name": "nock", "version": "14.0.0" }',
  'node_modules/undici/package.json': '{ "name": "undici", "version": "8.0.0" }',
})

const _RUN = `import { before } from 'node:test'
import { MockAgent, setGlobalDispatcher } from 'undici'

before(() => {})
export async function run(declare = (_pool) => {}) {
  const agent = new MockAgent()
  setGlobalDispatcher(agent)
  const pool = agent.get('https://api.test')
  pool.intercept({ path: '/a' }).reply(200, [])
  declare(pool)
}
`
const _USE = `import { run } from './run.js'

await run((pool) => {
  pool.intercept({ path: '/b' }).reply(200, [])
})
`

test('a script that takes the mock of node:test waited for a hook', () => {
  const script = `import nock from 'nock'

nock('https://api.test').get('/a').reply(200, [])
await fetch('https://api.test/a')
`
  write('main.js', "import { mock } from 'node:test'\n\nmock.timers.enable()\nawait import('./users.js')\n")
  write('users.js', script)
  write('script.js', `import { mock } from 'node:test'\n${script}`)
  migrate('*.js')
  for (const file of ['users.js', 'script.js']) expect(read(file)).toContain('\nmocks.start()\n')
})

test('the answers of a module that tests import for what it does were gone after the first test', () => {
  write('answers.js', "import nock from 'nock'\n\nnock('https://api.test').get('/a').times(2).reply(200, [])\n")
  write(
    'users.test.js',
    "import { test } from 'vitest'\nimport './answers.js'\n\ntest('a', () => fetch('https://api.test/a'))\n",
  )
  migrate('*.js')
  expect(read('answers.js')).toBe(`import { beforeAll, beforeEach } from 'vitest'
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

beforeEach(() => {
  mocks.use.get('https://api.test/a', [], { times: 2 })
})
`)
})

test('the type of nock in a module kept the tests that import it', () => {
  write(
    'nocks.ts',
    "import type nock from 'nock'\ntype Nock = typeof nock\n\nexport const nocks = (nock: Nock) => ({ users: () => nock('https://api.test').get('/users').reply(200, []) })\n",
  )
  write(
    'users.test.ts',
    "import nock from 'nock'\nimport { test } from 'node:test'\nimport { nocks } from './nocks.ts'\n\nconst { users } = nocks(nock)\ntest('a', () => users())\ntest('b', () => {\n  nock('https://api.test').get('/b').reply(200, [])\n})\n",
  )
  expect(migrate('*.ts').text).not.toContain('nocks.ts:2  keeps')
})

test('a setup file that says where nock’s recordings are kept every test with nock', () => {
  write(
    'package.json',
    '{ "type": "module", "jest": { "setupFilesAfterEnv": ["./setup.ts"] }, "devDependencies": { "jest": "30", "nock": "14" } }',
  )
  write('setup.ts', "import nock from 'nock'\n\nconst { back: nockBack } = nock\nnockBack.fixtures = '/fixtures'\n")
  write(
    'users.test.ts',
    "import nock from 'nock'\n\ntest('a', () => {\n  nock('https://api.test').get('/b').reply(200, [])\n})\n",
  )
  migrate('*.ts')
  expect(read('users.test.ts')).toContain("mocks.use.get('https://api.test/b', [], { times: 1 })")
})
