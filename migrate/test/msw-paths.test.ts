import { describe, expect, test } from 'vitest'
import { useProject } from './project.ts'
import { fileIn, rewrite } from './rewrite.ts'

const HEAD = "import { graphql, http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'\n\n"
const convert = (code: string, name = '/project/users.test.js') => rewrite(`${HEAD}${code}\n`, name)
const reasonsOf = (code: string) => convert(code)?.left.map(({ reason }) => reason)

describe('a RegExp', () => {
  test.each([
    [
      'in a constant was tested on the path alone',
      'const users = /^https:.*users$/\nexport const one = http.get(users, () => HttpResponse.json(1))',
      "rest.get('/{*rest}', 1, { match: ({ url }) => users.test(url.replace(/[?#].*/, '')) })",
    ],
    [
      'that is made in place was, too',
      "export const one = http.get(new RegExp('users$'), () => HttpResponse.json(1))",
      "rest.get('/{*rest}', 1, { match: ({ url }) => new RegExp('users$').test(url.replace(/[?#].*/, '')) })",
    ],
    [
      'in an object was, too',
      'const paths = { users: /users$/ }\nexport const one = http.get(paths.users, () => HttpResponse.json(1))',
      "rest.get('/{*rest}', 1, { match: ({ url }) => paths.users.test(url.replace(/[?#].*/, '')) })",
    ],
  ])('%s', (_, before, after) => {
    const { left, text } = convert(before) ?? {}
    expect(left).toEqual([])
    expect(
      text
        ?.replaceAll(/\(\n\s+/g, '(')
        .replaceAll(/,\n\s*\)/g, ')')
        .replaceAll(/,\n\s+/g, ', '),
    ).toContain(after)
  })

  test('in a constant stood before a path that is asked first here', () => {
    const handlers = "http.get(any, () => HttpResponse.json(1)), http.get('/users', () => HttpResponse.json(2))"
    expect(reasonsOf(`const any = /users/\nconst server = setupServer(${handlers})`)).toContain(
      'http.get(any) comes first in msw, and this one, which is more specific, here: remove one of them, or declare this one first if it should answer',
    )
  })
})

describe('a template', () => {
  const ofPath = (path: string) =>
    convert(`const api = process.env.API\nexport const one = http.get(\`${path}\`, () => HttpResponse.json(1))`)

  test.each([
    ['${api}/users/*', '${api}/users/*rest'],
    ['${api}/*', '${api}/{*rest}'],
    ['${api}/users/:id?', '${api}/users{/:id}'],
    ['${api}/users?page=1', '${api}/users'],
  ])('%s had to be written in a syntax that is not of msw', (before, after) => {
    const { left, text } = ofPath(before) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`rest.get(\`${after}\`, 1)`)
  })

  test.each(['${api}/*/${api}', '*/${api}', '${api}*'])('%s stays, with an advice that holds in msw', (path) => {
    expect(ofPath(path)?.left.map(({ reason }) => reason)).toEqual([
      `put the wildcards of \`${path}\` into a path behind its last \${…}: \`\${base}/*\`; setupMocks refuses a handler of msw`,
    ])
  })
})

describe('a function in place of a path', () => {
  test('stood before a path that is asked first here', () => {
    const first = "http.get(({ request }) => request.url.endsWith('s'), () => HttpResponse.json(1))"
    const handlers = `${first}, http.get('/users', () => HttpResponse.json(2))`
    expect(reasonsOf(`const server = setupServer(${handlers})`)?.join('\n')).toContain(' comes first in msw, ')
  })

  test.each([
    [
      'of another name',
      'const isUser = ({ request }) => request.url.endsWith("/user")\nexport const one = http.get(isUser, () => HttpResponse.json(1))',
      'write this function as match: ({ url, headers, body }) => …',
    ],
    [
      'that returns params matched everything',
      'export const one = http.get(({ request }) => ({ matches: request.url.length > 9, params: {} }), () => HttpResponse.json(1))',
      'a match function returns whether it matches: take its params out of request.url in the resolver',
    ],
  ])('%s', (_, code, reason) => {
    expect(reasonsOf(code)).toEqual([`${reason}; setupMocks refuses a handler of msw`])
  })
})

test.each([
  ["'*://api.test/users'", "'/users', 1, { match: ({ url }) => /^.*:\\/\\/api\\.test\\//.test(url) }"],
  ["'*.api.test/users'", "'/users', 1, { match: ({ url }) => /^.*\\.api\\.test\\//.test(url) }"],
  ["'*/users'", "'{/*rest}/users', 1"],
])('a star in the scheme or the host was one of the path: %s', (before, after) => {
  const { left, text } = convert(`export const one = http.get(${before}, () => HttpResponse.json(1))`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`rest.get(${after})`)
})

