import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { equals, exists, includes, not, oneOf } from '../../../src/core/match/matchers.ts'
import { NO_PATH } from '../../../src/core/path/path.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'
import type { Settings, Stub } from '../../../src/core/stub/stub.ts'
import { type Asked, operationOf, reportOf, stubOf } from '../support.ts'

/** Whole reports (contract: section 5). All stubs of these tests stand in line 1 of one file. */
interface Case {
  readonly title: string
  readonly stubs: readonly Stub[]
  readonly asked: string | Asked
  readonly hint?: string
  readonly baseUrl?: string
  readonly spent?: boolean
  readonly report: string
}

const HINT = "To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })"

const boom = () => {
  throw new Error('mine\nin two lines')
}

function get(path: string | RegExp, match?: Settings['match']): Stub {
  return stubOf('GET', path, match === undefined ? undefined : { match })
}

/** Never answers, and only has a line for reports. */
function hinting(line: string): Stub {
  return defineStub('ALL', '/*path', undefined, undefined, {}, { hint: () => line, pattern: NO_PATH })
}

function post(body: unknown): Stub {
  return stubOf('POST', '/users', { match: { body } })
}

const shapes: readonly Case[] = [
  {
    title: 'the report of the contract',
    stubs: [post({ role: 'admin' }), get('/users'), get('/users/:id')],
    asked: { line: 'POST /users?page=1', body: { role: 'guest' } },
    hint: HINT,
    report: `No stub answers POST https://api.test/users?page=1

Nearest: rest.post('/users')  test/some.test.ts:1
  body.role  expected 'admin'
             received 'guest'

Also declared: GET /users, GET /users/:id
To answer it: rest.post('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'the nearest stub of /users/7 among forty is /r0, not /api/v1/users/:id',
    stubs: [...Array.from({ length: 40 }, (_, index) => get(`/r${index}`)), get('/api/v1/users/:id')],
    asked: '/users/7',
    report: `No stub answers GET https://api.test/users/7

Nearest: rest.get('/api/v1/users/:id')  test/some.test.ts:1
  path prefix  expected '/api/v1'
               received nothing

Also declared: GET /r0, GET /r1, and 38 more
To answer it: rest.get('/users/7', {})`,
  },
  {
    title: 'the nearest stub of /api/v1/users/7 among forty is another, not /users/:id',
    stubs: [...Array.from({ length: 40 }, (_, index) => get(`/api/v1/r${index}/:id`)), get('/users/:id')],
    asked: '/api/v1/users/7',
    report: `No stub answers GET https://api.test/api/v1/users/7

Nearest: rest.get('/users/:id')  test/some.test.ts:1
  path prefix  expected nothing
               received '/api/v1'

Also declared: GET /api/v1/r0/:id, GET /api/v1/r1/:id, and 38 more
To answer it: rest.get('/api/v1/users/7', {})`,
  },
  {
    title: 'a WebSocket is offered a stub that opens it',
    stubs: [get('/users')],
    asked: { line: '/socket', headers: { upgrade: 'WebSocket', connection: 'Upgrade' } },
    hint: HINT,
    report: `No stub answers GET https://api.test/socket

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'socket'

It opens a WebSocket: import { websocket } from 'mynah/websocket'
To answer it: rest.get('/socket', websocket({}))
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'a call of gRPC is named as one, and no stub is offered',
    stubs: [get('/users')],
    asked: { line: 'POST /api.Users/Get', headers: { 'content-type': 'application/grpc+proto' } },
    hint: HINT,
    report: `No stub answers POST https://api.test/api.Users/Get

It is a call of gRPC, which mynah does not mock
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'a call of gRPC, without a hint',
    stubs: [get('/users')],
    asked: { line: 'POST /api.Users/Get', headers: { 'content-type': 'Application/gRPC' } },
    report: `No stub answers POST https://api.test/api.Users/Get

It is a call of gRPC, which mynah does not mock`,
  },
  {
    title: 'a type that mentions the one of gRPC is no call of it',
    stubs: [],
    asked: { line: 'POST /users', headers: { 'content-type': 'multipart/related; type="application/grpc"' } },
    report: `No stub answers POST https://api.test/users

No routes are declared
To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a request without an operation, of a path whose stub has one',
    stubs: [defineStub('POST', '/rpc', {}, undefined, {}, { operation: operationOf('GetUser') })],
    asked: 'POST /rpc',
    report: `No stub answers POST https://api.test/rpc

Nearest: api.query('GetUser')
  operation  expected query GetUser
             received none

To answer it: rest.post('/rpc', {})`,
  },
  {
    title: 'a query that is a secret by its name, and a header whose value holds one',
    stubs: [stubOf('GET', '/users', { match: { queries: { key: 'a' }, headers: { 'x-note': 'none' } } })],
    asked: { line: '/users?key=b', headers: { 'x-note': '{"password":"abc"}' } },
    report: `No stub answers GET https://api.test/users?key=(hidden)

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.key     expected 'a'
                  received (hidden)
  headers.x-note  expected 'none'
                  received '{"password":"(hidden)"}'

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a path below a prefix, neither of which fits',
    stubs: [stubOf('GET', '/users')],
    asked: '/teams',
    baseUrl: 'https://api.test/v1',
    report: `No stub answers GET https://api.test/teams

Nearest: rest.get('/users')  test/some.test.ts:1
  path  expected '/v1/users'
        received '/teams'

To answer it: rest.get('https://api.test/teams', {})`,
  },
  {
    title: 'a prefix that only the longer form of a path has behind it',
    stubs: [stubOf('GET', '/users{/:id}')],
    asked: '/api/users/7',
    report: `No stub answers GET https://api.test/api/users/7

Nearest: rest.get('/users{/:id}')  test/some.test.ts:1
  path prefix  expected nothing
               received '/api'

To answer it: rest.get('/api/users/7', {})`,
  },
  {
    title: 'a prefix that only the shorter form of a path has behind it',
    stubs: [stubOf('GET', '/users{/:id}')],
    asked: '/api/users',
    report: `No stub answers GET https://api.test/api/users

Nearest: rest.get('/users{/:id}')  test/some.test.ts:1
  path prefix  expected nothing
               received '/api'

To answer it: rest.get('/api/users', {})`,
  },
  {
    title: 'a hint that has nothing to say',
    stubs: [
      defineStub('ALL', '/*path', undefined, undefined, {}, { hint: () => undefined, pattern: NO_PATH }),
      get('/users'),
    ],
    asked: '/teams',
    report: `No stub answers GET https://api.test/teams

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'teams'

To answer it: rest.get('/teams', {})`,
  },
  {
    title: 'without a hint',
    stubs: [get('/users')],
    asked: '/posts',
    report: `No stub answers GET https://api.test/posts

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'posts'

To answer it: rest.get('/posts', {})`,
  },
  {
    title: 'with a hint, and one stub alone',
    stubs: [get('/users')],
    asked: '/posts',
    hint: HINT,
    report: `No stub answers GET https://api.test/posts

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'posts'

To answer it: rest.get('/posts', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'no routes at all',
    stubs: [],
    asked: '/users',
    hint: HINT,
    report: `No stub answers GET https://api.test/users

No routes are declared
To answer it: rest.get('/users', {})
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'a thousand routes',
    stubs: Array.from({ length: 1000 }, (_, index) => get(`/r${index}`)),
    asked: '/r1000',
    report: `No stub answers GET https://api.test/r1000

Nearest: rest.get('/r100')  test/some.test.ts:1
  path segment 1  expected 'r100'
                  received 'r1000'

Also declared: GET /r10, GET /r101, and 997 more
To answer it: rest.get('/r1000', {})`,
  },
  {
    title: 'several stubs of the same route',
    stubs: [
      get('/users', { queries: { a: 1 } }),
      get('/users', { queries: { a: 2 } }),
      get('/users', { queries: { a: 3 } }),
      stubOf('POST', '/users'),
    ],
    asked: '/users?a=4',
    report: `No stub answers GET https://api.test/users?a=4

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected '1'
             received '4'
  2 more stubs of this route did not match either

Also declared: POST /users
To answer it: rest.get('/users', {})`,
  },
  {
    title: 'one more stub of the same route',
    stubs: [get('/users', { queries: { a: 1 } }), get('/users', { queries: { a: 2 } })],
    asked: '/users?a=4',
    report: `No stub answers GET https://api.test/users?a=4

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected '1'
             received '4'
  1 more stub of this route did not match either

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'the hint of a stub, once, before the last line',
    stubs: [hinting('Record it: MYNAH_RECORD=1'), hinting('Record it: MYNAH_RECORD=1'), get('/users')],
    asked: '/posts',
    hint: HINT,
    report: `No stub answers GET https://api.test/posts

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'posts'

To answer it: rest.get('/posts', {})
Record it: MYNAH_RECORD=1
To let it reach the network: setupMocks(routes, { passthrough: ['https://api.test'] })`,
  },
  {
    title: 'the hint of a stub alone',
    stubs: [hinting('Record it: MYNAH_RECORD=1')],
    asked: '/posts',
    report: `No stub answers GET https://api.test/posts

No routes are declared
To answer it: rest.get('/posts', {})
Record it: MYNAH_RECORD=1`,
  },
  {
    title: 'a request that is answered',
    stubs: [get('/users/:id')],
    asked: '/users/1',
    hint: HINT,
    report: "GET https://api.test/users/1 is answered by rest.get('/users/:id')  test/some.test.ts:1",
  },
]

const methods: readonly Case[] = [
  {
    title: 'another method',
    stubs: [get('/users')],
    asked: 'DELETE /users',
    report: `No stub answers DELETE https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  method  expected GET
          received DELETE

To answer it: rest.delete('/users', {})`,
  },
  {
    title: 'another method and another query: the report has both',
    stubs: [get('/users/:id', { queries: { a: 1 } })],
    asked: 'DELETE /users/1',
    report: `No stub answers DELETE https://api.test/users/1

Nearest: rest.get('/users/:id')  test/some.test.ts:1
  method     expected GET
             received DELETE
  queries.a  expected '1'
             received nothing

To answer it: rest.delete('/users/1', {})`,
  },
  {
    title: 'a HEAD request, which GET stubs take too',
    stubs: [stubOf('POST', '/users'), get('/users', { queries: { a: 1 } })],
    asked: 'HEAD /users',
    report: `No stub answers HEAD https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected '1'
             received nothing

Also declared: POST /users
To answer it: rest.head('/users', {})`,
  },
]

const paths: readonly Case[] = [
  {
    title: 'segments too many',
    stubs: [get('/users')],
    asked: '/users/1/posts',
    report: `No stub answers GET https://api.test/users/1/posts

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 2  expected nothing
                  received '1'
  path segment 3  expected nothing
                  received 'posts'

To answer it: rest.get('/users/1/posts', {})`,
  },
  {
    title: 'an empty segment is shown as empty, not as nothing',
    stubs: [get('/users/:id')],
    asked: '/users//1',
    report: `No stub answers GET https://api.test/users//1

Nearest: rest.get('/users/:id')  test/some.test.ts:1
  path segment 2  expected ':id'
                  received ''
  path segment 3  expected nothing
                  received '1'

To answer it: rest.get('/users//1', {})`,
  },
  {
    title: 'segments too few',
    stubs: [get('/users/:id/posts')],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users/:id/posts')  test/some.test.ts:1
  path segment 2  expected ':id'
                  received nothing
  path segment 3  expected 'posts'
                  received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'the root',
    stubs: [get('/users'), get('/')],
    asked: '/posts',
    report: `No stub answers GET https://api.test/posts

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'posts'

Also declared: GET /
To answer it: rest.get('/posts', {})`,
  },
  {
    title: 'a request of the root',
    stubs: [get('/users')],
    asked: '/',
    report: `No stub answers GET https://api.test/

Nearest: rest.get('/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received nothing

To answer it: rest.get('/', {})`,
  },
  {
    title: 'a typo in a segment is nearer than another path',
    stubs: [get('/posts/:id'), get('/users/:id')],
    asked: '/usres/1',
    report: `No stub answers GET https://api.test/usres/1

Nearest: rest.get('/users/:id')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'usres'

Also declared: GET /posts/:id
To answer it: rest.get('/usres/1', {})`,
  },
  {
    title: 'another case in a segment',
    stubs: [get('/items'), get('/Users')],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/Users')  test/some.test.ts:1
  path segment 1  expected 'Users'
                  received 'users'

Also declared: GET /items
To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a segment with text beside its param, and other letters',
    stubs: [get('/größe/:name.json')],
    asked: '/gr%C3%B6%C3%9Fe/caf%C3%A9.xml',
    report: `No stub answers GET https://api.test/gr%C3%B6%C3%9Fe/caf%C3%A9.xml

Nearest: rest.get('/größe/:name.json')  test/some.test.ts:1
  path segment 2  expected ':name.json'
                  received 'café.xml'

To answer it: rest.get('/gr%C3%B6%C3%9Fe/caf%C3%A9.xml', {})`,
  },
  {
    title: 'a segment behind a wildcard',
    stubs: [get('/files/*path/end')],
    asked: '/files/a/b',
    report: `No stub answers GET https://api.test/files/a/b

Nearest: rest.get('/files/*path/end')  test/some.test.ts:1
  path  expected '/files/*path/end'
        received '/files/a/b'

To answer it: rest.get('/files/a/b', {})`,
  },
  {
    title: 'the nearer one of the paths that an optional part makes',
    stubs: [get('/users{/:id}/x')],
    asked: '/users/1/2',
    report: `No stub answers GET https://api.test/users/1/2

Nearest: rest.get('/users{/:id}/x')  test/some.test.ts:1
  path segment 3  expected 'x'
                  received '2'

To answer it: rest.get('/users/1/2', {})`,
  },
  {
    title: 'of equally near paths that optional parts make, the longest',
    stubs: [get('/users{/new}{/old}')],
    asked: '/users/x',
    report: `No stub answers GET https://api.test/users/x

Nearest: rest.get('/users{/new}{/old}')  test/some.test.ts:1
  path segment 2  expected 'new'
                  received 'x'

To answer it: rest.get('/users/x', {})`,
  },
  {
    title: 'a segment beside one with text and a param',
    stubs: [get('/:name.json/meta')],
    asked: '/a.json/x',
    report: `No stub answers GET https://api.test/a.json/x

Nearest: rest.get('/:name.json/meta')  test/some.test.ts:1
  path segment 2  expected 'meta'
                  received 'x'

To answer it: rest.get('/a.json/x', {})`,
  },
  {
    title: 'another method, of a path with a wildcard',
    stubs: [get('/files/*path')],
    asked: 'POST /files/a/b',
    report: `No stub answers POST https://api.test/files/a/b

Nearest: rest.get('/files/*path')  test/some.test.ts:1
  method  expected GET
          received POST

To answer it: rest.post('/files/a/b', {})`,
  },
  {
    title: 'another method, of a RegExp',
    stubs: [stubOf('POST', /users/)],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.post(/users/)  test/some.test.ts:1
  method  expected POST
          received GET

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'another query, of a RegExp',
    stubs: [get(/users/, { queries: { page: 1 } })],
    asked: '/users?page=2',
    report: `No stub answers GET https://api.test/users?page=2

Nearest: rest.get(/users/)  test/some.test.ts:1
  queries.page  expected '1'
                received '2'

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a RegExp',
    stubs: [get(/^\/users$/)],
    asked: '/posts',
    report: `No stub answers GET https://api.test/posts

Nearest: rest.get(/^\\/users$/)  test/some.test.ts:1
  path  expected /^\\/users$/
        received '/posts'

To answer it: rest.get('/posts', {})`,
  },
]

const origins: readonly Case[] = [
  {
    title: 'another origin',
    stubs: [get('https://other.test/users')],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('https://other.test/users')  test/some.test.ts:1
  origin  expected https://other.test
          received https://api.test

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'an absolute URL beside a baseUrl, and another path',
    stubs: [get('https://other.test/users')],
    asked: 'https://other.test/posts',
    baseUrl: 'https://api.test/v1',
    report: `No stub answers GET https://other.test/posts

Nearest: rest.get('https://other.test/users')  test/some.test.ts:1
  path segment 1  expected 'users'
                  received 'posts'

To answer it: rest.get('https://other.test/posts', {})`,
  },
  {
    title: 'the baseUrl itself, if a wildcard asks for more',
    stubs: [get('/*rest')],
    asked: 'https://api.test/v1',
    baseUrl: 'https://api.test/v1',
    report: `No stub answers GET https://api.test/v1

Nearest: rest.get('/*rest')  test/some.test.ts:1
  path  expected '/*rest'
        received '/'

To answer it: rest.get('/', {})`,
  },
  {
    title: 'outside of the baseUrl: another origin',
    stubs: [get('/users')],
    baseUrl: 'https://api.test/v1',
    asked: 'https://other.test/v1/users',
    report: `No stub answers GET https://other.test/v1/users

Nearest: rest.get('/users')  test/some.test.ts:1
  origin  expected https://api.test
          received https://other.test

To answer it: rest.get('https://other.test/v1/users', {})`,
  },
  {
    title: 'outside of the baseUrl: without its prefix',
    stubs: [get('/users')],
    baseUrl: 'https://api.test/v1/',
    asked: 'https://api.test/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  path prefix  expected '/v1'
               received nothing

To answer it: rest.get('https://api.test/users', {})`,
  },
  {
    title: 'outside of the baseUrl: a RegExp that would fit',
    stubs: [get(/users/)],
    baseUrl: 'https://api.test/v1',
    asked: 'https://other.test/users',
    report: `No stub answers GET https://other.test/users

Nearest: rest.get(/users/)  test/some.test.ts:1
  origin  expected https://api.test
          received https://other.test
  path    expected '/v1/…'
          received '/users'

To answer it: rest.get('https://other.test/users', {})`,
  },
  {
    title: 'outside of the baseUrl: a RegExp, only because of its origin',
    stubs: [get(/users/, { queries: { page: 1 } })],
    baseUrl: 'https://api.test',
    asked: 'https://other.test/users',
    report: `No stub answers GET https://other.test/users

Nearest: rest.get(/users/)  test/some.test.ts:1
  origin        expected https://api.test
                received https://other.test
  queries.page  expected '1'
                received nothing

To answer it: rest.get('https://other.test/users', {})`,
  },
  {
    title: 'behind a baseUrl: a RegExp, which is asked with the whole pathname',
    stubs: [get(/^\/users$/)],
    baseUrl: 'https://api.test/v1',
    asked: 'https://api.test/v1/users',
    report: `No stub answers GET https://api.test/v1/users

Nearest: rest.get(/^\\/users$/)  test/some.test.ts:1
  path  expected /^\\/users$/
        received '/v1/users'

To answer it: rest.get('/users', {})`,
  },
]

const conditions: readonly Case[] = [
  {
    title: 'a wrong query, and one that is missing',
    stubs: [get('/users', { queries: { page: 1, role: 'admin' } })],
    asked: '/users?page=2&more=x',
    report: `No stub answers GET https://api.test/users?page=2&more=x

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.page  expected '1'
                received '2'
  queries.role  expected 'admin'
                received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'another query and another header: the report has both',
    stubs: [get('/users', { queries: { page: 1 }, headers: { accept: 'text/html' } })],
    asked: '/users?page=2',
    report: `No stub answers GET https://api.test/users?page=2

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.page    expected '1'
                  received '2'
  headers.accept  expected 'text/html'
                  received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a query that is repeated',
    stubs: [get('/users', { queries: { tag: 'a' } })],
    asked: '/users?tag=a&tag=b',
    report: `No stub answers GET https://api.test/users?tag=a&tag=b

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.tag  expected 'a'
               received ['a', 'b']

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a query whose name was sent with brackets',
    stubs: [get('/users', { queries: { tag: 'a' } })],
    asked: '/users?tags=a&tag[]=a',
    report: `No stub answers GET https://api.test/users?tags=a&tag[]=a

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.tag  expected 'a'
               received nothing
               its name is 'tag[]': write queries: { 'tag[]': … }

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a query whose name was sent without brackets, or with others',
    stubs: [get('/users', { queries: { 'tag[]': 'a', 'page[size]': 1 } })],
    asked: '/users?tag=a&page[limit]=1',
    report: `No stub answers GET https://api.test/users?tag=a&page[limit]=1

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.tag[]       expected 'a'
                      received nothing
                      its name is 'tag': write queries: { tag: … }
  queries.page[size]  expected '1'
                      received nothing
                      its name is 'page[limit]': write queries: { 'page[limit]': … }

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a query that was sent with and without brackets',
    stubs: [get('/users', { queries: { tag: 'b' } })],
    asked: '/users?tag[]=b&tag=a',
    report: `No stub answers GET https://api.test/users?tag[]=b&tag=a

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.tag  expected 'b'
               received 'a'

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a header beside a query of this name with brackets',
    stubs: [get('/users', { headers: { tag: 'a' } })],
    asked: '/users?tag[]=a',
    report: `No stub answers GET https://api.test/users?tag[]=a

Nearest: rest.get('/users')  test/some.test.ts:1
  headers.tag  expected 'a'
               received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'matchers, as they were written',
    stubs: [
      get('/users', {
        queries: {
          a: oneOf([1, 'b']),
          b: not(exists()),
          c: includes(/x/),
          d: expect.stringMatching(/y/),
          e: expect.any(Number),
        },
      }),
    ],
    asked: '/users?b=&c=z',
    report: `No stub answers GET https://api.test/users?b=&c=z

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected oneOf([1, 'b'])
             received nothing
  queries.b  expected not(exists())
             received ''
  queries.c  expected includes(/x/)
             received 'z'
  queries.d  expected StringMatching(/y/)
             received nothing
  queries.e  expected Any<Number>
             received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a wrong header',
    stubs: [get('/users', { headers: { 'X-Role': 'admin', Accept: /json/ } })],
    asked: { line: '/users', headers: { 'X-ROLE': 'guest' } },
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  headers.x-role  expected 'admin'
                  received 'guest'
  headers.accept  expected /json/
                  received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'params',
    stubs: [get('/users/:id', { params: { id: 1 } })],
    asked: '/users/2',
    report: `No stub answers GET https://api.test/users/2

Nearest: rest.get('/users/:id')  test/some.test.ts:1
  params.id  expected '1'
             received '2'

To answer it: rest.get('/users/2', {})`,
  },
  {
    title: 'the received values of cookies are hidden, that one is missing is not',
    stubs: [get('/users', { cookies: { sid: 'a', lang: 'en', theme: exists() } })],
    asked: { line: '/users', headers: { cookie: 'sid=secret-1; lang=de' } },
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  cookies.sid    expected 'a'
                 received (hidden)
  cookies.lang   expected 'en'
                 received (hidden)
  cookies.theme  expected exists()
                 received nothing

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'the received values of authorization and its like are hidden',
    stubs: [
      get('/users', {
        headers: {
          Authorization: /^Bearer a/,
          'X-Api-Key': 'k',
          Cookie: 'a=1',
          'x-csrf-token': 't',
          range: 'a',
          apikey: 'k',
        },
      }),
    ],
    asked: {
      line: '/users',
      headers: {
        authorization: 'Bearer secret',
        'x-api-key': 'secret',
        apikey: 'secret',
        cookie: 'a=secret',
        'x-csrf-token': 'secret',
        range: 'b',
      },
    },
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  headers.authorization  expected /^Bearer a/
                         received (hidden)
  headers.x-api-key      expected 'k'
                         received (hidden)
  headers.cookie         expected 'a=1'
                         received (hidden)
  headers.x-csrf-token   expected 't'
                         received (hidden)
  headers.range          expected 'a'
                         received 'b'
  headers.apikey         expected 'k'
                         received (hidden)

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'all headers at once are hidden',
    stubs: [get('/users', { headers: function hasRole() {} })],
    asked: { line: '/users', headers: { authorization: 'Bearer secret' } },
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  headers  expected [function hasRole]
           received (hidden)

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a body, at nested places and in arrays',
    stubs: [post({ users: [{ name: 'a' }, { name: 'b', roles: ['x'] }], 'odd key': 1 })],
    asked: { line: 'POST /users', body: { users: [{ name: 'a' }, { name: 'c', roles: [] }] } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.users[1].name          expected 'b'
                              received 'c'
  body.users[1].roles.length  expected 1
                              received 0
  body.odd key                expected 1
                              received nothing

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a body whose types differ',
    stubs: [post({ id: 1, none: null })],
    asked: { line: 'POST /users', body: { id: '1', none: 'null' } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.id    expected 1
             received '1'
  body.none  expected null
             received 'null'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a body that is a list at its top',
    stubs: [post([{ id: 1 }])],
    asked: { line: 'POST /users', body: [{ id: 2 }] },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body[0].id  expected 1
              received 2

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'no body',
    stubs: [post({ a: { b: [/x/] } })],
    asked: 'POST /users',
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected { a: { b: [/x/] } }
        received nothing

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a mismatch of equals() was reported for the whole body, and not at its place',
    stubs: [post(equals({ a: 1, list: [{ b: 2 }] }))],
    asked: { line: 'POST /users', body: { a: 2, list: [{ b: 2, c: 3 }], d: 4 } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.a          expected 1
                  received 2
  body.list[0].c  expected nothing
                  received 3
  body.d          expected nothing
                  received 4

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'the issues of a schema',
    stubs: [post(z.object({ email: z.email(), tags: z.array(z.string()) }))],
    asked: { line: 'POST /users', body: { email: 'a', tags: ['b', 1] } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.email    expected Invalid email address (zod schema)
                received 'a'
  body.tags[1]  expected Invalid input: expected string, received number (zod schema)
                received 1

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a matcher that threw',
    stubs: [get('/users', { queries: { a: boom, b: not(boom) } })],
    asked: '/users?a=1',
    report: `No stub answers GET https://api.test/users?a=1

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected [function boom]
             received '1'
             threw Error: mine
  queries.b  expected not([function boom])
             received nothing
             threw Error: mine

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a function of the request that says no, and one that throws',
    stubs: [get('/users', function isAdmin() {}), get('/users', boom)],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  match  expected [function isAdmin]
  1 more stub of this route did not match either

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'a function of the request that threw',
    stubs: [get('/users', boom)],
    asked: '/users',
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  match  expected [function boom]
         threw Error: mine

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'an async function',
    stubs: [get('/users', { queries: { a: async function isKnown() {} } })],
    asked: '/users?a=1',
    report: `No stub answers GET https://api.test/users?a=1

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.a  expected [function isKnown]
             received '1'
             threw TypeError: An async function cannot match: stubs are chosen synchronously

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'times used up',
    stubs: [stubOf('GET', '/users', { times: 1 })],
    asked: '/users',
    spent: true,
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  times  expected 1 request
         received one more

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'times used up, and another query: the report only has the query',
    stubs: [stubOf('GET', '/users', { times: 1, match: { queries: { page: 1 } } })],
    asked: '/users?page=2',
    spent: true,
    report: `No stub answers GET https://api.test/users?page=2

Nearest: rest.get('/users')  test/some.test.ts:1
  queries.page  expected '1'
                received '2'

To answer it: rest.get('/users', {})`,
  },
  {
    title: 'times used up, after several',
    stubs: [stubOf('GET', '/users', { times: 3 })],
    asked: '/users',
    spent: true,
    report: `No stub answers GET https://api.test/users

Nearest: rest.get('/users')  test/some.test.ts:1
  times  expected 3 requests
         received one more

To answer it: rest.get('/users', {})`,
  },
]

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const rawBodies: readonly Case[] = [
  {
    title: 'a text shows the raw body that it was compared with',
    stubs: [post('{"id":1}')],
    asked: { line: 'POST /users', body: { id: 1 }, raw: '{ "id": 1 }' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected '{"id":1}'
        received '{ "id": 1 }'
        the same JSON, with other spaces: write body: { id: 1 }

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a RegExp shows the raw body',
    stubs: [post(/^id=2/)],
    asked: { line: 'POST /users', headers: FORM, body: { id: '1' }, raw: 'id=1' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected /^id=2/
        received 'id=1'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a raw body is shown without its secret',
    stubs: [post(/^id=2/)],
    asked: { line: 'POST /users', headers: FORM, body: { id: '1', password: 'x' }, raw: 'id=1&password=x' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected /^id=2/
        received 'id=1&password=(hidden)'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'bytes show their lengths and the first byte that differs',
    stubs: [post(new Uint8Array([1, 2, 3, 4]))],
    asked: { line: 'POST /users', body: new Uint8Array([1, 7, 9]) },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.length  expected 4
               received 3
  body[1]      expected 2
               received 7

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'bytes that are expected where there is no body',
    stubs: [post(equals(new Uint8Array([1, 2])))],
    asked: 'POST /users',
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected [Uint8Array of 2 bytes]
        received nothing

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a field of a form is text',
    stubs: [post({ id: 2 })],
    asked: { line: 'POST /users', headers: FORM, body: { id: '1' }, raw: 'id=1' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.id  expected '2'
           received '1'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'JSON that was sent as a text',
    stubs: [post({ id: 1 })],
    asked: { line: 'POST /users', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body: '{"id":1}' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected { id: 1 }
        received '{"id":1}'
        sent with content-type 'text/plain;charset=UTF-8', so it was not read as JSON

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'JSON that was sent as a text, and is compared with a RegExp',
    stubs: [post(/^\{"id":2/)],
    asked: { line: 'POST /users', headers: { 'content-type': 'text/plain' }, body: '{"id":1}' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected /^\\{"id":2/
        received '{"id":1}'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'JSON that was sent as a form, and is compared with a text',
    stubs: [post('{"id":2}')],
    asked: { line: 'POST /users', headers: FORM, body: { '{"id":1}': '' }, raw: '{"id":1}' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected '{"id":2}'
        received '{"id":1}'

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'JSON that was sent as a form, and is not compared',
    stubs: [stubOf('POST', '/users', { match: { queries: { page: 1 } } })],
    asked: { line: 'POST /users', headers: FORM, body: { '{"id":1}': '' }, raw: '{"id":1}' },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  queries.page  expected '1'
                received nothing

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a text of JSON within a body of JSON',
    stubs: [post({ user: { id: 1 } })],
    asked: { line: 'POST /users', headers: { 'content-type': 'application/json' }, body: { user: '{"id":1}' } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.user  expected { id: 1 }
             received '{"id":1}'

To answer it: rest.post('/users', {})`,
  },
]

const JSON_AS_FORM: Case = {
  title: 'JSON that was sent as a form',
  stubs: [post({ id: 1, name: 'Ada' })],
  asked: { line: 'POST /users', headers: FORM, body: { '{"id":1}': '' }, raw: '{"id":1}' },
  report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.id    expected '1'
             received nothing
  body.name  expected 'Ada'
             received nothing
             sent with content-type 'application/x-www-form-urlencoded', so it was not read as JSON

To answer it: rest.post('/users', {})`,
}

const long: readonly Case[] = [
  {
    title: 'a long text',
    stubs: [post({ note: 'short' })],
    asked: { line: 'POST /users', body: { note: 'x'.repeat(500) } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body.note  expected 'short'
             received '${'x'.repeat(119)}… (500 characters)

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a long list',
    stubs: [post(5)],
    asked: { line: 'POST /users', body: Array.from({ length: 100_000 }, (_, index) => index) },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected 5
        received [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 3… (100000 elements)

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'more differences than twelve',
    stubs: [post(Object.fromEntries(Array.from({ length: 14 }, (_, index) => [`k${index}`, index])))],
    asked: { line: 'POST /users', body: { k0: 0 } },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
${Array.from({ length: 12 }, (_, index) => `  ${`body.k${index + 1}`.padEnd(8)}  expected ${index + 1}\n            received nothing`).join('\n')}
  and 1 more difference

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'a body of a type that is not known is reported as one without the keys',
    stubs: [post({ role: 'admin', name: 'Ada' })],
    asked: { line: 'POST /users', body: new Uint8Array([123, 125]) },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
  body  expected { role: 'admin', name: 'Ada' }
        received [Uint8Array of 2 bytes]
        sent with no content-type, so it was not read as JSON

To answer it: rest.post('/users', {})`,
  },
  {
    title: 'many more differences than twelve',
    stubs: [post(Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`k${index}`, index])))],
    asked: { line: 'POST /users', body: {} },
    report: `No stub answers POST https://api.test/users

Nearest: rest.post('/users')  test/some.test.ts:1
${Array.from({ length: 12 }, (_, index) => `  ${`body.k${index}`.padEnd(8)}  expected ${index}\n            received nothing`).join('\n')}
  and 8 more differences

To answer it: rest.post('/users', {})`,
  },
]

describe.each([
  { name: 'its parts', cases: shapes },
  { name: 'methods', cases: methods },
  { name: 'paths', cases: paths },
  { name: 'origins', cases: origins },
  { name: 'conditions', cases: conditions },
  { name: 'raw bodies', cases: [...rawBodies, JSON_AS_FORM] },
  { name: 'length', cases: long },
])('the report: $name', ({ cases }) => {
  test.each(cases)('$title', ({ stubs, asked, report, spent, ...options }) => {
    expect(reportOf(stubs, asked, { ...options, spent: spent ? stubs : [] })).toBe(report)
  })
})
