import { describe, expect, test } from 'vitest'
import { compilePath, httpUrl, isWildcard, paramNames, pathShapeOf, takesAnyPath } from '../../../src/core/path/path.ts'
import type { PathForm } from '../../../src/core/path/segments.ts'
import { decide, paramsOf, stubOf } from '../support.ts'

interface Case {
  readonly title?: string
  readonly path: string | RegExp
  /** Each URL with its params; `undefined` if the path does not fit. */
  readonly urls: readonly (readonly [url: string, params: Readonly<Record<string, unknown>> | undefined])[]
}

const cases: readonly Case[] = [
  {
    path: '/',
    urls: [
      ['/', {}],
      ['https://api.test', {}],
      ['https://api.test?a=1', {}],
      ['/users', undefined],
    ],
  },
  {
    path: '/users',
    urls: [
      ['/users', {}],
      ['/users?page=1', {}],
      ['/users#top', {}],
      ['http://other.test:8080/users', {}],
      ['/', undefined],
      ['/user', undefined],
      ['/users/1', undefined],
      ['/api/users', undefined],
    ],
  },
  {
    title: 'case counts in a literal',
    path: '/Users',
    urls: [
      ['/Users', {}],
      ['/users', undefined],
    ],
  },
  {
    title: 'a trailing slash of the request does not count, a second one does',
    path: '/users',
    urls: [
      ['/users/', {}],
      ['/users/?a=1', {}],
      ['/users//', undefined],
    ],
  },
  {
    title: 'a trailing slash of the path does not count',
    path: '/users/',
    urls: [
      ['/users', {}],
      ['/users/', {}],
    ],
  },
  {
    title: 'an empty segment inside counts',
    path: '/a//b',
    urls: [
      ['/a//b', {}],
      ['/a/b', undefined],
      ['/a///b', undefined],
    ],
  },
  {
    path: '/users/:id',
    urls: [
      ['/users/1', { id: '1' }],
      ['/users/1/', { id: '1' }],
      ['/users/Ann', { id: 'Ann' }],
      ['/users/', undefined],
      ['/users', undefined],
      ['/users//', undefined],
      ['/users/1/posts', undefined],
    ],
  },
  {
    path: '/users/:id/posts/:post/',
    urls: [
      ['/users/1/posts/2', { id: '1', post: '2' }],
      ['/users/1/posts/2/', { id: '1', post: '2' }],
      ['/users/1/posts', undefined],
      ['/users//posts/2', undefined],
    ],
  },
  { title: 'a quoted name', path: '/:"user id"/:"a-b"', urls: [['/1/2', { 'user id': '1', 'a-b': '2' }]] },
  { title: 'a name in other letters', path: '/:größe/:名', urls: [['/1/2', { größe: '1', 名: '2' }]] },
  {
    title: 'params are decoded',
    path: '/files/:name',
    urls: [
      ['/files/a%2Fb', { name: 'a/b' }],
      ['/files/a%20b', { name: 'a b' }],
      ['/files/caf%C3%A9', { name: 'café' }],
      ['/files/caf%c3%a9', { name: 'café' }],
      ['/files/a+b', { name: 'a+b' }],
      ['/files/a%2520b', { name: 'a%20b' }],
    ],
  },
  {
    title: 'a broken escape stays as sent',
    path: '/files/:name/:more',
    urls: [
      ['/files/100%/b', { name: '100%', more: 'b' }],
      ['/files/%E0%A4%A/%20', { name: '%E0%A4%A', more: ' ' }],
      ['/files/%C3%28/b', { name: '%C3%28', more: 'b' }],
    ],
  },
  {
    path: '/files/:name.json',
    urls: [
      ['/files/a.json', { name: 'a' }],
      ['/files/a.json/', { name: 'a' }],
      ['/files/a.b.json', { name: 'a.b' }],
      ['/files/a%2Fb.json', { name: 'a/b' }],
      ['/files/.json', undefined],
      ['/files/a.JSON', undefined],
      ['/files/ajson', undefined],
      ['/files/a.json/b', undefined],
    ],
  },
  {
    path: '/:a-:b',
    urls: [
      ['/1-2', { a: '1', b: '2' }],
      ['/1-2-3', { a: '1', b: '2-3' }],
      ['/1', undefined],
      ['/-2', undefined],
      ['/1-', undefined],
    ],
  },
  {
    title: 'a segment with text before its param',
    path: '/v:version/users',
    urls: [
      ['/v2/users', { version: '2' }],
      ['/2/users', undefined],
      ['/v/users', undefined],
    ],
  },
  {
    title: 'a text with other letters beside a param',
    path: '/café-:name',
    urls: [
      ['/caf%C3%A9-a', { name: 'a' }],
      ['/cafe-a', undefined],
    ],
  },
  {
    title: 'a text beside a param, whose characters may be sent escaped',
    path: '/u/:id,list',
    urls: [
      ['/u/1,list', { id: '1' }],
      ['/u/1%2Clist', { id: '1' }],
      ['/u/1%2clis%74', { id: '1' }],
      ['/u/a%2Fb%2Clist', { id: 'a/b' }],
      ['/u/100%%20,list', { id: '100% ' }],
      ['/u/1%252Clist', undefined],
    ],
  },
  {
    title: 'an escaped text beside a param',
    path: '/u/x%2Fy%2C:id',
    urls: [
      ['/u/x%2fy,1', { id: '1' }],
      ['/u/x/y,1', undefined],
    ],
  },
  {
    title: 'an escape beside a param is one character, whose digits are no text',
    path: '/u/:"id"C',
    urls: [
      ['/u/1C', { id: '1' }],
      ['/u/1%2C', undefined],
    ],
  },
  {
    title: 'an escaped slash does not separate segments, before a wildcard and in it',
    path: '/a%2Fb/*rest',
    urls: [
      ['/a%2Fb/c%2Fd/e', { rest: ['c/d', 'e'] }],
      ['/a/b/c', undefined],
    ],
  },
  {
    path: '/users{/:id}',
    urls: [
      ['/users', {}],
      ['/users/', {}],
      ['/users/1', { id: '1' }],
      ['/users/1/', { id: '1' }],
      ['/users/1/2', undefined],
    ],
  },
  {
    title: 'nested optional parts',
    path: '/a{/:b{/:c}}',
    urls: [
      ['/a', {}],
      ['/a/1', { b: '1' }],
      ['/a/1/2', { b: '1', c: '2' }],
      ['/a/1/2/3', undefined],
    ],
  },
  {
    title: 'an optional part in the middle',
    path: '/a{/b}/:c',
    urls: [
      ['/a/1', { c: '1' }],
      ['/a/b/1', { c: '1' }],
      ['/a/b', { c: 'b' }],
      ['/a/x/1', undefined],
    ],
  },
  {
    title: 'an optional part inside of a segment',
    path: '/report{-:year}.csv',
    urls: [
      ['/report.csv', {}],
      ['/report-2026.csv', { year: '2026' }],
      ['/report-.csv', undefined],
    ],
  },
  {
    title: 'an optional part at the start',
    path: '{/:lang}/users',
    urls: [
      ['/users', {}],
      ['/en/users', { lang: 'en' }],
      ['/en', undefined],
    ],
  },
  {
    title: 'a path that is optional as a whole also fits the root',
    path: '{/:lang}',
    urls: [
      ['/', {}],
      ['https://api.test', {}],
      ['/en', { lang: 'en' }],
      ['/en/', { lang: 'en' }],
    ],
  },
  {
    title: 'an optional trailing slash',
    path: '/users{/}',
    urls: [
      ['/users', {}],
      ['/users/', {}],
    ],
  },
  {
    path: '/files/*rest',
    urls: [
      ['/files/a', { rest: ['a'] }],
      ['/files/a/b/c', { rest: ['a', 'b', 'c'] }],
      ['/files/a%2Fb/c', { rest: ['a/b', 'c'] }],
      ['/files/a%/c%20d', { rest: ['a%', 'c d'] }],
      ['/files/', undefined],
      ['/files', undefined],
      ['/file/a', undefined],
    ],
  },
  {
    title: 'a trailing slash adds no empty segment to a wildcard',
    path: '/files/*path',
    urls: [
      ['/files/a/b/', { path: ['a', 'b'] }],
      ['/files/a/', { path: ['a'] }],
      ['/files/a//', { path: ['a', ''] }],
      ['/files/', undefined],
    ],
  },
  {
    title: 'a wildcard in the middle',
    path: '/a/*rest/z',
    urls: [
      ['/a/b/z', { rest: ['b'] }],
      ['/a/b/c/z', { rest: ['b', 'c'] }],
      ['/a/b/c/z/', { rest: ['b', 'c'] }],
      ['/a/z', undefined],
      ['/a/b/c', undefined],
      ['/a/b/z//', undefined],
    ],
  },
  {
    title: 'a wildcard with a param behind it',
    path: '/*rest/:last',
    urls: [
      ['/a/b/c', { rest: ['a', 'b'], last: 'c' }],
      ['/a', undefined],
    ],
  },
  {
    title: 'a wildcard beside text',
    path: '/static/*file.js',
    urls: [
      ['/static/a.js', { file: ['a'] }],
      ['/static/a/b.js', { file: ['a', 'b'] }],
      ['/static/a.css', undefined],
    ],
  },
  {
    title: 'a wildcard of an optional part',
    path: '/docs{/*rest}',
    urls: [
      ['/docs', {}],
      ['/docs/a/b', { rest: ['a', 'b'] }],
    ],
  },
  {
    title: 'a literal in other letters, however its escapes are written',
    path: '/größe/名',
    urls: [
      ['/gr%C3%B6%C3%9Fe/%E5%90%8D', {}],
      ['/gr%c3%b6%c3%9fe/%e5%90%8d', {}],
      ['/grosse/%E5%90%8D', undefined],
    ],
  },
  {
    title: 'a literal written with escapes',
    path: '/caf%C3%A9',
    urls: [
      ['/caf%C3%A9', {}],
      ['/caf%c3%a9', {}],
    ],
  },
  {
    title: 'a literal with an escaped slash is one segment',
    path: '/a%2Fb',
    urls: [
      ['/a%2Fb', {}],
      ['/a%2fb', {}],
      ['/a/b', undefined],
    ],
  },
  {
    title: 'a literal with a space',
    path: '/a b',
    urls: [
      ['/a%20b', {}],
      ['/a+b', undefined],
    ],
  },
  {
    title: 'characters of the syntax as text, behind a backslash',
    path: '/\\:id/\\(x\\)/\\*',
    urls: [
      ['/:id/(x)/*', {}],
      ['/1/(x)/*', undefined],
    ],
  },
  {
    title: 'names of properties that every object has',
    path: '/:__proto__/:constructor/:toString',
    urls: [['/a/b/c', Object.assign(Object.create(null), { ['__proto__']: 'a', constructor: 'b', toString: 'c' })]],
  },
  {
    title: 'literals of such names',
    path: '/__proto__/constructor',
    urls: [
      ['/__proto__/constructor', {}],
      ['/__proto__/toString', undefined],
      ['/hasOwnProperty/constructor', undefined],
    ],
  },
  {
    path: 'https://api.test/users/:id',
    urls: [
      ['https://api.test/users/1', { id: '1' }],
      ['https://api.test:443/users/1', undefined],
      ['http://api.test/users/1', undefined],
      ['https://other.test/users/1', undefined],
      ['https://user:pass@api.test/users/1', { id: '1' }],
    ],
  },
  {
    title: 'an absolute URL with its default port',
    path: 'https://API.test:443/a',
    urls: [['https://api.test/a', {}]],
  },
  {
    title: 'an absolute URL with a port',
    path: 'http://localhost:3000/:id',
    urls: [
      ['http://localhost:3000/1', { id: '1' }],
      ['http://localhost:3001/1', undefined],
      ['http://localhost/1', undefined],
    ],
  },
  {
    title: 'an absolute URL without a path',
    path: 'https://api.test',
    urls: [
      ['https://api.test/', {}],
      ['https://api.test/a', undefined],
    ],
  },
  { title: 'an IPv6 host', path: 'http://[::1]:3000/:id', urls: [['http://[::1]:3000/1', { id: '1' }]] },
  {
    title: 'an international host',
    path: 'https://größe.test/a',
    urls: [['https://xn--gre-6ka8i.test/a', {}]],
  },
  {
    title: 'a RegExp is tested on the pathname, unanchored',
    path: /users/,
    urls: [
      ['/api/users/1', {}],
      ['/api', undefined],
      ['/api?users', undefined],
      ['https://users.test/', undefined],
    ],
  },
  {
    title: "a RegExp's named groups are the params, decoded, those that took part",
    path: /^\/users\/(?<id>[^/]+)(?:\/(?<tab>\w+))?$/,
    urls: [
      ['/users/1', { id: '1' }],
      ['/users/a%20b/posts', { id: 'a b', tab: 'posts' }],
      ['/users/100%', { id: '100%' }],
      ['/users', undefined],
    ],
  },
  { title: "a RegExp's unnamed groups are not params", path: /^\/users\/(\d+)$/, urls: [['/users/1', {}]] },
  { title: 'a RegExp that ignores case', path: /^\/USERS$/i, urls: [['/users', {}]] },
  {
    title: 'a RegExp with hostile names of groups',
    path: /^\/(?<__proto__>a)(?<constructor>b)$/,
    urls: [['/ab', Object.assign(Object.create(null), { ['__proto__']: 'a', constructor: 'b' })]],
  },
]

