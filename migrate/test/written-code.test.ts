import { describe, expect, test } from 'vitest'
import { fileIn, rewrite } from './rewrite.ts'
import type { Name } from './surface/row.ts'
import { HEADS } from './surface.ts'

const project = fileIn({ nock: '15.0.0' }, 'users.test.js')

/** What a test becomes, whole: it is read by people. */
function codeOf(library: Name, body: string): string {
  const text = `${HEADS[library].trimEnd()}\ntest('a', async () => {\n${body}\n})\n`
  const result = rewrite(text, library === 'nock' ? project : '/project/users.test.js')
  expect(result?.left).toEqual([])
  return /test\('a', async \(\) => \{\n(.*)\n\}\)\n$/s.exec(result?.text ?? '')?.[1] ?? ''
}

test('the last return of a resolver on one line stood on a line of its own', () => {
  expect(codeOf('msw', "  const server = setupServer(http.get('/a', async () => { await load() }))")).toBe(
    "  const server = setupMocks([rest.get('/a', async ({ next }) => { await load(); return next() })])",
  )
})

test('the type of a scope stayed where it was imported by its name', () => {
  const result = rewrite(
    `import nock, { type Scope } from 'nock'

let scope: Scope
beforeEach(() => {
  scope = nock('https://api.test')
})
test('a', async () => {
  scope.get('/a').reply(200)
})
`,
    fileIn({ nock: '15.0.0' }),
  )
  expect(result?.left).toEqual([])
  expect(result?.text).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([])
beforeAll(mocks)

test('a', async () => {
  mocks.use.get('https://api.test/a', undefined, { times: 1 })
})
`)
})

test('what a test takes from a scope was declared no more, and a type error in the written code was the reason', () => {
  const body = `  const {
    interceptors: [one],
  } = nock('https://api.test').get('/users').reply(200, [])
  nock.removeInterceptor(one)`
  const text = `import nock from 'nock'\n\ntest('a', () => {\n${body}\n})\n`
  const reasons = rewrite(text, project)?.left.map(({ reason }) => reason)
  expect(reasons).toContain('keep the undo that mocks.use(…) returns in place of what is read of this scope')
})

test.each(['patterns.users', 'usersOf(1)'])('a RegExp became a part of a URL: %s', (path) => {
  const head = `import nock from 'nock'\n\nconst patterns = { users: /^\\/users/ }\nconst usersOf = (id: number) => new RegExp('^/users/' + id)\n`
  const text = `${head}test('a', () => {\n  nock(process.env.BASE).get(${path}).reply(200, [])\n})\n`
  const reason = `write rest.at(origin).get(${path}, payload)`
  expect(rewrite(text, project)?.left).toMatchObject([{ reason }])
})

describe('a query stood in a path', () => {
  const head = "  const email = 'a@b.test'\n"

  test('whose template encodes a value', () => {
    const code = codeOf(
      'nock',
      `${head}  const path = \`/users?email=\${encodeURIComponent(email)}\`
  nock('https://api.test').get(path).reply(200, [])`,
    )
    expect(code).toContain("{ match: { queries: equals({ email: 'a@b.test' }) }, times: 1 }")
  })

  test.each([
    [
      "const path = '/users?email=' + load()",
      'path).query({ page: 2 }',
      'write the query of path as match: { queries }, each name with its text',
    ],
    ['', "'/users?a=1&' + load()", 'write the query load() as match: { queries }, each name with its text'],
  ])('that is not known: %s', (declaration, path, reason) => {
    const text = `import nock from 'nock'\n\ntest('a', () => {\n  ${declaration}\n  nock('https://api.test').get(${path}).reply(200, [])\n})\n`
    expect(rewrite(text, project)?.left).toMatchObject([{ reason }])
  })
})

test('a hook that a second statement imports was imported twice', () => {
  const two = "import { test } from 'vitest'\nimport { beforeAll } from 'vitest'\n"
  const { text } =
    rewrite(
      `import nock from 'nock'\n${two}\ntest('a', () => {\n  nock('https://a.test').get('/a').reply(200)\n})\n`,
    ) ?? {}
  expect(text).toBe(`import { setupMocks } from 'mynah'
${two}
const mocks = setupMocks([])
beforeAll(mocks)

test('a', () => {
  mocks.use.get('https://a.test/a', undefined, { times: 1 })
})
`)
})

