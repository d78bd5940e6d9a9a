import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const FILES = {
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "3", "nock": "14" } }',
  'node_modules/nock/package.json': '{ "name": "nock", "version": "14.0.0" }',
}
const { write, read, migrate: migrateFiles } = useProject(FILES, ['vitest'])
const migrate = () => migrateFiles('*.js').text

/** A module whose functions are these. */
const moduleOf = (functions: string) => `import nock from 'nock'\n\n${functions}\n`
/** A test that imports functions of it, and has these statements. */
const testOf = (body: string, names = 'users') => `import { expect, test } from 'vitest'
import { ${names} } from './api.js'

test('a', async () => {
  ${body}
})
`
/** The statements of that test. */
const bodyOf = (text: string) => /async \(\) => \{\n {2}([\s\S]*?)\n?\}\)\n$/.exec(text)?.[1]

const SETUP =
  "import { beforeAll } from 'vitest'\nimport { setupMocks } from 'mynah'\n\nconst mocks = setupMocks([])\nbeforeAll(mocks)\n"
const USERS = "export function users() {\n  return nock('https://api.test').get('/users').reply(200, [])\n}"
const EXPECTED = "export function users() {\n  mocks.expect.get('https://api.test/users', [])\n}"

describe('a function that returns a scope, whose caller demands that it is done', () => {
  test.each([
    ['in a function', USERS, EXPECTED],
    [
      'in an arrow function',
      "export const users = () => nock('https://api.test').get('/users').reply(200, [])",
      "export const users = () => { mocks.expect.get('https://api.test/users', []) }",
    ],
    [
      'that a variable held',
      "export function users() {\n  const scope = nock('https://api.test').get('/users').reply(200, [])\n  return scope\n}",
      EXPECTED,
    ],
    [
      'in a member of what another function returns',
      "export function users() {\n  function list() {\n    return nock('https://api.test').get('/users').reply(200, [])\n  }\n  return { list }\n}",
      "export function users() {\n  function list() {\n    mocks.expect.get('https://api.test/users', [])\n  }\n  return { list }\n}",
      'const scope = users().list()\n  scope.done()',
      'users().list()',
    ],
    [
      'in a method',
      "export class Api {\n  users() {\n    return nock('https://api.test').get('/users').reply(200, [])\n  }\n}",
      "export class Api {\n  users() {\n    mocks.expect.get('https://api.test/users', [])\n  }\n}",
      'const scope = new Api().users()\n  expect(scope.isDone()).toBe(true)',
      'new Api().users()',
      'Api',
    ],
    [
      'and one whose caller does not',
      `${USERS}\nexport const posts = () => nock('https://api.test').get('/posts').reply(200, [])`,
      `${EXPECTED}\nexport const posts = () => { mocks.use.get('https://api.test/posts', [], { times: 1 }) }`,
      'const scope = users()\n  posts()\n  scope.done()',
      'users()\n  posts()',
      'users, posts',
    ],
  ])(
    '%s: it stayed with all of its host',
    (_, before, after, body = 'const scope = users()\n  scope.done()', called = 'users()', names = 'users') => {
      write('api.js', moduleOf(before))
      write('users.test.js', testOf(body, names))
      expect(migrate()).not.toContain('  by hand: ')
      expect(read('api.js')).toBe(`${SETUP}\n${after}\n`)
      expect(bodyOf(read('users.test.js'))).toBe(called)
    },
  )

  test('in TypeScript, with types of nock', () => {
    write(
      'types.d.ts',
      "declare module 'nock' {\n  function nock(base: string): any\n  namespace nock { interface Scope { done(): void } }\n  export = nock\n}\n",
    )
    write('api.ts', `${moduleOf(USERS.replace('()', '(): nock.Scope'))}`)
    const text = testOf('let scope: Scope\n  scope = users()\n  scope.done()').replace('api.js', 'api.ts')
    write('users.test.ts', `import type { Scope } from 'nock'\n${text}`)
    expect(migrateFiles('*.ts').text).not.toContain('  by hand: ')
    expect(read('api.ts')).toBe(`${SETUP}\n${EXPECTED.replace('()', '(): void')}\n`)
    expect(bodyOf(read('users.test.ts'))).toBe('users()')
    expect(read('users.test.ts')).not.toContain('nock')
  })

  test('in the same file', () => {
    write(
      'users.test.js',
      `import nock from 'nock'\nimport { test } from 'vitest'\n\n${USERS.replace('export ', '')}\ntest('a', async () => {\n  const scope = users()\n  scope.done()\n})\n`,
    )
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('users.test.js')).toContain("function users() {\n  mocks.expect.get('https://api.test/users', [])\n}")
    expect(bodyOf(read('users.test.js'))).toBe('users()')
  })

  test.each([
    [
      'that is asked before it is done',
      testOf('const scope = users()\n  expect(scope.isDone()).toBe(false)'),
      'api.js:4  by hand: declare this answer in a statement: users.test.js:5 uses what users() returns\n',
    ],
    [
      'that is handed on',
      testOf('const scopes = [users()]\n  for (const scope of scopes) scope.done()'),
      'api.js:4  by hand: declare this answer in a statement: users.test.js:5 uses what users() returns\n',
    ],
    [
      'of a file that no pattern holds',
      '',
      'api.js:4  by hand: declare this answer in a statement: other/users.test.js uses what users() returns\n',
    ],
  ])('%s stays, and its caller', (_, text, line) => {
    write('api.js', moduleOf(USERS))
    const other = testOf('const scope = users()\n  scope.done()').replace('./api.js', '../api.js')
    if (text) write('users.test.js', text)
    else write('other/users.test.js', other)
    expect(migrate()).toContain(line)
    expect(read('api.js')).toContain("return nock('https://api.test')")
    expect(text ? read('users.test.js') : read('other/users.test.js')).toBe(text || other)
  })

  test('that always answers stays: nothing would ask whether it was used', () => {
    write('api.js', moduleOf(USERS.replace('.get(', '.persist().get(')))
    write('users.test.js', testOf('const scope = users()\n  scope.done()'))
    expect(migrate()).toContain(
      'api.js:4  by hand: write mocks.verify({ unused: true }) where users() is called, and done()\n',
    )
    expect(read('users.test.js')).toContain('scope.done()')
  })

  test('beside another of its host that stays is converted, with its callers', () => {
    write(
      'api.js',
      moduleOf(`${USERS}\nexport const one = (reply) => nock('https://api.test').get('/one').reply(reply)`),
    )
    write('users.test.js', testOf('const scope = users()\n  scope.done()'))
    migrate()
    expect(read('api.js')).toContain("mocks.expect.get('https://api.test/users'")
    expect(read('api.js')).toContain("nock('https://api.test', { allowUnmocked: true }).get('/one')")
    expect(bodyOf(read('users.test.js'))).toBe('users()')
  })
})