describe.each(cases.map((one) => ({ ...one, title: `${one.path} ${one.title ? `(${one.title})` : ''}` })))(
  '$title',
  ({ path, urls }) => {
    test.each(urls)('%s', (url, params) => {
      const found = paramsOf(path, url)
      expect(found && Object.entries(found)).toEqual(params && Object.entries(params))
    })
  },
)

const PLAIN_PATHS = [
  '/users',
  '/users/',
  '/users/:id',
  '/users/:id/',
  '/:a/:b_2/-c-',
  '/a/1/:__proto__',
  'https://api.test/v1/:id',
]

test.each(PLAIN_PATHS)('%s reads as it does with escapes and quotes, which path-to-regexp reads', (path) => {
  const written = path.replace(/(?<!\/)\/(?=[\w-])/g, '/\\').replace(/:([a-z_]\w*)/g, ':"$1"')
  expect(written).not.toBe(path)
  expect(compilePath(path)).toEqual(compilePath(written))
})

test.each(['/:1', '/a/:2b'])('%s has no name behind its colon', (path) => {
  expect(() => compilePath(path)).toThrow('Missing parameter name at index')
})

test('a URL inside of a path does not make it absolute', () => {
  expect(paramsOf('/proxy/https\\://:host/a', '/proxy/https://api.test/a')).toEqual({ host: 'api.test' })
})

