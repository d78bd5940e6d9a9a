import { describe, expect, test } from 'vitest'
import { rest } from '../../../src/rest.ts'
import { type DecideOptions, decide, reportOf } from '../support.ts'

interface Case extends DecideOptions {
  readonly title: string
  readonly base: string
  readonly path: string | RegExp
  readonly answered: readonly string[]
  readonly unanswered: readonly string[]
}

const cases: readonly Case[] = [
  {
    title: 'an origin',
    base: 'https://slack.com',
    path: '/a',
    answered: ['https://slack.com/a'],
    unanswered: ['https://other.test/a'],
  },
  {
    title: 'an origin with a slash',
    base: 'https://slack.com/',
    path: '/a',
    answered: ['https://slack.com/a'],
    unanswered: [],
  },
  {
    title: 'an origin and a prefix',
    base: 'https://slack.com/api',
    path: '/a/:id',
    answered: ['https://slack.com/api/a/1'],
    unanswered: ['https://slack.com/a/1', 'https://slack.com/apia/a/1'],
  },
  {
    title: 'an origin without TLS',
    base: 'http://slack.test',
    path: '/a',
    answered: ['http://slack.test/a'],
    unanswered: ['https://slack.test/a'],
  },
  {
    title: 'a prefix with a slash',
    base: '/api/',
    path: '/a',
    answered: ['https://any.test/api/a'],
    unanswered: ['https://any.test/a'],
  },
  {
    title: 'a prefix with two slashes',
    base: '/api//',
    path: '/a',
    answered: ['https://any.test/api/a'],
    unanswered: ['https://any.test/api//a'],
  },
  {
    title: 'a RegExp behind a prefix with two slashes',
    base: 'https://slack.com/api//',
    path: /^\/a$/,
    answered: ['https://slack.com/api/a'],
    unanswered: ['https://slack.com/api//a', 'https://slack.com/a'],
  },
  {
    title: 'a prefix behind a baseUrl',
    base: '/api',
    path: '/a',
    baseUrl: 'https://api.test/v1',
    answered: ['https://api.test/v1/api/a'],
    unanswered: ['https://api.test/api/a', 'https://other.test/v1/api/a'],
  },
  {
    title: 'the base itself',
    base: 'https://slack.com/api',
    path: '/',
    answered: ['https://slack.com/api', 'https://slack.com/api/'],
    unanswered: ['https://slack.com/'],
  },
  {
    title: 'an origin, beside a baseUrl',
    base: 'https://slack.com/api',
    path: '/a',
    baseUrl: 'https://api.test',
    answered: ['https://slack.com/api/a'],
    unanswered: ['https://api.test/api/a'],
  },
  {
    title: 'a RegExp, on the rest of the pathname',
    base: 'https://slack.com/api',
    path: /^\/chat\.\w+$/,
    answered: ['https://slack.com/api/chat.postMessage'],
    unanswered: ['https://slack.com/chat.postMessage', 'https://other.test/api/chat.postMessage'],
  },
  {
    title: 'a RegExp behind an origin, beside a baseUrl',
    base: 'https://slack.com',
    path: /^\/a/,
    baseUrl: 'https://api.test',
    answered: ['https://slack.com/abc'],
    unanswered: ['https://api.test/abc'],
  },
  {
    title: 'a RegExp behind an origin, beside a baseUrl with a prefix',
    base: 'https://slack.com',
    path: /^\/a/,
    baseUrl: 'https://api.test/v1',
    answered: ['https://slack.com/abc'],
    unanswered: ['https://slack.com/v1/abc', 'https://api.test/v1/abc'],
  },
  {
    title: 'a RegExp behind a prefix and a baseUrl',
    base: '/api',
    path: /^\/a$/,
    baseUrl: 'https://api.test/v1',
    answered: ['https://api.test/v1/api/a'],
    unanswered: ['https://api.test/v1/a'],
  },
]

