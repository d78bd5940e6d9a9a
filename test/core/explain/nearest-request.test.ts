import { describe, expect, test } from 'vitest'
import { type RequestPattern, requestMisses } from '../../../src/core/explain/differences.ts'
import { nearestRequest, wordNearestRequest } from '../../../src/core/explain/nearest-request.ts'
import { compileMatch } from '../../../src/core/match/compile-match.ts'
import type { Miss } from '../../../src/core/match/match.ts'
import { compilePath } from '../../../src/core/path/path.ts'
import { type Asked, requestOf } from '../support.ts'

const post = (match?: object): RequestPattern => ({
  method: 'POST',
  route: { path: '/users/:id', pattern: compilePath('/users/:id') },
  match: compileMatch(match),
})

describe('the differences between a request and a pattern', () => {
  test.each<[title: string, pattern: RequestPattern, request: string | Asked, misses: readonly Miss[]]>([
    ['none, if the request fits', post(), 'POST /users/1', []],
    [
      'none, if the pattern is empty',
      { method: undefined, route: undefined, match: undefined },
      'DELETE https://any.test/',
      [],
    ],
    ['a method', post(), '/users/1', [{ part: 'method', at: '', expected: 'POST', received: 'GET' }]],
    ['a path', post(), 'POST /teams/1', [{ part: 'path', at: '1', expected: 'users', received: 'teams' }]],
    [
      'all conditions, with the params of the path',
      post({ params: { id: '2' }, queries: { role: 'admin' } }),
      'POST /users/1?role=guest',
      [
        { part: 'params', at: 'id', expected: '2', received: '1' },
        { part: 'queries', at: 'role', expected: 'admin', received: 'guest' },
      ],
    ],
    [
      'no condition, if the path has no params to compare',
      post({ params: { id: '2' } }),
      'POST /teams/1',
      [{ part: 'path', at: '1', expected: 'users', received: 'teams' }],
    ],
    [
      'a condition without a path',
      { method: undefined, route: undefined, match: compileMatch({ queries: { role: 'admin' } }) },
      '/anything?role=guest',
      [{ part: 'queries', at: 'role', expected: 'admin', received: 'guest' }],
    ],
  ])('%s', (_title, pattern, request, misses) => {
    expect(requestMisses(pattern, requestOf(request), undefined)).toEqual(misses)
  })
})

const another = { method: 'GET', sent: { headers: {}, queries: {}, cookies: {}, body: undefined, text: undefined } }
const path: Miss = { part: 'path', at: '1', expected: 'users', received: 'teams' }
const whole: Miss = { part: 'path', at: '', expected: '/users', received: '/teams/1' }
const origin: Miss = { part: 'origin', at: '', expected: 'https://api.test', received: 'https://other.test' }
const method: Miss = { part: 'method', at: '', expected: 'POST', received: 'GET' }
const operation: Miss = { part: 'operation', at: '', expected: 'query GetUsers', received: 'query GetUser' }
const query: Miss = { part: 'queries', at: 'role', expected: 'admin', received: 'guest' }

describe('the nearest request', () => {
  test.each<[title: string, misses: readonly (readonly Miss[])[], nearest: number]>([
    ['has another method rather than another path', [[path], [method]], 1],
    ['has other conditions rather than another method', [[method], [query, query]], 1],
    ['has other conditions rather than another operation, however alike', [[operation], [query, query]], 1],
    ['has another operation rather than another method', [[method], [operation]], 1],
    ['has the same path at another origin rather than another path', [[path], [origin]], 1],
    ['has another path rather than another path at another origin', [[path, origin], [whole]], 1],
    ['has fewer differences of equal weight', [[query, query], [query]], 1],
    ['is the earliest one of equally near ones', [[query], [query]], 0],
    ['fits', [[query], []], 1],
  ])('%s', (_title, all, nearest) => {
    const requests = all.map((misses, place) => ({ ...another, url: `https://api.test/${place}`, misses }))
    expect(nearestRequest(requests)).toBe(requests[nearest])
  })

  test('is undefined without requests', () => {
    expect(nearestRequest([])).toBeUndefined()
  })

  test.each<[misses: readonly Miss[], words: string]>([
    [[], "Nearest: GET https://api.test/users?token=(hidden)\n  answered by rest.get('/users')"],
    [
      [query],
      "Nearest: GET https://api.test/users?token=(hidden)\n  queries.role  expected 'admin'\n                received 'guest'",
    ],
  ])('is worded without secrets', (misses, words) => {
    const request = { ...another, url: 'https://api.test/users?token=abc', misses }
    expect(wordNearestRequest(request, { toString: () => "rest.get('/users')" })).toBe(words)
  })

  test('is worded with its operation', () => {
    const read = { title: 'query GetUser', code: () => '' }
    const request = { ...another, url: 'https://api.test/graphql', operation: read, misses: [operation] }
    expect(wordNearestRequest(request, undefined)).toBe(
      `Nearest: query GetUser, GET https://api.test/graphql
  operation  expected query GetUsers
             received query GetUser`,
    )
  })

  test('is worded without a stub that answered', () => {
    const request = { ...another, url: 'https://api.test/users', misses: [] }
    expect(wordNearestRequest(request, undefined)).toBe('Nearest: GET https://api.test/users\n  answered by no stub')
  })
})
