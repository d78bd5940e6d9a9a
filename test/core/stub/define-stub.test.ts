import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RouteDefinitionError } from '../../../src/core/errors.ts'
import * as matchers from '../../../src/core/match/matchers.ts'
import { exists, includes, not, startsWith } from '../../../src/core/match/matchers.ts'
import { checkOptionNames } from '../../../src/core/refusal.ts'
import * as replies from '../../../src/core/reply/named-replies.ts'
import { networkError, passthrough, text } from '../../../src/core/reply/named-replies.ts'
import { toReply } from '../../../src/core/reply/to-reply.ts'
import type { NegotiatedReply } from '../../../src/core/reply.ts'
import { checkHidden, checkRoutes } from '../../../src/core/stub/check-routes.ts'
import { headerProblem } from '../../../src/core/stub/check-settings.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'
import { bodyProblem } from '../../../src/core/stub/parse-response.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import * as declaring from '../../../src/rest.ts'

/** Each declaration that is refused, with the whole message (docs/guide/declaring.md). */
interface Case {
  readonly title: string
  declare(): unknown
  /** What the message says first. */
  readonly problem: string
  /** The corrected code of the message. If its only `…` is the payload, the test runs it: it must not be refused. */
  readonly corrected: string
}

type Anything = (...args: readonly unknown[]) => Stub

/** What the types refuse too, as JavaScript would write it. */
const rest = declaring.rest as unknown as Readonly<Record<'get' | 'post' | 'delete', Anything>>
const sequence = replies.sequence as unknown as Anything
const redirect = replies.redirect as unknown as Anything

const readAlready = new Response('a')
await readAlready.text()

const circular: Record<string, unknown> = { id: 1 }
circular.self = circular

function boom(message = 'Mine'): never {
  throw new Error(message)
}

