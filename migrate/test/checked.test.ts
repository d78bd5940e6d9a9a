import { describe, expect, test, vi } from 'vitest'
import { useProject } from './project.ts'

/** As much of the types of nock and of a runner as the files here use. */
const NOCK = `declare namespace nock {
  interface Scope {
    get(path: string): { reply(status: number, body?: unknown, headers?: Record<string, unknown>): Scope }
    done(): void
  }
}
declare function nock(base: string): nock.Scope
export = nock
`
const GLOBALS = `declare function test(title: string, run: () => unknown): void
declare function beforeAll(run: () => unknown): void
`

// Each test has the compiler check the types of mynah itself.
vi.setConfig({ testTimeout: 120_000 })

const { write, read, migrate } = useProject({
  'package.json': '{ "type": "module", "devDependencies": { "vitest": "5", "nock": "14" } }',
  'globals.d.ts': GLOBALS,
  'node_modules/nock/package.json': '{ "name": "nock", "types": "index.d.ts" }',
  'node_modules/nock/index.d.ts': NOCK,
})

const HELPER = `import nock from 'nock'
export const token = () => nock('https://api.test').get('/token').reply(200, { token: 't' })
`
const USER = `/// <reference path="./globals.d.ts" />
import { token } from './helper.ts'

const verify = (scope: { done(): void }) => scope.done()

test('a', () => verify(token()))
`

describe('the result is checked before it is written', () => {
  test('an expected type error that the conversion mends kept the whole file', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

test('a', () => {
  // @ts-expect-error the types are too old
  nock('https://a.test').persist().get('/a').reply(200, {})
  // @ts-expect-error it stays
  const a: number = 'a'
  nock('https://a.test').get('/b').reply(200, {}).on('replied', () => a)
})
`,
    )
    const { code, text } = migrate('users.test.ts')
    expect(code).toBe(1)
    expect(text).toContain('users.test.ts:13  by hand: ')
    expect(read('users.test.ts')).toContain(`  // @ts-expect-error it stays
  const a: number = 'a'
`)
  })

  test('a second run changes nothing', () => {
    write('helper.ts', HELPER)
    write('users.test.ts', USER)
    migrate('*.ts')
    const once = read('helper.ts')
    expect(migrate('*.ts').code).toBe(0)
    expect(read('helper.ts')).toBe(once)
  })

  test('one answer with a type error kept its host alone', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

const now = new Date()

test('a', () => {
  nock('https://a.test').get('/a').reply(200, {}, { date: now })
})
test('b', () => {
  nock('https://b.test').get('/b').reply(200, {})
})
`,
    )
    const { code, text } = migrate('users.test.ts')
    expect(code).toBe(1)
    expect(text).toContain(
      "users.test.ts:11  by hand: with mynah it has a type error: Type 'Date' is not assignable to type 'string | readonly string[]'.",
    )
    expect(read('users.test.ts')).toContain("  nock('https://a.test').get('/a').reply(200, {}, { date: now })\n")
    expect(read('users.test.ts')).toContain("  mocks.use.get('https://b.test/b', {}, { times: 1 })\n")
  })

  test('a JavaScript file stayed because the last call may be undefined', () => {
    write(
      'users.test.js',
      "/// <reference path=\"./globals.d.ts\" />\nimport fetchMock from 'fetch-mock'\n\ntest('a', () => {\n  fetchMock.any(200)\n  const [url] = fetchMock.lastCall()\n})\n",
    )
    expect(migrate('users.test.js').code).toBe(0)
    expect(read('users.test.js')).toContain('const { request: { url } } = mocks.calls().at(-1)\n')
  })

  test('a JavaScript file stayed because a parameter whose default is null seemed to be nothing else', () => {
    write(
      'users.test.js',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

const setup = ({ answer = null } = {}) => {
  nock('https://api.test')
    .get('/token')
    .reply(200, function () {
      return answer ? answer.body : { token: 't' }
    })
}

test('a', () => setup({ answer: { body: { token: 'u' } } }))
`,
    )
    expect(migrate('users.test.js')).toMatchObject({ code: 0 })
  })

  test('a project without the types of a platform kept each answer that is a Response', () => {
    write('tsconfig.json', '{ "compilerOptions": { "lib": ["ES2022"], "types": [] } }')
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const server = setupServer(http.get('https://api.test/feed', () => new HttpResponse('<rss/>', { status: 200, headers: { 'content-type': 'text/xml' } })))
beforeAll(() => server.listen())
`,
    )
    const { code, text } = migrate('users.test.ts')
    expect(text).not.toContain('by hand: with mynah')
    expect(code).toBe(0)
    expect(read('users.test.ts')).toContain('new Response(')
  })

  test('an error that a file had before does not keep it', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

const page: string = 1

test('a', () => {
  nock('https://api.test').get('/token').reply(200, { page })
})
`,
    )
    expect(migrate('users.test.ts').code).toBe(0)
  })

  test('an error that a file had before hid a new one of the same code', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

const pages: number[] = []
pages.push('1')

test('a', () => {
  nock('https://a.test').get('/a').reply(200, { pages })
  const now = new Date()
  nock('https://b.test').get('/b').reply(200, {}, { date: now })
})
`,
    )
    const { code, text } = migrate('users.test.ts')
    expect(code).toBe(1)
    expect(text).toContain(
      "users.test.ts:14  by hand: with mynah it has a type error: Type 'Date' is not assignable to type 'string | readonly string[]'.",
    )
    expect(read('users.test.ts')).toContain("  mocks.use.get('https://a.test/a', { pages }, { times: 1 })\n")
  })

  test('an error that a file had before kept it, since the compiler now lists the members of its type in another order', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

test('a', () => {
  nock('https://api.test').get('/b').reply(200)
})

declare function path(): '/a' | '/b'
export const first: '/c' = path()
`,
    )
    expect(migrate('users.test.ts')).toMatchObject({ code: 0 })
  })

  test('an error in a construct that is left by hand does not keep the rest', () => {
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/a').delayBody(20).reply(200)
  nock('https://b.test').get('/b').reply(200, {})
})
`,
    )
    expect(migrate('users.test.ts').code).toBe(1)
    expect(read('users.test.ts')).toContain("mocks.use.get('https://b.test/b', {}, { times: 1 })")
  })
})

