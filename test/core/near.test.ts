import { expect, test } from 'vitest'
import { explain } from '../../src/core/explain.ts'
import type { Stub } from '../../src/core/stub.ts'
import { type Asked, explanationOf, requestOf, stubOf, tableOf } from './support.ts'

/** So many decoys that not all of their paths are looked at. */
function many(path: (number: number) => string): Stub[] {
  return Array.from({ length: 150 }, (_, index) => stubOf('GET', path(index + 100)))
}

const matched = (path: string) => stubOf('GET', path, { match: { queries: { page: 1 } } })

/** The nearest stub is found among more of them than are compared with the request. */
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
    title: 'a typo than a wildcard that has nothing to take',
    nearest: stubOf('GET', '/fyles'),
    decoys: many((n) => `/files/*path/e${n}`),
    asked: '/files',
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

test('of the texts that may stand in one place a thousand are compared, the earliest declared', () => {
  const decoys = Array.from({ length: 1000 }, (_, index) => stubOf('GET', `/decoy${index}`))
  const meant = stubOf('GET', '/users')
  const nearestOf = (stubs: readonly Stub[]) => explanationOf(stubs, '/userz').misses[0]?.stub
  expect(nearestOf([...decoys.slice(1), meant])).toBe(meant)
  expect(nearestOf([...decoys, meant])).toBe(decoys[0])
})

test('the routes of all layers are counted, those that several have once', () => {
  const layers = [
    ['/a', '/b', '/x'],
    ['/a', '/b', '/c', '/d', '/e', '/f'],
    ['/x', '/y'],
  ]
  const tables = layers.map((paths) => tableOf(paths.map((path) => stubOf('GET', path))))
  const { message } = explain(requestOf('/aa'), [{ tables, available: () => true }], { kind: 'none' }, undefined)
  expect(message).toBe(`No stub answers GET https://api.test/aa

Nearest: rest.get('/a')  test/some.test.ts:1
  path segment 1  expected 'a'
                  received 'aa'
  1 more stub of this route did not match either

Also declared: GET /b, GET /x, and 5 more`)
})
