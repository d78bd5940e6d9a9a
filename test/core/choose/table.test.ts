import { describe, expect, test } from 'vitest'
import { BASE_URL, isBaseUrl } from '../../../src/core/path/base.ts'
import { NO_PATH } from '../../../src/core/path/path.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'
import { METHODS, type Method, type Stub } from '../../../src/core/stub/stub.ts'
import { candidatesOf, counted, explanationOf, nameOf, operationOf, requestOf, stubOf, tableOf } from '../support.ts'

/**
 * The order of the candidates (contract: section 4, rules 2 and 3). A stub is written as its route, `if 2` being the
 * number of its conditions: `GET /users if 2`. A RegExp stands between slashes behind a tilde: `GET ~/^.users/`.
 */
interface Case {
  readonly title: string
  readonly stubs: readonly string[]
  readonly request: string
  readonly expected: readonly string[]
  readonly baseUrl?: string
}

const paths: readonly Case[] = [
  {
    title: 'only fitting stubs',
    stubs: ['GET /a', 'GET /b', 'GET /a/b', 'GET /'],
    request: '/a',
    expected: ['GET /a'],
  },
  { title: 'nothing if nothing fits', stubs: ['GET /a', 'GET /:x'], request: '/a/b', expected: [] },
  { title: 'nothing without stubs', stubs: [], request: '/a', expected: [] },
  {
    title: 'a literal before a param before a wildcard',
    stubs: ['GET /*rest', 'GET /:id', 'GET /a'],
    request: '/a',
    expected: ['GET /a', 'GET /:id', 'GET /*rest'],
  },
  {
    title: 'segment by segment from the left: the first difference decides',
    stubs: ['GET /:x/b/c', 'GET /a/:y/:z', 'GET /a/:y/c', 'GET /a/b/:z', 'GET /:x/:y/:z', 'GET /a/b/c', 'GET /:x/b/:z'],
    request: '/a/b/c',
    expected: [
      'GET /a/b/c',
      'GET /a/b/:z',
      'GET /a/:y/c',
      'GET /a/:y/:z',
      'GET /:x/b/c',
      'GET /:x/b/:z',
      'GET /:x/:y/:z',
    ],
  },
  {
    title: 'a wildcard behind a literal before a param with literals behind it',
    stubs: ['GET /:x/b/c', 'GET /a/*rest', 'GET /*all'],
    request: '/a/b/c',
    expected: ['GET /a/*rest', 'GET /:x/b/c', 'GET /*all'],
  },
  {
    title: 'a wildcard with more behind it before one with less',
    stubs: ['GET /*all', 'GET /*most/c', 'GET /*some/b/c', 'GET /*some/:c'],
    request: '/a/b/c',
    expected: ['GET /*some/b/c', 'GET /*most/c', 'GET /*some/:c', 'GET /*all'],
  },
  {
    title: 'a segment with some text between a literal and a param, with more text first',
    stubs: ['GET /:id', 'GET /:name.json', 'GET /a.json', 'GET /a:rest.json', 'GET /*rest'],
    request: '/a.json',
    expected: ['GET /a.json', 'GET /:name.json', 'GET /:id', 'GET /*rest'],
  },
  {
    title: 'the more text in a segment, the earlier, however many params',
    stubs: ['GET /:a-:b', 'GET /:a.json', 'GET /x-:b.json', 'GET /:b'],
    request: '/x-1.json',
    expected: ['GET /x-:b.json', 'GET /:a.json', 'GET /:a-:b', 'GET /:b'],
  },
  {
    title: 'names of params do not make a route: declaration decides',
    stubs: ['GET /users/:userId', 'GET /users/:id', 'GET /users/:a'],
    request: '/users/1',
    expected: ['GET /users/:userId', 'GET /users/:id', 'GET /users/:a'],
  },
  {
    title: 'names do not make a route in mixed segments and wildcards either: conditions decide',
    stubs: ['GET /f/:a.js', 'GET /f/:b.js if 1', 'GET /f/*a', 'GET /f/*b if 1'],
    request: '/f/x.js',
    expected: ['GET /f/:b.js if 1', 'GET /f/:a.js', 'GET /f/*b if 1', 'GET /f/*a'],
  },
  {
    title: 'a trailing slash does not make a route',
    stubs: ['GET /a/', 'GET /a', 'GET /a/ if 1'],
    request: '/a/',
    expected: ['GET /a/ if 1', 'GET /a/', 'GET /a'],
  },
  {
    title: 'a trailing slash does not make a route behind a param either',
    stubs: ['GET /:a', 'GET /:a/', 'GET /:a if 1'],
    request: '/b',
    expected: ['GET /:a if 1', 'GET /:a', 'GET /:a/'],
  },
  {
    title: 'an optional part counts as the two paths: with it',
    stubs: ['GET /a{/:b}', 'GET /a/:c', 'GET /a/b'],
    request: '/a/b',
    expected: ['GET /a/b', 'GET /a{/:b}', 'GET /a/:c'],
  },
  {
    title: 'an optional part counts as the two paths: without it',
    stubs: ['GET /:a', 'GET /a{/:b}', 'GET /a if 1', 'GET /a'],
    request: '/a',
    expected: ['GET /a if 1', 'GET /a{/:b}', 'GET /a', 'GET /:a'],
  },
  {
    title: 'a stub of two paths that both fit is asked at each of them',
    stubs: ['GET /:x/c', 'GET /{a}{:x}/c', 'GET /*x'],
    request: '/a/c',
    expected: ['GET /{a}{:x}/c', 'GET /:x/c', 'GET /{a}{:x}/c', 'GET /*x'],
  },
  {
    title: 'a literal that looks like a name of every object',
    stubs: ['GET /:x', 'GET /constructor', 'GET /__proto__'],
    request: '/__proto__',
    expected: ['GET /__proto__', 'GET /:x'],
  },
]

