import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runMigrate } from '../src/command.ts'

const USERS = `import nock from 'nock'
import { expect, test } from 'vitest'

test('users', async () => {
  nock('https://api.test').get('/users').reply(200, [])
  expect((await fetch('https://api.test/users')).status).toBe(200)
})
`

const REWRITTEN = `import { setupMocks } from 'mynah'
import { beforeAll, expect, test } from 'vitest'

const mocks = setupMocks([])
beforeAll(mocks)

test('users', async () => {
  mocks.use.get('https://api.test/users', [], { times: 1 })
  expect((await fetch('https://api.test/users')).status).toBe(200)
})
`

const UNSURE = `const nock = require('nock')

test('users', async () => {
  nock('https://api.test').get('/users').reply(200, payload)
})
`

vi.setConfig({ testTimeout: 120_000 })

let folder: string
const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'pipe' })
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const commit = () => {
  git('add', '.')
  git('-c', 'user.name=a', '-c', 'user.email=a@a.test', 'commit', '-q', '-m', 'all')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(new URL('../node_modules/typescript', import.meta.url).pathname, join(folder, 'node_modules/typescript'))
  mkdirSync(join(folder, 'node_modules/mynah'))
  write('node_modules/mynah/package.json', '{ "version": "0.1.0" }')
  write('.gitignore', 'node_modules\n')
  write('package.json', '{ "devDependencies": { "vitest": "5", "nock": "14" } }')
  write('users.test.js', USERS)
  git('init', '-q')
  commit()
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('a file whose git state is clean', () => {
  test('is printed as a diff', () => {
    expect(runMigrate(['*.test.js'], folder)).toEqual({
      code: 0,
      text: `--- a/users.test.js
+++ b/users.test.js
@@ -1,7 +1,10 @@
-import nock from 'nock'
-import { expect, test } from 'vitest'
+import { setupMocks } from 'mynah'
+import { beforeAll, expect, test } from 'vitest'
+
+const mocks = setupMocks([])
+beforeAll(mocks)
 
 test('users', async () => {
-  nock('https://api.test').get('/users').reply(200, [])
+  mocks.use.get('https://api.test/users', [], { times: 1 })
   expect((await fetch('https://api.test/users')).status).toBe(200)
 })

file           converted  by hand  to check
users.test.js          2        0         1
total                  2        0         1

users.test.js:5  to check: took no request with a query, with a slash at its end, or of HEAD for a GET, and takes them here: write match: { queries: equals({}) } if a test needs the miss

When a test fails, see "What to check" in docs/guide/migrating.md of mynah
`,
    })
    expect(read('users.test.js')).toBe(USERS)
  })

  test('is written with --write', () => {
    const { code } = runMigrate(['*.test.js', '--write'], folder)
    expect({ code, text: read('users.test.js') }).toEqual({ code: 0, text: REWRITTEN })
  })
})

describe('a file that git could not restore', () => {
  test.each([
    ['changed', 'users.test.js', 'has changes that are not committed'],
    ['untracked', 'more.test.js', 'is not tracked by git'],
  ])('%s: it is not written, unless forced', (_, file, reason) => {
    write(file, `${USERS}// mine\n`)
    const { code, text } = runMigrate([file, '--write'], folder)
    expect({ code, text: read(file) }).toEqual({ code: 1, text: `${USERS}// mine\n` })
    expect(text).toContain(`${file}:1  by hand: not written: the file ${reason}; commit it, or use --force`)
    expect(runMigrate([file, '--write', '--force'], folder).code).toBe(0)
    expect(read(file)).toBe(`${REWRITTEN}// mine\n`)
  })
})

test('a file of which nothing is sure stays as it is, without a comment, and the exit code is 1', () => {
  write('unsure.test.js', UNSURE)
  commit()
  const { code, text } = runMigrate(['unsure.test.js', '--write'], folder)
  expect(code).toBe(1)
  expect(text).toBe(`file            converted  by hand  to check
unsure.test.js          0        1         0
total                   0        1         0

unsure.test.js:4  by hand: is payload a text or a JSON value? A text is text(…), anything else stands as it is
`)
  expect(read('unsure.test.js')).toBe(UNSURE)
})

test('the report named the lines of the file before, although it had written it', () => {
  const two = "\ntest('two', () => {\n  nock('https://b.test').get('/').reply(200, payload)\n})\n"
  write('two.test.js', USERS + two)
  commit()
  const { text } = runMigrate(['two.test.js', '--write'], folder)
  const [, line] = /^two\.test\.js:(\d+) {2}by hand: is payload/m.exec(text) ?? []
  expect(read('two.test.js').split('\n')[Number(line) - 1]).toContain('// mynah: is payload')
})

test('a module that the files import, and no pattern holds, is named', () => {
  write(
    'helper.js',
    "import nock from 'nock'\nexport const users = () => nock('https://api.test').get('/').reply(200)\n",
  )
  write('users.test.js', `import { users } from './helper.js'\n${USERS}users()\n`)
  const { text } = runMigrate(['*.test.js'], folder)
  expect(text).toContain('These modules use the old library too, and no pattern holds them:\n  helper.js\n')
})

test('a module that no file imports, and whose functions nothing calls, kept the answers of all files', () => {
  write('data.js', 'export const url = location.href\n')
  write(
    'unused.js',
    "import nock from 'nock'\nimport { url } from './data.js'\nexport const users = () => nock(url).get('/').reply(200)\n",
  )
  write(
    'users.test.js',
    "import nock from 'nock'\n\ntest('users', () => {\n  nock('https://api.test').get('/users').reply(200)\n})\n",
  )
  commit()
  expect(runMigrate(['users.test.js', 'data.js'], folder).text).toContain(
    'users.test.js          2        0         1\n',
  )
})

test('the hooks of scopes that a module still makes by nock were removed, so that one test’s answers stayed for the next', () => {
  const helper =
    "import nock from 'nock'\nexport default () => nock('https://api.test').filteringRequestBody(/a/, 'b')\n"
  const users = `import nock from 'nock'
import api from './helper.js'

afterEach(() => nock.cleanAll())

test('users', () => {
  api().get('/users').reply(200)
})
`
  write('helper.js', helper)
  write('users.test.js', users)
  commit()
  expect(runMigrate(['helper.js'], folder).text).toContain(
    'helper.js:2  by hand: write filteringRequestBody() as a setting: mocks.use.get(path, payload, { match, headers })\n',
  )
  for (const [pattern, reason] of [
    [
      '*.js',
      'helper.js:2  by hand: write filteringRequestBody() as a setting: mocks.use.get(path, payload, { match, headers })\n',
    ],
    ['*.test.js', 'These modules use the old library too, and no pattern holds them:\n  helper.js\n'],
  ] as const) {
    const { text } = runMigrate([pattern, '--write', '--force'], folder)
    expect(text).toContain(reason)
    expect(read('users.test.js')).toBe(users)
    write('helper.js', helper)
    write('users.test.js', users)
  }
  write('helper.js', "import { rest } from 'mynah'\nexport default () => rest.at('https://api.test')\n")
  commit()
  expect(runMigrate(['*.test.js', '--write'], folder).code).toBe(0)
  expect(read('users.test.js')).not.toContain('nock')
})

test('a second run on files that are all converted failed', () => {
  const none = 'none of 1 files imports nock, msw, fetch-mock, undici'
  const done = { code: 0, text: `nothing to convert: ${none}\n` }
  runMigrate(['users.test.js', '--write'], folder)
  expect(runMigrate(['users.test.js', '--write'], folder)).toEqual(done)
  write('helper.js', "import { setupMocks } from 'mynah'\nexport const mocks = setupMocks([])\n")
  write('own.test.js', "import { mocks } from './helper.js'\n\nbeforeAll(mocks)\n")
  expect(runMigrate(['own.test.js'], folder)).toEqual(done)
  write('other.js', 'export const a = 1\n')
  expect(() => runMigrate(['other.js'], folder)).toThrow(new Error(none))
})

test('msw’s names that a module of the project hands on stayed in the tests, counted as converted', () => {
  write(
    'setup.js',
    "import { setupServer } from 'msw/node'\nimport { http, HttpResponse } from 'msw'\n\nexport const server = setupServer()\n\nbeforeAll(() => server.listen())\n\nexport { http, HttpResponse as Answer }\n",
  )
  write('barrel.js', "export { server, http, Answer } from './setup.js'\n")
  write(
    'users.test.js',
    "import { Answer, http, server } from './barrel.js'\n\ntest('users', () => {\n  server.use(http.get('/users', () => Answer.json([1])))\n})\n",
  )
  commit()
  const { text } = runMigrate(['setup.js', 'users.test.js', '--write'], folder)
  expect(read('users.test.js')).toBe(
    "import { rest } from 'mynah'\nimport { server } from './barrel.js'\n\ntest('users', () => {\n  server.use(rest.get('/users', [1]))\n})\n",
  )
  expect(text).toContain('setup.js:2  by hand: http of msw is still used')
  expect(read('setup.js')).toContain("import { http, HttpResponse } from 'msw'")
})

test('without mynah, whose types it needs, it wrote nothing and left all by hand', () => {
  rmSync(join(folder, 'node_modules/mynah'), { recursive: true })
  expect(() => runMigrate(['*.test.js'], folder)).toThrow(
    /^needs mynah's types to check what it writes, which are missing; npm install --save-dev mynah$/,
  )
})

test('without typescript it says so', () => {
  rmSync(join(folder, 'node_modules/typescript'))
  expect(() => runMigrate(['*.test.js'], folder)).toThrow(
    /^needs the project's own typescript to read its files, which is missing; npm install --no-save typescript@6$/,
  )
})
