import { describe, expect, test } from 'vitest'
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
})

describe('a template', () => {
  const ofPath = (path: string) =>
    convert(`const api = process.env.API\nexport const one = http.get(\`${path}\`, () => HttpResponse.json(1))`)

  test.each([
    ['${api}/users/*', '${api}/users/*rest'],
    ['${api}/*', '${api}/{*rest}'],
    ['${api}/users/:id?', '${api}/users{/:id}'],
    ['${api}/users?page=1', '${api}/users'],
    ['*/users/${api}', '{/*rest}/users/${api}'],
    ['https://*/users/${api}/a', '{/*rest}/users/${api}/a'],
  ])('%s had to be written in a syntax that is not of msw', (before, after) => {
    const { left, text } = ofPath(before) ?? {}
    expect(left).toEqual([])
    expect(text).toContain(`rest.get(\`${after}\`, 1)`)
  })

  test.each(['${api}/*/${api}', '*/${api}', '*/a/${api}/*', '${api}*'])(
    '%s stays, with an advice that holds in msw',
    (path) => {
      expect(ofPath(path)?.left.map(({ reason }) => reason)).toEqual([
        `put the wildcards of \`${path}\` into a path behind its last \${…}: \`\${base}/*\``,
      ])
    },
  )
})

test.each(['/a*b', '/a/*b', '*b'])('%s named its wildcard by what is behind the star, and stays', (path) => {
  const code = `export const one = http.get('${path}', () => HttpResponse.json(1))`
  expect(reasonsOf(code)).toEqual([
    `write the path ${path} in path-to-regexp's syntax, without wildcards in the origin`,
  ])
})

describe('a function in place of a path', () => {
  test.each([
    [
      'of another name',
      'const isUser = ({ request }) => request.url.endsWith("/user")\nexport const one = http.get(isUser, () => HttpResponse.json(1))',
      'write this function as match: ({ url, headers, body }) => …',
    ],
  ])('%s', (_, code, reason) => {
    expect(reasonsOf(code)).toEqual([`${reason}`])
  })
})

test('a function of the request in place of a path stays by hand, and mynah asks its handler', () => {
  expect(
    reasonsOf("export const one = http.all(({ request }) => request.url === 'a', () => HttpResponse.json(1))"),
  ).toEqual(['write this function as match: ({ url, headers, body }) => …'])
})

test('a star before a path is any origin and any folders', () => {
  const { left, text } = convert("export const one = http.get('*/users', () => HttpResponse.json(1))") ?? {}
  expect(left).toEqual([])
  expect(text).toContain("rest.get('{/*rest}/users', 1)")
})

test.each([
  ['*/users*', '{/*rest}/users{*rest2}'],
  ['/users*/me', '/users{*rest}/me'],
  ['https://api.test/users*', 'https://api.test/users{*rest}'],
])('a star behind a word, which is any text, kept its handler with msw: %s', (path, written) => {
  const { left, notes, text } = convert(`export const one = http.get('${path}', () => HttpResponse.json(1))`) ?? {}
  expect([left, notes]).toEqual([[], []])
  expect(text).toContain(`rest.get('${written}', 1)`)
})

test.each(['https', 'http'])('a star in place of the host kept its handler with msw, behind %s', (scheme) => {
  const { left, notes, text } =
    convert(`export const one = http.get('${scheme}://*/users/:id', () => HttpResponse.json(1))`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain("rest.get('{/*rest}/users/:id', 1)")
  expect(notes?.map(({ reason }) => reason)).toEqual([
    'msw takes this path from one scheme alone, and mynah from http and https',
  ])
})

test.each(['*://api.test/users', '*.api.test/users', 'https://*.api.test/users', 'http://localhost:*/users'])(
  'a star in the scheme or the host was one of the path: %s',
  (path) => {
    expect(reasonsOf(`export const one = http.get('${path}', () => HttpResponse.json(1))`)).toEqual([
      `write the path ${path} in path-to-regexp's syntax, without wildcards in the origin`,
    ])
  },
)

test.each([
  ['login.pl', '/login.pl'],
  ['./users/:id', '/users/:id'],
])('%s, which is relative to the page, kept its list, its server and all that imports them', (path, written) => {
  const { left, text } = convert(`export const one = http.get('${path}', () => HttpResponse.json(1))`) ?? {}
  expect(left).toEqual([])
  expect(text).toContain(`rest.get('${written}', 1)`)
})

test('a handler of a path that cannot be told is asked behind all stubs of a path, and its list is converted', () => {
  const { converted, notes, text } = convert(
    "export const all = [http.get('//a.test/a', () => HttpResponse.json(1)), http.get('/b', () => HttpResponse.json(2))]",
  ) ?? { text: '' }
  expect(converted).toBe(2)
  expect(text).toContain("rest.get('/{*rest}', askMsw(http.get('//a.test/a', () => HttpResponse.json(1))))")
  expect(text).toContain("rest.get('/b', 2)")
  expect(notes?.map(({ reason }) => reason)).toEqual([
    'msw asks these handlers at their place in the list, and mynah where no stub of a path answers: check what both take',
  ])
})

test('a path that begins with two slashes stays: setupMocks refused it', () => {
  expect(reasonsOf("export const one = http.get('//api.test/a', () => HttpResponse.json(1))")).toEqual([
    "write the path //api.test/a in path-to-regexp's syntax, without wildcards in the origin",
  ])
})

test.each([[2, []]])('a param that repeats is a text in msw 3 and a list in msw 2: %s', (major, reasons) => {
  const text = `${HEAD}export const one = http.get('/files/:path+', ({ params }) => HttpResponse.json(params.path))\n`
  const { left } = rewrite(text, fileIn({ msw: `${major}.0.0` }, 'handlers.js')) ?? {}
  expect(left?.map(({ reason }) => reason)).toEqual(reasons)
})