describe('rest.at(base)', () => {
  test.each(cases)('$title', ({ base, path, answered, unanswered, ...options }) => {
    const stub = rest.at(base).get(path, {})
    for (const url of answered) expect([url, decide([stub], url, options).decision?.stub]).toEqual([url, stub])
    for (const url of unanswered) expect([url, decide([stub], url, options).decision]).toEqual([url, undefined])
  })

  test('has the methods of rest', () => {
    expect([...Object.keys(rest.at('/api')), 'at']).toEqual(Object.keys(rest))
  })

  test('shows in the report as it was written', () => {
    const stub = rest.at('https://slack.com/api').post('/chat.postMessage', {})
    expect(reportOf([stub], 'POST https://slack.com/api/chat.update').split('\n').slice(2, 5)).toEqual([
      expect.stringMatching(/^Nearest: rest\.at\('https:\/\/slack\.com\/api'\)\.post\('\/chat\.postMessage'\) {2}/),
      "  path segment 2  expected 'chat.postMessage'",
      "                  received 'chat.update'",
    ])
  })

  test('shows among the other routes with its base', () => {
    const slack = rest.at('https://slack.com/api//')
    const stubs = [slack.get('/chat', {}), slack.post('/files', {})]
    expect(reportOf(stubs, 'GET https://slack.com/api/chats').split('\n')).toContain(
      'Also declared: POST https://slack.com/api/files',
    )
  })

  test('shows a RegExp with the rest of the pathname, and with its base among the other routes', () => {
    const slack = rest.at('https://slack.com/api/')
    const stubs = [slack.get(/^\/chat/, {}), slack.get(/^\/files/, {})]
    expect(reportOf(stubs, 'GET https://slack.com/api/users').split('\n').slice(2, 7)).toEqual([
      expect.stringMatching(/^Nearest: rest\.at\('https:\/\/slack\.com\/api\/'\)\.get\(\/\^\\\/chat\/\) {2}/),
      '  path  expected /^\\/chat/',
      "        received '/users'",
      '',
      'Also declared: GET https://slack.com/api /^\\/files/',
    ])
  })
})

const refused: readonly { title: string; declare: () => unknown; message: string }[] = [
  {
    title: 'a base with params',
    declare: () => rest.at('https://a.test/:team'),
    message:
      "rest.at('https://a.test/:team'): a base has no params; they belong to the paths behind it\n\nWrite  rest.at('https://a.test')",
  },
  {
    title: 'a base that is nothing but a param',
    declare: () => rest.at('/:tenant'),
    message: "rest.at('/:tenant'): a base has no params; they belong to the paths behind it\n\nWrite  rest.at('/api')",
  },
  {
    title: 'a base with params behind a prefix',
    declare: () => rest.at('/v2/:team'),
    message: "rest.at('/v2/:team'): a base has no params; they belong to the paths behind it\n\nWrite  rest.at('/v2')",
  },
  {
    title: 'a base of a protocol that ends like the right one',
    declare: () => rest.at('xhttp://a.test'),
    message:
      "rest.at('xhttp://a.test'): a base is an absolute URL without a user, or a path that starts with a slash\n\nWrite  rest.at('https://api.example.com/v1')",
  },
  {
    title: 'a base of two segments without a slash',
    declare: () => rest.at('api/v1'),
    message:
      "rest.at('api/v1'): a base is an absolute URL without a user, or a path that starts with a slash\n\nWrite  rest.at('https://api.example.com/v1')",
  },
  {
    title: 'a base with an open brace',
    declare: () => rest.at('/api{/v1'),
    message: "rest.at('/api{/v1'): a base has no params; they belong to the paths behind it\n\nWrite  rest.at('/api')",
  },
  {
    title: 'a base with a user',
    declare: () => rest.at('https://ada:pw@a.test/api'),
    message:
      "rest.at('https://ada:pw@a.test/api'): a base is an absolute URL without a user, or a path that starts with a slash\n\nWrite  rest.at('https://api.example.com/v1')",
  },
  {
    title: 'a base with a query',
    declare: () => rest.at('/api?a=1'),
    message: "rest.at('/api?a=1'): a base has no query and no hash\n\nWrite  rest.at('/api')",
  },
  {
    title: 'a base without a slash',
    declare: () => rest.at('api'),
    message:
      "rest.at('api'): a base is an absolute URL without a user, or a path that starts with a slash\n\nWrite  rest.at('https://api.example.com/v1')",
  },
  {
    title: 'no base',
    declare: () => rest.at(undefined as unknown as string),
    message: "rest.at(nothing): a base must be a string, got nothing\n\nWrite  rest.at('https://api.example.com/v1')",
  },
  {
    title: 'an absolute path behind a base',
    declare: () => rest.at('https://a.test').get('https://b.test/users', {}),
    message:
      "rest.at('https://a.test').get('https://b.test/users'): a path behind rest.at() has no origin of its own\n\nWrite  rest.get('https://b.test/users', …)",
  },
]

test.each(refused)('$title is refused', ({ declare, message }) => {
  expect(declare).toThrow(expect.objectContaining({ name: 'RouteDefinitionError', message }))
})