const groups: readonly { what: string; cases: readonly Case[] }[] = [
  {
    what: 'the arguments of a reply',
    cases: [
      {
        title: 'a payload without code, beside a status',
        declare: () => (replies.text as unknown as Anything)(() => 'a', 404),
        problem: 'text([function], 404): it takes one argument; a status and headers are settings of the stub',
        corrected: "text('Hello')",
      },
      {
        title: 'a status beside the error of a network error',
        declare: () => (replies.networkError as unknown as Anything)('ECONNRESET', 503),
        problem: "networkError('ECONNRESET', 503): it takes at most one argument",
        corrected: "networkError('ECONNRESET')",
      },
    ],
  },
  {
    what: 'the arguments of rest',
    cases: [
      {
        title: 'a status before a text',
        declare: () => rest.get('/users', 404, 'Not Found'),
        problem: "rest.get('/users'): the response comes before the settings, and the status is a setting",
        corrected: "rest.get('/users', 'Not Found', { status: 404 })",
      },
      {
        title: 'a status before settings of which one is unknown',
        declare: () => rest.get('/users', 200, { status: 201, id: 1 }),
        problem: "rest.get('/users'): 'id' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'a text among several settings',
        declare: () => rest.get('/users', {}, 'Not Found', { status: 404 }),
        problem: "rest.get('/users'): it takes a path, a response and settings",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
    ],
  },
  {
    what: 'a text with another content type',
    cases: [
      {
        title: 'one that is too long to be shown',
        declare: () => rest.get('/users', 'a,b\n'.repeat(50), { headers: { 'content-type': 'text/csv' } }),
        problem: "rest.get('/users'): a string is sent as JSON, in quotes, and its content type is 'text/csv'",
        corrected: "rest.get('/users', text('…'), { headers: { 'content-type': 'text/csv' } })",
      },
    ],
  },
  {
    what: 'an unknown setting or `match` key',
    cases: [
      {
        title: 'a typo in a setting',
        declare: () => rest.get('/users', {}, { satus: 404 }),
        problem: "rest.get('/users'): 'satus' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'a setting in another case',
        declare: () => rest.get('/users', {}, { Status: 404 }),
        problem: "rest.get('/users'): 'Status' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'a setting by its beginning',
        declare: () => rest.get('/users', {}, { sta: 500 }),
        problem: "rest.get('/users'): 'sta' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 500 })",
      },
      {
        title: 'once, as other libraries have it',
        declare: () => rest.get('/users', {}, { once: true } as object),
        problem: "rest.get('/users'): 'once' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { times: 1 })",
      },
      {
        title: 'repeat, as other libraries have it',
        declare: () => rest.get('/users', {}, { repeat: 3 } as object),
        problem: "rest.get('/users'): 'repeat' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { times: 3 })",
      },
      {
        title: 'a setting whose name is near a part of a match too',
        declare: () => rest.get('/users', {}, { header: { 'x-total': '3' } }),
        problem: "rest.get('/users'): 'header' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { headers: { 'x-total': '3' } })",
      },
      {
        title: 'a typo in a setting, of a path that is long',
        declare: () => rest.get(`/${'a'.repeat(150)}`, {}, { satus: 404 }),
        problem:
          "rest.get('/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'): 'satus' is not a setting; use match, status, headers, delay or times",
        corrected:
          "rest.get('/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', …, { status: 404 })",
      },
      {
        title: 'a setting that is not similar to any',
        declare: () => rest.get('/users', {}, { priority: 1 } as object),
        problem: "rest.get('/users'): 'priority' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'a typo in a part of a match as a setting',
        declare: () => rest.get('/users', {}, { query: { page: 1 } }),
        problem: "rest.get('/users'): 'query' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: { page: 1 } } })",
      },
      {
        title: 'a part of a match as a setting, with a value that it cannot have',
        declare: () => rest.get('/users', {}, { queries: 'page=1' }),
        problem: "rest.get('/users'): 'queries' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: … } })",
      },
      {
        title: 'a part of a match as a setting',
        declare: () => rest.get('/users', {}, { queries: { page: 1 } }),
        problem: "rest.get('/users'): 'queries' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: { page: 1 } } })",
      },
      {
        title: 'params as a setting, of a path without params',
        declare: () => rest.get('/users', {}, { params: { id: 1 } }),
        problem: "rest.get('/users'): 'params' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { params: … } })",
      },
      {
        title: 'a part of a match as a setting, with an object instead of a text',
        declare: () => rest.get('/users', {}, { queries: { filter: { role: 'admin' } } }),
        problem: "rest.get('/users'): 'queries' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: … } })",
      },
      {
        title: 'a number for a setting whose name is near a part of a match',
        declare: () => rest.get('/users', {}, { code: 404 }),
        problem: "rest.get('/users'): 'code' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'the body as a setting',
        declare: () => rest.post('/users', {}, { body: 'hello' }),
        problem: "rest.post('/users'): 'body' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.post('/users', …, { match: { body: 'hello' } })",
      },
      {
        title: 'a typo in a setting whose value is wrong too',
        declare: () => rest.get('/users', {}, { statu: '404' }),
        problem: "rest.get('/users'): 'statu' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { status: … })",
      },
      {
        title: 'a typo in `match`',
        declare: () => rest.get('/users', {}, { mtach: { queries: { page: 1 } } }),
        problem: "rest.get('/users'): 'mtach' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: { page: 1 } } })",
      },
      {
        title: 'a wrong word for `match`',
        declare: () => rest.get('/users', {}, { mach: 'admin' }),
        problem: "rest.get('/users'): 'mach' is not a setting; use match, status, headers, delay or times",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        title: 'a typo in a part of a match',
        declare: () => rest.get('/users', {}, { match: { querys: { page: 1 } } }),
        problem: "rest.get('/users'): 'querys' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: { page: 1 } } })",
      },
      {
        title: 'another word for a part of a match',
        declare: () => rest.get('/users', {}, { match: { query: { name: exists(), tag: includes('a') } } }),
        problem: "rest.get('/users'): 'query' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: { name: exists(), tag: includes('a') } } })",
      },
      {
        title: 'a part whose value is wrong too',
        declare: () => rest.get('/users', {}, { match: { querys: 'page=1' } }),
        problem: "rest.get('/users'): 'querys' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: … } })",
      },
      {
        title: 'a part with a null in it',
        declare: () => rest.get('/users', {}, { match: { querys: { page: null } } }),
        problem: "rest.get('/users'): 'querys' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: { page: null } } })",
      },
      {
        title: 'a part with a symbol in it',
        declare: () => rest.get('/users', {}, { match: { querys: { page: Symbol('a') } } }),
        problem: "rest.get('/users'): 'querys' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: … } })",
      },
      {
        title: 'a part with a function in it',
        declare: () => rest.get('/users', {}, { match: { querys: { page: 1, tag: () => true } } }),
        problem: "rest.get('/users'): 'querys' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: … } })",
      },
      {
        title: 'a part that is deep',
        declare: () => rest.post('/users', {}, { match: { bodi: { a: { b: { c: { d: {} } } } } } }),
        problem: "rest.post('/users'): 'bodi' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/users', …, { match: { body: { a: { b: { c: { d: {} } } } } } })",
      },
      {
        title: 'a part that is too deep to be shown',
        declare: () => rest.post('/users', {}, { match: { bodi: { a: { b: { c: { d: { e: {} } } } } } } }),
        problem: "rest.post('/users'): 'bodi' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/users', …, { match: { body: … } })",
      },
      {
        title: 'a matcher that is too deep to be shown',
        declare: () => rest.post('/users', {}, { match: { bodi: not(not(not(not(not({ id: 1 }))))) } }),
        problem: "rest.post('/users'): 'bodi' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.post('/users', …, { match: { body: … } })",
      },
      {
        title: 'a part that is as long as can be shown',
        declare: () => rest.post('/users', {}, { match: { bodi: 'x'.repeat(118) } }),
        problem: "rest.post('/users'): 'bodi' is not a part of a match; use params, queries, headers, cookies or body",
        corrected:
          "rest.post('/users', …, { match: { body: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' } })",
      },
      {
        title: 'a part that a function asks for',
        declare: () => rest.get('/users', {}, { match: { header: () => true } }),
        problem: "rest.get('/users'): 'header' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { headers: … } })",
      },
      {
        title: 'a part whose value is long',
        declare: () => rest.get('/users', {}, { match: { header: { accept: 'x'.repeat(200) } } }),
        problem: "rest.get('/users'): 'header' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { headers: … } })",
      },
      {
        title: 'an unknown part',
        declare: () => rest.get('/users', {}, { match: { protocol: 'https' } }),
        problem:
          "rest.get('/users'): 'protocol' is not a part of a match; use params, queries, headers, cookies or body",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        title: 'settings that are not an object',
        declare: () => rest.get('/users', {}, 404),
        problem: "rest.get('/users'): the settings must be an object, got 404",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'settings that are null',
        declare: () => rest.get('/users', {}, null),
        problem: "rest.get('/users'): the settings must be an object, got null",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
    ],
  },
  {
    what: 'a path',
    cases: [
      {
        title: 'with a query',
        declare: () => rest.get('/users?page=1&sort by=name', {}),
        problem: "rest.get('/users?page=1&sort by=name'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { page: '1', 'sort by': 'name' } } })",
      },
      {
        title: 'with an empty query',
        declare: () => rest.get('/users?', {}),
        problem: "rest.get('/users?'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a repeated query',
        declare: () => rest.get('/users?tag=a&tag=b', {}),
        problem: "rest.get('/users?tag=a&tag=b'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { tag: ['a', 'b'] } } })",
      },
      {
        title: 'with a param in its query',
        declare: () => rest.get('/users?id=:id', {}),
        problem: "rest.get('/users?id=:id'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { id: exists() } } })",
      },
      {
        title: 'with an optional query',
        declare: () => rest.get('/users{?page}', {}),
        problem: "rest.get('/users{?page}'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { page: '' } } })",
      },
      {
        title: 'with an optional query and a hash',
        declare: () => rest.get('/users{?page}#top', {}),
        problem: "rest.get('/users{?page}#top'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { page: '' } } })",
      },
      {
        title: 'with a URL in its query',
        declare: () => rest.get('/users?back=/a?b=1', {}),
        problem: "rest.get('/users?back=/a?b=1'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { back: '/a?b=1' } } })",
      },
      {
        title: 'with braces in its query',
        declare: () => rest.get('/users?ids={1}', {}),
        problem: "rest.get('/users?ids={1}'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { ids: '{1}' } } })",
      },
      {
        title: 'with a hash that has a question mark',
        declare: () => rest.get('/users#/a?b=1', {}),
        problem: "rest.get('/users#/a?b=1'): a path has no hash; clients do not send it",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a query behind an absolute URL',
        declare: () => rest.get('https://api.test/users?page=1', {}),
        problem: "rest.get('https://api.test/users?page=1'): a path has no query; use `match` for queries",
        corrected: "rest.get('https://api.test/users', …, { match: { queries: { page: '1' } } })",
      },
      {
        title: 'with a quote, and a query',
        declare: () => rest.get("/it's?a=it's", {}),
        problem: "rest.get('/it\\'s?a=it\\'s'): a path has no query; use `match` for queries",
        corrected: "rest.get('/it\\'s', …, { match: { queries: { a: 'it\\'s' } } })",
      },
      {
        title: 'with a query whose value has a colon in it',
        declare: () => rest.get('/users?at=12:30&sort=:name,asc', {}),
        problem: "rest.get('/users?at=12:30&sort=:name,asc'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { at: '12:30', sort: ':name,asc' } } })",
      },
      {
        title: 'with an optional query behind another optional part',
        declare: () => rest.get('/users{/:id}{?page}', {}),
        problem: "rest.get('/users{/:id}{?page}'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users{/:id}', …, { match: { queries: { page: '' } } })",
      },
      {
        title: 'with a query behind an origin alone',
        declare: () => rest.get('https://api.test?page=1', {}),
        problem: "rest.get('https://api.test?page=1'): a path has no query; use `match` for queries",
        corrected: "rest.get('https://api.test/', …, { match: { queries: { page: '1' } } })",
      },
      {
        title: 'with a query, and a wildcard without a name behind an origin',
        declare: () => rest.get('https://api.test/users/*?page=1', {}),
        problem: "rest.get('https://api.test/users/*?page=1'): a path has no query; use `match` for queries",
        corrected: "rest.get('https://api.test/users/*rest', …, { match: { queries: { page: '1' } } })",
      },
      {
        title: 'with a hash',
        declare: () => rest.get('/users#top', {}),
        problem: "rest.get('/users#top'): a path has no hash; clients do not send it",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a query and a hash',
        declare: () => rest.get('/users?page=1#top', {}),
        problem: "rest.get('/users?page=1#top'): a path has no query; use `match` for queries",
        corrected: "rest.get('/users', …, { match: { queries: { page: '1' } } })",
      },
      {
        title: 'without its slash',
        declare: () => rest.get('users', {}),
        problem: "rest.get('users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'without its slash, and with others',
        declare: () => rest.get('users/v1.0/posts', {}),
        problem: "rest.get('users/v1.0/posts'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users/v1.0/posts', …)",
      },
      {
        title: 'without its slash, and with a query',
        declare: () => rest.get('users?page=1', {}),
        problem: "rest.get('users?page=1'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that is relative',
        declare: () => rest.get('./users', {}),
        problem: "rest.get('./users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that starts with a space',
        declare: () => rest.get(' /users', {}),
        problem: "rest.get(' /users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that is empty',
        declare: () => rest.get('', {}),
        problem: "rest.get(''): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/', …)",
      },
      {
        title: 'that is a star',
        declare: () => rest.get('*', {}),
        problem: "rest.get('*'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/*rest', …)",
      },
      {
        title: 'for any host in another syntax',
        declare: () => rest.get('*/users', {}),
        problem: "rest.get('*/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'without its slash, and with a star within',
        declare: () => rest.get('users/*/posts', {}),
        problem: "rest.get('users/*/posts'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users/*rest/posts', …)",
      },
      {
        title: 'that says which syntax it is in',
        declare: () => rest.get('express:/users/:id', {}),
        problem: "rest.get('express:/users/:id'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'that says which syntax it is in, for any host',
        declare: () => rest.get('glob:*/users', {}),
        problem: "rest.get('glob:*/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that starts with a host',
        declare: () => rest.get('api.test/users', {}),
        problem: "rest.get('api.test/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'that starts with a local host',
        declare: () => rest.get('localhost:3000/users', {}),
        problem: "rest.get('localhost:3000/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('http://localhost:3000/users', …)",
      },
      {
        title: 'that is a local host and its port',
        declare: () => rest.get('localhost:3000', {}),
        problem: "rest.get('localhost:3000'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('http://localhost:3000/', …)",
      },
      {
        title: 'that is an absolute URL with one slash',
        declare: () => rest.get('https:/api.test/users', {}),
        problem: "rest.get('https:/api.test/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'that is an absolute URL without a colon',
        declare: () => rest.get('http//api.test/users', {}),
        problem: "rest.get('http//api.test/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('http://api.test/users', …)",
      },
      {
        title: 'that starts with a host of three labels',
        declare: () => rest.get('api.example.test/users', {}),
        problem: "rest.get('api.example.test/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('https://api.example.test/users', …)",
      },
      {
        title: 'whose protocol has no slashes',
        declare: () => rest.get('https:api.test/users', {}),
        problem: "rest.get('https:api.test/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'without its slash, and with a text like a protocol inside',
        declare: () => rest.get('mirror/http//api.test', {}),
        problem: "rest.get('mirror/http//api.test'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/mirror/http//api.test', …)",
      },
      {
        title: 'that starts with a host of three labels, and a port',
        declare: () => rest.get('api2.example.test:8080/users', {}),
        problem: "rest.get('api2.example.test:8080/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('https://api2.example.test:8080/users', …)",
      },
      {
        title: 'that starts with an address',
        declare: () => rest.get('127.0.0.1:3000/users', {}),
        problem: "rest.get('127.0.0.1:3000/users'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('http://127.0.0.1:3000/users', …)",
      },
      {
        title: 'that starts with a host with a wrong port',
        declare: () => rest.get('api.test:99999/posts', {}),
        problem: "rest.get('api.test:99999/posts'): a path starts with a slash, or is an absolute URL",
        corrected: "rest.get('/posts', …)",
      },
      {
        title: 'without its protocol',
        declare: () => rest.get('//api.test/users', {}),
        problem: "rest.get('//api.test/users'): an absolute URL starts with http:// or https://, a path with one slash",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'without its protocol, and with a dot',
        declare: () => rest.get('//api.test/.', {}),
        problem: "rest.get('//api.test/.'): an absolute URL starts with http:// or https://, a path with one slash",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'of a protocol that ends like the right one',
        declare: () => rest.get('git+https://api.test/users', {}),
        problem:
          "rest.get('git+https://api.test/users'): an absolute URL starts with http:// or https:// and a host, without a user",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'of another protocol',
        declare: () => rest.get('ws://api.test/users', {}),
        problem:
          "rest.get('ws://api.test/users'): an absolute URL starts with http:// or https:// and a host, without a user",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'with a user',
        declare: () => rest.get('https://user:pass@api.test/users', {}),
        problem:
          "rest.get('https://user:pass@api.test/users'): an absolute URL starts with http:// or https:// and a host, without a user",
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'without a host',
        declare: () => rest.get('https:///users', {}),
        problem:
          "rest.get('https:///users'): an absolute URL starts with http:// or https:// and a host, without a user",
        corrected: "rest.get('https://api.example.com/users', …)",
      },
      {
        title: 'with a method before it',
        declare: () => rest.get('POST /users/:id', {}),
        problem: "rest.get('POST /users/:id'): a path has no method; the function has it",
        corrected: "rest.post('/users/:id', …)",
      },
      {
        title: 'with a method before it, and without a slash',
        declare: () => rest.get('delete users', {}),
        problem: "rest.get('delete users'): a path has no method; the function has it",
        corrected: "rest.delete('/users', …)",
      },
      {
        title: 'with a template literal in plain quotes',
        declare: () => rest.get(`/users/\${user.id}`, {}),
        problem: `rest.get('/users/\${user.id}'): in plain quotes, \`\${…}\` is text; a param has a colon`,
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with the syntax of a RegExp',
        declare: () => rest.get('/users/\\d+', {}),
        problem: "rest.get('/users/\\\\d+'): a path has no RegExp syntax; use a param, or a RegExp as the path",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with a wildcard for a host',
        declare: () => rest.get('https://*.test/users', {}),
        problem:
          "rest.get('https://*.test/users'): an absolute URL is for one host, without wildcards; a path alone is for any host",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a wrong port',
        declare: () => rest.get('https://api.test:99999/users', {}),
        problem: "rest.get('https://api.test:99999/users'): the path cannot be read: invalid URL",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a param without a name',
        declare: () => rest.get('/users/:', {}),
        problem: "rest.get('/users/:'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with a param whose name is a number',
        declare: () => rest.get('/users/:1', {}),
        problem: "rest.get('/users/:1'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('/users/:id1', …)",
      },
      {
        title: 'with a wildcard without a name',
        declare: () => rest.get('/users/*', {}),
        problem: "rest.get('/users/*'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('/users/*rest', …)",
      },
      {
        title: 'with a wildcard without a name behind an origin',
        declare: () => rest.get('https://api.test/users/*', {}),
        problem: "rest.get('https://api.test/users/*'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('https://api.test/users/*rest', …)",
      },
      {
        title: 'with a wildcard without a name behind an optional part',
        declare: () => rest.get('/users{/:id}.json/*', {}),
        problem: "rest.get('/users{/:id}.json/*'): the path cannot be read: missing parameter name at index 19",
        corrected: "rest.get('/users{/:id}.json/*rest', …)",
      },
      {
        title: 'with two stars',
        declare: () => rest.get('/users/**', {}),
        problem: "rest.get('/users/**'): the path cannot be read: missing parameter name at index 8",
        corrected: "rest.get('/users/*rest', …)",
      },
      {
        title: 'with a wildcard of another syntax',
        declare: () => rest.get('/users/(.*)', {}),
        problem: "rest.get('/users/(.*)'): the path cannot be read: unexpected ( at index 7",
        corrected: "rest.get('/users/*rest', …)",
      },
      {
        title: 'with a pattern for a param',
        declare: () => rest.get('/users/:id(\\d+)', {}),
        problem: "rest.get('/users/:id(\\\\d+)'): the path cannot be read: unexpected ( at index 10",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with a param that is optional in another syntax',
        declare: () => rest.get('/users/:id?/posts', {}),
        problem: "rest.get('/users/:id?/posts'): an optional part is written in braces",
        corrected: "rest.get('/users{/:id}/posts', …)",
      },
      {
        title: 'with a param that is optional, behind an absolute URL',
        declare: () => rest.get('https://api.test/users/:id?', {}),
        problem: "rest.get('https://api.test/users/:id?'): an optional part is written in braces",
        corrected: "rest.get('https://api.test/users{/:id}', …)",
      },
      {
        title: 'with a param that is optional, behind one with a RegExp',
        declare: () => rest.get('/users/:id(\\d+)/posts/:post?', {}),
        problem: "rest.get('/users/:id(\\\\d+)/posts/:post?'): an optional part is written in braces",
        corrected: "rest.get('/users/:id/posts{/:post}', …)",
      },
      {
        title: 'with a param that is repeated in another syntax',
        declare: () => rest.get('/users/:id+', {}),
        problem: "rest.get('/users/:id+'): the path cannot be read: unexpected + at index 10",
        corrected: "rest.get('/users/*id', …)",
      },
      {
        title: 'with a param that is repeated or absent in another syntax',
        declare: () => rest.get('/users/:id*', {}),
        problem: "rest.get('/users/:id*'): the path cannot be read: missing parameter name at index 11",
        corrected: "rest.get('/users{/*id}', …)",
      },
      {
        title: 'with a param in brackets',
        declare: () => rest.get('/users/[id]', {}),
        problem: "rest.get('/users/[id]'): the path cannot be read: unexpected [ at index 7",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with params in braces',
        declare: () => rest.get('/users/{userId}/posts/{postId}', {}),
        problem:
          "rest.get('/users/{userId}/posts/{postId}'): a param is written with a colon; braces are for an optional part",
        corrected: "rest.get('/users/:userId/posts/:postId', …)",
      },
      {
        title: 'with one param in braces, at its end',
        declare: () => rest.get('/users/{id}', {}),
        problem: "rest.get('/users/{id}'): a param is written with a colon; braces are for an optional part",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with two params side by side',
        declare: () => rest.get('/v:first:last', {}),
        problem: `rest.get('/v:first:last'): the path cannot be read: missing text before "last" param`,
        corrected: "rest.get('/v:first-:last', …)",
      },
      {
        title: 'with a brace that is not closed',
        declare: () => rest.get('/users{/:id', {}),
        problem: "rest.get('/users{/:id'): the path cannot be read: unexpected end at index 11, expected }",
        corrected: "rest.get('/users{/:id}', …)",
      },
      {
        title: 'with a brace that is not opened',
        declare: () => rest.get('/users/:id}', {}),
        problem: "rest.get('/users/:id}'): the path cannot be read: unexpected } at index 10",
        corrected: "rest.get('/users/:id\\\\}', …)",
      },
      {
        title: 'with a quote that is not closed',
        declare: () => rest.get('/users/:"id', {}),
        problem: `rest.get('/users/:"id'): the path cannot be read: unterminated quote at index 8`,
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with a quote that is not closed, behind one that is',
        declare: () => rest.get('/:"a b"/:"post', {}),
        problem: 'rest.get(\'/:"a b"/:"post\'): the path cannot be read: unterminated quote at index 9',
        corrected: 'rest.get(\'/:"a b"/:post\', …)',
      },
      {
        title: 'with two backslashes, one of them at its end',
        declare: () => rest.get('/a\\:b\\', {}),
        problem: "rest.get('/a\\\\:b\\\\'): the path cannot be read: unexpected end after \\ at index 6",
        corrected: "rest.get('/a\\\\:b', …)",
      },
      {
        title: 'with a backslash at its end',
        declare: () => rest.get('/users\\', {}),
        problem: "rest.get('/users\\\\'): the path cannot be read: unexpected end after \\ at index 7",
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'with a character of the syntax',
        declare: () => rest.get('/users/wow!', {}),
        problem: "rest.get('/users/wow!'): the path cannot be read: unexpected ! at index 10",
        corrected: "rest.get('/users/wow\\\\!', …)",
      },
      {
        title: 'with an optional part that its slash is missing behind',
        declare: () => rest.get('{/:lang}users', {}),
        problem:
          "rest.get('{/:lang}users'): the path cannot be read: a path must start with a slash, with and without its optional parts",
        corrected: "rest.get('{/:lang}/users', …)",
      },
      {
        title: 'with an optional part and a param behind it',
        declare: () => rest.get('{/users}:id', {}),
        problem:
          "rest.get('{/users}:id'): the path cannot be read: a path must start with a slash, with and without its optional parts",
        corrected: "rest.get('{/users}/:id', …)",
      },
      {
        title: 'with too many optional parts',
        declare: () => rest.get('/a{/b}{/c}{/d}{/e}{/f}{/g}{/h}{/i}{/j}', {}),
        problem: "rest.get('/a{/b}{/c}{/d}{/e}{/f}{/g}{/h}{/i}{/j}'): the path cannot be read: too many optional parts",
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with a correction of a thousand characters, which is shown',
        declare: () => rest.get('x'.repeat(999), {}),
        problem: `rest.get('${'x'.repeat(999)}'): a path starts with a slash, or is an absolute URL`,
        corrected: `rest.get('/${'x'.repeat(999)}', …)`,
      },
      {
        title: 'with a longer correction, which is not',
        declare: () => rest.get('x'.repeat(1000), {}),
        problem: `rest.get('${'x'.repeat(1000)}'): a path starts with a slash, or is an absolute URL`,
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'of a thousand characters, which is corrected',
        declare: () => rest.get(`/posts/:slug(${'x'.repeat(986)})`, {}),
        problem: `rest.get('/posts/:slug(${'x'.repeat(986)})'): the path cannot be read: unexpected ( at index 12`,
        corrected: "rest.get('/posts/:slug', …)",
      },
      {
        title: 'of a thousand and one characters, which is not corrected',
        declare: () => rest.get(`/posts/:slug(${'x'.repeat(987)})`, {}),
        problem: `rest.get('/posts/:slug(${'x'.repeat(987)})'): the path cannot be read: unexpected ( at index 12`,
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'with dots',
        declare: () => rest.get('/users/../posts/./:id', {}),
        problem: "rest.get('/users/../posts/./:id'): no request has `.` or `..` in its path; clients resolve them",
        corrected: "rest.get('/posts/:id', …)",
      },
      {
        title: 'with dots at its end',
        declare: () => rest.get('https://api.test/users/..', {}),
        problem: "rest.get('https://api.test/users/..'): no request has `.` or `..` in its path; clients resolve them",
        corrected: "rest.get('https://api.test/', …)",
      },
      {
        title: 'with a dot',
        declare: () => rest.get('/users/./posts', {}),
        problem: "rest.get('/users/./posts'): no request has `.` or `..` in its path; clients resolve them",
        corrected: "rest.get('/users/posts', …)",
      },
      {
        title: 'that is a number',
        declare: () => rest.get(1, {}),
        problem: 'rest.get(1): a path must be a string or a RegExp, got 1',
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that is absent',
        declare: () => rest.get(undefined, {}),
        problem: 'rest.get(undefined): a path must be a string or a RegExp, got nothing',
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that is a symbol',
        declare: () => rest.get(Symbol('users'), {}),
        problem: 'rest.get(…): a path must be a string or a RegExp, got Symbol(users)',
        corrected: "rest.get('/users', …)",
      },
      {
        title: 'that is a URL',
        declare: () => rest.get(new URL('https://api.test/users'), {}),
        problem: 'rest.get(…): a path must be a string or a RegExp, got [URL]',
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'that is a URL with a query',
        declare: () => rest.get(new URL('https://api.test/users?page=1#top'), {}),
        problem: 'rest.get(…): a path must be a string or a RegExp, got [URL]',
        corrected: "rest.get('https://api.test/users', …)",
      },
      {
        title: 'that is a URL of another protocol',
        declare: () => rest.get(new URL('ftp://api.test/users'), {}),
        problem: 'rest.get(…): a path must be a string or a RegExp, got [URL]',
        corrected: "rest.get('/users/:id', …)",
      },
      {
        title: 'that is a list',
        declare: () => rest.get(['/users', '/posts'], {}),
        problem: "rest.get(['/users', '/posts']): a path must be a string or a RegExp, got ['/users', '/posts']",
        corrected: "rest.get('/users', …)",
      },
    ],
  },
  {
    what: 'a bad status, delay or times',
    cases: [
      {
        title: 'a status below',
        declare: () => rest.get('/users', {}, { status: 199 }),
        problem: "rest.get('/users'): status must be an integer from 200 to 599, got 199",
        corrected: "rest.get('/users', …, { status: 200 })",
      },
      {
        title: 'a status above',
        declare: () => rest.get('/users', {}, { status: 600 }),
        problem: "rest.get('/users'): status must be an integer from 200 to 599, got 600",
        corrected: "rest.get('/users', …, { status: 200 })",
      },
      {
        title: 'a status that is a text',
        declare: () => rest.get('/users', {}, { status: '404' }),
        problem: "rest.get('/users'): status must be an integer from 200 to 599, got '404'",
        corrected: "rest.get('/users', …, { status: 404 })",
      },
      {
        title: 'a status that is not an integer',
        declare: () => rest.get('/users', {}, { status: 404.5 }),
        problem: "rest.get('/users'): status must be an integer from 200 to 599, got 404.5",
        corrected: "rest.get('/users', …, { status: 200 })",
      },
      {
        title: 'a status that is null',
        declare: () => rest.get('/users', {}, { status: null }),
        problem: "rest.get('/users'): status must be an integer from 200 to 599, got null",
        corrected: "rest.get('/users', …, { status: 200 })",
      },
      {
        title: 'a delay below',
        declare: () => rest.get('/users', {}, { delay: -1 }),
        problem: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got -1",
        corrected: "rest.get('/users', …, { delay: 100 })",
      },
      {
        title: 'a delay that is a text',
        declare: () => rest.get('/users', {}, { delay: '250' }),
        problem: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got '250'",
        corrected: "rest.get('/users', …, { delay: 250 })",
      },
      {
        title: 'a delay that is null',
        declare: () => rest.get('/users', {}, { delay: null }),
        problem: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got null",
        corrected: "rest.get('/users', …, { delay: 100 })",
      },
      {
        title: 'a delay that is an empty text',
        declare: () => rest.get('/users', {}, { delay: '' }),
        problem: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got ''",
        corrected: "rest.get('/users', …, { delay: 100 })",
      },
      {
        title: 'a delay that is not a number',
        declare: () => rest.get('/users', {}, { delay: Number.NaN }),
        problem: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got NaN",
        corrected: "rest.get('/users', …, { delay: 100 })",
      },
      {
        title: 'times below',
        declare: () => rest.get('/users', {}, { times: 0 }),
        problem: "rest.get('/users'): times must be an integer, 1 or more, got 0",
        corrected: "rest.get('/users', …, { times: 1 })",
      },
      {
        title: 'times that is not an integer',
        declare: () => rest.get('/users', {}, { times: 1.5 }),
        problem: "rest.get('/users'): times must be an integer, 1 or more, got 1.5",
        corrected: "rest.get('/users', …, { times: 1 })",
      },
      {
        title: 'times that is a text',
        declare: () => rest.get('/users', {}, { times: '2' }),
        problem: "rest.get('/users'): times must be an integer, 1 or more, got '2'",
        corrected: "rest.get('/users', …, { times: 2 })",
      },
      {
        title: 'times without end',
        declare: () => rest.get('/users', {}, { times: Number.POSITIVE_INFINITY }),
        problem: "rest.get('/users'): times must be an integer, 1 or more, got Infinity",
        corrected: "rest.get('/users', …, { times: 1 })",
      },
    ],
  },
  {
    what: 'headers that cannot be sent',
    cases: [
      {
        title: 'a list of pairs',
        declare: () => rest.get('/users', {}, { headers: [['x-count', '4']] }),
        problem: "rest.get('/users'): headers must be an object of names and values, got [['x-count', '4']]",
        corrected: "rest.get('/users', …, { headers: { 'x-count': '4' } })",
      },
      {
        title: 'an instance of `Headers`',
        declare: () => rest.get('/users', {}, { headers: new Headers({ 'X-Count': '4' }) }),
        problem: "rest.get('/users'): headers must be an object of names and values, got [Headers]",
        corrected: "rest.get('/users', …, { headers: { 'x-count': '4' } })",
      },
      {
        title: 'a text',
        declare: () => rest.get('/users', {}, { headers: 'x-total: 3' }),
        problem: "rest.get('/users'): headers must be an object of names and values, got 'x-total: 3'",
        corrected: "rest.get('/users', …, { headers: { 'x-total': '3' } })",
      },
      {
        title: 'a name with a space',
        declare: () => rest.get('/users', {}, { headers: { 'x total': '3' } }),
        problem: "rest.get('/users'): 'x total' is not a header name",
        corrected: "rest.get('/users', …, { headers: { 'x-total': '3' } })",
      },
      {
        title: 'an empty list',
        declare: () => rest.get('/users', {}, { headers: [] }),
        problem: "rest.get('/users'): headers must be an object of names and values, got []",
        corrected: "rest.get('/users', …, { headers: { 'x-total': '3' } })",
      },
      {
        title: 'a list of pairs that are wrong too',
        declare: () => rest.get('/users', {}, { headers: [['x note', '3']] }),
        problem: "rest.get('/users'): headers must be an object of names and values, got [['x note', '3']]",
        corrected: "rest.get('/users', …, { headers: … })",
      },
      {
        title: 'a name with several spaces',
        declare: () => rest.get('/users', {}, { headers: { 'x  total': '3' } }),
        problem: "rest.get('/users'): 'x  total' is not a header name",
        corrected: "rest.get('/users', …, { headers: { 'x-total': '3' } })",
      },
      {
        title: 'a name with a space, whose value is wrong too',
        declare: () => rest.get('/users', {}, { headers: { 'x note': {} } }),
        problem: "rest.get('/users'): 'x note' is not a header name",
        corrected: "rest.get('/users', …, { headers: { 'x-note': … } })",
      },
      {
        title: 'a name that is empty',
        declare: () => rest.get('/users', {}, { headers: { '': ['3'] } }),
        problem: "rest.get('/users'): '' is not a header name",
        corrected: "rest.get('/users', …, { headers: { 'x-total': ['3'] } })",
      },
      {
        title: 'a value with a line break',
        declare: () => rest.get('/users', {}, { headers: { 'x-note': 'a\r\nb' } }),
        problem: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: 'a\\r\\nb'",
        corrected: "rest.get('/users', …, { headers: { 'x-note': 'a b' } })",
      },
      {
        title: 'a value with control characters',
        declare: () => rest.get('/users', {}, { headers: { 'x-note': 'é\t~\u0001\u0002.' } }),
        problem: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: 'é\\t~\\u0001\\u0002.'",
        corrected: "rest.get('/users', …, { headers: { 'x-note': 'é\\t~ .' } })",
      },
      {
        title: 'a value that is an object',
        declare: () => rest.get('/users', {}, { headers: { 'x-note': {} } }),
        problem: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: {}",
        corrected: "rest.get('/users', …, { headers: { 'x-note': 'a text' } })",
      },
      {
        title: 'a value that is absent',
        declare: () => rest.get('/users', {}, { headers: { 'x-note': undefined } }),
        problem: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: nothing",
        corrected: "rest.get('/users', …, { headers: { 'x-note': 'a text' } })",
      },
      {
        title: 'a list of values, one with a line break',
        declare: () => rest.get('/users', {}, { headers: { 'x-note': ['a', 'b\n'] } }),
        problem: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: ['a', 'b\\n']",
        corrected: "rest.get('/users', …, { headers: { 'x-note': 'a text' } })",
      },
      {
        title: 'a value of a character of four bytes',
        declare: () => rest.get('/users', {}, { headers: { 'x-mood': '😀' } }),
        problem: "rest.get('/users'): the header 'x-mood' has a value that cannot be sent: '😀'",
        corrected: "rest.get('/users', …, { headers: { 'x-mood': '%F0%9F%98%80' } })",
      },
      {
        title: 'a value that one byte cannot hold',
        declare: () => rest.get('/users', {}, { headers: { 'x-price': '3 €' } }),
        problem: "rest.get('/users'): the header 'x-price' has a value that cannot be sent: '3 €'",
        corrected: "rest.get('/users', …, { headers: { 'x-price': '3 %E2%82%AC' } })",
      },
    ],
  },
  {
    what: 'a payload with a status that has no body',
    cases: [
      {
        title: '204',
        declare: () => rest.delete('/users/:id', { id: 1 }, { status: 204 }),
        problem: "rest.delete('/users/:id'): a response with status 204 has no body",
        corrected: "rest.delete('/users/:id', undefined, { status: 204 })",
      },
      {
        title: '205 and null',
        declare: () => rest.get('/users', null, { status: 205 }),
        problem: "rest.get('/users'): a response with status 205 has no body",
        corrected: "rest.get('/users', undefined, { status: 205 })",
      },
      {
        title: '304 and an empty text',
        declare: () => rest.get('/users', '', { status: 304, headers: { etag: 'a' } }),
        problem: "rest.get('/users'): a response with status 304 has no body",
        corrected: "rest.get('/users', undefined, { status: 304 })",
      },
      {
        title: '204 and one of a sequence',
        declare: () => rest.get('/users', sequence(undefined, { id: 1 }), { status: 204 }),
        problem: "rest.get('/users'): a response with status 204 has no body",
        corrected: "rest.get('/users', sequence(…))",
      },
      {
        title: '204 that a stub has without settings',
        declare: () => defineStub('DELETE', '/users/:id', { id: 1 }, undefined, {}, { defaultStatus: 204 }),
        problem: "rest.delete('/users/:id'): a response with status 204 has no body",
        corrected: "rest.delete('/users/:id', undefined)",
      },
      {
        title: '204 and text()',
        declare: () => rest.get('/users', text(''), { status: 204 }),
        problem: "rest.get('/users'): a response with status 204 has no body",
        corrected: "rest.get('/users', undefined, { status: 204 })",
      },
    ],
  },
  {
    what: 'a payload that JSON cannot hold',
    cases: [
      {
        title: 'a circular one',
        declare: () => rest.get('/users', circular),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: converting circular structure to JSON",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a BigInt',
        declare: () => rest.get('/users', [{ id: 1n }]),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: do not know how to serialize a BigInt",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a BigInt alone',
        declare: () => rest.get('/users', 1n),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: do not know how to serialize a BigInt",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a symbol',
        declare: () => rest.get('/users', Symbol('a')),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a symbol is not a payload",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a map',
        declare: () => rest.get('/users', { ids: new Map() }),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a Map would become {}",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a promise',
        declare: () => rest.get('/users', Promise.resolve({})),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a Promise would become {}",
        corrected: "rest.get('/users', async () => …)",
      },
      {
        title: 'an error',
        declare: () => rest.get('/users', new Error('mine')),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: an Error would become {}",
        corrected: "rest.get('/users', networkError(new Error('mine')))",
      },
      {
        title: 'a RegExp',
        declare: () => rest.get('/users', /a/),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a RegExp would become {}",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a file inside',
        declare: () => rest.get('/users', { avatar: new File([''], 'a.png') }),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a File would become {}",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: "a stream of Node's",
        declare: () => rest.get('/users', Readable.from(['a'])),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: a stream would be sent without its chunks",
        corrected: "rest.get('/users', stream(…))",
      },
      {
        title: 'a reply with a name inside',
        declare: () => rest.get('/users', [text('a')]),
        problem:
          "rest.get('/users'): the payload cannot be sent as JSON: a reply such as text() cannot be part of a payload",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'a value that throws',
        declare: () => rest.get('/users', { toJSON: () => boom() }),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: mine",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'an error whose message starts with a name',
        declare: () => rest.get('/users', { toJSON: () => boom('URL is None') }),
        problem: "rest.get('/users'): the payload cannot be sent as JSON: URL is None",
        corrected: "rest.get('/users', { id: '1' })",
      },
      {
        title: 'one of a sequence',
        declare: () => rest.get('/users', sequence({ id: 1 }, { id: 1n })),
        problem: 'sequence(…): a payload cannot be sent as JSON: do not know how to serialize a BigInt',
        corrected: 'sequence({ id: 1 }, { id: 2 })',
      },
    ],
  },
  {
    what: 'a response beside what it has of its own',
    cases: [
      {
        title: 'a status beside a Response',
        declare: () => rest.get('/users', new Response('a'), { status: 201 }),
        problem: "rest.get('/users'): status cannot be set for new Response(…), which has its own",
        corrected: "rest.get('/users', new Response(…))",
      },
      {
        title: 'headers beside a Response',
        declare: () => rest.get('/users', new Response('a'), { headers: { 'x-total': '3' } }),
        problem: "rest.get('/users'): headers cannot be set for new Response(…), which has its own",
        corrected: "rest.get('/users', new Response(…))",
      },
      {
        title: 'a Response that has been read',
        declare: () => rest.get('/users', readAlready),
        problem: "rest.get('/users'): the Response cannot be copied: its body is locked, or was read already",
        corrected: "rest.get('/users', () => new Response(…))",
      },
      {
        title: 'a Response that has been read, in a sequence',
        declare: () => rest.get('/users', sequence({}, readAlready)),
        problem: 'sequence(…): a Response cannot be copied: its body is locked, or was read already',
        corrected: 'sequence({ id: 1 }, { id: 2 })',
      },
      {
        title: 'a status beside a Response in a sequence',
        declare: () => rest.get('/users', sequence({}, new Response('a')), { status: 201 }),
        problem: "rest.get('/users'): status cannot be set for new Response(…), which has its own",
        corrected: "rest.get('/users', sequence(…))",
      },
      {
        title: 'a status beside a redirect',
        declare: () => rest.get('/users', redirect('/'), { status: 301 }),
        problem: "rest.get('/users'): status cannot be set for redirect(…), which has its own",
        corrected: "rest.get('/users', redirect(…))",
      },
      {
        title: 'a status beside a network error',
        declare: () => rest.get('/users', networkError(), { status: 500 }),
        problem: "rest.get('/users'): status cannot be set for networkError(), which has none",
        corrected: "rest.get('/users', networkError())",
      },
      {
        title: 'headers beside passthrough()',
        declare: () => rest.get('/users', passthrough(), { headers: { 'x-total': '3' } }),
        problem: "rest.get('/users'): headers cannot be set for passthrough(), which has none",
        corrected: "rest.get('/users', passthrough())",
      },
      {
        title: 'a redirect with another status',
        declare: () => redirect("/it's", 200),
        problem: "redirect('/it\\'s', 200): a redirect has the status 301, 302, 303, 307 or 308",
        corrected: "redirect('/it\\'s', 302)",
      },
      {
        title: 'an empty sequence',
        declare: () => sequence(),
        problem: 'sequence(): it takes at least one argument',
        corrected: 'sequence({ id: 1 }, { id: 2 })',
      },
    ],
  },
  {
    what: 'a match that could never be satisfied',
    cases: [
      {
        title: 'a param that the path does not have',
        declare: () => rest.get('/users/:id', {}, { match: { params: { userId: 1 } } }),
        problem: "rest.get('/users/:id'): 'userId' is not a param of this path; use id",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: 1 } } })",
      },
      {
        title: 'a param in another case',
        declare: () => rest.get('/users/:userId/:tab', {}, { match: { params: { userid: 1 } } }),
        problem: "rest.get('/users/:userId/:tab'): 'userid' is not a param of this path; use userId or tab",
        corrected: "rest.get('/users/:userId/:tab', …, { match: { params: { userId: 1 } } })",
      },
      {
        title: 'a param of a path without params',
        declare: () => rest.get('/users', {}, { match: { params: { id: 1 } } }),
        problem: "rest.get('/users'): 'id' is not a param of this path, which has none",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: 1 } } })",
      },
      {
        title: 'a param of several letters, of a path without params',
        declare: () => rest.get('/users', {}, { match: { params: { userId: 1 } } }),
        problem: "rest.get('/users'): 'userId' is not a param of this path, which has none",
        corrected: "rest.get('/users/:userId', …, { match: { params: { userId: 1 } } })",
      },
      {
        title: 'a param with a quote in its name, of a path without params',
        declare: () => rest.get('/users', {}, { match: { params: { 'a"b': 1 } } }),
        problem: "rest.get('/users'): 'a\"b' is not a param of this path, which has none",
        corrected: 'rest.get(\'/users/:"a\\\\"b"\', …, { match: { params: { \'a"b\': 1 } } })',
      },
      {
        title: 'a param that the path does not have, whose value is wrong too',
        declare: () => rest.get('/users/:id', {}, { match: { params: { userId: {} } } }),
        problem: "rest.get('/users/:id'): 'userId' is not a param of this path; use id",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: … } } })",
      },
      {
        title: 'a param of the root',
        declare: () => rest.get('/', {}, { match: { params: { 'user id': /1/ } } }),
        problem: "rest.get('/'): 'user id' is not a param of this path, which has none",
        corrected: `rest.get('/:"user id"', …, { match: { params: { 'user id': /1/ } } })`,
      },
      {
        title: 'a param of a RegExp without named groups',
        declare: () => rest.get(/users/, {}, { match: { params: { id: 1 } } }),
        problem: "rest.get(/users/): 'id' is not a param of this path, which has none",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: 1 } } })",
      },
      {
        title: 'a param that a RegExp does not have',
        declare: () => rest.get(/users.(?<id>.)/, {}, { match: { params: { it: () => true } } }),
        problem: "rest.get(/users.(?<id>.)/): 'it' is not a param of this path; use id",
        corrected: 'rest.get(/users.(?<id>.)/, …, { match: { params: { id: … } } })',
      },
      {
        title: 'a param by the name of a prototype',
        declare: () => rest.get('/users/:id', {}, { match: { params: JSON.parse('{"__proto__":1}') } }),
        problem: "rest.get('/users/:id'): '__proto__' is not a param of this path; use id",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: 1 } } })",
      },
      {
        title: 'a param that is an object',
        declare: () => rest.get('/users/:id', {}, { match: { params: { id: { a: 1 } } } }),
        problem: "rest.get('/users/:id'): params.id arrives as text and is never an object",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: 'a text' } } })",
      },
      {
        title: 'an object in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { filter: { role: 'admin', age: { min: 18 } } } } }),
        problem: "rest.get('/users'): queries.filter arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { queries: { 'filter[role]': 'admin', 'filter[age][min]': 18 } } })",
      },
      {
        title: 'an empty object in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { filter: {} } } }),
        problem: "rest.get('/users'): queries.filter arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { queries: { filter: 'a text' } } })",
      },
      {
        title: 'an object in a list in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { tags: ['a', { id: 1 }] } } }),
        problem: "rest.get('/users'): queries.tags arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { queries: { 'tags[id]': 1 } } })",
      },
      {
        title: 'a list in a list in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { tags: [['a']] } } }),
        problem: "rest.get('/users'): queries.tags arrives as text and is never a list of lists",
        corrected: "rest.get('/users', …, { match: { queries: { tags: 'a text' } } })",
      },
      {
        title: 'a symbol in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { role: Symbol('admin') } } }),
        problem: "rest.get('/users'): queries.role arrives as text and is never a symbol",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'a text' } } })",
      },
      {
        title: 'a map in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { tags: new Map() } } }),
        problem: "rest.get('/users'): queries.tags arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { queries: { tags: 'a text' } } })",
      },
      {
        title: 'a list of one in queries, which arrives as a text',
        declare: () => rest.get('/users', {}, { match: { queries: { tag: ['a'] } } }),
        problem: "rest.get('/users'): queries.tag arrives as a list only if it is repeated, never as a list of 1",
        corrected: "rest.get('/users', …, { match: { queries: { tag: 'a' } } })",
      },
      {
        title: 'an empty list in queries',
        declare: () => rest.get('/users', {}, { match: { queries: { tag: [] } } }),
        problem: "rest.get('/users'): queries.tag arrives as a list only if it is repeated, never as a list of 0",
        corrected: "rest.get('/users', …, { match: { queries: { tag: not(exists()) } } })",
      },
      {
        title: 'a list for a param of one segment',
        declare: () => rest.get('/users/:id', {}, { match: { params: { id: ['1', '2'] } } }),
        problem: "rest.get('/users/:id'): params.id arrives as one text and is never a list",
        corrected: "rest.get('/users/:id', …, { match: { params: { id: oneOf(['1', '2']) } } })",
      },
      {
        title: 'a list for a param of one segment, beside a wildcard',
        declare: () => rest.get('/users/:id/*rest', {}, { match: { params: { id: ['1'] } } }),
        problem: "rest.get('/users/:id/*rest'): params.id arrives as one text and is never a list",
        corrected: "rest.get('/users/:id/*rest', …, { match: { params: { id: oneOf(['1']) } } })",
      },
      {
        title: 'a list for a group of a RegExp',
        declare: () => rest.get(/^.users.(?<id>.)/, {}, { match: { params: { id: ['1'] } } }),
        problem: 'rest.get(/^.users.(?<id>.)/): params.id arrives as one text and is never a list',
        corrected: "rest.get(/^.users.(?<id>.)/, …, { match: { params: { id: oneOf(['1']) } } })",
      },
      {
        title: 'a text for a wildcard',
        declare: () => rest.get('/files/*path', {}, { match: { params: { path: 'a/b' } } }),
        problem: "rest.get('/files/*path'): params.path arrives as a list of segments and is never one text",
        corrected: "rest.get('/files/*path', …, { match: { params: { path: ['a', 'b'] } } })",
      },
      {
        title: 'a text for a wildcard, beside a param',
        declare: () => rest.get('/users/:id/*rest', {}, { match: { params: { rest: 'a' } } }),
        problem: "rest.get('/users/:id/*rest'): params.rest arrives as a list of segments and is never one text",
        corrected: "rest.get('/users/:id/*rest', …, { match: { params: { rest: ['a'] } } })",
      },
      {
        title: 'a RegExp for a wildcard',
        declare: () => rest.get('/files{/*path}', {}, { match: { params: { path: /a/ } } }),
        problem: "rest.get('/files{/*path}'): params.path arrives as a list of segments and is never one text",
        corrected: "rest.get('/files{/*path}', …, { match: { params: { path: [/a/] } } })",
      },
      {
        title: 'an object in headers',
        declare: () => rest.get('/users', {}, { match: { headers: { 'x-role': { name: 'admin' } } } }),
        problem: "rest.get('/users'): headers.x-role arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { headers: { 'x-role': 'a text' } } })",
      },
      {
        title: 'a list in headers',
        declare: () => rest.get('/users', {}, { match: { headers: { accept: ['text/html', '*/*'] } } }),
        problem: "rest.get('/users'): headers.accept arrives as one text and is never a list",
        corrected: "rest.get('/users', …, { match: { headers: { accept: 'text/html, */*' } } })",
      },
      {
        title: 'one matcher as a list in headers',
        declare: () => rest.get('/users', {}, { match: { headers: { accept: [/html/] } } }),
        problem: "rest.get('/users'): headers.accept arrives as one text and is never a list",
        corrected: "rest.get('/users', …, { match: { headers: { accept: /html/ } } })",
      },
      {
        title: 'a list of matchers in cookies',
        declare: () => rest.get('/users', {}, { match: { cookies: { sid: [startsWith('a'), 'b'] } } }),
        problem: "rest.get('/users'): cookies.sid arrives as one text and is never a list",
        corrected: "rest.get('/users', …, { match: { cookies: { sid: oneOf([startsWith('a'), 'b']) } } })",
      },
      {
        title: 'an object in cookies',
        declare: () => rest.get('/users', {}, { match: { cookies: { sid: {} } } }),
        problem: "rest.get('/users'): cookies.sid arrives as text and is never an object",
        corrected: "rest.get('/users', …, { match: { cookies: { sid: 'a text' } } })",
      },
      {
        title: 'a list in cookies',
        declare: () => rest.get('/users', {}, { match: { cookies: { sid: ['a'] } } }),
        problem: "rest.get('/users'): cookies.sid arrives as one text and is never a list",
        corrected: "rest.get('/users', …, { match: { cookies: { sid: 'a' } } })",
      },
      {
        title: 'queries that are a text',
        declare: () => rest.get('/users', {}, { match: { queries: 'page=1' } }),
        problem: "rest.get('/users'): queries in a match must be an object of names and values, got 'page=1'",
        corrected: "rest.get('/users', …, { match: { queries: { id: '1' } } })",
      },
      {
        title: 'queries that are of the platform',
        declare: () => rest.get('/users', {}, { match: { queries: new URLSearchParams('page=1') } }),
        problem: "rest.get('/users'): queries in a match must be an object of names and values, got [URLSearchParams]",
        corrected: "rest.get('/users', …, { match: { queries: { id: '1' } } })",
      },
      {
        title: 'params that are a text',
        declare: () => rest.get('/users/:name', {}, { match: { params: 'a' } }),
        problem: "rest.get('/users/:name'): params in a match must be an object of names and values, got 'a'",
        corrected: "rest.get('/users/:name', …, { match: { params: { name: '1' } } })",
      },
      {
        title: 'params that are a text, of a path without params',
        declare: () => rest.get('/users', {}, { match: { params: 'a' } }),
        problem: "rest.get('/users'): params in a match must be an object of names and values, got 'a'",
        corrected: "rest.get('/users', …, {})",
      },
      {
        title: 'headers that are null',
        declare: () => rest.get('/users', {}, { match: { headers: null } }),
        problem: "rest.get('/users'): headers in a match must be an object of names and values, got null",
        corrected: "rest.get('/users', …, { match: { headers: { id: '1' } } })",
      },
      {
        title: 'a match that is a text',
        declare: () => rest.get('/users', {}, { match: 'page=1' }),
        problem: "rest.get('/users'): match must be an object of parts or a function of the request, got 'page=1'",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        title: 'a match that is null',
        declare: () => rest.get('/users', {}, { match: null }),
        problem: "rest.get('/users'): match must be an object of parts or a function of the request, got null",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        title: 'a match that is a list',
        declare: () => rest.get('/users', {}, { match: [] }),
        problem: "rest.get('/users'): match must be an object of parts or a function of the request, got []",
        corrected: "rest.get('/users', …, { match: { queries: { role: 'admin' } } })",
      },
      {
        title: 'a match that is a matcher',
        declare: () => rest.get('/users', {}, { match: exists() }),
        problem: "rest.get('/users'): match must be an object of parts or a function of the request, got exists()",
        corrected: "rest.get('/users', …, { match: { queries: { role: exists() } } })",
      },
      {
        title: 'a date in a body',
        declare: () => rest.post('/users', {}, { match: { body: { born: [new Date(0)] } } }),
        problem: "rest.post('/users'): no parsed body contains a Date; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'bytes in a body',
        declare: () => rest.post('/users', {}, { match: { body: { file: new Uint8Array(1) } } }),
        problem: "rest.post('/users'): no parsed body contains a Uint8Array; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'a BigInt in a body',
        declare: () => rest.post('/users', {}, { match: { body: { id: 1n } } }),
        problem: "rest.post('/users'): no parsed body contains a bigint; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'a symbol in a body',
        declare: () => rest.post('/users', {}, { match: { body: { id: Symbol('a') } } }),
        problem: "rest.post('/users'): no parsed body contains a symbol; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'an instance of a class without a name in a body',
        declare: () => rest.post('/users', {}, { match: { body: { id: new (class {})() } } }),
        problem: "rest.post('/users'): no parsed body contains a class instance; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'an object of a chain that ends without a class in a body',
        declare: () => rest.post('/users', {}, { match: { body: Object.create(Object.create(Object.create(null))) } }),
        problem: "rest.post('/users'): no parsed body contains a class instance; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
      {
        title: 'a circular body',
        declare: () => rest.post('/users', {}, { match: { body: circular } }),
        problem: "rest.post('/users'): no parsed body contains itself; use a function",
        corrected: "rest.post('/users', …, { match: { body: (body) => … } })",
      },
    ],
  },
]