describe('a function that returns a scope without an answer, whose callers go on with it', () => {
  const BASE = "export function api() {\n  return nock('https://api.test')\n}"
  const AT = "export function api() {\n  return rest.at('https://api.test')\n}"
  const USED = "api().get('/users').reply(200, [])"
  const STUB = "mocks.use(api().get('/users', [], { times: 1 }))"

  test.each([
    ['in a function', BASE, AT],
    [
      'with conditions',
      "export const api = (token) => nock('https://api.test', { reqheaders: { token } })",
      "export const api = (token) => rest.at('https://api.test', { match: { headers: { token: token } } })",
      "api('a').get('/users').reply(200, [])",
      "mocks.use(api('a').get('/users', [], { times: 1 }))",
    ],
    ['and always answers', BASE.replace("t')", "t').persist()"), AT, USED, "mocks.use(api().get('/users', []))"],
    [
      'by default, under another name',
      BASE.replace('function api', 'default function '),
      AT.replace('function api', 'default function '),
      USED,
      STUB,
      'default as api',
    ],
    [
      'in an arrow function by default',
      "export default () => nock('https://api.test')",
      "export default () => rest.at('https://api.test')",
      USED,
      STUB,
      'default as api',
    ],
    [
      'and demands its answers',
      "import { afterEach } from 'vitest'\nexport function api() {\n  const scope = nock('https://api.test')\n  afterEach(() => {\n    scope.done()\n  })\n  return scope\n}",
      "export function api() {\n  const scope = rest.at('https://api.test')\n  return scope\n}",
      USED,
      "mocks.expect(api().get('/users', []))",
    ],
    [
      'to a variable',
      BASE,
      AT,
      "const scope = api()\n  scope.get('/users').reply(200, [])\n  scope.done()",
      "const scope = api()\n  mocks.expect(scope.get('/users', []))",
    ],
    [
      'to a chain that is demanded',
      BASE,
      AT,
      "const scope = api().get('/users').reply(200, []).post('/users').reply(201)\n  scope.done()",
      "mocks.expect(api().get('/users', []), api().post('/users', status(201)))",
    ],
  ])('%s: its suite stayed', (_, before, after, body = USED, called = STUB, names = 'api') => {
    write('api.js', moduleOf(before))
    write('users.test.js', testOf(body, names))
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('api.js').replace(/import \{ afterEach \}.*\n/, '')).toBe(`import { rest } from 'mynah'\n\n${after}\n`)
    expect(bodyOf(read('users.test.js'))).toBe(called)
  })

  test('by default, which a test imports by a name alone', () => {
    write('api.js', moduleOf(BASE.replace('function api', 'default function ')))
    write('users.test.js', testOf(USED.replace('api', 'mock')).replace('{ users }', 'mock'))
    expect(migrate()).not.toContain('  by hand: ')
    expect(bodyOf(read('users.test.js'))).toBe(STUB.replace('api', 'mock'))
  })

  test('in CommonJS, under another name', () => {
    write('package.json', '{ "devDependencies": { "vitest": "3", "nock": "14" } }')
    write(
      'api.js',
      "const nock = require('nock')\n\nmodule.exports = api\nfunction api () {\n  return nock('https://api.test')\n}\n",
    )
    write(
      'users.test.js',
      testOf(USED.replace('api', 'mock')).replace(/import \{ users \}.*/, "const mock = require('./api')"),
    )
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('api.js')).toContain("  return rest.at('https://api.test')\n")
    expect(bodyOf(read('users.test.js'))).toBe(STUB.replace('api', 'mock'))
  })

  test('in TypeScript', () => {
    write('api.ts', moduleOf(BASE.replace('()', '(): nock.Scope')))
    write('users.test.ts', testOf(USED, 'api').replace('api.js', 'api.ts'))
    expect(migrateFiles('*.ts').text).not.toContain('  by hand: ')
    expect(read('api.ts')).toBe(
      `import { rest, type RestMethods } from 'mynah'\n\n${AT.replace('()', '(): RestMethods')}\n`,
    )
  })

  const ADVICE = 'hand on rest.at(…) here, and declare its stubs by mocks.use()'
  const MORE = 'have this function return rest.at(base), and write what else nock is told here at each stub'
  test.each([
    [
      'is handed on',
      BASE,
      testOf('const list = [api()]\n  list[0].get("/users").reply(200, [])', 'api'),
      `${ADVICE}: users.test.js:5 uses what api() returns`,
    ],
    [
      'has a caller that knows it by the whole module',
      BASE.replace('function api', 'default function '),
      testOf(USED.replace('api', 'all.default'), '').replace('{  }', '* as all'),
      `${ADVICE}: users.test.js:2 uses what api() returns`,
    ],
    [
      'reads the path in a way of its own',
      BASE.replace("t')", "t').filteringPath(/a/, 'b')"),
      testOf(USED, 'api'),
      MORE,
    ],
    [
      'is called once for two answers, and does more than that',
      BASE.replace('  return', '  count.value += 1\n  return'),
      testOf("api().get('/users').reply(200, []).post('/users').reply(201)", 'api'),
      'call api() once, const scope = api(), and declare its stubs by scope',
    ],
  ])('that %s stays, with its callers', (_, before, text, reason) => {
    write('api.js', `${moduleOf(before)}export const count = { value: 0 }\n`)
    write('users.test.js', text)
    expect(migrate()).toContain(`: ${reason}\n`)
    expect(read('api.js')).toContain("return nock('https://api.test')")
    expect(read('users.test.js')).toContain('.reply(200, [])')
  })
})