const origins: readonly Case[] = [
  {
    title: 'an absolute URL before a path, even a less specific one',
    stubs: ['GET /a', 'GET https://api.test/*rest', 'GET https://other.test/a', 'GET https://api.test/a'],
    request: 'https://api.test/a',
    expected: ['GET https://api.test/a', 'GET https://api.test/*rest', 'GET /a'],
  },
  {
    title: 'a path is for any origin',
    stubs: ['GET /a', 'GET https://api.test/a'],
    request: 'http://localhost:3000/a',
    expected: ['GET /a'],
  },
  {
    title: 'two ways to write one origin are one',
    stubs: ['GET https://api.test:443/a', 'GET HTTPS://API.test/a if 1'],
    request: 'https://api.test/a',
    expected: ['GET HTTPS://API.test/a if 1', 'GET https://api.test:443/a'],
  },
  {
    title: 'with a baseUrl, paths are of that origin only',
    baseUrl: 'https://api.test',
    stubs: ['GET /a', 'GET https://other.test/a'],
    request: 'https://other.test/a',
    expected: ['GET https://other.test/a'],
  },
  {
    title: 'with a baseUrl, paths are relative to its prefix',
    baseUrl: 'https://api.test/v1/',
    stubs: ['GET /a', 'GET /v1/a', 'GET https://api.test/v1/a', 'GET /'],
    request: 'https://api.test/v1/a',
    expected: ['GET https://api.test/v1/a', 'GET /a'],
  },
  {
    title: 'with a baseUrl, a URL outside of its prefix does not fit',
    baseUrl: 'https://api.test/v1',
    stubs: ['GET /a', 'GET /0/a', 'GET https://api.test/*rest'],
    request: 'https://api.test/v10/a',
    expected: ['GET https://api.test/*rest'],
  },
  {
    title: 'with a baseUrl, a longer word than its prefix is outside of it',
    baseUrl: 'https://api.test/v1',
    stubs: ['GET /a', 'GET https://api.test/*rest'],
    request: 'https://api.test/v1xa',
    expected: ['GET https://api.test/*rest'],
  },
  {
    title: 'with a baseUrl, the slashes at its end do not count',
    baseUrl: 'https://api.test/v1//',
    stubs: ['GET /a'],
    request: 'https://api.test/v1/a',
    expected: ['GET /a'],
  },
  {
    title: 'with a baseUrl, its prefix alone is the root',
    baseUrl: 'https://api.test/v1',
    stubs: ['GET /', 'GET /v1'],
    request: 'https://api.test/v1',
    expected: ['GET /'],
  },
]