describe.each(groups)('$what', ({ cases }) => {
  test.each(cases)('$title', ({ declare, problem, corrected }) => {
    const error = errorOf(declare)
    expect(error.message).toBe(`${problem}\n\nWrite  ${corrected}`)
    expect(error).toBeInstanceOf(RouteDefinitionError)
    expect(error).toMatchObject({ name: 'RouteDefinitionError', code: 'ROUTE_DEFINITION' })
  })

  // A message is for the person at the failing test, who may paste what it shows.
  test.each(cases.filter(({ corrected }) => !corrected.replace(', …', '').includes('…')))(
    '$title: $corrected is right itself',
    ({ corrected }) => {
      expect(run(corrected.replace(', …', ', undefined'))).toBeTypeOf('object')
    },
  )
})

test('a message only leaves open a payload, a function, a long or a wrong value', () => {
  const open = groups.flatMap(({ cases }) =>
    cases.flatMap(({ corrected }) => (corrected.replace(', …', '').includes('…') ? [corrected] : [])),
  )
  expect(new Set(open)).toEqual(
    new Set([
      "rest.get('/users', text('…'), { headers: { 'content-type': 'text/csv' } })",
      "rest.get('/users', …, { status: … })",
      "rest.get('/users', …, { match: { headers: … } })",
      "rest.get('/users', …, { match: { queries: … } })",
      "rest.get('/users', …, { match: { params: … } })",
      "rest.get('/users', …, { headers: … })",
      "rest.get('/users', …, { headers: { 'x-note': … } })",
      "rest.get('/users/:id', …, { match: { params: { id: … } } })",
      "rest.post('/users', …, { match: { body: … } })",
      "rest.get('/users', new Response(…))",
      "rest.get('/users', redirect(…))",
      "rest.get('/users', () => new Response(…))",
      "rest.get('/users', stream(…))",
      "rest.get('/users', async () => …)",
      "rest.get('/users', sequence(…))",
      'rest.get(/users.(?<id>.)/, …, { match: { params: { id: … } } })',
      "rest.post('/users', …, { match: { body: (body) => … } })",
    ]),
  )
})

