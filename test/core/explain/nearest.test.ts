import { describe, expect, test, vi } from 'vitest'
import { explain } from '../../../src/core/explain/explain.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import { type Asked, explanationOf, ORIGIN, requestOf, stubOf, tableOf } from '../support.ts'

/** So many decoys that not all of them are in an explanation. */
function many(path: (number: number) => string): Stub[] {
  return Array.from({ length: 150 }, (_, index) => stubOf('GET', path(index + 100)))
}

/** Returns a text with the letters in capitals at which a number has its bits. */
function partlyUpper(text: string, bits: number): string {
  return Array.from(text, (letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join('')
}

const matched = (path: string) => stubOf('GET', path, { match: { queries: { page: 1 } } })

/** The nearest stub is found among more of them than an explanation has. */
const crowds: readonly {
  title: string
  nearest: Stub
  decoys: readonly Stub[]
  asked: string | Asked
  baseUrl?: string
}[] = [
  {
    title: 'another last segment than one segment too few',
    nearest: stubOf('GET', '/users/xyz'),
    decoys: many((n) => `/user${n}`),
    asked: '/users/abc',
  },
  {
    title: 'another last segment than a bit of both',
    nearest: stubOf('GET', '/users/xyz'),
    decoys: many((n) => `/users${n}/abcde`),
    asked: '/users/abc',
  },
  {
    title: 'a typo than a wildcard without a segment',
    nearest: stubOf('GET', '/fyles'),
    decoys: many((n) => `/files/*path/e${n}`),
    asked: '/files',
  },
  {
    title: 'another last segment than one or two segments too few',
    nearest: stubOf('GET', '/users/abc/xyz'),
    decoys: many((n) => (n % 2 ? `/user${n}` : `/users/abc${n}`)),
    asked: '/users/abc/def',
  },
  {
    title: 'a condition behind a wildcard than a typo in a long segment',
    nearest: matched('/files/*path'),
    decoys: many((n) => `/files/abcdef${n}`),
    asked: '/files/abcdef',
  },
  {
    title: 'a condition behind a wildcard than a typo',
    nearest: matched('/files/*path'),
    decoys: many((n) => `/files/a${n}`),
    asked: '/files/a',
  },
  {
    title: 'a typo than a segment with text that does not fit',
    nearest: stubOf('GET', '/x.jsn'),
    decoys: many((n) => `/:name.e${n}`),
    asked: '/x.json',
  },
  {
    title: 'a condition behind a segment with text that fits than a typo',
    nearest: matched('/:name.json'),
    decoys: many((n) => `/x.j${n}`),
    asked: '/x.json',
  },
  {
    title: 'the same segment than one in other letters',
    nearest: stubOf('GET', '/payments/xyz'),
    decoys: many((n) => `/${partlyUpper('payments', n)}/xyz`),
    asked: '/payments/abc',
  },
  {
    title: 'a condition than another path, with a baseUrl',
    nearest: matched('/users'),
    decoys: many((n) => `/v1/u${n}`),
    asked: '/v1/users',
    baseUrl: 'https://api.test/v1',
  },
]

test.each(crowds)('among many, nearer is $title', ({ nearest, decoys, asked, ...options }) => {
  for (const stubs of [
    [nearest, ...decoys],
    [...decoys, nearest],
  ]) {
    expect(explanationOf(stubs, asked, options).misses[0]?.stub).toBe(nearest)
  }
})

describe('among stubs of one route, the nearest is the one whose differing text is most alike', () => {
  const bodies = [{ name: 'Publish' }, { name: 'GetUsers', page: 2 }, { name: 'GetUser' }, { name: 7 }]
  const stubs = bodies.map((body) => stubOf('POST', '/rpc', { match: { body } }))
  test.each([
    ['GetUserz', 2],
    ['publish!', 0],
    ['GetUsers', 1],
    ['something else', 0],
  ])('%s', (name, nearest) => {
    const { misses } = explanationOf(stubs, { line: 'POST /rpc', body: { name } })
    expect(stubs.indexOf(misses[0]?.stub as Stub)).toBe(nearest)
  })
})

test('two thousand stubs are compared, the earliest declared, those of the newest layer first', () => {
  const decoys = Array.from({ length: 2000 }, (_, index) => stubOf('GET', `/decoy${index}`))
  const meant = stubOf('GET', '/users')
  const nearestOf = (...layers: readonly (readonly Stub[])[]) => {
    const tables = layers.map((stubs) => tableOf(stubs))
    return explain(requestOf('/userz'), [{ tables, available: () => true }], undefined, undefined).misses[0]?.stub
  }
  expect(nearestOf([...decoys.slice(1), meant])).toBe(meant)
  expect(nearestOf([...decoys, meant])).toBe(decoys[0])
  expect(nearestOf([meant], decoys)).toBe(meant)
  expect(nearestOf(decoys, [meant])).toBe(decoys[0])
})

test('an explanation has a hundred stubs, the nearest ones', () => {
  const far = stubOf('GET', '/far/off/and/away')
  const near = Array.from({ length: 100 }, (_, index) => stubOf('GET', `/users/a${index}`))
  const { misses } = explanationOf([far, ...near], '/users/a')
  expect(new Set(misses.map(({ stub }) => stub))).toEqual(new Set(near))
})

test.each([
  { path: '/api/v1/users', asked: '/users' },
  { path: '/:tenant/users', asked: '/users' },
  { path: '/:tenant/:version/users', asked: '/users' },
  { path: '/users', asked: '/1/2/3/4/5/6/7/8/users' },
  { path: '/1/2/3/4/5/6/7/8/users', asked: '/users' },
  { path: '/v:version/users', asked: '/users' },
  { path: '/users', asked: '/api/v1/users' },
  { path: `${ORIGIN}/api/users`, asked: '/users' },
  { path: `${ORIGIN}/users`, asked: '/api/users' },
  { path: '/api/users{/:id}', asked: '/users' },
])('a prefix is nearer than a typo: $path is nearest to $asked', ({ path, asked }) => {
  const meant = stubOf('GET', path)
  const typos = Array.from({ length: 200 }, (_, index) => stubOf('GET', `/users${index}`))
  expect(explanationOf([...typos, meant], asked).misses[0]?.stub).toBe(meant)
})

test.each([
  { meant: ['GET', 'http://localhost:8080/api/todos'], other: ['GET', '/todos'] },
  { meant: ['GET', 'http://localhost:8080/api/todos'], other: ['POST', '/api/todos'] },
  { meant: ['GET', 'http://localhost:8080/api/todos'], other: ['GET', '/api/todoz'] },
  { meant: ['GET', 'https://staging.test/api/:list'], other: ['GET', '/todos'] },
  { meant: ['GET', 'https://staging.test/api/*path'], other: ['GET', '/api/todoz'] },
  { meant: ['GET', 'http://localhost:8080/api/todos'], other: ['GET', 'https://other.test/api/todos'] },
  // A path that takes any path is not the path that was asked for.
  { meant: ['GET', '/api/todoz'], other: ['GET', 'https://cdn.test/*path'] },
  { meant: ['GET', '/api/todoz'], other: ['GET', 'https://cdn.test/:a/:b'] },
  { meant: ['GET', '/api/todoz'], other: ['GET', 'https://other.test/api/todoz'] },
] as const)('a wrong port or host is nearer than another path: $meant, not $other', ({ meant, other }) => {
  const stubs = [meant, other].map(([method, path]) => stubOf(method, path))
  const request = 'GET http://localhost:3000/api/todos'
  for (const declared of [stubs, stubs.toReversed()]) {
    expect(explanationOf(declared, request).misses[0]?.stub).toBe(stubs[0])
  }
})

test('params alone are no path behind a prefix', () => {
  const typo = stubOf('GET', '/userz')
  expect(explanationOf([stubOf('GET', '/a/:b'), typo], '/users').misses[0]?.stub).toBe(typo)
})

test('segments of a thousand characters are compared letter by letter, longer ones are not', () => {
  const nearestOf = (length: number) => {
    const stubs = [stubOf('GET', '/decoy'), stubOf('GET', `/${'a'.repeat(length - 1)}b`)]
    return explanationOf(stubs, `/${'a'.repeat(length)}`).misses[0]?.stub === stubs[1] ? 'the one alike' : 'the first'
  }
  expect(nearestOf(1000)).toBe('the one alike')
  expect(nearestOf(1001)).toBe('the first')
})

test('the routes of all layers are counted, those that several have once', () => {
  const layers = [
    ['/a', '/b', '/w', '/x'],
    ['/a', '/b', '/c', '/d', '/e', '/f'],
    ['/x', '/y'],
  ]
  const tables = layers.map((paths) => tableOf(paths.map((path) => stubOf('GET', path))))
  const { message } = explain(requestOf('/aa'), [{ tables, available: () => true }], undefined, undefined)
  expect(message).toBe(`No stub answers GET https://api.test/aa

Nearest: rest.get('/a')  test/some.test.ts:1
  path segment 1  expected 'a'
                  received 'aa'
  1 more stub of this route did not match either

Also declared: GET /b, GET /w, and 6 more
To answer it: rest.get('/aa', {})`)
})

test.each([
  ['first', 0],
  ['last', 1],
])('the routes of the largest layer are counted without iterating over them: it comes %s', (_title, place) => {
  const tables = [tableOf([stubOf('GET', '/a')])]
  const largest = tableOf([stubOf('GET', '/b'), stubOf('GET', '/c')])
  tables.splice(place, 0, largest)
  const keys = vi.spyOn(largest.routes, 'keys')
  explain(requestOf('/x'), [{ tables, available: () => true }], undefined, undefined)
  expect(keys).not.toHaveBeenCalled()
})