const methods: readonly Case[] = [
  {
    title: 'the own method before all, whatever the conditions',
    stubs: ['ALL /a if 2', 'ALL /a', 'GET /a', 'POST /a', 'GET /a if 1'],
    request: 'GET /a',
    expected: ['GET /a if 1', 'GET /a', 'ALL /a if 2', 'ALL /a'],
  },
  {
    title: 'the path before the method',
    stubs: ['GET /:x', 'ALL /a'],
    request: 'GET /a',
    expected: ['ALL /a', 'GET /:x'],
  },
  {
    title: 'HEAD, then GET, then all',
    stubs: ['ALL /a', 'GET /a if 1', 'GET /a', 'HEAD /a'],
    request: 'HEAD /a',
    expected: ['HEAD /a', 'GET /a if 1', 'GET /a', 'ALL /a'],
  },
  { title: 'GET does not go to HEAD stubs', stubs: ['HEAD /a'], request: 'GET /a', expected: [] },
  {
    title: 'a method without a name in `rest` goes to all',
    stubs: ['GET /a', 'ALL /a'],
    request: 'PURGE /a',
    expected: ['ALL /a'],
  },
  { title: 'a method that every object has', stubs: ['ALL /a'], request: 'CONSTRUCTOR /a', expected: ['ALL /a'] },
  ...METHODS.filter((method) => method !== 'ALL').map((method) => ({
    title: `${method} goes to its own stubs first`,
    stubs: [
      'ALL /a',
      ...METHODS.filter((one) => !['ALL', 'GET', 'HEAD'].includes(one) || one === method).map((one) => `${one} /a`),
    ],
    request: `${method} /a`,
    expected: [`${method} /a`, 'ALL /a'],
  })),
]

const conditions: readonly Case[] = [
  {
    title: 'matched before default, more conditions before fewer, then in order of declaration',
    stubs: [
      'GET /a',
      'GET /a if 1',
      'GET /a if 3',
      'GET /a if 2',
      'GET /a if 1 again',
      'GET /a if 3 again',
      'GET /a again',
    ],
    request: '/a',
    expected: [
      'GET /a if 3',
      'GET /a if 3 again',
      'GET /a if 2',
      'GET /a if 1',
      'GET /a if 1 again',
      'GET /a',
      'GET /a again',
    ],
  },
  {
    title: 'a default stub of a more specific path before a matched one of a less specific path',
    stubs: ['GET /:x if 5', 'GET /a'],
    request: '/a',
    expected: ['GET /a', 'GET /:x if 5'],
  },
  {
    title: 'a match without a condition counts as no match',
    stubs: ['GET /a', 'GET /a if 0'],
    request: '/a',
    expected: ['GET /a', 'GET /a if 0'],
  },
]