test('the inner error of a refusal is its cause', () => {
  expect(errorOf(() => rest.get('/users', { toJSON: () => boom() })).cause).toEqual(new Error('Mine'))
  expect(errorOf(() => sequence({ toJSON: () => boom() })).cause).toEqual(new Error('Mine'))
  expect(errorOf(() => rest.get('/users/:', {})).cause).toBeInstanceOf(TypeError)
  const deep = Array.from({ length: 501 }).reduce<unknown>((inner) => [inner], 1)
  expect(errorOf(() => rest.post('/users', {}, { match: { body: deep } })).cause).toBeInstanceOf(RangeError)
})

test('a stub tells all that it was declared with', () => {
  const trace = { stack: 'Error\n    at test/users.test.ts:7:3' }
  const settings = { status: 201, headers: { 'x-total': '3' }, delay: 5, times: 2 }
  const declarer = { at: '/api', isFallback: true, caller: 'api.rest', defaultStatus: 204, hint: () => 'Record it' }
  const stub = defineStub('POST', '/users', {}, settings, trace, declarer)
  const shown = { ...settings, headers: [['x-total', '3']] }
  expect(stub).toMatchObject({ method: 'POST', path: '/users', at: '/api', ...shown })
  expect(stub.parts).toMatchObject({ ...shown, trace, declarer })
  expect(String(stub)).toBe("api.rest.post('/users')  test/users.test.ts:7")
})

