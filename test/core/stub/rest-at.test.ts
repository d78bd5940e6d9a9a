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