const regexps: readonly Case[] = [
  {
    title: 'a RegExp after all strings',
    stubs: ['GET ~/^.a$/ if 3', 'GET /*rest', 'GET https://api.test/a', 'GET /a'],
    request: 'https://api.test/a',
    expected: ['GET https://api.test/a', 'GET /a', 'GET /*rest', 'GET ~/^.a$/ if 3'],
  },
  {
    title: 'among RegExps: the own method, conditions, declaration',
    stubs: ['ALL ~/a/ if 1', 'GET ~/^/', 'GET ~/.a/', 'GET ~/$/ if 1', 'POST ~/a/', 'GET ~/b/'],
    request: '/a',
    expected: ['GET ~/$/ if 1', 'GET ~/^/', 'GET ~/.a/', 'ALL ~/a/ if 1'],
  },
  {
    title: 'a RegExp takes HEAD requests like a path',
    stubs: ['ALL ~/a/', 'GET ~/a/', 'HEAD ~/a/'],
    request: 'HEAD /a',
    expected: ['HEAD ~/a/', 'GET ~/a/', 'ALL ~/a/'],
  },
  {
    title: 'with a baseUrl, a RegExp is asked inside of it, with the whole pathname',
    baseUrl: 'https://api.test/v1',
    stubs: ['GET ~/^.v1.a$/', 'GET ~/^.a$/'],
    request: 'https://api.test/v1/a',
    expected: ['GET ~/^.v1.a$/'],
  },
  {
    title: 'with a baseUrl, a RegExp is not asked outside of it',
    baseUrl: 'https://api.test/v1',
    stubs: ['GET ~/a/'],
    request: 'https://api.test/v2/a',
    expected: [],
  },
]

describe.each([
  { name: 'paths', cases: paths },
  { name: 'origins', cases: origins },
  { name: 'methods', cases: methods },
  { name: 'conditions', cases: conditions },
  { name: 'RegExps', cases: regexps },
])('$name', ({ cases }) => {
  test.each(cases)('$title', ({ stubs, request, expected, ...options }) => {
    const table = tableOf(stubs.map(read), options)
    const { method, url } = requestOf(request)
    expect(candidatesOf(table, method, url).map(({ stub }) => nameOf(stub))).toEqual(expected)
  })

  // Without an optional part, the text of two stubs alone says whether they are equal.
  test.each(cases.filter(({ stubs }) => !stubs.join().includes('{')))(
    '$title: the order of declaration changes nothing but among equals',
    ({ stubs, request, expected, ...options }) => {
      const table = tableOf(stubs.map(read).reverse(), options)
      const { method, url } = requestOf(request)
      const found = candidatesOf(table, method, url).map(({ stub }) => nameOf(stub))
      expect(groups(found)).toEqual(groups(expected))
    },
  )
})

/** Equals stand in no order: names with the same route and number of conditions, whatever names their params have. */
function groups(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const [, route = '', count = '0'] = /^(.*?)(?: if (\d))?(?: again)?$/.exec(name) ?? []
    const same = route
      .replace(/~.*/, '~')
      .replace(/[{}]/g, '')
      .replace(/([:*])\w+/g, '$1')
    return `${same.replace(/(.)\/$/, '$1')} if ${count}`
  }
  return names.map(rank)
}

function read(line: string): Stub {
  const [, method, regexp, path = '', count = '0'] = /^(\w+) (~?)(.*?)(?: if (\d))?(?: again)?$/.exec(line) ?? []
  const queries = Object.fromEntries(Array.from({ length: Number(count) }, (_, index) => [`q${index}`, '1']))
  return stubOf(method as Method, regexp ? new RegExp(path.slice(1, -1)) : path, { match: { queries } }, line)
}

const baseUrls: readonly { url: unknown; isOne: boolean }[] = [
  { url: 'https://api.test/v1', isOne: true },
  { url: 'HTTP://localhost:3000', isOne: true },
  { url: 'https:api.test', isOne: true },
  { url: 'https://ada@api.test', isOne: false },
  { url: 'https://:secret@api.test', isOne: false },
  { url: 'https://api.test/v1?key=1', isOne: false },
  { url: 'https://api.test/#v1', isOne: false },
  { url: 'https://', isOne: false },
  { url: '/v1', isOne: false },
  { url: 'api.test', isOne: false },
  { url: 'ws://api.test', isOne: false },
  { url: 'git+https://api.test', isOne: false },
  { url: new URL('https://api.test'), isOne: false },
  { url: undefined, isOne: false },
]

test.each(baseUrls)('a base URL: $url, $isOne', ({ url, isOne }) => {
  expect(isBaseUrl(url)).toBe(isOne)
})

