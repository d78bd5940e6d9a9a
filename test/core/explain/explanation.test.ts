import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createTable } from '../../../src/core/choose/table.ts'
import { explain, type StubGroup } from '../../../src/core/explain/explain.ts'
import type { Miss } from '../../../src/core/match/match.ts'
import { not } from '../../../src/core/match/matchers.ts'
import { parseBase } from '../../../src/core/path/base.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'
import type { Settings, Stub } from '../../../src/core/stub/stub.ts'
import { type Asked, type DecideOptions, explanationOf, requestOf, stubOf } from '../support.ts'

/* What an explanation has as data. Its message is in report.test.ts. */

function get(path: string | RegExp, match?: Settings['match']): Stub {
  return stubOf('GET', path, match === undefined ? undefined : { match })
}

function post(body: unknown): Stub {
  return stubOf('POST', '/users', { match: { body } })
}

interface Case {
  readonly title: string
  readonly stubs: readonly Stub[]
  readonly asked: string
  readonly options?: DecideOptions
  /** The stubs by their place in `stubs`. */
  readonly misses: readonly (Omit<Miss, 'stub'> & { readonly of: number })[]
  readonly answer?: { readonly of: number; readonly params: object }
}

const LIMITED = stubOf('GET', '/users', { times: 2 })

const cases: readonly Case[] = [
  {
    title: 'the nearest stub and its differences at the top',
    stubs: [get('/posts'), get('/users', { queries: { page: 1 } })],
    asked: '/users?page=2',
    misses: [
      { of: 1, part: 'queries', at: 'page', expected: '1', received: '2' },
      { of: 0, part: 'path', at: '1', expected: 'posts', received: 'users' },
    ],
  },
  {
    title: 'the requests that a stub took whose `times` is used up, and this one',
    stubs: [LIMITED],
    asked: '/users',
    options: { spent: [LIMITED] },
    misses: [{ of: 0, part: 'times', at: '', expected: 2, received: 3 }],
  },
  {
    title: 'the stub that answers, its params, and the misses of the others',
    stubs: [stubOf('POST', '/users/:id'), get('/users/:id')],
    asked: '/users/a%2Fb',
    misses: [{ of: 0, part: 'method', at: '', expected: 'POST', received: 'GET' }],
    answer: { of: 1, params: { id: 'a/b' } },
  },
  {
    title: 'the conditions of another route that are data',
    stubs: [stubOf('POST', '/users', { match: { queries: { page: '1', sort: () => false } } })],
    asked: '/users?page=2',
    misses: [
      { of: 0, part: 'method', at: '', expected: 'POST', received: 'GET' },
      { of: 0, part: 'queries', at: 'page', expected: '1', received: '2' },
    ],
  },
]

test.each(cases)('an explanation has $title', ({ stubs, asked, options, misses, answer }) => {
  const explanation = explanationOf(stubs, asked, options)
  expect(explanation).toEqual({
    method: 'GET',
    url: `https://api.test${asked}`,
    ...(answer && { stub: stubs[answer.of], params: answer.params }),
    misses: misses.map(({ of, ...miss }) => ({ stub: stubs[of], ...miss })),
    message: explanation.message,
  })
})

interface Nearer {
  readonly title: string
  readonly nearer: Stub
  readonly farther: Stub
  /** Both are as near: the order in which they are asked decides. */
  readonly equals?: true
  readonly asked: string | Asked
}

const nearers: readonly Nearer[] = [
  { title: 'a forgotten prefix than a typo', nearer: get('/api/users'), farther: get('/user'), asked: '/users' },
  { title: 'a forgotten prefix than a method', nearer: get('/api/users'), farther: post({}), asked: '/users' },
  {
    title: 'a condition than a forgotten prefix',
    nearer: get('/users', { queries: { x: 1 } }),
    farther: get('/api/users'),
    asked: '/users',
  },
  {
    title: 'a typo than a forgotten prefix and a method',
    nearer: get('/Users'),
    farther: stubOf('POST', '/api/users'),
    asked: '/users',
  },
  {
    title: 'a condition than a method',
    nearer: get('/a', { queries: { x: 1 } }),
    farther: stubOf('POST', '/a'),
    asked: '/a',
  },
  {
    title: 'two conditions, one on a query named prefix, than a forgotten prefix',
    nearer: get('/a', { queries: { prefix: '1', x: '1' } }),
    farther: get('/api/a'),
    asked: '/a',
  },
  { title: 'a method than a path', nearer: stubOf('POST', '/a'), farther: get('/bcd'), asked: '/a' },
  { title: 'a typo than another path', nearer: get('/users'), farther: get('/posts'), asked: '/usres' },
  {
    title: 'of paths that have nothing in common, the first one in order of precedence',
    nearer: get('/users'),
    farther: get('/broken'),
    asked: '/nope',
    equals: true,
  },
  { title: 'another case than a typo', nearer: get('/Users'), farther: get('/users1'), asked: '/users' },
  { title: 'an origin than a method', nearer: get('https://other.test/a'), farther: stubOf('POST', '/a'), asked: '/a' },
  {
    title: 'one condition than two',
    nearer: get('/a', { queries: { x: 1 } }),
    farther: get('/a', { queries: { x: 1, y: 2 } }),
    asked: '/a',
  },
  { title: 'half of a segment than a RegExp', nearer: get('/ab'), farther: get(/^.b/), asked: '/ax' },
  { title: 'a whole segment than a RegExp', nearer: get('/bcd'), farther: get(/^.b/), asked: '/a' },
  {
    title: 'half of a segment than a third of one and a method',
    nearer: get('/ab'),
    farther: stubOf('POST', '/axy'),
    asked: '/ax',
  },
  { title: 'one segment than two', nearer: get('/a/x/c'), farther: get('/a/x/y'), asked: '/a/b/c' },
  {
    title: 'many conditions of its path than another path',
    nearer: get('/a', { queries: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`q${index}`, '1'])) }),
    farther: get('/bcd'),
    asked: '/a',
  },
  {
    title: 'of equals, the one that is asked first',
    nearer: get('/a', { queries: { x: 1 } }),
    farther: get('/a', { queries: { x: 2 } }),
    equals: true,
    asked: '/a',
  },
]