test('params are ordinary objects', () => {
  for (const path of ['/:a', '/:a-:b', '/*a', /(?<a>.)/, '/x'] as const) {
    const params = paramsOf(path, path === '/x' ? '/x' : '/1-2')
    expect(Object.getPrototypeOf(params)).toBe(Object.prototype)
  }
})

const flags: readonly { flags: string }[] = [{ flags: 'g' }, { flags: 'y' }, { flags: 'gy' }, { flags: '' }]

test.each(flags)(
  "a RegExp with flags '$flags' returns the same result each time, whatever its lastIndex",
  ({ flags }) => {
    const path = new RegExp('^/users', flags)
    const stub = stubOf('GET', path)
    path.lastIndex = 3
    const stubs = ['/users', '/users', '/other', '/users'].map((url) => decide([stub], url).decision?.stub)
    expect(stubs).toEqual([stub, stub, undefined, stub])
    expect(path.lastIndex).toBe(3)
  },
)

test('a RegExp of another realm is a path', async () => {
  const { runInNewContext } = await import('node:vm')
  expect(paramsOf(runInNewContext('/^.(?<id>\\d)/'), '/1')).toEqual({ id: '1' })
})

const names: readonly { path: string | RegExp; expected: readonly string[] }[] = [
  { path: '/users', expected: [] },
  { path: '/:a/:b{/:c}', expected: ['a', 'b', 'c'] },
  { path: '/{:a}x', expected: ['a'] },
  { path: '/*rest/:"a b"', expected: ['rest', 'a b'] },
  { path: /(?<a>.)(?<!b)(?<=c)(?:d)(?<e>f)/, expected: ['a', 'e'] },
]

