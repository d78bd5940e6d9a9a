import { expect, test } from 'vitest'
import { useProject } from './project.ts'
import { rewrite } from './rewrite.ts'

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