test('two libraries that let origins pass lost the mocks with the last import, and one of the lists', () => {
  const { text } =
    rewrite(`import nock from 'nock'
import { MockAgent, setGlobalDispatcher } from 'undici'
const agent = new MockAgent()
setGlobalDispatcher(agent)
agent.disableNetConnect()
agent.enableNetConnect('a.test:80')
nock.disableNetConnect()
nock.enableNetConnect('localhost')
test('a', async () => {
  nock('https://x.test').get('/').reply(200, { a: 1 })
  agent.get('https://y.test').intercept({ path: '/' }).reply(200, { a: 1 })
})
`) ?? {}
  expect(text).toBe(`import { setupMocks } from 'mynah'

const mocks = setupMocks([], { passthrough: ['http://localhost:*', 'https://localhost:*', 'http://a.test:80', 'https://a.test:80'] })
beforeAll(mocks)
test('a', async () => {
  mocks.use.get('https://x.test/', { a: 1 }, { times: 1 })
  mocks.use.get('https://y.test/', { a: 1 }, { times: 1 })
})
`)
})

describe('the hook was a name that nothing declares, or came from a module without it, where', () => {
  const start = "import { setupMocks } from 'mynah'\n\nconst mocks = setupMocks([])"
  const body = "test('a', async () => {\n  nock('https://api.test').get('/a').reply(200)\n})\n"
  test.each([
    [
      'node:test is imported by default',
      "import test from 'node:test'\nimport nock from 'nock'\n",
      `import test, { before } from 'node:test'\n${start}\nbefore(mocks)`,
    ],
    [
      'node:test is imported by a namespace',
      "import * as runner from 'node:test'\nimport nock from 'nock'\nconst { test } = runner\n",
      `import { before } from 'node:test'\nimport * as runner from 'node:test'\n${start}\nbefore(mocks)`,
    ],
    [
      'node:test is required',
      "const test = require('node:test')\nconst nock = require('nock')\n",
      "const { before } = require('node:test')\nconst test = require('node:test')\nconst { setupMocks } = require('mynah')\n\nconst mocks = setupMocks([])\nbefore(mocks)",
    ],
    [
      'node:test is imported by default, and gives its mocks',
      "import test, { mock } from 'node:test'\nimport nock from 'nock'\nmock.reset()\n",
      `import test, { before, mock } from 'node:test'\n${start}\nbefore(mocks)`,
    ],
    [
      'node:test gives its mocks alone',
      "import { mock } from 'node:test'\nimport { test } from 'vitest'\nimport nock from 'nock'\nmock.reset()\n",
      `import { mock } from 'node:test'\nimport { beforeAll, test } from 'vitest'\n${start}\nbeforeAll(mocks)`,
    ],
  ])('%s', (_, head, expected) => {
    const result = rewrite(head + body, project)
    expect(result?.left).toEqual([])
    expect(result?.text.slice(0, expected.length)).toBe(expected)
  })
})

test.each([
  [
    "import nock from 'nock'\nnock.enableNetConnect(isLocal ? /^127/ : /^10/)\nnock('https://api.test').get('/a').reply(200)",
    '{ passthrough: [({ url }) => (isLocal ? /^127/ : /^10/).test(new URL(url).host)] }',
  ],
])('a member was appended to the last part of an expression: %s', (code, written) => {
  const { text, left } = rewrite(code) ?? {}
  expect([text, ...(left?.map(({ reason }) => reason) ?? [])].join('\n')).toContain(written)
})

test('an interceptor stayed whose options nock does not read', () => {
  const options = "expect.objectContaining({ authorization: 'Bearer a' })"
  expect(codeOf('nock', `  nock('https://api.test').get('/a', undefined, ${options}).reply(200)`)).toBe(
    "  mocks.use.get('https://api.test/a', undefined, { times: 1 })",
  )
})

describe('one declaration that requires nock with others, as in older code', () => {
  const body = "\ntest('a', () => {\n  nock('https://a.test').get('/1').reply(200)\n})\n"
  const mocks = '\n\nconst mocks = setupMocks([]);\nbeforeAll(mocks);\n'
  test.each([
    [
      'was not seen',
      "var fs = require('fs'),\n    nock = require('nock');\n",
      `const { setupMocks } = require('mynah');\nvar fs = require('fs');${mocks}`,
    ],
    [
      'was taken for nock as a whole',
      "var nock = require('nock')\n  , fs = require('fs')\n  , client = require('./client');\nfs.readFileSync('a');\n",
      `const { setupMocks } = require('mynah');\nvar fs = require('fs')\n  , client = require('./client');${mocks}fs.readFileSync('a');\n`,
    ],
    [
      'was not seen beside values',
      "var path = '/1', nock = require('nock'), a;\n",
      `const { setupMocks } = require('mynah');\nvar path = '/1', a;${mocks}`,
    ],
  ])('%s', (_, head, expected) => {
    const result = rewrite(head + body, '/project/a.test.js')
    expect(result?.left).toEqual([])
    expect(result?.text).toBe(
      `${expected}\ntest('a', () => {\n  mocks.use.get('https://a.test/1', undefined, { times: 1 })\n})\n`,
    )
  })
})