test('a stub is printed as its route, and by a name that no bundler shortens', () => {
  expect(inspect(rest.get('/users', {}))).toBe("Stub { method: 'GET', path: '/users' }")
})

test('a refusal without a cause is not printed with an undefined one', () => {
  expect(errorOf(() => rest.get('users', {}))).not.toHaveProperty('cause')
})

const accepted: readonly { title: string; declare(): unknown }[] = [
  { title: 'a number as the payload, with empty settings', declare: () => rest.get('/users', 209, {}) },
  {
    title: 'delays of 0 and Infinity',
    declare: () => rest.get('/a', {}, { delay: 0 }) && rest.get('/a', {}, { delay: Number.POSITIVE_INFINITY }),
  },
  {
    title: 'statuses at their limits',
    declare: () => rest.get('/a', {}, { status: 200 }) && rest.get('/a', {}, { status: 599 }),
  },
  {
    title: 'a text whose content type is JSON',
    declare: () =>
      ['application/json', 'application/problem+json'].map((type) =>
        rest.get('/a', 'down', { headers: { 'content-type': type } }),
      ),
  },
  { title: 'once', declare: () => rest.get('/a', {}, { times: 1 }) },
  {
    title: 'settings that are undefined',
    declare: () =>
      rest.get(
        '/a',
        {},
        { match: undefined, status: undefined, headers: undefined, delay: undefined, times: undefined },
      ),
  },
  { title: 'no settings', declare: () => rest.get('/a', {}, undefined) },
  {
    title: 'headers with lists, numbers, booleans and Latin letters',
    declare: () => rest.get('/a', {}, { headers: { 'x-a': ['1', '2'], 'x-b': 3, 'x-c': 'é\t', 'x-d': true } }),
  },
  {
    title: 'headers beside a redirect, as a login sends them',
    declare: () => rest.post('/a', redirect('/'), { headers: { 'set-cookie': 'sid=1' } }),
  },
  {
    title: 'a delay and times beside a Response and a network error',
    declare: () =>
      rest.get('/a', new Response(), { delay: 1, times: 1 }) && rest.get('/a', networkError(), { delay: 1 }),
  },
  {
    title: 'a status without a body, without a payload',
    declare: () => rest.get('/a', undefined, { status: 204 }) && rest.get('/a', undefined, { status: 304 }),
  },
  {
    title: 'a resolver with such a status, which may return undefined',
    declare: () => rest.get('/a', () => undefined, { status: 204 }),
  },
  {
    title: 'one object at two places of a body',
    declare: () => rest.post('/a', {}, { match: { body: [sharedPart, { again: sharedPart }] } }),
  },
  { title: "a wildcard's list", declare: () => rest.get('/*rest', {}, { match: { params: { rest: ['a', 'b'] } } }) },
  {
    title: 'a wildcard that is to be absent',
    declare: () => rest.get('/a{/*rest}', {}, { match: { params: { rest: undefined } } }),
  },
  {
    title: 'a text for a group of a RegExp',
    declare: () => rest.get(/(?<id>.)/, {}, { match: { params: { id: '1' } } }),
  },
  {
    title: 'a text that an object would become',
    declare: () => rest.get('/a', {}, { match: { queries: { a: '[object Object]', b: [null, 'b'] } } }),
  },
  {
    title: 'a date and a URL as text',
    declare: () => rest.get('/a', {}, { match: { queries: { to: new URL('https://a.test'), at: new Date(0) } } }),
  },
  {
    title: 'the order of conditions does not matter',
    declare: () =>
      rest.post(
        '/a',
        {},
        {
          match: {
            queries: { a: exists(), b: () => true, c: expect.any(String), d: [/a/, includes('b')] },
            headers: expect.anything(),
            cookies: exists(),
            body: { a: [() => true, expect.any(Date)] },
          },
        },
      ),
  },
  {
    title: 'paths of every form',
    declare: () =>
      [
        ...['/', '/a/', '/:a-:b', '/a{/:b}', '{/:a}/b', '/*c', '/a.b/c..d', '/.well-known/a', '/a/..b'],
        ...['http://localhost', 'HTTPS://a.test:1/b'],
      ].map((path) => rest.get(path, {})),
  },
]