test.each(names)('the names of $path', ({ path, expected }) => {
  expect(paramNames(compilePath(path))).toEqual(expected)
})

test.each([
  { path: '/:a/*b', name: 'a', isList: false },
  { path: '/:a/*b', name: 'b', isList: true },
  { path: '/:a/*b', name: 'c', isList: false },
  { path: '/a{/*b}', name: 'b', isList: true },
  { path: /^.(?<a>.)/, name: 'a', isList: false },
])('whether the param $name of $path arrives as a list', ({ path, name, isList }) => {
  expect(isWildcard(compilePath(path), name)).toBe(isList)
})

test.each(['users', ':id', '{/users}s', '{:id}'])('%s does not start with a slash in each of its forms', (path) => {
  expect(() => compilePath(path)).toThrow(
    new Error('A path must start with a slash, with and without its optional parts'),
  )
})

test('a path that differs from another in more than names has another shape', () => {
  const shapeOf = (path: string) => pathShapeOf(compilePath(path).forms[0] as PathForm)
  expect(shapeOf('/a-:x')).toBe(shapeOf('/a-:y'))
  expect(shapeOf('/a-:x')).not.toBe(shapeOf('/a-undefined'))
})

test('as many optional parts as the paths that they make can be held', () => {
  expect(paramsOf(`/a${'{/b}'.repeat(8)}`, '/a/b/b/b')).toEqual({})
  expect(() => compilePath(`/a${'{/b}'.repeat(9)}`)).toThrow('Too many optional parts')
})