test.each(nearers)('nearer is: $title', ({ nearer, farther, asked, equals = false }) => {
  expect(explanationOf([nearer, farther], asked).misses[0]?.stub).toBe(nearer)
  expect(explanationOf([farther, nearer], asked).misses[0]?.stub).toBe(equals ? farther : nearer)
})

test('without mocks there are no routes', () => {
  expect(explain(requestOf('/users'), [], undefined, undefined)).toEqual({
    method: 'GET',
    url: 'https://api.test/users',
    misses: [],
    message: `No stub answers GET https://api.test/users

No routes are declared
To answer it: rest.get('/users', {})`,
  })
})

test('a stub whose resolver returned next() has no difference, and the report says so', () => {
  const group = { tables: [createTable([get('/users')])], available: () => true }
  expect(
    explain(requestOf('/users'), [group], undefined, undefined).message,
  ).toBe(`No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  its resolver returned next()

To answer it: rest.get('/users', {})`)
})

test('the hint of the nearest stub gets its differences, and those of other stubs get none', () => {
  const given: unknown[] = []
  const hinted = (name: string, path: string) => {
    const hint = (...args: unknown[]) => {
      given.push([name, ...args])
      return `Hint of ${name}`
    }
    return defineStub('GET', path, {}, undefined, {}, { hint })
  }
  const { message } = explanationOf([hinted('far', '/posts'), hinted('near', '/users')], '/userz')
  const url = 'https://api.test/userz'
  expect(given).toEqual([
    ['far', url, 'GET', []],
    ['near', url, 'GET', [{ part: 'path', at: '1', expected: 'users', received: 'userz' }]],
  ])
  expect(message.split('\n').slice(-2)).toEqual(['Hint of far', 'Hint of near'])
})

test('one explanation has the stubs of several groups, each with its own base', () => {
  const available = () => true
  const [first, second] = [get('/a'), get('/b')]
  const base = parseBase('https://api.test/v1')
  const groups: readonly StubGroup[] = [
    { tables: [createTable([first], base)], available },
    { tables: [createTable([second])], available },
  ]
  const { misses } = explain(requestOf('/a'), groups, undefined, undefined)
  expect(misses).toEqual([
    { stub: first, part: 'path', at: 'prefix', expected: '/v1', received: undefined },
    { stub: second, part: 'path', at: '1', expected: 'b', received: 'a' },
  ])
})

const asked = vi.fn(() => false)
const schema = z.string().refine(asked)

test.each<{ title: string; settings: Settings; path?: string; method?: 'POST' | 'GET' }>([
  { title: 'a match, by another method', settings: { match: asked }, method: 'POST' },
  { title: 'a match, by another path', settings: { match: asked }, path: '/teams/:id' },
  { title: 'a match, by a forgotten prefix', settings: { match: asked }, path: '/api/users/:id' },
  { title: 'a match, by another origin', settings: { match: asked }, path: 'https://other.test/users/:id' },
  { title: 'a condition', settings: { match: { queries: { page: asked } } }, method: 'POST' },
  { title: 'a condition in a matcher', settings: { match: { queries: { page: not(asked) } } }, method: 'POST' },
  { title: 'a schema', settings: { match: { queries: { page: schema } } }, method: 'POST' },
  {
    title: 'an asymmetric matcher',
    settings: { match: { queries: { page: { asymmetricMatch: asked } } } },
    method: 'POST',
  },
])("a stub's match is called with other routes' requests, to word a report: $title", ({ settings, path, method }) => {
  asked.mockClear()
  const stub = stubOf(method ?? 'GET', path ?? '/users/:id', settings)
  expect(explanationOf([stub], '/users/7?page=1').misses[0]).toMatchObject({ stub })
  expect(asked).not.toHaveBeenCalled()
  explanationOf([stubOf('GET', '/users/:id', settings)], '/users/7?page=1')
  expect(asked).toHaveBeenCalled()
})