test('in Mocha’s one process a file that kept nock broke the others', () => {
  write('package.json', '{ "type": "module", "devDependencies": { "mocha": "11", "nock": "14" } }')
  write('globals.d.ts', 'declare const before: any, it: any\n')
  const one = `/// <reference path="./globals.d.ts" />\nimport nock from 'nock'\n\nit('a', () => {\n  nock('https://a.test').get('/a').delayBody(20).reply(200)\n})\n`
  const other = `/// <reference path="./globals.d.ts" />\nimport nock from 'nock'\n\nnock.disableNetConnect()\nit('b', () => {\n  nock('https://b.test').get('/b').reply(200, {})\n})\n`
  write('one.test.ts', one)
  write('other.test.ts', other)
  const { code, text } = migrate('*.test.ts')
  expect(code).toBe(1)
  expect(text).toContain('one.test.ts:5  by hand: ')
  expect(read('one.test.ts')).toBe(one)
  expect(read('other.test.ts')).toContain(`
const mocks = setupMocks([], { passthrough: ['https://a.test'] })
before(mocks)

// mynah: nock refused other requests here, and mynah does: one that nock has no answer for any more may reach the network
it('b', () => {
  mocks.use.get('https://b.test/b', {}, { times: 1 })
`)
})

test('a module whose handlers were all left kept the server and the tests that import it', () => {
  write(
    'handlers.js',
    "import { http } from 'msw'\n\nexport const handlers = [http.get('/users', ({ finalize }) => undefined)]\n",
  )
  write(
    'server.js',
    "import { setupServer } from 'msw/node'\nimport { handlers } from './handlers.js'\n\nexport const server = setupServer(...handlers)\n",
  )
  write(
    'users.test.js',
    "import { http, HttpResponse } from 'msw'\nimport { server } from './server.js'\n\ntest('a', () => {\n  server.use(http.get('/a', () => HttpResponse.json([])))\n})\n",
  )
  const { code, text } = migrate('*.js')
  expect(code).toBe(1)
  expect(text).toMatch(/^total +5 +1 +0$/m)
  expect(read('handlers.js')).toContain(
    "[rest.get('/users', askMsw(http.get('/users', ({ finalize }) => undefined)))]\n",
  )
  expect(read('server.js')).toContain('export const server = setupMocks(handlers)\n')
  expect(read('users.test.js')).toContain("  server.use(rest.get('/a', []))\n")
})