describe('a path that is handed to a function', () => {
  const FACTORY = 'const handler = (path, body) => http.get(path, () => HttpResponse.json(body))\n'

  test('with a star, setupMocks refused it', () => {
    const { left, text } =
      convert(`${FACTORY}const server = setupServer(handler('*/users', 1), handler('/posts', 2))`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain("const server = setupMocks([handler('{/*rest}/users', 1), handler('/posts', 2)])")
  })

  test('that begins others', () => {
    const crud =
      'const crud = (base) => [http.get(base, () => HttpResponse.json([])), http.get(base + "/:id", () => HttpResponse.json(1))]\n'
    const { left, text } = convert(`${crud}const server = setupServer(...crud('*/users'))`) ?? {}
    expect(left).toEqual([])
    expect(text).toContain("const server = setupMocks(crud('{/*rest}/users'))")
  })

  test('is a RegExp', () => {
    expect(reasonsOf(`${FACTORY}const server = setupServer(handler(/users$/, 1))`)).toEqual([
      'rest.get tests a RegExp on the pathname, and msw on the whole URL: write it for the pathname',
    ])
  })

  test('is printed, too', () => {
    const printing =
      'const handler = (path) => { console.log(path); return http.get(path, () => HttpResponse.json(1)) }\n'
    expect(reasonsOf(`${printing}const server = setupServer(handler('*/users'))`)).toEqual([
      'the path is {/*rest}/users here, and path is used for something else too',
    ])
  })
})

test.each([
  [
    "http.get('/files/*', ({ params }) => HttpResponse.json(params[0]))",
    "rest.get('/files/*rest', ({ request: { params } }) => Response.json((params.rest ?? []).join('/')))",
  ],
  [
    "http.get('/a/*/b/*', (info) => HttpResponse.json(info.params['1']))",
    "rest.get('/a/{*rest2}/b/*rest', (info) => Response.json((info.request.params.rest ?? []).join('/')))",
  ],
])('a wildcard without a name was left by hand: %s', (before, after) => {
  const { left, text } = convert(`export const one = ${before}`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(after)
})

test.each([
  "http.get('*/users', ({ params }) => HttpResponse.json(params[0]))",
  'http.get(/users\\/(.*)/, ({ params }) => HttpResponse.json(params[0]))',
])('a wildcard that has the origin, or a group, stays: %s', (handler) => {
  expect(reasonsOf(`export const one = ${handler}`)).toEqual([
    'a wildcard has a name here: write params[0] as params.rest, a list of segments; setupMocks refuses a handler of msw',
  ])
})

test('a path that begins with two slashes stays: setupMocks refused it', () => {
  expect(reasonsOf("export const one = http.get('//api.test/a', () => HttpResponse.json(1))")).toEqual([
    "write the path //api.test/a in path-to-regexp's syntax, without wildcards in the origin; setupMocks refuses a handler of msw",
  ])
})

test.each([
  [3, ["params.path is a list of segments here: write params.path.join('/'); setupMocks refuses a handler of msw"]],
  [2, []],
])('a param that repeats is a text in msw 3 and a list in msw 2: %s', (major, reasons) => {
  const text = `${HEAD}export const one = http.get('/files/:path+', ({ params }) => HttpResponse.json(params.path))\n`
  const { left } = rewrite(text, fileIn({ msw: `${major}.0.0` }, 'handlers.js')) ?? {}
  expect(left?.map(({ reason }) => reason)).toEqual(reasons)
})

describe('in a project', () => {
  const { write, read, migrate } = useProject({
    'package.json': '{ "type": "module", "devDependencies": { "vitest": "*", "msw": "*" } }',
  })

  test('a test that hands a path to a helper of another file was not rewritten', async () => {
    write(
      'helpers.ts',
      "import { http, HttpResponse } from 'msw'\nimport { setupServer } from 'msw/node'\n\nexport const server = setupServer()\nexport const mockGet = (path: string) => server.use(http.get(path, () => HttpResponse.json(1)))\n",
    )
    write(
      'users.test.ts',
      "import { test } from 'vitest'\nimport { mockGet } from './helpers.ts'\n\ntest('users', () => mockGet('*/users'))\n",
    )
    const { text } = await migrate('*.ts')
    expect(text).toMatch(/^total +6 +0 +0$/m)
    expect(read('users.test.ts')).toContain("mockGet('{/*rest}/users')")
  })

  test('what loads the server while it runs kept the whole project with msw', async () => {
    write('server.ts', "import { setupServer } from 'msw/node'\n\nexport const server = setupServer()\n")
    write(
      'start.ts',
      "export async function start() {\n  const { server } = await import('./server.ts')\n  server.listen({ onUnhandledRequest: 'bypass' })\n}\n",
    )
    await migrate('*.ts')
    expect(read('server.ts')).toContain("export const server = setupMocks([], { onUnmatched: 'passthrough' })")
    expect(read('start.ts')).toContain('  server.start()\n')
  })
})