test('the refusal of a base URL says what is valid', () => {
  expect(BASE_URL).toBe('an absolute URL without a user, a query or a hash')
})

test('a candidate has the params of its own path', () => {
  const table = tableOf(['GET /:a/:b', 'GET /:c/:d', 'GET /x/*e', 'GET ~/(?<f>y)/'].map(read))
  expect(candidatesOf(table, 'GET', 'https://api.test/x/y').map(({ params }) => ({ ...params }))).toEqual([
    { e: ['y'] },
    { a: 'x', b: 'y' },
    { c: 'x', d: 'y' },
    { f: 'y' },
  ])
})

test('a fallback, as a stub of an OpenAPI document is, stands behind all other stubs of its route', () => {
  const fallback = defineStub('GET', '/:a', 'a fallback', { match: { queries: { q0: '1' } } }, {}, { isFallback: true })
  const table = tableOf([fallback, read('GET /:b'), read('GET /:c if 1'), read('GET /*rest')])
  expect(candidatesOf(table, 'GET', 'https://api.test/x').map(({ stub }) => nameOf(stub))).toEqual([
    'GET /:c if 1',
    'GET /:b',
    'a fallback',
    'GET /*rest',
  ])
})

test('a stub that only has a hint, as a cassette has one, never answers and is no route', () => {
  const hint = defineStub('ALL', '/*path', 'a hint', undefined, {}, { hint: () => 'Record it', pattern: NO_PATH })
  const table = tableOf([hint, read('GET /a')])
  expect(candidatesOf(table, 'GET', 'https://api.test/a').map(({ stub }) => nameOf(stub))).toEqual(['GET /a'])
  expect(explanationOf([hint, read('GET /a')], '/b').misses.map(({ stub }) => nameOf(stub))).toEqual(['GET /a'])
  expect([...table.routes]).toEqual([['GET /a', 1]])
})

test('the stubs that share a path, and those of a RegExp, are known in order of declaration', () => {
  const lines = ['GET ~/b/', 'GET /a', 'GET /b', 'POST /a', 'GET /c']
  expect(tableOf(lines.map(read)).sharing.map(nameOf)).toEqual(['GET ~/b/', 'GET /a', 'POST /a'])
  expect(tableOf(['GET /a', 'GET /b'].map(read)).sharing).toEqual([])
})

test('a table does not change with the list that it was made of', () => {
  const stubs = [read('GET /a')]
  const table = tableOf([...stubs])
  stubs.push(read('GET /a if 1'))
  expect(candidatesOf(table, 'GET', 'https://api.test/a')).toHaveLength(1)
})

interface Growth {
  readonly title: string
  /** The path of the n-th stub. */
  path(n: number): string
  readonly method?: (n: number) => Method
  readonly request: string
}

const growths: readonly Growth[] = [
  { title: 'literals side by side', path: (n) => `/r${n}`, request: '/r3' },
  { title: 'params behind literals', path: (n) => `/r${n}/:id`, request: '/r3/1' },
  { title: 'wildcards behind literals', path: (n) => `/r${n}/*rest`, request: '/r3/a/b' },
  { title: 'mixed segments behind literals', path: (n) => `/r${n}/:name.json`, request: '/r3/a.json' },
  { title: 'literals behind a param', path: (n) => `/:tenant/r${n}`, request: '/a/r3' },
  { title: 'origins', path: (n) => `https://h${n}.test/a`, request: 'https://h3.test/a' },
  { title: 'optional parts', path: (n) => `/r${n}{/:id}`, request: '/r3/1' },
  {
    title: 'one path in other methods',
    path: (n) => (n === 3 ? '/a' : `/b${n}`),
    method: (n) => (n === 3 ? 'GET' : 'POST'),
    request: '/a',
  },
  { title: 'no fitting stub', path: (n) => `/r${n}/:id`, request: '/none/1' },
]

