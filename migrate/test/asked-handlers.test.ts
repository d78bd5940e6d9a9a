import { describe, expect, test } from 'vitest'
import { useProject } from './project.ts'
import { rewrite } from './rewrite.ts'

describe('one handler that was left kept its list, its server and all that imports them', () => {
  test('a handler that is left by hand is asked at its path, and its siblings are converted', () => {
    const left = "http.get('/users', ({ finalize }) => HttpResponse.text(finalize))"
    const code = `import { http, HttpResponse } from 'msw'\n\nexport const all = [\n  ${left},\n  http.get('/a', () => HttpResponse.json([])),\n]\n`
    const first = rewrite(code)
    const reason = 'a resolver has no finalize here: it is handed { request }, with params, cookies, and raw'
    expect(first?.left).toEqual([{ line: 4, reason }])
    expect(first?.text).toBe(`import { type ResolverContext, rest } from 'mynah'
import { getResponse, http, HttpResponse } from 'msw'

/** Asks handlers that stay with msw. */
const askMsw =
  (...handlers: Parameters<typeof getResponse>[0]) =>
  async ({ request, next }: ResolverContext) =>
    (await getResponse(handlers, request.raw)) ?? next()

export const all = [
  // mynah: ${reason}
  rest.get('/users', askMsw(${left})),
  rest.get('/a', []),
]
`)
    expect(rewrite(first?.text ?? '')?.text).toBe(first?.text)
  })

  test.each([
    [
      'a RegExp',
      '/users/',
      "rest.get('/{*rest}', askMsw(HANDLER), { match: ({ url }) => /users/.test(url.replace(/[?#].*/, '')) })",
    ],
    ['a constant', 'base', 'rest.get(base, askMsw(HANDLER))'],
  ])('a handler of %s is asked by the condition that its conversion would have', (_, path, stub) => {
    const handler = `http.get(${path}, ({ finalize }) => HttpResponse.text(finalize))`
    const { text } = rewrite(`import { http, HttpResponse } from 'msw'\n\nexport const all = [${handler}]\n`) ?? {}
    expect(text).toContain(stub.replace('HANDLER', handler))
  })

  test.each([
    ['lets requests pass', '({ finalize }) => passthrough(finalize)', ''],
    [
      'shares its resolver with one that is converted',
      'shared',
      "http.get('/a', shared), http.get('/b', shared, options), ",
    ],
  ])('a handler that %s stays with its list', (_, resolver, others) => {
    const code = `import { http, HttpResponse, passthrough } from 'msw'\n\nconst shared = () => HttpResponse.json([])\nexport const all = [${others}http.get('/users', ${resolver}, options)]\n`
    const { converted, text } = rewrite(code) ?? {}
    expect(converted).toBe(0)
    expect(text).toBe(code)
  })
})

describe('the handlers that a package makes kept their server, and all files that use it', () => {
  const { write, read, migrate } = useProject({
    'package.json': '{ "devDependencies": { "vitest": "5" } }',
    'node_modules/msw/package.json': '{ "name": "msw", "version": "2.0.0", "types": "index.d.ts" }',
    'node_modules/msw/index.d.ts': `export declare class HttpHandler { readonly info: unknown }
export declare const http: { get(path: string, resolver: () => unknown): HttpHandler }
export declare function getResponse(handlers: HttpHandler[], request: Request): Promise<Response | undefined>
`,
    'node_modules/msw/node.d.ts': `import { HttpHandler } from 'msw'
export declare function setupServer(...handlers: HttpHandler[]): { listen(): void }
`,
    'node_modules/@mswjs/data/package.json': '{ "name": "@mswjs/data", "types": "index.d.ts" }',
    'node_modules/@mswjs/data/index.d.ts': `import { HttpHandler } from 'msw'
export declare function factory(): { user: { toHandlers(type: 'rest'): HttpHandler[] } }
`,
    'db.ts': "import { factory } from '@mswjs/data'\n\nexport const db = factory()\n",
    'server.ts': `import { setupServer } from 'msw/node'
import { handlers } from './handlers'

export const server = setupServer(...handlers)
`,
  })

  test('what a method of an array returns was taken for theirs, and kept its server and all lists', () => {
    write(
      'handlers.ts',
      "import { http } from 'msw'\n\nexport const handlers = [[http.get('/a', () => Response.json(1))]]\n",
    )
    write('server.ts', read('server.ts').replace('...handlers', '...handlers.flat()'))
    expect(migrate('handlers.ts', 'server.ts').text).toMatch(/^total +\d+ +0 +\d+$/m)
    expect(read('server.ts')).toContain('export const server = setupMocks(handlers.flat())\n')
  })

  const ASKED = "rest.all('/{*rest}', askMsw(...db.user.toHandlers('rest')))"
  const SERVER = `import { setupMocks } from 'mynah'
import { handlers } from './handlers'

export const server = setupMocks(handlers)
`

  test('a module without an import of msw asks msw for them', () => {
    write('handlers.ts', "import { db } from './db'\n\nexport const handlers = [...db.user.toHandlers('rest')]\n")
    expect(migrate('*.ts').code).toBe(0)
    expect(read('server.ts')).toBe(SERVER)
    expect(read('handlers.ts')).toBe(`import { getResponse } from 'msw'
import { type ResolverContext, rest } from 'mynah'
import { db } from './db'

/** Asks handlers that stay with msw. */
const askMsw =
  (...handlers: Parameters<typeof getResponse>[0]) =>
  async ({ request, next }: ResolverContext) =>
    (await getResponse(handlers, request.raw)) ?? next()

// mynah: msw asks these handlers at their place in the list, and mynah where no stub of a path answers: check what both take
export const handlers = [${ASKED}]
`)
    const written = read('handlers.ts')
    migrate('*.ts')
    expect(read('handlers.ts')).toBe(written)
  })

  test('beside handlers that are converted, and in the server', () => {
    write(
      'handlers.ts',
      `import { http } from 'msw'
import { users } from './users'

export const handlers = [...users, http.get('/a', () => undefined)]
`,
    )
    write('users.ts', "import { db } from './db'\n\nexport const users = [...db.user.toHandlers('rest')]\n")
    write(
      'own.ts',
      "import { setupServer } from 'msw/node'\nimport { db } from './db'\n\nexport const own = setupServer(...db.user.toHandlers('rest'))\n",
    )
    expect(migrate('*.ts').code).toBe(0)
    expect(read('server.ts')).toContain('export const server = setupMocks(handlers)')
    expect(read('handlers.ts')).toContain("export const handlers = [...users, rest.get('/a', ({ next }) => next())]")
    expect(read('users.ts')).toContain(`[${ASKED}]`)
    expect(read('own.ts')).toContain(`setupMocks([${ASKED}])`)
  })
})

test('a server whose only handler stays, without a blank before it, became code that does not parse', () => {
  const { text } =
    rewrite(`import { http } from 'msw'
import { setupServer } from 'msw/node'
import { resolver } from './resolver.js'

const server = setupServer(http.get('https://api.test/a', resolver))
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
`) ?? {}
  expect(text).toContain('const server = setupMocks([rest.')
})
