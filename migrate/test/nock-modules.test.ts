import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "3", "nock": "14" } }',
  'node_modules/nock/package.json': '{ "name": "nock", "version": "14.0.0" }',
}
const { write, read, migrate: migrateFiles } = useProject(FILES, ['vitest'])
const migrate = () => migrateFiles('*.ts').text

const API = `import nock from 'nock'

export function users(list: number[]): void {
  nock('https://api.test').get('/users').reply(200, list)
}
export function posts(): void {
  nock('https://api.test').get('/posts').reply(200, [])
}
`
const MOCHA = 'declare global { const before: (hook: object) => void; const [beforeEach, expect, test]: any[] }\n'
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
    ['in the middle of a test: they stayed', "  clean()\n  await fetch('https://api.test/users')", 'mocks.reset()'],
    ['at the end of a test', '  clean()', 'export const clean = () => {\n  mocks.reset()\n}\n'],
  ])('remove all answers %s', (_, lines, becomes) => {
    write('api.ts', `${API}\nexport const clean = () => {\n  nock.cleanAll()\n}\n`)
    write('users.test.ts', testOf(`  users([1])\n${lines}`).replace('{ posts, users }', '{ clean, users }'))
    migrate()
    expect(read('api.ts')).toContain(becomes)
  })

  test.each([
    ['vitest', 'supertest'],
    ['mocha', 'supertest'],
    ['vitest', 'next-test-api-route-handler'],
  ])('refused the requests to the server of a test in %s with %s', (runner, module) => {
    write('package.json', `{ "type": "module", "devDependencies": { "${runner}": "10", "nock": "14" } }`)
    write('api.ts', API)
    const test = testOf("  users([1])\n  await request(app).get('/')", `import request from '${module}'\n`)
    write('users.test.ts', runner === 'vitest' ? test : test.replace(/^import .* from 'vitest'\n/, MOCHA))
    const [line] = /^api\.ts:1 .*$/m.exec(migrate()) ?? []
    expect(line).toBe(
      'api.ts:1  to check: requests to this machine pass, since a test seems to have a server; if not, drop passthrough',
    )
    expect(read('api.ts')).toContain(`
const mocks = setupMocks([], { passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*'] })
`)
  })

  test.each([
    [`\`http://localhost:\${app.port()}\``, true],
    ["'http://localhost:8000'", false],
  ])('refused the requests to the server that a module of a test starts at %s', (url, passes) => {
    write('app.ts', `export const urlOf = (app: { port(): number }) => ${url}\n`)
    write(
      'users.test.ts',
      testOf(
        "  nock('https://api.test').get('/tags').reply(200, [])\n  await fetch(urlOf({ port: () => 80 }))",
        "import nock from 'nock'\nimport { urlOf } from './app.ts'\n",
      ).replace(/^.*'\.\/api\.ts'\n/m, ''),
    )
    migrate()
    expect(
      read('users.test.ts').includes(
        "passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*']",
      ),
    ).toBe(passes)
  })

  test('answer the tests of a file without nock, which were not told what to check', () => {
    write('api.ts', API)
    write(
      'users.test.ts',
      testOf("  users([1])\n  fetch('https://api.test/users').then((one) => expect(one.ok).toBe(true))"),
    )
    write('other.test.ts', testOf('  posts()'))
    expect(migrate().match(/^users\.test\.ts:.*$/gm)).toEqual([
      'users.test.ts:7  to check: await this: nothing waits for it, and responses arrive some event-loop turns later than before',
    ])
  })

  test('refused the requests to a server of https', () => {
    write('api.ts', API)
    write('users.test.ts', testOf('  users([1])\n  https.createServer().listen(0)', "import https from 'node:https'\n"))
    migrate()
    expect(read('api.ts')).toContain(
      "{ passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*'] })\n",
    )
  })

  test.each([
    ['two', ['a', 'b'], 1],
    ['one', ['a'], 0],
  ])('Mocha runs the hooks of a file for the tests of all files, which was not said: %s', (_, names, told) => {
    write('package.json', '{ "type": "module", "devDependencies": { "mocha": "10", "nock": "14" } }')
    for (const name of names)
      write(
        `${name}.test.ts`,
        `import nock from 'nock'\n${MOCHA}\ntest('a', () => {\n  nock('https://api.test').get('/').reply(200)\n})\n`,
      )
    expect(
      migrate().match(/^a\.test\.ts:1 {2}to check: Mocha runs this hook for the tests of all files: .*$/gm) ?? [],
    ).toHaveLength(told)
  })

  test('refused the requests to the server of a test while one of its answers stays with nock', () => {
    write('api.ts', API.replace(".get('/users')", ".get('/users').delayBody(20)"))
    write('users.test.ts', testOf("  posts()\n  await request(app).get('/')", "import request from 'supertest'\n"))
    migrate()
    expect(read('api.ts')).toContain(
      "{ passthrough: ['http://127.0.0.1:*', 'http://localhost:*', 'https://127.0.0.1:*', 'https://localhost:*', /^https:\\/\\/api\\.test\\/users\\/?(?:\\?|$)/] })\n",
    )
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

  test('is not expected by a test that demands all answers, which is told: its mocks are those of the module', () => {
    write('api.ts', API)
    write('users.test.ts', testOf('  users([1])\n  expect(nock.isDone()).toBe(true)', "import nock from 'nock'\n"))
    const text = migrate()
    expect(read('api.ts')).toContain("  mocks.use.get('https://api.test/users', list, { times: 1 })\n")
    expect(text).toContain(
      'users.test.ts:7  to check: api.ts declares stubs on mocks of its own: export them, and write this for both\n',
    )
  })

  test('is converted beside a test that keeps nock: its mocks refused the requests that nock answers', () => {
    write('api.ts', API)
    write(
      'users.test.ts',
      testOf("  posts()\n  nock('https://b.test').get('/b').delayBody(20).reply(200)", "import nock from 'nock'\n"),
    )
    migrate()
    expect(read('api.ts')).toContain("const mocks = setupMocks([], { passthrough: ['https://b.test'] })\n")
  })

  test('lets pass what a test answers that has it by an index: nock answered for the host of the test', () => {
    write('api.ts', API.replace(".get('/users')", ".get('/users').delayBody(20)"))
    write('index.ts', "export * from './api.ts'\n")
    write(
      'users.test.ts',
      testOf(
        "  users([1])\n  nock('https://api.test').get('/tags').reply(200, [])",
        "import nock from 'nock'\n",
      ).replace('./api.ts', './index.ts'),
    )
    migrate()
    expect(read('api.ts')).toContain("nock('https://api.test', { allowUnmocked: true }).get('/users')")
    expect(read('users.test.ts')).toContain("  mocks.use.get('https://api.test/tags', [], { times: 1 })")
    expect(read('users.test.ts')).toContain('passthrough: [/^https:\\/\\/api\\.test\\/users\\/?(?:\\?|$)/] })')
  })
})