const sharedPart = { id: 1 }

test.each(accepted)('accepted: $title', ({ declare }) => {
  expect(declare()).toBeTypeOf('object')
})

describe('a stub that can never answer', () => {
  const at = (line: number, path: string): Stub =>
    defineStub('GET', path, { id: line }, undefined, { stack: `Error\n    at test/users.test.ts:${line}:3` })

  test('is refused, and both places are named', () => {
    const stubs = [at(7, '/users/:id'), at(12, '/users/:userId')]
    expect(
      errorOf(() => checkHidden(stubs)).message,
    ).toBe(`rest.get('/users/:userId') can never answer: an earlier stub of its route takes all requests

  rest.get('/users/:id')  test/users.test.ts:7
  rest.get('/users/:userId')  test/users.test.ts:12

Write  rest.get('/users/:userId', …, { match: { queries: { role: 'admin' } } }), or set \`times\` of the earlier stub`)
  })

  test('is refused with the first of those that take its requests', () => {
    const stubs = [at(1, '/users'), at(2, '/users{/:id}'), at(3, '/users')]
    expect(
      errorOf(() => checkHidden(stubs)).message,
    ).toBe(`rest.get('/users') can never answer: an earlier stub of its route takes all requests

  rest.get('/users')  test/users.test.ts:1
  rest.get('/users')  test/users.test.ts:3

Write  rest.get('/users', …, { match: { queries: { role: 'admin' } } }), or set \`times\` of the earlier stub`)
  })

  const { get, all, head } = declaring.rest
  const once = { times: 1 }
  const matched = { match: { queries: { a: 1 } } }
  const fallback = (answer: number) => defineStub('GET', '/a', answer, undefined, {}, { isFallback: true })

  const hidden: readonly { title: string; stubs: readonly Stub[]; hidden: boolean }[] = [
    { title: 'behind a static default stub', stubs: [get('/a', 1), get('/a', 2)], hidden: true },
    {
      title: 'behind one with further stubs between',
      stubs: [get('/a', 1), get('/b', 1), get('/a', 2, once)],
      hidden: true,
    },
    { title: 'with another name of its param', stubs: [get('/:a/b', 1), get('/:b/b', 2)], hidden: true },
    { title: 'with a trailing slash', stubs: [get('/a', 1), get('/a/', 2)], hidden: true },
    { title: 'in mixed segments', stubs: [get('/:a.json', 1), get('/:b.json', 2)], hidden: true },
    { title: 'a resolver behind a static one', stubs: [get('/a', 1), get('/a', () => 2)], hidden: true },
    { title: 'behind a network error', stubs: [get('/a', networkError()), get('/a', 2)], hidden: true },
    {
      title: 'behind a sequence, whose last stays',
      stubs: [get('/a', replies.sequence(1, 2)), get('/a', 3)],
      hidden: true,
    },
    { title: 'both of its paths behind one', stubs: [get('/a{/:b}', 1), get('/a{/:c}', 2)], hidden: true },
    { title: 'both of its paths behind two', stubs: [get('/a', 1), get('/a/:b', 1), get('/a{/:c}', 2)], hidden: true },
    {
      title: 'the longer one of its paths, hidden by another stub',
      stubs: [get('/a/:b', 1), get('/a{/:c}', 2)],
      hidden: false,
    },
    { title: 'one of its paths, hidden by another stub', stubs: [get('/a', 1), get('/a{/:c}', 2)], hidden: false },
    { title: 'one of the paths of another stub', stubs: [get('/a{/:c}', 1), get('/a', 2)], hidden: true },
    { title: 'the same origin', stubs: [get('https://a.test/a', 1), get('https://A.test:443/a', 2)], hidden: true },
    { title: 'another origin', stubs: [get('https://a.test/a', 1), get('https://b.test/a', 2)], hidden: false },
    { title: 'an absolute one behind any', stubs: [get('/a', 1), get('https://b.test/a', 2)], hidden: false },
    { title: 'the same RegExp', stubs: [get(/a/, 1), get(/a/g, 2)], hidden: true },
    { title: 'another RegExp', stubs: [get(/a/, 1), get(/a/i, 2)], hidden: false },
    { title: 'a matched stub', stubs: [get('/a', 1), get('/a', 2, matched)], hidden: false },
    { title: 'behind a matched stub', stubs: [get('/a', 1, matched), get('/a', 2)], hidden: false },
    { title: 'behind one with an empty match', stubs: [get('/a', 1, { match: {} }), get('/a', 2)], hidden: true },
    { title: 'behind one with times', stubs: [get('/a', 1, once), get('/a', 2)], hidden: false },
    { title: 'behind a resolver, which may say next()', stubs: [get('/a', () => 1), get('/a', 2)], hidden: false },
    {
      title: 'behind a sequence with a resolver',
      stubs: [
        get(
          '/a',
          replies.sequence(1, () => 2),
        ),
        get('/a', 3),
      ],
      hidden: false,
    },
    { title: 'another method', stubs: [all('/a', 1), get('/a', 2), head('/a', 3)], hidden: false },
    { title: 'the same method, all', stubs: [all('/a', 1), all('/a', 2)], hidden: true },
    { title: 'two segments behind one of the same letters', stubs: [get('/ab', 1), get('/a/b', 2)], hidden: false },
    { title: 'the root behind a param', stubs: [get('/:a', 1), get('/', 2)], hidden: false },
    { title: 'the root behind a wildcard', stubs: [get('/*a', 1), get('/', 2)], hidden: false },
    { title: 'a param behind a wildcard', stubs: [get('/*a', 1), get('/:b', 2)], hidden: false },
    { title: 'a literal behind a param', stubs: [get('/:a', 1), get('/a', 2), get('/\\:', 3)], hidden: false },
    { title: 'a segment with a slash in it', stubs: [get('/a/b', 1), get('/a%2Fb', 2)], hidden: false },
    { title: 'a default of a contract behind a stub', stubs: [get('/a', 1), fallback(2)], hidden: false },
    { title: 'behind a default of a contract', stubs: [fallback(1), get('/a', 2)], hidden: false },
    { title: 'one stub twice', stubs: [...[get('/a', 1)].flatMap((stub) => [stub, stub])], hidden: true },
    { title: 'none', stubs: [], hidden: false },
  ]

  test.each(hidden)('$title: $hidden', ({ stubs, hidden }) => {
    const refuse = () => checkHidden(stubs)
    if (hidden) expect(errorOf(refuse)).toBeInstanceOf(RouteDefinitionError)
    else expect(refuse()).toBe(undefined)
  })
})