test.each(growths)('finds the candidates without a look at every route: $title', ({ path, method, request }) => {
  const reads = [10, 100, 1000].map((size) => {
    const counter = { reads: 0 }
    const stubs = Array.from({ length: size }, (_, n) => counted(stubOf(method?.(n) ?? 'GET', path(n)), counter))
    const table = tableOf(stubs)
    counter.reads = 0
    const { method: asked, url } = requestOf(request)
    for (const { stub } of candidatesOf(table, asked, url)) expect(stub).toBe(stubs[3])
    return counter.reads
  })
  expect(new Set(reads).size).toBe(1)
})

test('the counter of the reads counts', () => {
  const counter = { reads: 0 }
  const stub = counted(stubOf('GET', '/:a-:b'), counter)
  const table = tableOf([stub])
  counter.reads = 0
  expect(candidatesOf(table, 'GET', 'https://api.test/1-2')).toHaveLength(1)
  expect(counter.reads).toBeGreaterThan(0)
})

test('of a thousand stubs of one route only those asked for are looked at', () => {
  const counter = { reads: 0 }
  const table = tableOf(Array.from({ length: 1000 }, () => counted(stubOf('GET', '/:a-:b'), counter)))
  counter.reads = 0
  const first = table.find('GET', 'https://api.test/1-2', () => true)
  expect(first?.params).toEqual({ a: '1', b: '2' })
  expect(counter.reads).toBeLessThan(50)
})

/** A stub of one path for an operation, or for all requests. */
function calling(name: string | undefined): Stub {
  const declarer = name === undefined ? {} : { operation: operationOf(name) }
  return defineStub('POST', '/rpc', name ?? 'any', undefined, {}, declarer)
}

/** The names of the stubs that a request for an operation is offered. */
function offeredTo(stubs: readonly Stub[], operation: string): () => string[] {
  const table = tableOf(stubs)
  const request = requestOf({ line: 'POST /rpc', headers: { 'x-operation': operation } })
  return () => {
    const offered: string[] = []
    table.find(request.method, request.url, ({ stub }) => offered.push(nameOf(stub)) < 0, request)
    return offered
  }
}

test('among the stubs of many operations of a path, only those of the one asked for are looked at', () => {
  const reads = [10, 100, 1000].map((size) => {
    const counter = { reads: 0 }
    const get = (stub: Stub, key: PropertyKey) => {
      counter.reads++
      return Reflect.get(stub, key)
    }
    // Not `counted`, in which each stub would have a protocol of its own.
    const stubs = Array.from({ length: size }, (_, n) => new Proxy(calling(`Op${n}`), { get }))
    const find = offeredTo(stubs, 'Op3')
    expect(find()).toEqual(['Op3'])
    counter.reads = 0
    find()
    expect(counter.reads).toBeGreaterThan(0)
    return counter.reads
  })
  expect(new Set(reads).size).toBe(1)
})

test.each([
  { operation: 'Op3', offered: ['Op3', 'any'] },
  { operation: 'unknown', offered: ['any'] },
])('among many operations, a stub of all requests is offered in order of declaration: $operation', (row) => {
  const stubs = [...Array.from({ length: 10 }, (_, n) => calling(`Op${n}`)), calling(undefined)]
  expect(offeredTo(stubs, row.operation)()).toEqual(row.offered)
})

test('the stub of handshakes that stubs declare is a candidate of each of their paths, once', () => {
  const handshake = stubOf('GET', '/graphql', undefined, 'handshake')
  const declared = (path: string, name: string) =>
    defineStub('POST', path, name, undefined, { stack: '' }, { handshake })
  const table = tableOf([declared('/graphql', 'first'), declared('/graphql', 'second'), declared('/other', 'third')])
  const namesOf = (method: string, path: string) =>
    candidatesOf(table, method, `https://api.test${path}`).map(({ stub }) => nameOf(stub))
  expect(namesOf('GET', '/graphql')).toEqual(['handshake'])
  expect(namesOf('GET', '/other')).toEqual(['handshake'])
  expect(namesOf('POST', '/graphql')).toEqual(['first', 'second'])
  expect(table.stubs).not.toContain(handshake)
})