describe('a setup file whose hooks declare answers', () => {
  const SETUP = `import { beforeEach } from 'vitest'
import { users } from './api.ts'

beforeEach(() => {
  users([1])
})
`
  const ownTest = (path: string) =>
    `import nock from 'nock'\nimport { test } from 'vitest'\n\ntest('a', () => {\n  nock('https://api.test').get('${path}').reply(200, [2])\n})\n`

  const HOOKS =
    "import nock from 'nock'\nimport { afterEach, expect } from 'vitest'\n\nafterEach(() => {\n  nock.cleanAll()\n})\n"

  test('of nock alone stays for a test that stays: its hooks went without a word', () => {
    write('setup.ts', HOOKS)
    write('users.test.ts', ownTest('/users').replace('[2]', 'reply'))
    migrate()
    expect(read('setup.ts')).toBe(HOOKS)
  })

  test('of nock alone lost its hooks, where the setup file imports it and tests stay', () => {
    write('setup.ts', "import './net.ts'\n")
    write('net.ts', HOOKS)
    write('users.test.ts', ownTest('/users').replace('[2]', 'reply'))
    migrate()
    expect(read('net.ts')).toBe(HOOKS)
  })

  test('is no file of tests whose function has another name: all tests stayed with it', () => {
    write(
      'own.test.ts',
      SETUP.replace("import { users } from './api.ts'", "import nock from 'nock'\nconst check = test")
        .replace('users([1])', "nock('https://api.test').get(path).reply(200, body)")
        .replace('{ beforeEach }', '{ beforeEach, test }'),
    )
    write('users.test.ts', ownTest('/users'))
    expect(migrate()).not.toMatch(/users\.test\.ts:\d+ {2}by hand:/)
  })

  test('is converted beside tests that answer other requests', () => {
    write('api.ts', API)
    write('setup.ts', SETUP)
    write('users.test.ts', ownTest('/others'))
    expect(migrate()).not.toContain('  by hand: ')
  })

  test.each([
    ['in a setup file', 'setup.ts', ''],
    ['in a module that it imports', 'net.ts', "import './net.ts'\n"],
  ])('and a test with mocks of its own, whose hook says what passes, and not the hook %s', (_, file, imports) => {
    write(
      file,
      `import nock from 'nock'
import { beforeAll } from 'vitest'

beforeAll(() => {
  nock.disableNetConnect()
  nock.enableNetConnect('b.test')
})
`,
    )
    const own = "beforeAll(() => { nock.enableNetConnect('127.0.0.1:1') })\n"
    write('users.test.ts', `${imports}${ownTest('/users').replace('{ test }', '{ beforeAll, test }')}${own}`)
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('users.test.ts')).toContain(
      "const mocks = setupMocks([], { passthrough: ['http://127.0.0.1:1', 'https://127.0.0.1:1'] })\n",
    )
  })
})

