// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is one of the mistakes
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as core from '../../src/entries/core.ts'
import * as mynah from '../../src/entries/index.ts'

/*
 * What is refused where it is written, and the whole message. The code is text, as it would stand in JavaScript, where no type
 * refuses it. The corrected code is made of what was written, and is run too; without one, the message names what is allowed.
 */

interface Refusal {
  readonly code: string
  readonly message: string
}

const refusals: Readonly<Record<string, readonly Refusal[]>> = {
  'the path': [
    {
      code: "rest.get('users/**/x', {})",
      message: "rest.get('users/**/x'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('/a?q=b?c', {})",
      message:
        "rest.get('/a?q=b?c'): a path has no query; use `match` for queries\n\nWrite  rest.get('/a', …, { match: { queries: { q: 'b?c' } } })",
    },
    {
      code: "rest.get('/a?q=1#top', {})",
      message:
        "rest.get('/a?q=1#top'): a path has no query; use `match` for queries\n\nWrite  rest.get('/a', …, { match: { queries: { q: '1' } } })",
    },
    {
      code: "rest.get('users/v1.0/x', {})",
      message:
        "rest.get('users/v1.0/x'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users/v1.0/x', …)",
    },
    {
      code: "rest.get('api.example.com/users', {})",
      message: "rest.get('api.example.com/users'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('localhost/users', {})",
      message: "rest.get('localhost/users'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('api.test', {})",
      message: "rest.get('api.test'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('users?next=http://x', {})",
      message:
        "rest.get('users?next=http://x'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users', …, { match: { queries: { next: 'http://x' } } })",
    },
    {
      code: "rest.get('GET http://api.test/users', {})",
      message:
        "rest.get('GET http://api.test/users'): a path has no method; the function has it\n\nWrite  rest.get('http://api.test/users', …)",
    },
    {
      code: "rest.get('  users', {})",
      message: "rest.get('  users'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users', …)",
    },
    {
      code: "rest.get('/a?t=12:30', {})",
      message:
        "rest.get('/a?t=12:30'): a path has no query; use `match` for queries\n\nWrite  rest.get('/a', …, { match: { queries: { t: '12:30' } } })",
    },
    {
      code: "rest.get('/a?t=:a-b', {})",
      message:
        "rest.get('/a?t=:a-b'): a path has no query; use `match` for queries\n\nWrite  rest.get('/a', …, { match: { queries: { t: ':a-b' } } })",
    },
    {
      code: "rest.get('get /users', {})",
      message: "rest.get('get /users'): a path has no method; the function has it\n\nWrite  rest.get('/users', …)",
    },
    {
      code: "rest.get('https://${host}/users', {})",
      message:
        "rest.get('https://${host}/users'): in plain quotes, `${…}` is text; write the path in backquotes, or a param with a colon",
    },
    {
      code: "rest.get('/proxy/x://*', {})",
      message: "rest.get('/proxy/x://*'): a wildcard has a name behind its asterisk",
    },
    {
      code: "rest.get('https://api.*/users', {})",
      message:
        "rest.get('https://api.*/users'): an absolute URL is for one host, without wildcards; a path alone is for any host\n\nWrite  rest.get('/users', …)",
    },
    {
      code: "rest.get('/users:id?', {})",
      message: "rest.get('/users:id?'): an optional part is written in braces\n\nWrite  rest.get('/users{:id}', …)",
    },
    {
      code: "rest.get('/files/:path*', {})",
      message:
        "rest.get('/files/:path*'): a param of several segments starts with an asterisk\n\nWrite  rest.get('/files{/*path}', …)",
    },
    {
      code: "rest.get('/files/:path*/x', {})",
      message:
        "rest.get('/files/:path*/x'): a param of several segments starts with an asterisk\n\nWrite  rest.get('/files{/*path}/x', …)",
    },
    {
      code: "rest.get('/users/<id>', {})",
      message:
        "rest.get('/users/<id>'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:id', …)",
    },
    {
      code: "rest.get('/users/[[id]]', {})",
      message:
        "rest.get('/users/[[id]]'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:id', …)",
    },
    {
      code: "rest.get('/a#b?c', {})",
      message: "rest.get('/a#b?c'): a path has no hash; clients do not send it\n\nWrite  rest.get('/a', …)",
    },
    {
      code: "rest.get('/a/./b', {})",
      message:
        "rest.get('/a/./b'): no request has `.` or `..` in its path; clients resolve them\n\nWrite  rest.get('/a/b', …)",
    },
    {
      code: "rest.get('/a/..', {})",
      message:
        "rest.get('/a/..'): no request has `.` or `..` in its path; clients resolve them\n\nWrite  rest.get('/', …)",
    },
    {
      code: "rest.get({ path: '/teams' }, {})",
      message: "rest.get({ path: '/teams' }): a path must be a string or a RegExp, got { path: '/teams' }",
    },
    {
      code: "rest.get('/users/.*', {})",
      message:
        "rest.get('/users/.*'): a path has no RegExp syntax; use a param, or a RegExp as the path\n\nWrite  rest.get(/\\/users\\/.*/, …)",
    },
    {
      code: "rest.get('/docs/[...slug]', {})",
      message:
        "rest.get('/docs/[...slug]'): a param of several segments starts with an asterisk\n\nWrite  rest.get('/docs/*slug', …)",
    },
    {
      code: "rest.get('begin:/users', {})",
      message: "rest.get('begin:/users'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('**/users', {})",
      message:
        "rest.get('**/users'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users', …)",
    },
    {
      code: 'rest.get("/users/(.*)", {})',
      message:
        "rest.get('/users/(.*)'): a path has no RegExp syntax; use a param, or a RegExp as the path\n\nWrite  rest.get(/\\/users\\/(.*)/, …)",
    },
    {
      code: 'rest.get("^/users$", {})',
      message:
        "rest.get('^/users$'): a path has no RegExp syntax; use a param, or a RegExp as the path\n\nWrite  rest.get(/^\\/users$/, …)",
    },
    {
      code: 'rest.get("/users/*", {})',
      message: "rest.get('/users/*'): a wildcard has a name behind its asterisk",
    },
    {
      code: 'rest.get("api.test/users", {})',
      message: "rest.get('api.test/users'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: 'rest.get("express:/users/:id", {})',
      message: "rest.get('express:/users/:id'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: 'rest.get("https://u:p@a.test/x", {})',
      message:
        "rest.get('https://u:p@a.test/x'): an absolute URL starts with http:// or https:// and a host, without a user; a path starts with one slash",
    },
    {
      code: 'rest.get("/users(s)?", {})',
      message:
        "rest.get('/users(s)?'): a path has no RegExp syntax; use a param, or a RegExp as the path\n\nWrite  rest.get(/\\/users(s)?/, …)",
    },
    {
      code: 'rest.get("/users/:id+", {})',
      message:
        "rest.get('/users/:id+'): a param of several segments starts with an asterisk\n\nWrite  rest.get('/users/*id', …)",
    },
    {
      code: 'rest.get("/docs/[[...slug]]", {})',
      message:
        "rest.get('/docs/[[...slug]]'): a param of several segments starts with an asterisk\n\nWrite  rest.get('/docs/*slug', …)",
    },
    {
      code: 'rest.get("GET /users", {})',
      message: "rest.get('GET /users'): a path has no method; the function has it\n\nWrite  rest.get('/users', …)",
    },
    {
      code: 'rest.get("POST users", {})',
      message: "rest.get('POST users'): a path has no method; the function has it\n\nWrite  rest.post('/users', …)",
    },
    {
      code: 'rest.get("/users/:id?", {})',
      message: "rest.get('/users/:id?'): an optional part is written in braces\n\nWrite  rest.get('/users{/:id}', …)",
    },
    {
      code: 'rest.get("/users#top", {})',
      message: "rest.get('/users#top'): a path has no hash; clients do not send it\n\nWrite  rest.get('/users', …)",
    },
    {
      code: 'rest.get("/users/<int:id>", {})',
      message:
        "rest.get('/users/<int:id>'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:id', …)",
    },
    {
      code: 'rest.get("/users/[id]", {})',
      message:
        "rest.get('/users/[id]'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:id', …)",
    },
    {
      code: 'rest.get("//api.test/users", {})',
      message:
        "rest.get('//api.test/users'): an absolute URL starts with http:// or https:// and a host, without a user; a path starts with one slash",
    },
    {
      code: 'rest.get("https://*.a.test/users", {})',
      message:
        "rest.get('https://*.a.test/users'): an absolute URL is for one host, without wildcards; a path alone is for any host\n\nWrite  rest.get('/users', …)",
    },
    {
      code: 'rest.get("users", {})',
      message: "rest.get('users'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users', …)",
    },
    {
      code: 'rest.get("${API}/users", {})',
      message:
        "rest.get('${API}/users'): in plain quotes, `${…}` is text; write the path in backquotes, or a param with a colon",
    },
    {
      code: 'rest.get("/users/\\\\d+", {})',
      message:
        "rest.get('/users/\\\\d+'): a path has no RegExp syntax; use a param, or a RegExp as the path\n\nWrite  rest.get(/\\/users\\/\\d+/, …)",
    },
    {
      code: "rest.get('https://api.test:99999/users', {})",
      message: "rest.get('https://api.test:99999/users'): the path cannot be read: invalid URL",
    },
    {
      code: "rest.get('/users/:', {})",
      message: "rest.get('/users/:'): the path cannot be read: missing parameter name at index 8",
    },
    {
      code: "rest.get('/users/{userId}/posts/{postId}', {})",
      message:
        "rest.get('/users/{userId}/posts/{postId}'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:userId/posts/:postId', …)",
    },
    {
      code: "rest.get('/v:first:last', {})",
      message: 'rest.get(\'/v:first:last\'): the path cannot be read: missing text before "last" param',
    },
    {
      code: "rest.get('/users{/:id', {})",
      message: "rest.get('/users{/:id'): the path cannot be read: unexpected end at index 11, expected }",
    },
    {
      code: "rest.get('/users/:id}', {})",
      message: "rest.get('/users/:id}'): the path cannot be read: unexpected } at index 10",
    },
    {
      code: "rest.get('/users/:\"id', {})",
      message: "rest.get('/users/:\"id'): the path cannot be read: unterminated quote at index 8",
    },
    {
      code: "rest.get('/a\\\\:b\\\\', {})",
      message: "rest.get('/a\\\\:b\\\\'): the path cannot be read: unexpected end after \\ at index 6",
    },
    {
      code: "rest.get('/users/wow!', {})",
      message: "rest.get('/users/wow!'): the path cannot be read: unexpected ! at index 10",
    },
    {
      code: "rest.get('{/:lang}users', {})",
      message:
        "rest.get('{/:lang}users'): the path cannot be read: a path must start with a slash, with and without its optional parts",
    },
    {
      code: "rest.get('/a{/b}{/c}{/d}{/e}{/f}{/g}{/h}{/i}{/j}', {})",
      message: "rest.get('/a{/b}{/c}{/d}{/e}{/f}{/g}{/h}{/i}{/j}'): the path cannot be read: too many optional parts",
    },
    {
      code: "rest.get('/users/../posts/./:id', {})",
      message:
        "rest.get('/users/../posts/./:id'): no request has `.` or `..` in its path; clients resolve them\n\nWrite  rest.get('/posts/:id', …)",
    },
    {
      code: "rest.get('/users', readAlready)",
      message: "rest.get('/users'): the Response cannot be copied: its body is locked, or was read already",
    },
    {
      code: "rest.get('/users', sequence({}, readAlready))",
      message: 'sequence(…): a Response cannot be copied: its body is locked, or was read already',
    },
    {
      code: "rest.get('/:id/:id', {})",
      message: "rest.get('/:id/:id'): two params have the name 'id'",
    },
  ],
  'rest.at(base)': [
    {
      code: "rest.at('http://user@api.test')",
      message:
        "rest.at('http://user@api.test'): a base is an absolute URL without a user, or a path that starts with a slash",
    },
    {
      code: "rest.at('api/v1')",
      message: "rest.at('api/v1'): a base is an absolute URL without a user, or a path that starts with a slash",
    },
    {
      code: "rest.at('//host/api')",
      message: "rest.at('//host/api'): a base is an absolute URL without a user, or a path that starts with a slash",
    },
    {
      code: "rest.at('/a{')",
      message: "rest.at('/a{'): a base has no params; they belong to the paths behind it",
    },
    {
      code: 'rest.at(\'/api\').get("DELETE https://a.test/x", {})',
      message:
        "rest.at('/api').get('DELETE https://a.test/x'): a path behind rest.at() has no origin of its own; use rest without a base",
    },
    {
      code: "rest.at('/:tenant')",
      message: "rest.at('/:tenant'): a base has no params; they belong to the paths behind it",
    },
    {
      code: "rest.at('xhttp://a.test')",
      message:
        "rest.at('xhttp://a.test'): a base is an absolute URL without a user, or a path that starts with a slash",
    },
    {
      code: "rest.at('/api?a=1')",
      message: "rest.at('/api?a=1'): a base has no query and no hash",
    },
    {
      code: 'rest.at(undefined)',
      message: 'rest.at(undefined): a base must be a string, got nothing',
    },
    {
      code: "rest.at('/api', { query: { a: '1' } })",
      message:
        "rest.at('/api'): 'query' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.at('/api', { match: { queries: { a: '1' } } })",
    },
    {
      code: "rest.at('/api', { json: circular })",
      message:
        "rest.at('/api'): 'json' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.at('/api', { match: { body: … } })",
    },
    {
      code: "rest.at('/api', 404)",
      message:
        "rest.at('/api'): the settings must be an object of match, status, statusText, headers, delay or times, got 404\n\nWrite  rest.at('/api', { status: 404 })",
    },
    {
      code: "rest.at('/api', { match: 5 })",
      message: "rest.at('/api'): match must be an object of parts or a function of the request, got 5",
    },
    {
      code: "rest.at('/api', { match: { header: { a: '1' } } })",
      message:
        "rest.at('/api'): 'header' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.at('/api', { match: { headers: { a: '1' } } })",
    },
    {
      code: "rest.at('/api', { match: { queries: { a: {} } } })",
      message: "rest.at('/api'): queries.a arrives as text and is never an object",
    },
    {
      code: "rest.at('/api', { match: { params: 5 } })",
      message: "rest.at('/api'): params in a match must be an object of names and values, got 5",
    },
    {
      code: "rest.at('/api', { match: { headers: { a: exists } } })",
      message: "rest.at('/api'): headers.a is the function exists itself; call it",
    },
    {
      code: "rest.at('/api', { match: { body: circular } })",
      message: "rest.at('/api'): body.self is a circular object, which no parsed body contains; use a function",
    },
  ],
  'the settings': [
    {
      code: "rest.get('/a', {}, { delay: '5' })",
      message: "rest.get('/a'): delay must be a number of milliseconds, 0 or more, got '5'",
    },
    {
      code: "rest.get('/a', {}, { delayMs: 5 })",
      message:
        "rest.get('/a'): 'delayMs' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/a', …, { delay: 5 })",
    },
    {
      code: "rest.get('/users', { status: 404 }, { error: 'x' })",
      message: "rest.get('/users'): 'error' is not a setting; use match, status, statusText, headers, delay or times",
    },
    {
      code: "rest.get('/x', [], exists())",
      message:
        "rest.get('/x'): the settings must be an object of match, status, statusText, headers, delay or times, got exists()",
    },
    {
      code: "rest.get('/users', {}, { statusText: 'a\\r\\nb' })",
      message: "rest.get('/users'): statusText must be a text without control characters or line feeds, got 'a\\r\\nb'",
    },
    {
      code: "rest.get('/users', {}, { statusText: 404 })",
      message: "rest.get('/users'): statusText must be a text without control characters or line feeds, got 404",
    },
    {
      code: "rest.get('/users', {}, { statusMessage: 'Gone fishing' })",
      message:
        "rest.get('/users'): 'statusMessage' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/users', …, { statusText: 'Gone fishing' })",
    },
    {
      code: "rest.get('/users', networkError('ECONNRESET'), { statusText: 'Gone' })",
      message: "rest.get('/users'): statusText cannot be set for networkError(), which has none",
    },
    {
      code: "rest.get('/users', new Response('a'), { statusText: 'Gone' })",
      message: "rest.get('/users'): statusText cannot be set for new Response(…), which has its own",
    },
    {
      code: "rest.get('/u/:id', {}, { query: { role: 'admin' } })",
      message:
        "rest.get('/u/:id'): 'query' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { match: { queries: { role: 'admin' } } })",
    },
    {
      code: "rest.get('/u/:id', {}, { query: 'admin' })",
      message:
        "rest.get('/u/:id'): 'query' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { match: { queries: … } })",
    },
    {
      code: "rest.get('/u/:id', {}, { json: { a: 1 } })",
      message:
        "rest.get('/u/:id'): 'json' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { match: { body: { a: 1 } } })",
    },
    {
      code: "rest.get('/u/:id', {}, { once: true })",
      message:
        "rest.get('/u/:id'): 'once' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { times: 1 })",
    },
    {
      code: "rest.get('/u/:id', {}, { statusCode: 404 })",
      message:
        "rest.get('/u/:id'): 'statusCode' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { status: 404 })",
    },
    {
      code: "rest.get('/u/:id', {}, { contentType: 'admin' })",
      message:
        "rest.get('/u/:id'): 'contentType' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { headers: { 'content-type': 'admin' } })",
    },
    {
      code: "rest.get('/u/:id', {}, { method: 'admin' })",
      message: "rest.get('/u/:id'): 'method' is not a setting; use match, status, statusText, headers, delay or times",
    },
    {
      code: "rest.get('/u/:id', {}, { priority: 1 })",
      message:
        "rest.get('/u/:id'): 'priority' is not a setting; use match, status, statusText, headers, delay or times",
    },
    {
      code: "rest.get('/u/:id', {}, { params: { a: 1 } })",
      message:
        "rest.get('/u/:id'): 'params' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { match: { params: … } })",
    },
    {
      code: "rest.get('/u/:id', {}, { delayMs: 404 })",
      message:
        "rest.get('/u/:id'): 'delayMs' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { delay: 404 })",
    },
    {
      code: "rest.get('/u/:id', {}, { headres: { 'x-a': '1' } })",
      message:
        "rest.get('/u/:id'): 'headres' is not a setting; use match, status, statusText, headers, delay or times\n\nWrite  rest.get('/u/:id', …, { headers: { 'x-a': '1' } })",
    },
    {
      code: "rest.get('/users', {}, 404)",
      message:
        "rest.get('/users'): the settings must be an object of match, status, statusText, headers, delay or times, got 404\n\nWrite  rest.get('/users', …, { status: 404 })",
    },
    {
      code: "rest.get('/users', {}, { status: 199 })",
      message: "rest.get('/users'): status must be an integer from 200 to 599, got 199",
    },
    {
      code: "rest.get('/users', {}, { status: '404' })",
      message: "rest.get('/users'): status must be an integer from 200 to 599, got '404'",
    },
    {
      code: "rest.get('/users', {}, { delay: -1 })",
      message: "rest.get('/users'): delay must be a number of milliseconds, 0 or more, got -1",
    },
    {
      code: "rest.get('/users', {}, { times: 0 })",
      message: "rest.get('/users'): times must be an integer, 1 or more, got 0",
    },
    {
      code: "rest.get('/users', {}, { headers: [['x-count', '4']] })",
      message: "rest.get('/users'): headers must be an object of names and values, got [['x-count', '4']]",
    },
    {
      code: "rest.get('/users', {}, { headers: 'x-total: 3' })",
      message: "rest.get('/users'): headers must be an object of names and values, got 'x-total: 3'",
    },
  ],
  'the match': [
    {
      code: "rest.get('/a', {}, { match: { header: { a: '1' } } })",
      message:
        "rest.get('/a'): 'header' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.get('/a', …, { match: { headers: { a: '1' } } })",
    },
    {
      code: "rest.get('/a', {}, { match: { query: { a: '1' } } })",
      message:
        "rest.get('/a'): 'query' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.get('/a', …, { match: { queries: { a: '1' } } })",
    },
    {
      code: "rest.get('/a', {}, { match: { cookie: { a: '1' } } })",
      message:
        "rest.get('/a'): 'cookie' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.get('/a', …, { match: { cookies: { a: '1' } } })",
    },
    {
      code: "rest.get('/a', {}, { match: { queries: { a: new (class A {})() } } })",
      message: "rest.get('/a'): queries.a arrives as text and is never an object",
    },
    {
      code: "rest.get('/a', {}, { match: { queries: { a: [{ b: 1 }] } } })",
      message: "rest.get('/a'): queries.a arrives as text and is never an object",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { queries: { id: new Date(0) } } })",
      message: "rest.post('/u/:id'): queries.id arrives as text and is never a Date",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { queries: { id: oneOf([new Date(0)]) } } })",
      message: "rest.post('/u/:id'): queries.id arrives as text and is never a Date",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { queries: { id: some('a', new Date(0)) } } })",
      message: "rest.post('/u/:id'): queries.id arrives as text and is never a Date",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { queries: { id: every('a', new Date(0)) } } })",
      message: "rest.post('/u/:id'): queries.id arrives as text and is never a Date",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { queries: { id: equals({ a: 1 }) } } })",
      message: "rest.post('/u/:id'): queries.id arrives as text and is never an object",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { headers: { 'x y': '1' } } })",
      message: "rest.post('/u/:id'): 'x y' is not a header name",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { body: { id: NaN } } })",
      message: "rest.post('/u/:id'): body.id is NaN, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/u/:id', {}, { match: { body: { id: oneOf([new Date(0)]) } } })",
      message: "rest.post('/u/:id'): body.id is a Date, which no parsed body contains; use a function",
    },
    {
      code: 'rest.get("/users/:id(\\\\d+)", {})',
      message:
        "rest.get('/users/:id(\\\\d+)'): a param has no RegExp of its own; use `match` for params\n\nWrite  rest.get('/users/:id', …, { match: { params: { id: /^(\\d+)$/ } } })",
    },
    {
      code: 'rest.get("/users/{id:\\\\d{1,12}}/posts", {})',
      message:
        "rest.get('/users/{id:\\\\d{1,12}}/posts'): a param has no RegExp of its own; use `match` for params\n\nWrite  rest.get('/users/:id/posts', …, { match: { params: { id: /^(\\d{1,12})$/ } } })",
    },
    {
      code: "rest.get('/users/{slug:[a-z]+}', {})",
      message:
        "rest.get('/users/{slug:[a-z]+}'): a param has no RegExp of its own; use `match` for params\n\nWrite  rest.get('/users/:slug', …, { match: { params: { slug: /^([a-z]+)$/ } } })",
    },
    {
      code: "rest.get('/users/{id:int}/posts/{slug:string}', {})",
      message:
        "rest.get('/users/{id:int}/posts/{slug:string}'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users/:id/posts/:slug', …)",
    },
    {
      code: "rest.get('/users/{id:int?}', {})",
      message:
        "rest.get('/users/{id:int?}'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users{/:id}', …)",
    },
    {
      code: "rest.get('/users/{id?}', {})",
      message:
        "rest.get('/users/{id?}'): a param is written with a colon; braces are for an optional part\n\nWrite  rest.get('/users{/:id}', …)",
    },
    {
      code: 'rest.get("GET users?page=1", {})',
      message:
        "rest.get('GET users?page=1'): a path has no method; the function has it\n\nWrite  rest.get('/users', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: 'rest.get("?page=1", {})',
      message:
        "rest.get('?page=1'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: "rest.post('/u', {}, { match: { query: { role: 'admin' } } })",
      message:
        "rest.post('/u'): 'query' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.post('/u', …, { match: { queries: { role: 'admin' } } })",
    },
    {
      code: "rest.post('/u', {}, { match: { query: () => true } })",
      message:
        "rest.post('/u'): 'query' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.post('/u', …, { match: { queries: … } })",
    },
    {
      code: "rest.post('/u', {}, { match: { json: { a: 1 } } })",
      message:
        "rest.post('/u'): 'json' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.post('/u', …, { match: { body: { a: 1 } } })",
    },
    {
      code: "rest.post('/u', {}, { match: { host: 'admin' } })",
      message: "rest.post('/u'): 'host' is not a part of a match; use params, queries, headers, cookies or body",
    },
    {
      code: "rest.post('/u', {}, { match: { reqheaders: { 'x-a': '1' } } })",
      message:
        "rest.post('/u'): 'reqheaders' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.post('/u', …, { match: { headers: { 'x-a': '1' } } })",
    },
    {
      code: "rest.post('/u', {}, { match: { cookie: 'sid=1' } })",
      message:
        "rest.post('/u'): 'cookie' is not a part of a match; use params, queries, headers, cookies or body\n\nWrite  rest.post('/u', …, { match: { cookies: … } })",
    },
    {
      code: 'rest.get("/users?page=1", {})',
      message:
        "rest.get('/users?page=1'): a path has no query; use `match` for queries\n\nWrite  rest.get('/users', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: 'rest.get("/users?page=:page", {})',
      message:
        "rest.get('/users?page=:page'): a path has no query; use `match` for queries\n\nWrite  rest.get('/users', …, { match: { queries: { page: exists() } } })",
    },
    {
      code: "rest.get('/users/:id', {}, { match: { params: { userId: 1 } } })",
      message: "rest.get('/users/:id'): 'userId' is not a param of this path; use id",
    },
    {
      code: "rest.get('/users/:userId/:tab', {}, { match: { params: { userid: 1 } } })",
      message:
        "rest.get('/users/:userId/:tab'): 'userid' is not a param of this path; use userId or tab\n\nWrite  rest.get('/users/:userId/:tab', …, { match: { params: { userId: 1 } } })",
    },
    {
      code: "rest.get('/users', {}, { match: { params: { id: 1 } } })",
      message: "rest.get('/users'): 'id' is not a param of this path, which has none",
    },
    {
      code: 'rest.get(/users.(?<id>.)/, {}, { match: { params: { it: () => true } } })',
      message:
        "rest.get(/users.(?<id>.)/): 'it' is not a param of this path; use id\n\nWrite  rest.get(/users.(?<id>.)/, …, { match: { params: { id: … } } })",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: { tags: [['a']] } } })",
      message: "rest.get('/users'): queries.tags arrives as text and is never a list of lists",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: { role: Symbol('admin') } } })",
      message: "rest.get('/users'): queries.role arrives as text and is never a symbol",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: { tags: new Map() } } })",
      message: "rest.get('/users'): queries.tags arrives as text and is never a Map",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: { tag: ['a'] } } })",
      message: "rest.get('/users'): queries.tag arrives as a list only if it is repeated, never as a list of 1",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: { tag: [] } } })",
      message: "rest.get('/users'): queries.tag arrives as a list only if it is repeated, never as a list of 0",
    },
    {
      code: "rest.get('/users/:id', {}, { match: { params: { id: ['1', '2'] } } })",
      message: "rest.get('/users/:id'): params.id arrives as one text and is never a list",
    },
    {
      code: "rest.get('/users/:id/*rest', {}, { match: { params: { id: ['1'] } } })",
      message: "rest.get('/users/:id/*rest'): params.id arrives as one text and is never a list",
    },
    {
      code: "rest.get('/files/*path', {}, { match: { params: { path: 'a/b' } } })",
      message: "rest.get('/files/*path'): params.path arrives as a list of segments and is never one text",
    },
    {
      code: "rest.get('/users', {}, { match: { headers: { 'x-role': { name: 'admin' } } } })",
      message: "rest.get('/users'): headers.x-role arrives as text and is never an object",
    },
    {
      code: "rest.get('/users', {}, { match: { headers: { accept: ['text/html', '*/*'] } } })",
      message: "rest.get('/users'): headers.accept arrives as one text and is never a list",
    },
    {
      code: "rest.get('/users', {}, { match: { headers: { accept: [/html/] } } })",
      message: "rest.get('/users'): headers.accept arrives as one text and is never a list",
    },
    {
      code: "rest.get('/users', {}, { match: { queries: 'page=1' } })",
      message: "rest.get('/users'): queries in a match must be an object of names and values, got 'page=1'",
    },
    {
      code: "rest.get('/users', {}, { match: { headers: null } })",
      message: "rest.get('/users'): headers in a match must be an object of names and values, got null",
    },
    {
      code: "rest.get('/users', {}, { match: 'page=1' })",
      message: "rest.get('/users'): match must be an object of parts or a function of the request, got 'page=1'",
    },
    {
      code: "rest.post('/users', {}, { match: { body: { born: [new Date(0)] } } })",
      message: "rest.post('/users'): body.born[0] is a Date, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: { file: new Uint8Array(1) } } })",
      message: "rest.post('/users'): body.file is an Uint8Array, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: { id: 1n } } })",
      message: "rest.post('/users'): body.id is a bigint, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: { id: Symbol('a') } } })",
      message: "rest.post('/users'): body.id is a symbol, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: { id: new (class { })() } } })",
      message: "rest.post('/users'): body.id is an Object, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: Object.create(Object.create(Object.create(null))) } })",
      message: "rest.post('/users'): body is an Object, which no parsed body contains; use a function",
    },
    {
      code: "rest.post('/users', {}, { match: { body: circular } })",
      message: "rest.post('/users'): body.self is a circular object, which no parsed body contains; use a function",
    },
    {
      code: "rest.get('/u', {}, { match: { headers: { authorization: exists } } })",
      message: "rest.get('/u'): headers.authorization is the function exists itself; call it",
    },
    {
      code: "rest.post('/u', {}, { match: { body: { tags: [exists] } } })",
      message: "rest.post('/u'): body.tags.0 is the function exists itself; call it",
    },
    {
      code: "rest.post('/u', {}, { match: { body: exists } })",
      message: "rest.post('/u'): body is the function exists itself; call it",
    },
    {
      code: "rest.post('/u', {}, { match: { body: text('a') } })",
      message: "rest.post('/u'): body is a reply such as text(), which no request contains",
    },
    {
      code: "rest.post('/u', {}, { match: { body: { note: text('a') } } })",
      message: "rest.post('/u'): body.note is a reply such as text(), which no request contains",
    },
    {
      code: "rest.get('/u', {}, { match: { queries: { a: text('a') } } })",
      message: "rest.get('/u'): queries.a is a reply such as text(), which no request contains",
    },
    {
      code: "rest.post('/u', {}, { match: { body: rest.get('/a', {}) } })",
      message: "rest.post('/u'): body is a stub, which no request contains",
    },
    {
      code: "rest.post('/u', {}, { match: { body: setupMocks([]) } })",
      message: "rest.post('/u'): body is mocks, which no request contains",
    },
    {
      code: "rest.post('/x', {}, { match: { body: { a: not(text('b')) } } })",
      message: "rest.post('/x'): body.a.0 is a reply such as text(), which no request contains",
    },
  ],
  'the response': [
    {
      code: "rest.get('/users', new Map([['a', 1]]))",
      message: "rest.get('/users'): the payload cannot be sent as JSON: a Map would become {}",
    },
    {
      code: "rest.get('/u', { a: { b: [1, () => 1] } })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a function would be lost, at a.b[1]",
    },
    {
      code: "rest.get('/u', { a: Symbol('x') })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a symbol would be lost, at a",
    },
    {
      code: "rest.get('/u', { a: NaN })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: the number NaN would become null, at a",
    },
    {
      code: "rest.get('/u', [Infinity])",
      message: "rest.get('/u'): the payload cannot be sent as JSON: the number Infinity would become null, at [0]",
    },
    {
      code: "rest.get('/u', { a: [1n] })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: JSON has no BigInt such as 1n, at a[0]",
    },
    {
      code: "rest.get('/u', [circular])",
      message: "rest.get('/u'): the payload cannot be sent as JSON: it is circular, at [0].self",
    },
    {
      code: "rest.get('/u', { at: new Date(NaN) })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: an invalid Date would become null, at at",
    },
    {
      code: "rest.get('/u', { p: Promise.resolve(1) })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a Promise would become {}; await it, at p",
    },
    {
      code: "rest.get('/u', rest)",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a function would be lost, at get",
    },
    {
      code: "rest.get('/u', { m: new Map() })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a Map would become {}, at m",
    },
    {
      code: "rest.get('/u', [exists()])",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload, at [0]",
    },
    {
      code: "rest.get('/u', { s: Readable.from(['a']) })",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a stream would be sent without its chunks; use stream(), at s",
    },
    {
      code: "rest.get('/users', 404, 'Not Found')",
      message:
        "rest.get('/users'): the settings must be an object of match, status, statusText, headers, delay or times, got 'Not Found'",
    },
    {
      code: "rest.get('/users', {}, 'Not Found', { status: 404 })",
      message: "rest.get('/users'): it takes a path, a response and settings: three arguments at most",
    },
    {
      code: "rest.get('/users', 'a,b\\n'.repeat(50), { headers: { 'content-type': 'text/csv' } })",
      message:
        "rest.get('/users'): a string is sent as JSON, in quotes, and its content type is 'text/csv'\n\nWrite  rest.get('/users', text(…), { headers: { 'content-type': 'text/csv' } })",
    },
    {
      code: "rest.get('/users', {}, { headers: { 'x-note': 'a\\r\\nb' } })",
      message: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: 'a\\r\\nb'",
    },
    {
      code: "rest.get('/users', {}, { headers: { 'x-note': [] } })",
      message: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: []",
    },
    {
      code: "rest.get('/:q', {}, { match: { params: { z: 1 } } })",
      message: "rest.get('/:q'): 'z' is not a param of this path; use q",
    },
    {
      code: "rest.get('/users', {}, { headers: { 'x-note': {} } })",
      message: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: {}",
    },
    {
      code: "rest.get('/users', {}, { headers: { 'x-note': undefined } })",
      message: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: nothing",
    },
    {
      code: "rest.get('/users', {}, { headers: { 'x-note': ['a', 'b\\n'] } })",
      message: "rest.get('/users'): the header 'x-note' has a value that cannot be sent: ['a', 'b\\n']",
    },
    {
      code: "rest.delete('/users/:id', { id: 1 }, { status: 204 })",
      message:
        "rest.delete('/users/:id'): a response with status 204 has no body\n\nWrite  rest.delete('/users/:id', undefined, { status: 204 })",
    },
    {
      code: "rest.get('/users', sequence(undefined, { id: 1 }), { status: 204 })",
      message: "rest.get('/users'): a response with status 204 has no body",
    },
    {
      code: "rest.get('/users', circular)",
      message: "rest.get('/users'): the payload cannot be sent as JSON: it is circular, at self",
    },
    {
      code: "rest.get('/users', [{ id: 1n }])",
      message: "rest.get('/users'): the payload cannot be sent as JSON: JSON has no BigInt such as 1n, at [0].id",
    },
    {
      code: "rest.get('/users', 1n)",
      message: "rest.get('/users'): the payload cannot be sent as JSON: JSON has no BigInt such as 1n",
    },
    {
      code: "rest.get('/users', Symbol('a'))",
      message: "rest.get('/users'): the payload cannot be sent as JSON: a symbol would be lost",
    },
    {
      code: "rest.get('/users', { ids: new Map() })",
      message: "rest.get('/users'): the payload cannot be sent as JSON: a Map would become {}, at ids",
    },
    {
      code: "rest.get('/users', new Error('mine'))",
      message: "rest.get('/users'): the payload cannot be sent as JSON: an Error would become {}",
    },
    {
      code: "rest.get('/users', /a/)",
      message: "rest.get('/users'): the payload cannot be sent as JSON: a RegExp would become {}",
    },
    {
      code: "rest.get('/users', { avatar: new File([''], 'a.png') })",
      message: "rest.get('/users'): the payload cannot be sent as JSON: a File would become {}, at avatar",
    },
    {
      code: "rest.get('/users', Readable.from(['a']))",
      message:
        "rest.get('/users'): the payload cannot be sent as JSON: a stream would be sent without its chunks; use stream()",
    },
    {
      code: "rest.get('/users', [text('a')])",
      message:
        "rest.get('/users'): the payload cannot be sent as JSON: a reply such as text() cannot be part of a payload, at [0]",
    },
    {
      code: "rest.get('/users', { toJSON: () => boom() })",
      message: "rest.get('/users'): the payload cannot be sent as JSON: mine",
    },
    {
      code: "rest.get('/users', { toJSON: () => boom('URL is None') })",
      message: "rest.get('/users'): the payload cannot be sent as JSON: URL is None",
    },
    {
      code: "rest.get('/users', sequence({ id: 1 }, { id: 1n }))",
      message: 'sequence(…): a payload cannot be sent as JSON: JSON has no BigInt such as 1n, at id',
    },
    {
      code: "rest.get('/users', redirect('/'), { status: 301 })",
      message: "rest.get('/users'): status cannot be set for redirect(…), which has its own",
    },
    {
      code: "rest.get('/users', networkError(), { status: 500 })",
      message: "rest.get('/users'): status cannot be set for networkError(), which has none",
    },
    {
      code: "rest.get('/users', passthrough(), { headers: { 'x-total': '3' } })",
      message: "rest.get('/users'): headers cannot be set for passthrough(), which has none",
    },
    {
      code: "rest.get('/u', exists())",
      message: "rest.get('/u'): a matcher such as exists() cannot be a response",
    },
    {
      code: "rest.get('/u', { id: exists() })",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a matcher such as exists() cannot be part of a payload, at id",
    },
    {
      code: "rest.get('/u', exists)",
      message: "rest.get('/u'): the response is the function exists itself, which makes a matcher",
    },
    {
      code: "rest.get('/u', [{ id: exists }])",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a function that was not called cannot be part of a payload, at [0].id",
    },
    {
      code: "rest.get('/u', rest.get('/a', {}))",
      message: "rest.get('/u'): a stub cannot be a response",
    },
    {
      code: "rest.get('/u', [rest.get('/a', {})])",
      message: "rest.get('/u'): the payload cannot be sent as JSON: a stub cannot be part of a payload, at [0]",
    },
    {
      code: "rest.get('/u', setupMocks([]))",
      message: "rest.get('/u'): mocks cannot be a response",
    },
    {
      code: "rest.get('/u', { mocks: setupMocks([]) })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: mocks cannot be part of a payload, at mocks",
    },
    {
      code: "rest.get('/u', { body: text('a') })",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a reply such as text() cannot be part of a payload, at body",
    },
    {
      code: "rest.get('/u', text)",
      message: "rest.get('/u'): the response is the function text itself; call it",
    },
    {
      code: "rest.get('/u', { note: text })",
      message:
        "rest.get('/u'): the payload cannot be sent as JSON: a function that was not called cannot be part of a payload, at note",
    },
    {
      code: "rest.get('/u', { id: 1n, message: 'Hello' })",
      message: "rest.get('/u'): the payload cannot be sent as JSON: JSON has no BigInt such as 1n, at id",
    },
    {
      code: "rest.get('/u', '<p>', { headers: { 'content-type': 'text/html' } })",
      message:
        "rest.get('/u'): a string is sent as JSON, in quotes, and its content type is 'text/html'\n\nWrite  rest.get('/u', text('<p>'), { headers: { 'content-type': 'text/html' } })",
    },
    {
      code: "rest.get('/u')",
      message: "rest.get('/u'): the response is missing; `undefined` sends none",
    },
  ],
  replies: [
    {
      code: 'sequence({}, { a: () => 1 })',
      message: 'sequence(…): a payload cannot be sent as JSON: a function would be lost, at a',
    },
    {
      code: 'text(exists)',
      message: 'text(exists): exists is a function; call it',
    },
    {
      code: "text('a', 404)",
      message: "text('a', 404): it takes one argument; a status and headers are settings of the stub",
    },
    {
      code: 'status()',
      message: 'status(): it takes one or two arguments',
    },
    {
      code: "rest.get('/a', status)",
      message: "rest.get('/a'): the response is the function status itself; call it",
    },
    {
      code: "stream('a')",
      message: "stream('a'): it takes an iterable of chunks",
    },
    {
      code: "stream('a', 'b')",
      message: "stream('a', 'b'): it takes one argument; a status and headers are settings of the stub",
    },
    {
      code: "redirect('a', 404)",
      message: "redirect('a', 404): a redirect has the status 301, 302, 303, 307 or 308",
    },
    {
      code: 'redirect(1)',
      message: 'redirect(1): it takes a URL as a string',
    },
    {
      code: 'networkError(1)',
      message: 'networkError(1): it takes the code of an error, which is one word, or an error',
    },
    {
      code: "file('package.json', 404)",
      message: "file('package.json', 404): it takes one argument; a status and headers are settings of the stub",
    },
    {
      code: 'stream(new Uint8Array([1]))',
      message: 'stream([Uint8Array of 1 bytes]): a stream chunk must be a string or bytes, not number',
    },
    {
      code: 'sse([{ data: 1, event: null }])',
      message: 'sse([{ data: 1, event: null }]): in an event of sse(), event is a text of one line, not null',
    },
    {
      code: "networkError('')",
      message: "networkError(''): it takes the code of an error, which is one word, or an error",
    },
    {
      code: "networkError('Failed to fetch')",
      message: "networkError('Failed to fetch'): it takes the code of an error, which is one word, or an error",
    },
    {
      code: "sse(['a', { data: 1, retries: 5 }])",
      message:
        "sse(['a', { data: 1, retries: 5 }]): in an event of sse(), 'retries' is not a field; use data, event, id or retry",
    },
    {
      code: "sse([{ data: 1, retry: '5' }])",
      message:
        "sse([{ data: 1, retry: '5' }]): in an event of sse(), retry is an integer of milliseconds, 0 or more, not '5'",
    },
    {
      code: 'sse([{ data: { age: NaN } }])',
      message: 'sse([{ data: { age: NaN } }]): the number NaN would become null, at age',
    },
    {
      code: "stream(['a', 1])",
      message: "stream(['a', 1]): a stream chunk must be a string or bytes, not number",
    },
    {
      code: 'file(1)',
      message: 'file(1): it takes the path of a file, or a file: URL',
    },
    {
      code: 'file()',
      message: 'file(): it takes one argument; a status and headers are settings of the stub',
    },
    {
      code: "passthrough('a')",
      message: "passthrough('a'): it takes no arguments",
    },
    {
      code: "cut('a')",
      message: "cut('a', undefined): it takes a number of bytes, an integer of 0 or more",
    },
    {
      code: 'cut(1, 2)',
      message: 'cut(1, 2): its body has 1 byte and would arrive whole',
    },
    {
      code: "throttle('a')",
      message: "throttle('a', undefined): it takes a number of bytes per second, more than 0",
    },
    {
      code: "networkError('ECONNRESET', 503)",
      message: "networkError('ECONNRESET', 503): it takes at most one argument",
    },
    {
      code: 'sequence()',
      message: 'sequence(): it takes at least one argument',
    },
    {
      code: 'redirect()',
      message: 'redirect(): it takes one or two arguments',
    },
    {
      code: "redirect('/a', 302, 1)",
      message: "redirect('/a', 302, 1): it takes one or two arguments",
    },
    {
      code: 'sequence(text)',
      message: 'sequence(text): text is a function; call it',
    },
  ],
  matchers: [
    {
      code: 'oneOf([])',
      message: 'oneOf([]): it takes at least one value: an empty list matches nothing',
    },
    {
      code: 'greater(exists)',
      message: 'greater(exists): exists is a function; call it',
    },
    {
      code: 'fn(exists)',
      message: 'fn(exists): exists is a function; call it',
    },
    {
      code: "length('3')",
      message: "length('3'): it takes a length: an integer, 0 or more",
    },
    {
      code: "haveEntries('a', 'b')",
      message: "haveEntries('a', 'b'): it takes one argument; an object or a list",
    },
    {
      code: 'inRange(1, 2)',
      message: 'inRange(1, 2): it takes one argument; a list of two numbers',
    },
    {
      code: 'oneOf(exists)',
      message: 'oneOf(exists): exists is a function; call it',
    },
    {
      code: "haveType('a')",
      message: "haveType('a'): it takes one of array, boolean, null, number, object, string, undefined",
    },
    {
      code: 'not(exists)',
      message: 'not(exists): exists is a function; call it',
    },
    {
      code: 'oneOf()',
      message: 'oneOf(): it takes one argument; list its values',
    },
    {
      code: "oneOf('a', 'b')",
      message: "oneOf('a', 'b'): it takes one argument; list its values",
    },
    {
      code: "oneOf('a')",
      message: "oneOf('a'): it takes a list",
    },
    {
      code: 'startsWith(/x/)',
      message: 'startsWith(/x/): it takes a text, or what an element of an array is compared with; use regExp()',
    },
    {
      code: "regExp('^a')",
      message: "regExp('^a'): it takes a RegExp",
    },
    {
      code: "greater('18')",
      message: "greater('18'): it takes a number",
    },
    {
      code: 'inRange([10, 1])',
      message: 'inRange([10, 1]): it takes the smaller number first',
    },
    {
      code: 'some([1, 2])',
      message: 'some([1, 2]): it takes each value as an argument, not a list',
    },
    {
      code: 'haveType(String)',
      message: 'haveType([function String]): it takes one of array, boolean, null, number, object, string, undefined',
    },
    {
      code: "fn('x')",
      message: "fn('x'): it takes a function",
    },
    {
      code: 'inRange(1)',
      message: 'inRange(1): it takes a list of two numbers',
    },
    {
      code: 'not(1, 2)',
      message: 'not(1, 2): it takes one argument; list several values in oneOf()',
    },
    {
      code: 'equals(1, 2)',
      message: 'equals(1, 2): it takes one argument; list several values in oneOf()',
    },
    {
      code: 'haveType()',
      message: 'haveType(): it takes one argument',
    },
    {
      code: "endsWith('a', 'b')",
      message: "endsWith('a', 'b'): it takes one argument; use some() or every() for several",
    },
    {
      code: "startsWith('a', 'b')",
      message: "startsWith('a', 'b'): it takes one argument; use some() or every() for several",
    },
    {
      code: "includes('a', 'b')",
      message: "includes('a', 'b'): it takes one argument; use some() or every() for several",
    },
    {
      code: 'endsWith(/x/)',
      message: 'endsWith(/x/): it takes a text, or what an element of an array is compared with; use regExp()',
    },
    {
      code: 'inRange([NaN, 1])',
      message: 'inRange([NaN, 1]): it takes a list of two numbers',
    },
    {
      code: 'inRange([1])',
      message: 'inRange([1]): it takes a list of two numbers',
    },
    {
      code: 'inRange([1, 2, 3])',
      message: 'inRange([1, 2, 3]): it takes a list of two numbers',
    },
    {
      code: "inRange([1, '2'])",
      message: "inRange([1, '2']): it takes a list of two numbers",
    },
    {
      code: "inRange('12')",
      message: "inRange('12'): it takes a list of two numbers",
    },
    {
      code: 'minLength(-1)',
      message: 'minLength(-1): it takes a length: an integer, 0 or more',
    },
    {
      code: "haveEntries('id')",
      message: "haveEntries('id'): it takes an object or a list",
    },
  ],
  'setupMocks() and createResolver()': [
    {
      code: "setupMocks(new Set([rest.get('/a', 1)]))",
      message:
        'setupMocks expects an array of rest.get(…) stubs, got an iterable; spread it into an array with three dots',
    },
    {
      code: "setupMocks([new Set([rest.get('/a', 1)])])",
      message:
        'setupMocks expects an array of rest.get(…) stubs, got an iterable at index 0; spread it with three dots',
    },
    {
      code: "mocks.use(new Set([rest.get('/a', 1)]))",
      message: 'mocks.use expects stubs such as rest.get(…), got an iterable as argument 1; spread it with three dots',
    },
    {
      code: "setupMocks({ users: rest.get('/u', 1), other: 'x' })",
      message:
        "setupMocks expects an array of rest.get(…) stubs, got { users: { method: 'GET', path: '/u' }, other: 'x' }",
    },
    {
      code: "setupMocks({ password: 'written' })",
      message: "setupMocks expects an array of rest.get(…) stubs, got { password: 'written' }",
    },
    {
      code: "setupMocks([rest.get('/a', 1)], [rest.get('/b', 1)])",
      message: "setupMocks: the options must be an object, got [{ method: 'GET', path: '/b' }]",
    },
    {
      code: "setupMocks([], { onUnhandledRequest: 'bypass' })",
      message: "setupMocks: 'onUnhandledRequest' is not an option; use baseUrl, onUnmatched, passthrough, log or patch",
    },
    {
      code: "setupMocks([], { onUnmached: 'warning' })",
      message: "setupMocks: 'onUnmached' is not an option; use baseUrl, onUnmatched, passthrough, log or patch",
    },
    {
      code: "setupMocks([], { onUnmatched: 'bypass' })",
      message: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 'bypass'",
    },
    {
      code: 'setupMocks([], { onUnmatched: 1 })',
      message: "setupMocks: onUnmatched is 'error', 'warn', 'passthrough' or a function, not 1",
    },
    {
      code: "setupMocks([], { passthrough: 'https://a.test' })",
      message:
        "setupMocks: passthrough is a list of origins, RegExps on the whole URL and functions of the request, not 'https://a.test'\n\nWrite  setupMocks(…, { passthrough: ['https://a.test'] })",
    },
    {
      code: "setupMocks([], { passthrough: ['https://a.test/users'] })",
      message:
        "setupMocks: passthrough is a list of origins, RegExps on the whole URL and functions of the request, not ['https://a.test/users']",
    },
    {
      code: 'setupMocks([], { passthrough: true })',
      message:
        'setupMocks: passthrough is a list of origins, RegExps on the whole URL and functions of the request, not true',
    },
    {
      code: 'setupMocks([], { timeout: true })',
      message: "setupMocks: 'timeout' is not an option; use baseUrl, onUnmatched, passthrough, log or patch",
    },
    {
      code: "createResolver([], { baseURL: 'http://localhost:3000' })",
      message:
        "createResolver: 'baseURL' is not an option; use baseUrl or passthrough\n\nWrite  createResolver(…, { baseUrl: 'http://localhost:3000' })",
    },
    {
      code: 'createResolver([], { log: true })',
      message: "createResolver: 'log' is not an option; use baseUrl or passthrough",
    },
    {
      code: "createResolver({ users: rest.get('/u', 1) })",
      message:
        'createResolver expects an array of rest.get(…) stubs, got an object of stubs\n\nWrite  createResolver(Object.values(…))',
    },
    {
      code: "setupMocks([rest.get('/u', 1), [rest.get('/v', 1)]])",
      message: 'setupMocks expects an array of rest.get(…) stubs, got an array at index 1; spread it with three dots',
    },
    {
      code: 'setupMocks([rest.get])',
      message: 'setupMocks expects an array of rest.get(…) stubs, got [function declare] at index 0',
    },
    {
      code: "setupMocks({ a: rest.get('/a', {}) })",
      message:
        'setupMocks expects an array of rest.get(…) stubs, got an object of stubs\n\nWrite  setupMocks(Object.values(…))',
    },
    {
      code: "setupMocks(rest.get('/a', {}))",
      message:
        "setupMocks expects an array of rest.get(…) stubs, got one stub alone\n\nWrite  setupMocks([rest.get('/a', …)])",
    },
    {
      code: "setupMocks([], { baseUrl: '/api' })",
      message: "setupMocks: baseUrl is an absolute URL without a user, a query or a hash, not '/api'",
    },
    {
      code: 'createResolver(stub)',
      message:
        "createResolver expects an array of rest.get(…) stubs, got one stub alone\n\nWrite  createResolver([rest.get('/users', …)])",
    },
    {
      code: "createResolver([], { baseUrl: '/v1' })",
      message: "createResolver: baseUrl is an absolute URL without a user, a query or a hash, not '/v1'",
    },
    {
      code: "createResolver([], { passthrough: ['https://api.test'] })",
      message: "createResolver: passthrough is a function of the request, not ['https://api.test']",
    },
  ],
  'members of mocks': [
    {
      code: "mocks.calls({ method: 'GETT' })",
      message: "mocks.calls({ method: 'GETT' }): no request has the method GETT; the nearest is GET",
    },
    {
      code: "mocks.calls('GETT /users')",
      message: "mocks.calls('GETT /users'): no request has the method GETT; the nearest is GET",
    },
    {
      code: "mocks.calls({ method: 'ALL' })",
      message: "mocks.calls({ method: 'ALL' }): no request has the method ALL; without a method, it takes any",
    },
    {
      code: 'mocks.calls({ queries: { a: 1 } })',
      message:
        "mocks.calls({ queries: { a: 1 } }): 'queries' is not a part of a filter; use method, path, stub, operation or match",
    },
    {
      code: 'mocks.calls({ match: { query: { a: 1 } } })',
      message:
        "mocks.calls({ match: { query: { a: 1 } } }): 'query' is not a part of a match; use params, queries, headers, cookies or body",
    },
    {
      code: "mocks.calls('users')",
      message: "mocks.calls('users'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "mocks.calls('/users?page=2')",
      message: "mocks.calls('/users?page=2'): a path has no query; use `match` for queries",
    },
    {
      code: 'mocks.calls(/users/)',
      message:
        'mocks.calls(/users/): it takes a stub, a function of the call, a string, or { method, path, stub, match }',
    },
    {
      code: 'mocks.calls([])',
      message: 'mocks.calls([]): it takes a stub, a function of the call, a string, or { method, path, stub, match }',
    },
    {
      code: 'mocks.calls({ method: 1 })',
      message: 'mocks.calls({ method: 1 }): it takes the name of a method',
    },
    {
      code: "mocks.calls({ stub: '/users' })",
      message: "mocks.calls({ stub: '/users' }): it takes a stub as stub",
    },
    {
      code: "mocks.calls({ url: '/users' })",
      message:
        "mocks.calls({ url: '/users' }): 'url' is not a part of a filter; use method, path, stub, operation or match",
    },
    {
      code: 'mocks.calls({ path: 1 })',
      message: 'mocks.calls({ path: 1 }): a path must be a string or a RegExp, got 1',
    },
    {
      code: 'mocks.reset({ failures: 1 })',
      message: 'mocks.reset: failures is true or false, not 1',
    },
    {
      code: 'mocks.verify([])',
      message: 'mocks.verify: the options must be an object, got []',
    },
    {
      code: "mocks.waitFor('/a', 404)",
      message: 'mocks.waitFor: the options must be an object, got 404',
    },
    {
      code: 'mocks.reset({ timeout: 1 })',
      message: "mocks.reset: 'timeout' is not an option; use failures",
    },
    {
      code: "mocks.use([rest.get('/a', 1)])",
      message: 'mocks.use expects stubs such as rest.get(…), got an array as argument 1; spread it with three dots',
    },
    {
      code: 'mocks.verify({ unusd: true })',
      message: "mocks.verify: 'unusd' is not an option; use unused\n\nWrite  mocks.verify({ unused: true })",
    },
    {
      code: "mocks.isolate('users')",
      message: "mocks.isolate('users'): it takes a function",
    },
  ],
  'what a corrected code is made of': [
    {
      code: "rest.get('users/[id]', [])",
      message:
        "rest.get('users/[id]'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users/:id', …)",
    },
    {
      code: "rest.get('users/[id]?page=1', [])",
      message: "rest.get('users/[id]?page=1'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('users/*?page=1', [])",
      message: "rest.get('users/*?page=1'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('users/*', [])",
      message: "rest.get('users/*'): a path starts with a slash, or is an absolute URL",
    },
    {
      code: "rest.get('/*rest', [], { match: { params: { rest: ['a', new Date(0)] } } })",
      message: "rest.get('/*rest'): params.rest arrives as text and is never a Date",
    },
    {
      code: "rest.get('/{:a/}b', [], { match: { params: { a: ['x'] } } })",
      message: "rest.get('/{:a/}b'): params.a arrives as one text and is never a list",
    },
    {
      code: "rest.get('https://api.test/users/.*', [])",
      message:
        "rest.get('https://api.test/users/.*'): a path has no RegExp syntax; use a param, or a RegExp as the path",
    },
    {
      code: "rest.get('/users?', [])",
      message: "rest.get('/users?'): a path has no query; use `match` for queries\n\nWrite  rest.get('/users', …)",
    },
    {
      code: "rest.get('users?page=1', [])",
      message:
        "rest.get('users?page=1'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/users', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: "rest.get('?page=1', [])",
      message:
        "rest.get('?page=1'): a path starts with a slash, or is an absolute URL\n\nWrite  rest.get('/', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: "rest.get('https://api.test?page=1', [])",
      message:
        "rest.get('https://api.test?page=1'): a path has no query; use `match` for queries\n\nWrite  rest.get('https://api.test/', …, { match: { queries: { page: '1' } } })",
    },
    {
      code: 'rest.get(/^\\/(?<id>\\d+)$/, [], { match: { params: { id: new Date(0) } } })',
      message: 'rest.get(/^\\/(?<id>\\d+)$/): params.id arrives as text and is never a Date',
    },
    {
      code: "rest.get('/*rest', [], { match: { params: { rest: new Date(0) } } })",
      message: "rest.get('/*rest'): params.rest arrives as text and is never a Date",
    },
    {
      code: "rest.get('/u', [], { match: { queries: { a: new Map() } } })",
      message: "rest.get('/u'): queries.a arrives as text and is never a Map",
    },
    {
      code: "startsWith('a', 'b')",
      message: "startsWith('a', 'b'): it takes one argument; use some() or every() for several",
    },
    {
      code: "includes('a', 'b')",
      message: "includes('a', 'b'): it takes one argument; use some() or every() for several",
    },
    { code: "regExp('a', 'i')", message: "regExp('a', 'i'): it takes one argument" },
    {
      code: "redirect(new URL('https://x.test/'))",
      message: 'redirect([URL]): it takes a URL as a string',
    },
    {
      code: 'haveType(1)',
      message: 'haveType(1): it takes one of array, boolean, null, number, object, string, undefined',
    },
    {
      code: 'cut(networkError(), 1)',
      message: "cut(networkError('ECONNREFUSED'), 1): networkError() has no body of its own",
    },
    { code: 'cut(passthrough(), 1)', message: 'cut(passthrough(), 1): passthrough() has no body of its own' },
    {
      code: "mocks.calls('GET /users/:')",
      message: "mocks.calls('GET /users/:'): the path cannot be read: missing parameter name at index 8",
    },
    {
      code: "mocks.calls('ETG /users')",
      message: "mocks.calls('ETG /users'): no request has the method ETG; the nearest is GET",
    },
  ],
}

