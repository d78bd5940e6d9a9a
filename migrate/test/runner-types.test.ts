import { expect, test, vi } from 'vitest'
import { useProject } from './project.ts'
import { rewrite } from './rewrite.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const { write, read, migrate, migrateIn } = useProject({})

const USES = `import nock from 'nock'

it('a', async () => {
  nock('https://a.test').get('/a').reply(200, {})
})
`

test('a hook that was written kept a file whose project had the types of another runner', () => {
  write('package.json', '{ "type": "module", "devDependencies": { "mocha": "11", "nock": "14" } }')
  write('globals.d.ts', 'declare const it: any, beforeAll: any\n')
  write('users.test.ts', `/// <reference path="./globals.d.ts" />\n${USES}`)
  expect(migrate('users.test.ts').text).toContain('users.test.ts          2        0         1')
  expect(read('users.test.ts')).toContain('const mocks = setupMocks([])\nbefore(mocks)\n')
})

test('a package got the hook of Jest where the monorepo had Mocha at its root', () => {
  write('package.json', '{ "devDependencies": { "mocha": "11" } }')
  write('packages/users/package.json', '{ "type": "module", "devDependencies": { "nock": "14" } }')
  write('packages/users/users.test.js', USES)
  expect(migrateIn('packages/users', 'users.test.js').code).toBe(0)
  expect(read('packages/users/users.test.js')).toContain('const mocks = setupMocks([])\nbefore(mocks)\n')
})

test('a module that exports nock as its default ended the command', () => {
  expect(rewrite("import nock from 'nock'\n\nexport default nock\n")?.left).toEqual([
    {
      line: 3,
      reason: 'write what gets nock here with mynah: rest.at(base) makes the stubs, and mocks.use(stub) declares them',
    },
  ])
})

test('a value of any type stayed by hand, though it can be asked whether it is a text', () => {
  const text = `import nock from 'nock'\nimport { load } from './load.js'\n\ntest('a', () => {\n  const body = load()\n  nock('https://a.test').get('/a').reply(200, body)\n})\n`
  expect(rewrite(text)?.text).toContain(
    "mocks.use.get('https://a.test/a', typeof body === 'string' ? text(body) : body, { times: 1 })",
  )
})

test('the URL of a shorthand property was not known, so that its answer seemed to take another one’s requests', () => {
  const text = `import fetchMock from 'fetch-mock'

test('a', () => {
  const url = 'https://a.test/a'
  const body = { id: 1 }
  fetchMock.route({ url, method: 'POST', body }, 200)
  fetchMock.route({ url: 'https://a.test/b', method: 'POST' }, 201)
})
`
  expect(rewrite(text)?.left).toEqual([])
})