describe('a parameter without a type', () => {
  const answer = "export function users(list) {\n  nock('https://api.test').get('/users').reply(200, list)\n}"
  test.each([
    ['a list', 'users([1])\n  users([2])', 'list'],
    ['a text', "users('a')", 'text(list)'],
  ])('that all callers pass %s to', (_, body, payload) => {
    write('api.js', moduleOf(answer))
    write('users.test.js', testOf(body.split('\n')[0] ?? ''))
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('api.js')).toContain(`mocks.use.get('https://api.test/users', ${payload}, { times: 1 })`)
  })

  test.each([
    ['two kinds of values', "users([1])\n  users('a')"],
    ['a value that is not known', 'users(JSON.parse(String(expect)))\n  const list = users\n  list()'],
  ])('that callers pass %s to stays', (_, body) => {
    write('api.js', moduleOf(answer))
    write('users.test.js', testOf(body))
    expect(migrate()).toContain(
      'api.js:4  by hand: is list a text or a JSON value? A text is text(…), anything else stands as it is\n',
    )
  })
})

describe('the options of a scope that are made elsewhere', () => {
  const functions =
    "export function users(options) {\n  nock('https://api.test', options).get('/users').reply(200, [])\n}"
  test('ask for headers, if no file of the project names another option', () => {
    write('api.js', moduleOf(functions))
    write('users.test.js', testOf("users({ reqheaders: { a: 'b' } })"))
    expect(migrate()).not.toContain('  by hand: ')
    expect(read('api.js')).toContain(
      "mocks.use.get('https://api.test/users', [], { match: { headers: options.reqheaders }, times: 1 })",
    )
  })

  test('stay if a file names another one', () => {
    write('api.js', moduleOf(functions))
    write('users.test.js', testOf("users({ badheaders: ['a'] })"))
    expect(migrate()).toContain('api.js:4  by hand: write the options as match: { headers: options.reqheaders }\n')
  })
})