const someStub = declaring.rest.get('/a', 1)

const lists: readonly { title: string; routes: unknown; got: string; right?: string }[] = [
  { title: 'no list', routes: undefined, got: 'undefined' },
  { title: 'an object', routes: { id: 1 }, got: '{ id: 1 }' },
  { title: 'an empty object', routes: {}, got: '{}' },
  { title: 'one stub', routes: someStub, got: 'one stub alone', right: "[rest.get('/a', …)]" },
  {
    title: 'an object of stubs',
    routes: { users: someStub },
    got: 'an object of stubs',
    right: 'Object.values(routes)',
  },
  { title: 'a list with something else in it', routes: [someStub, '/users'], got: "'/users' at index 1" },
  { title: 'a list with null in it', routes: [null], got: 'null at index 0' },
  { title: 'a list with undefined in it', routes: [someStub, undefined], got: 'undefined at index 1' },
  {
    title: 'a list with a list in it',
    routes: [[someStub]],
    got: 'an array at index 0',
    right: '[...userRoutes, ...postRoutes]',
  },
]

test.each(lists)('routes that are $title', ({ routes, got, right = "[rest.get('/users', [])]" }) => {
  const error = errorOf(() => checkRoutes(routes, 'setupMocks'))
  expect(error.message).toBe(
    `setupMocks expects an array of rest.get(…) stubs, got ${got}\n\nWrite  setupMocks(${right})`,
  )
})

