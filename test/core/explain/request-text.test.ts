import { describe, expect, test } from 'vitest'
import { answerCode } from '../../../src/core/explain/request-text.ts'
import { parseBase } from '../../../src/core/path/base.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import { rest } from '../../../src/rest.ts'
import { decide, reportOf } from '../support.ts'

const cases: readonly { title: string; line: string; baseUrl?: string; code: string }[] = [
  { title: 'a path', line: 'POST https://api.test/users', code: "rest.post('/users', {})" },
  { title: 'without its query', line: 'GET https://api.test/users?a=1', code: "rest.get('/users', {})" },
  { title: 'the root', line: 'GET https://api.test/', code: "rest.get('/', {})" },
  { title: 'HEAD', line: 'HEAD https://api.test/users', code: "rest.head('/users', {})" },
  { title: 'a method without a function', line: 'PROPFIND https://api.test/a', code: "rest.all('/a', {})" },
  {
    title: 'behind a baseUrl',
    line: 'GET https://api.test/v1/users',
    baseUrl: 'https://api.test/v1/',
    code: "rest.get('/users', {})",
  },
  {
    title: 'the baseUrl itself',
    line: 'GET https://api.test/v1',
    baseUrl: 'https://api.test/v1',
    code: "rest.get('/', {})",
  },
  {
    title: 'outside of the prefix',
    line: 'GET https://api.test/v2',
    baseUrl: 'https://api.test/v1',
    code: "rest.get('https://api.test/v2', {})",
  },
  {
    title: 'another origin',
    line: 'GET http://[::1]:8080/v1/a',
    baseUrl: 'https://api.test/v1',
    code: "rest.get('http://[::1]:8080/v1/a', {})",
  },
  { title: 'escapes', line: 'GET https://api.test/a%20b/%E2%82%AC%2Fc', code: "rest.get('/a%20b/%E2%82%AC%2Fc', {})" },
  {
    title: 'characters that have a meaning in a path',
    line: "GET https://api.test/a:b/(c)+d!*[e]/it's",
    code: "rest.get('/a\\\\:b/\\\\(c\\\\)\\\\+d\\\\!\\\\*\\\\[e\\\\]/it\\'s', {})",
  },
  { title: 'two slashes', line: 'GET https://api.test//a//b', code: "rest.get('https://api.test//a//b', {})" },
  {
    title: 'a long path, which is not shortened',
    line: `GET https://api.test/${'a/'.repeat(900)}`,
    code: `rest.get('/${'a/'.repeat(900)}', {})`,
  },
]

describe('the stub to paste', () => {
  test.each(cases)('$title', ({ line, baseUrl, code }) => {
    const [method = '', url = ''] = line.split(' ')
    expect(answerCode({ method, url }, parseBase(baseUrl))).toBe(code)
    const stub = new Function('rest', `return ${code}`)(rest) as Stub
    expect(decide([stub], line, baseUrl === undefined ? {} : { baseUrl }).decision?.stub).toBe(stub)
  })

  test('answers beside the stubs that did not', () => {
    const stubs = [rest.get('/users', [], { match: { queries: { a: '1' } } }), rest.get('/users', [], { times: 1 })]
    const report = reportOf(stubs, 'GET https://api.test/users', { spent: stubs })
    const [, code] = /^To answer it: (.*)$/m.exec(report) ?? []
    const pasted = new Function('rest', `return ${code}`)(rest) as Stub
    expect(decide([...stubs, pasted], 'GET https://api.test/users', { spent: stubs }).decision?.stub).toBe(pasted)
  })
})