describe('a setup file that fails a test without all requests', () => {
  const SETUP = `import nock from 'nock'
import { afterEach, beforeAll } from 'vitest'

beforeAll(() => {
  nock.disableNetConnect()
})
afterEach(() => {
  if (!nock.isDone()) {
    const pending = nock.pendingMocks()
    nock.cleanAll()
    throw new Error(\`pending: \${pending}\`)
  }
})
`
  const userOf = (reply: string) =>
    `import nock from 'nock'\nimport { test } from 'vitest'\n\ntest('a', () => {\n  nock('https://api.test').get('/a').reply(${reply})\n})\n`

  test('kept every test: their answers are expected', () => {
    write('setup.ts', SETUP)
    write('users.test.ts', userOf('200, []'))
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('setup.ts')).not.toMatch(/nock|afterEach\(/)
    expect(read('users.test.ts')).toContain("  mocks.expect.get('https://api.test/a', [])\n")
  })

  test('goes on to demand what stays with nock', () => {
    write('setup.ts', SETUP)
    write('users.test.ts', userOf('200, []'))
    write('posts.test.ts', userOf("200, []).on('replied', () => undefined"))
    expect(migrate()).toContain('posts.test.ts:5  by hand: ')
    expect(read('setup.ts')).toContain('  if (!nock.isDone()) {\n')
    expect(read('users.test.ts')).toContain("  mocks.expect.get('https://api.test/a', [])\n")
  })

  test('asked nock alone where the list is in a variable, and its tests had no word of it', () => {
    write(
      'setup.ts',
      `import nock from 'nock'
import { afterEach } from 'vitest'

afterEach(() => {
  const pending = nock.pendingMocks()
  if (pending.length > 0) throw new Error('pending')
})
`,
    )
    write('users.test.ts', userOf('200, []'))
    write('posts.test.ts', userOf("200, []).on('replied', () => undefined"))
    expect(migrate()).toContain(
      'setup.ts:5  to check: users.test.ts declares stubs on mocks of its own: export them, and write this for both',
    )
  })
})

test('answers at the top of a module that tests of AVA import were declared by a hook that AVA does not have', () => {
  write('api.ts', "import nock from 'nock'\n\nnock('https://api.test').get('/users').reply(200, [])\n")
  write('users.test.ts', "import test from 'ava'\nimport './api.ts'\n\ntest('a', (t) => t.pass())\n")
  expect(migrate()).toContain('api.ts:3  by hand: declare this stub in the tests: AVA has no hook for a module\n')
})