test('stubs that are taken as arguments are named by their place among them', () => {
  expect(errorOf(() => checkRoutes([someStub, undefined], 'mocks.use')).message).toBe(
    "mocks.use expects stubs such as rest.get(…), got undefined as argument 2\n\nWrite  mocks.use(rest.get('/users', []))",
  )
})

test('routes that are a list of stubs are accepted', () => {
  expect(checkRoutes([someStub, declaring.rest.get('/b', 1)], 'setupMocks')).toBe(undefined)
  expect(checkRoutes([], 'setupMocks')).toBe(undefined)
})

const FILE: NegotiatedReply = {
  kind: 'negotiated',
  size: 1,
  negotiate: () => ({ kind: 'content', body: { kind: 'empty' }, status: 200, headers: [] }),
}

test('a Response of a resolver keeps its own status, also after a status without a body', () => {
  expect(bodyProblem(204, toReply(new Response('a')))).toBe(undefined)
  expect(bodyProblem(204, toReply('a'))).toBe('a response with status 204 has no body')
  expect(bodyProblem(200, toReply('a'))).toBe(undefined)
  expect(bodyProblem(204, FILE)).toBe('a response with status 204 has no body')
})

const given: readonly { title: string; options: unknown; right: readonly string[]; message?: string }[] = [
  { title: 'none', options: {}, right: ['times', 'timeout'] },
  { title: 'known ones', options: { timeout: 1, times: undefined }, right: ['times', 'timeout'] },
  {
    title: 'a typo',
    options: { times: 1, timout: 1 },
    right: ['times', 'timeout'],
    message: "waitFor: 'timout' is not an option; use times or timeout\n\nWrite  waitFor({ timeout: … })",
  },
  {
    title: 'a name that is not similar to any',
    options: { strict: true },
    right: ['unused'],
    message: "waitFor: 'strict' is not an option; use unused\n\nWrite  waitFor({ unused: … })",
  },
  {
    title: 'a number',
    options: 50,
    right: ['timeout', 'at'],
    message: 'waitFor: the options must be an object, got 50\n\nWrite  waitFor({ at: … })',
  },
  {
    title: 'null',
    options: null,
    right: ['timeout', 'at'],
    message: 'waitFor: the options must be an object, got null\n\nWrite  waitFor({ at: … })',
  },
  {
    title: 'in capitals',
    options: { TIMEOUT: 50 },
    right: ['at', 'timeout'],
    message: "waitFor: 'TIMEOUT' is not an option; use at or timeout\n\nWrite  waitFor({ timeout: … })",
  },
]

test.each(given)('options that are $title', ({ options, right, message }) => {
  const refuse = () => checkOptionNames('waitFor', options as object, right, (key) => `{ ${key}: … }`)
  if (message === undefined) expect(refuse()).toBe(undefined)
  else expect(refuse).toThrow(new RouteDefinitionError(message))
})

test('a resolver’s header needs a text as its name', () => {
  expect(headerProblem('x-total', '3')).toBe(undefined)
  expect(headerProblem(undefined, '3')).toBe('nothing is not a header name')
  expect(headerProblem(['x-total'], '3')).toBe("['x-total'] is not a header name")
})

function errorOf(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new Error('nothing was refused')
}

/** Runs the code of a message, with all that a user would have imported. */
function run(code: string): unknown {
  const scope = { ...matchers, ...replies, ...declaring }
  return new Function(...Object.keys(scope), `return ${code}`)(...Object.values(scope))
}