describe('modules of msw', () => {
  const SERVER =
    "import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'\n\nexport const server = setupServer(http.get('/a', () => HttpResponse.json(1)))\n"

  test('handlers of two modules changed their order without a word, and a module between them hid who takes them', () => {
    write('a.js', "import { http } from 'msw'\nexport const a = [http.get('/users/:id', () => new Response())]\n")
    write('b.js', "import { http } from 'msw'\nexport const b = [http.get('/users/me', () => new Response())]\n")
    write('all.js', "import { a } from './a.js'\nimport { b } from './b.js'\nexport const all = [...a, ...b]\n")
    write(
      'server.js',
      "import { setupServer } from 'msw/node'\nimport { all } from './all.js'\nexport const server = setupServer(...all)\n",
    )
    const { text } = migrate('*.js')
    expect(text).toContain(
      "server.js:3  to check: get('/users/:id') comes first in msw for what both take, and this one, which is more specific, here: remove one of them\n",
    )
  })

  test('handlers that modules export by default changed their order without a word', () => {
    write('a.js', "import { http } from 'msw'\nexport default http.get('/users/:id', () => new Response())\n")
    write('b.js', "import { http } from 'msw'\nexport default [http.get('/users/me', () => new Response())]\n")
    write(
      'server.js',
      "import { setupServer } from 'msw/node'\nimport a from './a.js'\nimport b from './b.js'\nexport const server = setupServer(a, ...b)\n",
    )
    expect(migrate('*.js').text).toContain(
      "server.js:4  to check: get('/users/:id') comes first in msw for what both take, and this one, which is more specific, here: remove one of them\n",
    )
  })

  test('the policy of a setup file was left by hand, and server.listen() with it', () => {
    write('server.js', SERVER)
    write(
      'setup.js',
      "import { server } from './server.js'\n\nbeforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))\n",
    )
    expect(migrate('*.js').code).toBe(0)
    expect(read('server.js')).toContain("setupMocks([rest.get('/a', 1)], { onUnmatched: 'passthrough' })")
    expect(read('setup.js')).toBe("import { server } from './server.js'\n\nbeforeAll(server)\n")
  })

  test('a module with handlers that no pattern holds kept the server and the tests that use it', () => {
    write(
      'app/handlers.js',
      "import { http } from 'msw'\nexport const handlers = [http.get('/a', () => new Response())]\n",
    )
    write(
      'mocks/server.js',
      "import { setupServer } from 'msw/node'\nimport { handlers } from '../app/handlers.js'\n\nexport const server = setupServer(...handlers)\n",
    )
    write(
      'users.test.js',
      "import { http, HttpResponse } from 'msw'\nimport { server } from './mocks/server.js'\n\ntest('a', () => server.use(http.get('/b', () => HttpResponse.json(2))))\n",
    )
    expect(migrate('*.test.js', 'mocks/*.js').text).toMatch(/^total +\d+ +0 +1$/m)
    expect(read('mocks/server.js')).toContain(
      "export const server = setupMocks([rest.all('/{*rest}', askMsw(...handlers))])\n",
    )
    expect(read('users.test.js')).toContain("server.use(rest.get('/b', 2))")
    expect(migrate('*.test.js', 'mocks/*.js').text).toContain('getResponse of msw is still used')
  })

  test('a server of handlers that stay, and its setup file, kept each other', () => {
    write(
      'handlers/users.js',
      "import { http, HttpResponse } from 'msw'\nexport const users = [http.get('/users', () => HttpResponse.json([]))]\n",
    )
    write(
      'handlers/index.js',
      "import { http, HttpResponse } from 'msw'\nimport { users } from './users.js'\nexport const handlers = [...users, http.get('/a', () => HttpResponse.json(1))]\n",
    )
    write(
      'serve.ts',
      "import { handlers } from './handlers/index.js'\nconst serve = (list: readonly { info: object }[]) => list\nserve(handlers)\n",
    )
    for (const [name, maker, module] of [
      ['browser', 'setupWorker', 'msw/browser'],
      ['server', 'setupServer', 'msw/node'],
    ])
      write(
        `${name}.js`,
        `import { ${maker} } from '${module}'\nimport { handlers } from './handlers/index.js'\n\nexport const ${name} = ${maker}(...handlers)\n`,
      )
    write(
      'setup.js',
      "import { server } from './server.js'\n\nbeforeAll(() => server.listen({ onUnhandledRequest: 'error' }))\nafterAll(() => server.close())\n",
    )
    const { text } = migrate('*.{js,ts}', 'handlers/*.js')
    expect(text.match(/^\S+ {2}keeps .*: with mynah \S+/gm)).toEqual([
      'handlers/index.js:1  keeps 1 other: with mynah serve.ts,',
    ])
    expect(text.match(/keeps/g)).toHaveLength(1)
    expect(read('server.js')).toContain("setupMocks([rest.all('/{*rest}', askMsw(...handlers))])\n")
    expect(read('setup.js')).toBe("import { server } from './server.js'\n\nbeforeAll(server)\n")
  })

  test('msw 1 was left without a word on what to do', () => {
    write('node_modules/msw/package.json', '{ "name": "msw", "version": "1.3.2" }')
    write(
      'handlers.js',
      "import { graphql } from 'msw'\nexport const all = [graphql.query('A', (req, res, ctx) => res(ctx.data({})))]\n",
    )
    const { text } = migrate('*.js')
    expect(text).toContain('handlers.js:1  by hand: msw 1 is not converted\n')
    expect(text.match(/codemod/g)).toHaveLength(1)
    expect(text).toContain(
      'msw 1 is not converted: move to msw 2 by its own codemod, https://mswjs.io/docs/migrations/1.x-to-2.x, and run this again\n',
    )
  })

  test('handlers went to a server that no pattern held', () => {
    write('mocks/server.js', SERVER)
    write(
      'users.test.js',
      "import { http, HttpResponse } from 'msw'\nimport { server } from './mocks/server.js'\n\ntest('a', () => server.use(http.get('/a', () => HttpResponse.json(2))))\n",
    )
    const { code, text } = migrate('*.js')
    expect(code).toBe(1)
    expect(text).toContain('this stays with msw as mocks/server.js does, which no pattern holds: name it too')
    expect(read('users.test.js')).not.toContain("from 'mynah'")
  })

  test('handlers went to mynah while a worker that no pattern holds kept them for the browser', () => {
    write('handlers.js', "import { http } from 'msw'\nexport const handlers = [http.get('/a', () => new Response())]\n")
    write(
      'browser.js',
      "import { setupWorker } from 'msw/browser'\nimport { handlers } from './handlers.js'\nsetupWorker(...handlers)\n",
    )
    const { code, text } = migrate('handlers.js')
    expect(code).toBe(1)
    expect(text).toContain(
      'handlers.js:1  by hand: this stays with msw as browser.js does, which no pattern holds: name it too',
    )
    expect(text).toContain('These modules use the old library too, and no pattern holds them:\n  browser.js\n')
    expect(read('handlers.js')).toContain("http.get('/a'")
  })

  test('a file that has nothing to do with those of the patterns is not named', () => {
    write('handlers.js', "import { http } from 'msw'\nexport const handlers = [http.get('/a', () => new Response())]\n")
    write('other.js', "import { http } from 'msw'\nexport const others = [http.get('/b', () => new Response())]\n")
    const { text } = migrate('handlers.js')
    expect(text).not.toContain('no pattern holds')
  })

  test('a module was not found where tsconfig.json only names others, or by its name without an extension', () => {
    write('tsconfig.json', '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }')
    write('tsconfig.app.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } }, "include": ["src"] }')
    write('src/server.js', SERVER)
    for (const [name, module] of [
      ['a', '@/server'],
      ['b', './server'],
    ])
      write(
        `src/${name}.test.js`,
        `import { http } from 'msw'\nimport { server } from '${module}'\n\ntest('a', () => server.use(http.get('/a', () => new Response())))\n`,
      )
    const { code, text } = migrate('src/*.test.js')
    expect(code).toBe(1)
    const reason = 'this stays with msw as src/server.js does, which no pattern holds: name it too'
    expect(text).toContain(`src/a.test.js:1  by hand: ${reason}`)
    expect(text).toContain(`src/b.test.js:1  by hand: ${reason}`)
  })

  test('a function that declares all answers kept the server and its tests', () => {
    const helper = `import { http } from 'msw'
import { setupServer } from 'msw/node'

export const server = setupServer()
export const answer = (path, finalize) => server.use(http.get(path, (info) => load(info), { finalize }))
`
    const users =
      "import { server, answer } from './server.js'\n\nbeforeAll(() => server.listen())\ntest('a', () => answer('/a'))\n"
    write('server.js', helper)
    write('users.test.js', users)
    const { code, text } = migrate('*.js')
    expect(code).toBe(1)
    expect(text).toContain('server.js:11  by hand: write { times: 1 } if the handler answers once\n')
    expect(read('server.js')).toContain('server.use(rest.get(path, askMsw(http.get(path, ')
    expect(read('users.test.js')).toContain('beforeAll(server)')
  })

  test('a resolver with a type error kept its server, and all files that use it', () => {
    write('node_modules/msw/package.json', '{ "name": "msw", "version": "2.0.0", "types": "index.d.ts" }')
    write(
      'node_modules/msw/index.d.ts',
      `export declare class HttpHandler { readonly info: unknown }
export declare const http: { get(path: string, resolver: () => unknown): HttpHandler }
export declare class HttpResponse { constructor(body?: unknown); static json(body: unknown): HttpResponse }
export declare function getResponse(handlers: HttpHandler[], request: Request): Promise<Response | undefined>
`,
    )
    write(
      'node_modules/msw/node.d.ts',
      'export declare function setupServer(...handlers: unknown[]): { listen(): void }\n',
    )
    write('globals.d.ts', GLOBALS)
    write(
      'users.test.ts',
      `/// <reference path="./globals.d.ts" />
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

const user = { id: 1 }
const server = setupServer(
  http.get('/a', () => HttpResponse.json([])),
  http.get('/b', () => new HttpResponse(user)),
)
beforeAll(() => server.listen())
`,
    )
    const { text } = migrate('users.test.ts')
    expect(text).toMatch(
      /users\.test\.ts:\d+ {2}by hand: with mynah it has a type error: Argument of type '\{ id: number; \}'/,
    )
    expect(read('users.test.ts')).toContain("  rest.get('/a', []),\n")
    expect(read('users.test.ts')).toContain("  rest.get('/b', askMsw(http.get('/b', () => new HttpResponse(user)))),\n")
  })

  test('the command did not end where a server has the list of a module that stays, and that has handlers of another one', () => {
    write(
      'auth.js',
      "import { http, HttpResponse } from 'msw'\nexport const auth = [http.get('/a', () => HttpResponse.json([]))]\n",
    )
    write(
      'handlers.js',
      `import { http, HttpResponse } from 'msw'
import { auth } from './auth.js'

export const handlers = [...auth, ...load(http), http.get('/b', () => HttpResponse.json([]))]
`,
    )
    write(
      'setup.js',
      "import { setupWorker } from 'msw/browser'\nimport { handlers } from './handlers.js'\nexport const worker = setupWorker(...handlers)\n",
    )
    const { code, text } = migrate('*.js')
    expect(code).toBe(1)
    expect(text).toContain(
      'handlers.js:4  keeps 2 others: write http of msw as rest of mynah: rest.get(path, payload)\n',
    )
  })

  test('a path of another module kept msw’s wildcard', () => {
    write('paths.js', "export const API = '*/api'\nexport const paths = { users: '/users/:id?' }\n")
    write(
      'handlers.js',
      `import { http } from 'msw'
import { API, paths } from './paths.js'
export const all = [http.get(\`\${API}/a\`, () => new Response()), http.get(paths.users, () => new Response())]
`,
    )
    migrate('*.js')
    expect(read('handlers.js')).toContain(
      "[rest.get('{/*rest}/api/a', () => new Response()), rest.get('/users{/:id}', () => new Response())]",
    )
  })

  test.each([
    [
      'two files kept each other for types that only nock’s own name, as they do those of Node',
      'types="brought"',
      'node_modules/@types/brought/index.d.ts',
      { code: 0, text: expect.not.stringContaining('by hand:') },
    ],
    [
      'two files that miss what nock’s types declare kept each other, in place of the reason',
      'path="./brought.d.ts"',
      'node_modules/nock/brought.d.ts',
      {
        code: 1,
        text: expect.stringMatching(
          /^a\.test\.ts:2 {2}by hand: .*name 'brought'.*\nb\.test\.ts:2 {2}by hand: .*name 'brought'/m,
        ),
      },
    ],
  ])('%s', (_, reference, types, expected) => {
    write('package.json', '{ "type": "module", "devDependencies": { "mocha": "11", "nock": "14" } }')
    write('tsconfig.json', '{ "compilerOptions": { "types": [] } }')
    write(types, 'declare const brought: string\n')
    write('node_modules/nock/index.d.ts', `/// <reference ${reference} />\n${NOCK}`)
    for (const name of ['a', 'b'])
      write(
        `${name}.test.ts`,
        `/// <reference path="./globals.d.ts" />
import nock from 'nock'

export const run = () => {
  nock('https://a.test').get('/a').reply(200, {})
  void brought
}
test('a', run)
`,
      )
    expect(migrate('*.test.ts')).toMatchObject(expected)
  })

  test('what a setup file demands holds also where all of that file stays', () => {
    write('package.json', '{ "type": "module", "devDependencies": { "mocha": "11", "nock": "14" } }')
    write('tsconfig.json', '{ "compilerOptions": { "types": [] } }')
    write('node_modules/nock/brought.d.ts', 'declare const brought: string\n')
    write(
      'node_modules/nock/index.d.ts',
      `/// <reference path="./brought.d.ts" />\n${NOCK.replace('export =', 'declare namespace nock { function isDone(): boolean }\nexport =')}`,
    )
    write('globals.d.ts', `${GLOBALS}declare function afterEach(run: () => unknown): void\n`)
    write(
      'setup.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

afterEach(() => {
  if (!nock.isDone()) throw new Error('pending')
})
void brought
nock('https://b.test').get('/b').reply(200, {})
`,
    )
    write(
      'a.test.ts',
      `/// <reference path="./globals.d.ts" />
import nock from 'nock'

test('a', () => {
  nock('https://a.test').get('/a').reply(200, {})
})
`,
    )
    migrate('*.ts')
    expect(read('setup.ts')).toContain("import nock from 'nock'")
    expect(read('a.test.ts')).toContain("mocks.expect.get('https://a.test/a', {})")
  })
})