describe('a report shows no secret, and no control character', () => {
  const reports: readonly { title: string; asked: Parameters<typeof reportOf>[1]; stubs: Stub[]; report: string }[] = [
    {
      title: 'a secret query, in the URL and in the difference',
      stubs: [rest.get('/users', [], { match: { queries: { access_token: 'a', page: '1' } } })],
      asked: 'GET https://api.test/users?access_token=s3cret&page=2&api-key=',
      report: `No stub answers GET https://api.test/users?access_token=(hidden)&page=2&api-key=

Nearest: rest.get('/users')
  queries.access_token  expected 'a'
                        received (hidden)
  queries.page          expected '1'
                        received '2'`,
    },
    {
      title: 'secret fields of a JSON body, by themselves and within an object',
      stubs: [rest.post('/login', {}, { match: { body: { password: 'a', user: 'x', list: 1 } } })],
      asked: {
        line: 'POST /login',
        body: { password: 's3cret', user: { name: 'x', apiKey: 's3cret', pin: 1 }, list: [{ otp: 1 }] },
      },
      report: `No stub answers POST https://api.test/login

Nearest: rest.post('/login')
  body.password  expected 'a'
                 received (hidden)
  body.user      expected 'x'
                 received { name: 'x', apiKey: (hidden), pin: (hidden) }
  body.list      expected 1
                 received [{ otp: (hidden) }]`,
    },
    {
      title: 'a raw body that names a secret',
      stubs: [rest.post('/token', {}, { match: { body: 'a' } })],
      asked: { line: 'POST /token', body: 'grant_type=x&client_secret=s3cret' },
      report: `No stub answers POST https://api.test/token

Nearest: rest.post('/token')
  body  expected 'a'
        received 'grant_type=x&client_secret=(hidden)'`,
    },
    {
      title: 'secret headers by names that are seen in the wild',
      stubs: [rest.get('/users', [], { match: { headers: { 'x-otp': '1', 'ocp-apim-subscription-key': '1' } } })],
      asked: { line: '/users', headers: { 'x-otp': '2', 'Ocp-Apim-Subscription-Key': '2' } },
      report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')
  headers.x-otp                      expected '1'
                                     received (hidden)
  headers.ocp-apim-subscription-key  expected '1'
                                     received (hidden)`,
    },
    {
      title: 'control and bidi characters, in values and in keys',
      stubs: [rest.post('/a', {}, { match: { body: { a: 'x\u202e', '\u2028': 1, '\x9b31m': 2 } } })],
      asked: { line: 'POST /a', body: { a: '\x7f\x9b2J\u2066\u200f\ufeff' } },
      report: `No stub answers POST https://api.test/a

Nearest: rest.post('/a')
  body.a          expected 'x\\u202e'
                  received '\\u007f\\u009b2J\\u2066\\u200f\\ufeff'
  body.\\u2028     expected 1
                  received nothing
  body.\\u009b31m  expected 2
                  received nothing`,
    },
    {
      title: 'a param with the name of a secret, which the URL shows too',
      stubs: [rest.get('/resets/:token', {}, { match: { params: { token: 'a' } } })],
      asked: 'GET https://api.test/resets/b',
      report: `No stub answers GET https://api.test/resets/b

Nearest: rest.get('/resets/:token')
  params.token  expected 'a'
                received 'b'`,
    },
    {
      title: 'a query whose text only looks like a secret of a body',
      stubs: [rest.get('/search', [], { match: { queries: { q: 'a' } } })],
      asked: 'GET https://api.test/search?q=pin:1',
      report: `No stub answers GET https://api.test/search?q=pin:1

Nearest: rest.get('/search')
  queries.q  expected 'a'
             received 'pin:1'`,
    },
    {
      title: 'a URL of exactly the longest length, which is shown whole',
      stubs: [],
      asked: `GET https://api.test/users?q=${'a'.repeat(275)}`,
      report: `No stub answers GET https://api.test/users?q=${'a'.repeat(275)}

No routes are declared`,
    },
    {
      title: 'a long URL, which is shortened',
      stubs: [],
      asked: `GET https://api.test/users?q=${'a'.repeat(400)}`,
      report: `No stub answers GET https://api.test/users?q=${'a'.repeat(275)}… (425 characters)

No routes are declared`,
    },
  ]

  test.each(reports)('$title', ({ stubs, asked, report }) => {
    const lines = reportOf(stubs, asked).split('\n')
    const shown = lines.slice(0, -1).join('\n').trimEnd()
    expect(shown.replace(/ {2}test\/.*$/m, '')).toBe(report)
  })
})

test('a path that repeats the prefix of the baseUrl', () => {
  const stub = rest.get('/v1/users', [])
  const report = reportOf([stub], 'GET https://api.test/v1/users', { baseUrl: 'https://api.test/v1' })
  expect(report.replace(/ {2}test\/.*$/m, '')).toBe(`No stub answers GET https://api.test/v1/users

Nearest: rest.get('/v1/users')
  path prefix  expected '/v1'
               received nothing
  The baseUrl https://api.test/v1 ends with /v1 already; write rest.get('/users', …)

To answer it: rest.get('/users', {})`)
})

test('a path behind another origin does not repeat the prefix of the baseUrl', () => {
  const stub = rest.at('https://other.test').get('/v1/users', [])
  const report = reportOf([stub], 'GET https://other.test/v1/posts', { baseUrl: 'https://api.test/v1' })
  expect(report.replace(/ {2}test\/.*$/m, '')).toBe(`No stub answers GET https://other.test/v1/posts

Nearest: rest.at('https://other.test').get('/v1/users')
  path segment 2  expected 'users'
                  received 'posts'

To answer it: rest.get('https://other.test/v1/posts', {})`)
})

test('a body that would be JSON, but was sent as text', () => {
  const stub = rest.post('/users', {}, { match: { body: { role: 'admin' } } })
  const asked = { line: 'POST /users', body: '{"role":"admin"}' }
  const shownOf = (headers: Record<string, string>) =>
    reportOf([stub], { ...asked, headers })
      .split('\n')
      .slice(3, -2)
  expect(shownOf({ 'content-type': 'text/plain;charset=UTF-8' })).toEqual([
    "  body  expected { role: 'admin' }",
    `        received '{"role":"admin"}'`,
    "        sent with content-type 'text/plain;charset=UTF-8', so it was not read as JSON",
  ])
  expect(shownOf({}).at(-1)).toBe('        sent with no content-type, so it was not read as JSON')
})