test('any number of params if each is a whole segment; 256 if one is beside text, or with a wildcard', () => {
  const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`)
  const path = (count: number) => names(count).map((name) => `/:${name}`)
  const line = (count: number) => `/${names(count).join('/')}`
  const params = (count: number) => Object.fromEntries(names(count).map((name) => [name, name]))
  expect(paramsOf(path(257).join(''), line(257))).toEqual(params(257))
  expect(paramsOf(`${path(256).join('')}.json`, `${line(256)}.json`)).toEqual(params(256))
  expect(paramsOf(`${path(255).join('')}/*rest`, `${line(255)}/a/b`)).toEqual({ ...params(255), rest: ['a', 'b'] })
  expect(() => compilePath(`${path(257).join('')}.json`)).toThrow(new Error('Too many params'))
  expect(() => compilePath(`${path(256).join('')}/*rest`)).toThrow(new Error('Too many params'))
})

test('two segments with equal text are two', () => {
  const stubs = [
    stubOf('GET', '/:"x"a-:b'),
    stubOf('GET', '/\\:a-:b'),
    stubOf('GET', '/:x/\\:'),
    stubOf('GET', '/:x/:y'),
  ]
  expect(decide(stubs, '/:a-1').decision).toMatchObject({ stub: stubs[1] })
  expect(decide(stubs, '/1a-1').decision).toMatchObject({ stub: stubs[0] })
  expect(decide(stubs, '/1/:').decision).toMatchObject({ stub: stubs[2] })
  expect(decide(stubs, '/1/2').decision).toMatchObject({ stub: stubs[3] })
})

test.each([
  ['ws://a.test/x', 'http://a.test/x'],
  ['WSS://a.test/x', 'httpS://a.test/x'],
  ['wsx://a.test/x', 'wsx://a.test/x'],
  ['xws://a.test/x', 'xws://a.test/x'],
  ['https://a.test/?url=ws://b.test', 'https://a.test/?url=ws://b.test'],
])('the URL of the request that opens %s', (url, opened) => {
  expect(httpUrl(url)).toBe(opened)
})

test.each([
  ['/*path', true],
  ['/:a/:b', true],
  ['{/a}/:b', true],
  [/a/, true],
  ['/a', false],
  ['/:a/b', false],
])('whether a path has no text of its own: %s', (path, isAny) => {
  expect(takesAnyPath(compilePath(path))).toBe(isAny)
})