const readAlready = new Response('a')
await readAlready.text()
const circular: Record<string, unknown> = { id: 1 }
circular.self = circular
const boom = (message = 'Mine') => {
  throw new Error(message)
}
const mocks = mynah.setupMocks([])
const stub = mynah.rest.get('/users', [])
const SCOPE: Readonly<Record<string, unknown>> = {
  ...core,
  ...mynah,
  // Mocks that nothing starts would fail this file.
  setupMocks(...args: Parameters<typeof mynah.setupMocks>) {
    const made = mynah.setupMocks(...args)
    made.start()()
    return made
  },
  mocks,
  stub,
  readAlready,
  circular,
  boom,
  Readable,
}

/** Runs code as a test would contain it. */
async function run(code: string): Promise<unknown> {
  return new Function(...Object.keys(SCOPE), `return ${code}`)(...Object.values(SCOPE))
}

beforeAll(() => mocks.start())
afterAll(() => mocks.stop())

let warn = vi.spyOn(console, 'warn')
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => warn.mockRestore())

/** The corrected code of a message, with an argument for a `…` that stands for what is right already. */
function correctedCode(message: string): string | undefined {
  const [, code] = /\n\nWrite {2}(.*)$/s.exec(message) ?? []
  const runnable = code
    ?.replace(/^(setupMocks|createResolver)\(…/, '$1([]')
    .replace('Object.values(…)', '[]')
    .replace(', …', ', {}')
  return runnable?.includes('…') ? undefined : runnable
}

describe.each(Object.entries(refusals))('%s', (_, cases) => {
  test.each(cases)('$code', async ({ code, message }) => {
    await expect(run(code)).rejects.toThrow(new mynah.RouteDefinitionError(message))
    warn.mockClear()
    const corrected = correctedCode(message)
    if (corrected === undefined) return
    await run(corrected)
    expect(warn).not.toHaveBeenCalled()
  })
})
