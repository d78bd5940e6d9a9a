import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runMigrate } from '../../src/command/migrate.ts'

const root = new URL('../../', import.meta.url).pathname

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

let folder: string
const write = (file: string, text: string) => writeFileSync(join(folder, file), text)
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const migrate = () => {
  execFileSync('git', ['add', '.'], { cwd: folder })
  return runMigrate(['*.ts', '--write', '--force'], folder).text
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-migrate-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
  for (const name of ['mynah', 'nock']) mkdirSync(join(folder, 'node_modules', name), { recursive: true })
  write('node_modules/mynah/package.json', '{ "name": "mynah", "type": "module", "exports": "./entries/index.ts" }')
  write('node_modules/nock/package.json', '{ "name": "nock", "version": "14.0.0" }')
  symlinkSync(join(root, 'src/entries'), join(folder, 'node_modules/mynah/entries'))
  for (const name of ['typescript', 'vitest'])
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  write('package.json', '{ "type": "module", "devDependencies": { "vitest": "3", "nock": "14" } }')
})
afterEach(() => rmSync(folder, { recursive: true }))

const ORDER =
  'the older of two answers comes first there, and the newest here: declare both in one mocks.use(first, second)'

const API = `import nock from 'nock'

export function users(list: number[]): void {
  nock('https://api.test').get('/users').reply(200, list)
}
export function posts(): void {
  nock('https://api.test').get('/posts').reply(200, [])
}
`
const testOf = (body: string, imports = '') => `import { beforeEach, expect, test } from 'vitest'
import { posts, users } from './api.ts'
${imports}
beforeEach(() => {})
test('a', async () => {
${body}
})
`

describe('a module whose functions declare answers', () => {
  test('has its hooks from the module that its tests have theirs from: beforeAll was not defined', () => {
    write('api.ts', API)
    write('users.test.ts', testOf('  users([1])\n  posts()'))
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('api.ts')).toBe(`import { beforeAll } from 'vitest'
import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

export function users(list: number[]): void {
  mocks.use.get('https://api.test/users', list, { times: 1 })
}
export function posts(): void {
  mocks.use.get('https://api.test/posts', [], { times: 1 })
}
`)
  })

  test.each([
    ['that a test calls twice', testOf('  users([1])\n  users([2])'), 7],
    [
      'that a test calls beside an answer of its own',
      testOf("  users([1])\n  nock('https://api.test').get('/users').reply(200, [2])", "import nock from 'nock'\n"),
      7,
    ],
  ])('%s stay, with all of their host', (_, text, line) => {
    write('api.ts', API)
    write('users.test.ts', text)
    expect(migrate()).toContain(`api.ts:4  by hand: ${ORDER}: users.test.ts:${line}\n`)
    for (const file of ['api.ts', 'users.test.ts']) expect(read(file)).not.toContain("from 'mynah'")
  })

  test('of which a test calls two, and declares another answer, are converted', () => {
    write('api.ts', API)
    write(
      'users.test.ts',
      testOf(
        "  users([1])\n  posts()\n  nock('https://api.test').get('/tags').reply(200, [])",
        "import nock from 'nock'\n",
      ),
    )
    expect(migrate()).not.toContain('  by hand: ')
  })

  test.each([
    ['expects its answers, if all its tests demand them', '', 'mocks.expect'],
    ["declares them as before, if one test doesn't", testOf('  posts()'), 'nock('],
  ])('%s: the assertion demanded nothing of a module', (_, other, declared) => {
    write('api.ts', API)
    write('users.test.ts', testOf('  users([1])\n  expect(nock.isDone()).toBe(true)', "import nock from 'nock'\n"))
    if (other) write('posts.test.ts', other)
    const text = migrate()
    expect(read('api.ts')).toContain(`  ${declared}`)
    const reason = 'api.ts declares stubs on mocks of its own: export them, and write this for both'
    expect(text.includes(`users.test.ts:8  by hand: ${reason}\n`)).toBe(other !== '')
    expect(read('users.test.ts').includes('nock.isDone')).toBe(other !== '')
  })

  test('stays with a test that keeps nock: its mocks would refuse the requests that nock answers', () => {
    write('api.ts', API)
    write(
      'users.test.ts',
      testOf(
        "  posts()\n  nock('https://b.test').get('/b').reply(200, body)",
        "import nock from 'nock'\ndeclare const body: any\n",
      ),
    )
    expect(migrate()).toContain(
      'api.ts:1  by hand: this stays while users.test.ts, which imports it, mocks with nock: convert that first\n',
    )
  })

  test('demands nothing in a file without stubs', () => {
    write(
      'setup.test.ts',
      "import nock from 'nock'\nimport { afterEach, expect } from 'vitest'\n\nafterEach(() => expect(nock.isDone()).toBe(true))\n",
    )
    expect(migrate()).toContain(
      'setup.test.ts:4  by hand: no stub is declared in this file: write it with the mocks that have the stubs\n',
    )
  })
})
