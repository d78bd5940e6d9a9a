import * as valibot from 'valibot'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { compileMatch } from '../../../src/core/match/compile-match.ts'
import { satisfies } from '../../../src/core/match/match.ts'
import {
  equals,
  every,
  exists,
  greater,
  haveEntries,
  includes,
  not,
  oneOf,
  regExp,
  some,
} from '../../../src/core/match/matchers.ts'
import { parseQueries } from '../../../src/core/request.ts'
import { type Asked, decide, requestOf, stubOf } from '../support.ts'

/** A stub with this match against requests that satisfy it, and others that do not (contract: section 3). */
interface Case {
  readonly title: string
  readonly match: unknown
  readonly path?: string | RegExp
  readonly satisfied: readonly (string | Asked)[]
  readonly not: readonly (string | Asked)[]
}

const header = (name: string, value: string): Asked => ({ line: '/', headers: { [name]: value } })
const cookie = (value: string): Asked => header('cookie', value)
const post = (body: unknown): Asked => ({ line: '/', body })
const hostile = (json: string): unknown => JSON.parse(json)

const queries: readonly Case[] = [
  {
    title: 'numbers and booleans compare as text',
    match: { queries: { page: 1, all: true } },
    satisfied: ['/?page=1&all=true', '/?all=true&page=1&more=x'],
    not: ['/?page=01&all=true', '/?page=1', '/?page=2&all=true', '/'],
  },
  {
    title: 'a text is not found in a repeated query, a list and includes() are',
    match: { queries: { a: '1' } },
    satisfied: ['/?a=1'],
    not: ['/?a=1&a=2', '/?a=2&a=1', '/?a=1&a=1'],
  },
  {
    title: 'a list asks for each, in order, and the same number',
    match: { queries: { a: ['1', 2] } },
    satisfied: ['/?a=1&a=2', '/?a=1&b=3&a=2'],
    not: ['/?a=2&a=1', '/?a=1', '/?a=1&a=2&a=3', '/?a=1,2'],
  },
  {
    title: 'includes() of a repeated query',
    match: { queries: { a: includes('1') } },
    satisfied: ['/?a=1&a=2', '/?a=2&a=1', '/?a=1', '/?a=21'],
    not: ['/?a=2&a=21', '/?a=2', '/'],
  },
  {
    title: 'names keep their case',
    match: { queries: { Page: '1' } },
    satisfied: ['/?Page=1'],
    not: ['/?page=1'],
  },
  {
    title: 'values are decoded',
    match: { queries: { 'a b': 'c&d=é' } },
    satisfied: ['/?a+b=c%26d%3D%C3%A9', '/?a%20b=c%26d%3D%C3%A9'],
    not: ['/?a+b=c'],
  },
  {
    title: 'exists(): the name is present, whatever its value',
    match: { queries: { a: exists() } },
    satisfied: ['/?a', '/?a=', '/?a=1', '/?a=1&a=2'],
    not: ['/', '/?b=1', '/?A=1'],
  },
  {
    title: 'undefined and not(exists()): the name is absent',
    match: { queries: { a: undefined, b: not(exists()) } },
    satisfied: ['/', '/?c=1'],
    not: ['/?a', '/?a=undefined', '/?b=1'],
  },
  {
    title: 'a RegExp and a function',
    match: { queries: { a: /^\d+$/, b: (value?: string) => value === undefined } },
    satisfied: ['/?a=12'],
    not: ['/?a=x', '/?a=1&a=2', '/?a=1&b=2'],
  },
  {
    title: 'names that every object has',
    match: { queries: hostile('{ "__proto__": "1", "constructor": "2" }') },
    satisfied: ['/?__proto__=1&constructor=2'],
    not: ['/', '/?__proto__=1', '/?constructor=2'],
  },
  {
    title: 'equals() of all: no further names',
    match: { queries: equals({ a: 1 }) },
    satisfied: ['/?a=1'],
    not: ['/?a=1&b=2', '/?a=1&__proto__=2', '/'],
  },
  {
    title: 'a function of all',
    match: { queries: (all: Record<string, string>) => Object.keys(all).length === 2 },
    satisfied: ['/?a=1&b=2'],
    not: ['/?a=1'],
  },
  {
    title: 'a schema of all',
    match: { queries: z.strictObject({ a: z.coerce.number() }) },
    satisfied: ['/?a=1'],
    not: ['/?a=x', '/?a=1&b=1', '/'],
  },
]

const headers: readonly Case[] = [
  {
    title: 'names ignore case, values do not',
    match: { headers: { 'X-Role': 'Admin' } },
    satisfied: [header('x-role', 'Admin'), header('X-ROLE', 'Admin')],
    not: [header('x-role', 'admin'), '/'],
  },
  {
    title: 'numbers compare as text',
    match: { headers: { 'content-length': 3 } },
    satisfied: [header('content-length', '3')],
    not: [header('content-length', '03')],
  },
  {
    title: 'a matcher of all',
    match: { headers: haveEntries({ Accept: /json/ }) },
    satisfied: [header('accept', 'application/json')],
    not: [header('accept', 'text/html'), '/'],
  },
  {
    title: 'matchers of all, nested',
    match: { headers: every(haveEntries({ accept: /json/ }), not({ Range: exists() })) },
    satisfied: [header('accept', 'application/json')],
    not: [{ line: '/', headers: { accept: 'application/json', range: 'bytes=0-1' } }],
  },
  {
    title: "a runner's asymmetric matcher of all",
    match: { headers: expect.objectContaining({ accept: 'a' }) },
    satisfied: [header('Accept', 'a')],
    not: [header('accept', 'b')],
  },
  {
    title: 'an asymmetric matcher written by hand',
    match: { headers: { asymmetricMatch: (all: Record<string, string>) => 'accept' in all } },
    satisfied: [header('accept', 'a')],
    not: ['/'],
  },
  {
    title: 'a schema of all, whatever names its own object has',
    match: { headers: valibot.looseObject({ accept: valibot.string() }) },
    satisfied: [header('accept', 'a')],
    not: ['/'],
  },
  {
    title: 'a function of all',
    match: { headers: (all: Record<string, string>) => all.accept === 'a' },
    satisfied: [header('Accept', 'a')],
    not: ['/'],
  },
  {
    title: 'not(exists())',
    match: { headers: { Authorization: not(exists()) } },
    satisfied: ['/', header('x-a', 'b')],
    not: [header('authorization', ''), header('AUTHORIZATION', 'x')],
  },
]

const cookies: readonly Case[] = [
  {
    title: 'names keep their case',
    match: { cookies: { sid: 'a' } },
    satisfied: [cookie('sid=a'), cookie('x=1; sid=a')],
    not: [cookie('SID=a'), cookie('sid=A'), cookie('sid=b'), '/'],
  },
  {
    title: 'values are decoded, numbers compare as text',
    match: { cookies: { name: 'a b;c', page: 2 } },
    satisfied: [cookie('name=a%20b%3Bc; page=2')],
    not: [cookie('name=a%20b%3Bc')],
  },
  {
    title: 'names that every object has',
    match: { cookies: hostile('{ "__proto__": "1" }') },
    satisfied: [cookie('__proto__=1')],
    not: ['/', cookie('a=1')],
  },
]

const params: readonly Case[] = [
  {
    title: 'numbers compare as text',
    path: '/users/:id',
    match: { params: { id: 1 } },
    satisfied: ['/users/1', '/users/1/'],
    not: ['/users/2', '/users/01'],
  },
  {
    title: 'decoded',
    path: '/files/:name',
    match: { params: { name: 'a/b' } },
    satisfied: ['/files/a%2Fb', '/files/a%2fb'],
    not: ['/files/a', '/files/a%252Fb'],
  },
  {
    title: 'a wildcard is a list',
    path: '/files/*rest',
    match: { params: { rest: ['a', 1] } },
    satisfied: ['/files/a/1'],
    not: ['/files/a', '/files/a/1/b', '/files/1/a'],
  },
  {
    title: 'an optional one may be absent',
    path: '/users{/:id}',
    match: { params: { id: undefined } },
    satisfied: ['/users'],
    not: ['/users/1'],
  },
  {
    title: "a RegExp's groups",
    path: /^\/users\/(?<id>\d+)(?:\/(?<tab>\w+))?/,
    match: { params: { id: greater(5), tab: not(exists()) } },
    satisfied: ['/users/6'],
    not: ['/users/5', '/users/6/posts'],
  },
  {
    title: 'a matcher of all',
    path: '/:a/:b',
    match: { params: equals({ a: '1', b: '2' }) },
    satisfied: ['/1/2'],
    not: ['/2/1'],
  },
  {
    title: 'names that every object has',
    path: '/:__proto__/:constructor',
    match: { params: hostile('{ "__proto__": "a", "constructor": "b" }') },
    satisfied: ['/a/b'],
    not: ['/b/a'],
  },
]

const file = new File(['abc'], 'a.png', { type: 'image/png' })

const bodies: readonly Case[] = [
  {
    title: 'types count',
    match: { body: { id: 1, all: true, none: null } },
    satisfied: [post({ id: 1, all: true, none: null, more: 1 })],
    not: [
      post({ id: '1', all: true, none: null }),
      post({ id: 1, all: 'true', none: null }),
      post({ id: 1, all: true }),
      '/',
    ],
  },
  { title: 'a text', match: { body: 'a' }, satisfied: [post('a')], not: [post('b'), post(['a']), '/'] },
  { title: 'null', match: { body: null }, satisfied: [post(null)], not: [post({}), '/'] },
  { title: 'a number', match: { body: 0 }, satisfied: [post(0), post(-0)], not: [post(''), post(null), '/'] },
  { title: 'any object', match: { body: {} }, satisfied: [post({}), post({ a: 1 })], not: [post([]), post('a'), '/'] },
  {
    title: 'a file of a form',
    match: { body: { avatar: { name: 'a.png', type: 'image/png', size: 3 }, tag: includes('b') } },
    satisfied: [post({ avatar: file, tag: ['a', 'b'] })],
    not: [post({ avatar: new File([''], 'a.png'), tag: 'b' }), post({ avatar: 'a.png', tag: 'b' })],
  },
  {
    title: 'bytes, by a function',
    match: { body: (bytes: unknown) => bytes instanceof Uint8Array && bytes[0] === 1 },
    satisfied: [post(new Uint8Array([1, 2]))],
    not: [post(new Uint8Array([2])), '/'],
  },
  {
    title: 'a list of objects with matchers',
    match: { body: [{ id: oneOf([1, 2]) }, { id: exists() }] },
    satisfied: [post([{ id: 2, more: 1 }, { id: null }])],
    not: [post([{ id: 3 }, { id: 1 }]), post([{ id: 1 }]), post([{ id: 1 }, {}])],
  },
  {
    title: 'keys that reach a prototype elsewhere',
    match: { body: hostile('{ "__proto__": { "admin": true } }') },
    satisfied: [post(hostile('{ "__proto__": { "admin": true } }'))],
    not: [post({ admin: true }), post({}), post(hostile('{ "__proto__": { "admin": false } }'))],
  },
  {
    title: 'a schema',
    match: { body: z.object({ email: z.email() }) },
    satisfied: [post({ email: 'a@b.test' })],
    not: [post({ email: 'a' }), post(undefined), '/'],
  },
  {
    title: 'a schema whose keys look like those of a stub',
    match: { body: valibot.object({ pattern: valibot.string(), replies: valibot.number() }) },
    satisfied: [post({ pattern: 'a', replies: 1 })],
    not: [post({ pattern: 'a' }), '/'],
  },
  { title: 'an absent one', match: { body: not(exists()) }, satisfied: ['/'], not: [post(null), post('')] },
]

const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=x' }
const urlencoded = (raw: string): Asked => ({
  line: '/',
  headers: URLENCODED,
  body: parseQueries(`https://api.test/?${raw}`),
  raw,
})
const json = (raw: string): Asked => ({ line: '/', body: JSON.parse(raw), raw })
const bytes = (...values: number[]): Asked => post(new Uint8Array(values))

const rawBodies: readonly Case[] = [
  {
    title: 'a text is compared with the raw body too, whatever its content type',
    match: { body: 'a=1&b=2' },
    satisfied: [urlencoded('a=1&b=2'), post('a=1&b=2'), json('"a=1&b=2"')],
    not: [urlencoded('b=2&a=1'), urlencoded('a=1&b=2&c=3'), json('{"a":"1"}'), '/'],
  },
  {
    title: 'a text of JSON',
    match: { body: '{"a":1}' },
    satisfied: [json('{"a":1}'), post('{"a":1}')],
    not: [json('{ "a": 1 }'), json('{"a":2}'), '/'],
  },
  {
    title: 'a RegExp is tested on the raw body too',
    match: { body: /"name":\s*"A/g },
    satisfied: [json('{"id":1,"name":"Ada"}'), json('[{ "name": "Al" }]'), post('"name":"A'), json('{"name":"Ada"}')],
    not: [json('{"name":"Bob"}'), '/'],
  },
  {
    title: 'bytes are compared with the raw body',
    match: { body: new Uint8Array([123, 125]) },
    satisfied: [bytes(123, 125), json('{}'), post('{}')],
    not: [bytes(123), bytes(123, 125, 0), bytes(123, 126), json('[]'), '/'],
  },
  {
    title: 'bytes of a view and of a buffer',
    match: { body: some(new DataView(new Uint8Array([1, 2, 3]).buffer, 1), new Uint8Array([7]).buffer) },
    satisfied: [bytes(2, 3), bytes(7)],
    not: [bytes(1, 2, 3), bytes(3), '/'],
  },
  {
    title: 'equals() and regExp() stand for the same',
    match: { body: every(equals(new Uint8Array([97, 61, 49])), equals('a=1'), regExp(/=1$/)) },
    satisfied: [urlencoded('a=1'), post('a=1')],
    not: [urlencoded('a=2'), '/'],
  },
  {
    title: 'not() is their opposite',
    match: { body: not('a=1') },
    satisfied: [urlencoded('a=2'), '/', json('{"a":"1"}')],
    not: [urlencoded('a=1'), post('a=1')],
  },
  {
    title: 'oneOf() of texts',
    match: { body: oneOf(['a=1', /^b=/]) },
    satisfied: [urlencoded('a=1'), urlencoded('b=7')],
    not: [urlencoded('a=2'), urlencoded('a=1&b=7')],
  },
  {
    title: 'the parts of a body are no raw bodies',
    match: { body: { a: '{"a":1}' } },
    satisfied: [json('{"a":"{\\"a\\":1}"}')],
    not: [json('{"a":1}'), json('{"a":{"a":1}}')],
  },
  {
    title: 'the elements of a body are no raw bodies',
    match: { body: includes(/^\["b"\]$/) },
    satisfied: [json('["[\\"b\\"]"]')],
    not: [json('["b"]')],
  },
  {
    title: 'the other parts of a request have no raw text',
    match: { queries: not(regExp(/id/)), headers: not('id=1') },
    satisfied: ['/', post('id=1')],
    not: [],
  },
]

const forms: readonly Case[] = [
  {
    title: 'the fields of a form are text',
    match: { body: { age: 36, admin: true, none: null, tags: [1, 2] } },
    satisfied: [urlencoded('age=36&admin=true&none=null&tags=1&tags=2')],
    not: [urlencoded('age=36&admin=1&none=&tags=1&tags=2'), urlencoded('age=36&admin=true&none=null&tags=1'), '/'],
  },
  {
    title: 'in matchers too',
    match: { body: { age: oneOf([36, 37]), id: not(7), tags: includes(2), exact: equals(1) } },
    satisfied: [urlencoded('age=37&id=8&tags=1&tags=2&exact=1')],
    not: [
      urlencoded('age=38&id=8&tags=1&tags=2&exact=1'),
      urlencoded('age=37&id=7&tags=1&tags=2&exact=1'),
      urlencoded('age=37&id=8&tags=1&tags=3&exact=1'),
      urlencoded('age=37&id=8&tags=1&tags=2&exact=2'),
    ],
  },
  {
    title: 'equals() of a form',
    match: { body: equals({ age: 36 }) },
    satisfied: [urlencoded('age=36')],
    not: [urlencoded('age=36&more=1'), json('{"age":"36"}')],
  },
  {
    title: 'a file in a multipart form keeps the types of its properties',
    match: { body: { id: 1, avatar: { name: 'a.png', size: 3 } } },
    satisfied: [{ line: '/', headers: MULTIPART, body: { id: '1', avatar: file } }],
    not: [{ line: '/', headers: MULTIPART, body: { id: '2', avatar: file } }],
  },
  {
    title: 'a content type that only mentions a form is none',
    match: { body: { age: 36 } },
    satisfied: [
      { line: '/', headers: { 'content-type': 'application/json; like="multipart/form-data"' }, body: { age: 36 } },
      {
        line: '/',
        headers: { 'content-type': 'text/json; like=application/x-www-form-urlencoded' },
        body: { age: 36 },
      },
    ],
    not: [
      { line: '/', headers: { 'content-type': 'application/json; like="multipart/form-data"' }, body: { age: '36' } },
    ],
  },
  {
    title: 'types count in JSON all the same',
    match: { body: { age: 36 } },
    satisfied: [json('{"age":36}'), urlencoded('age=36')],
    not: [json('{"age":"36"}')],
  },
]

const whole: readonly Case[] = [
  {
    title: 'all parts have to be satisfied',
    path: '/:id',
    match: {
      params: { id: 1 },
      queries: { a: 1 },
      headers: { b: 1 },
      cookies: { c: 1 },
      body: { d: 1 },
    },
    satisfied: [{ line: '/1?a=1', headers: { b: '1', cookie: 'c=1' }, body: { d: 1 } }],
    not: [
      { line: '/2?a=1', headers: { b: '1', cookie: 'c=1' }, body: { d: 1 } },
      { line: '/1?a=2', headers: { b: '1', cookie: 'c=1' }, body: { d: 1 } },
      { line: '/1?a=1', headers: { b: '2', cookie: 'c=1' }, body: { d: 1 } },
      { line: '/1?a=1', headers: { b: '1', cookie: 'c=2' }, body: { d: 1 } },
      { line: '/1?a=1', headers: { b: '1', cookie: 'c=1' }, body: { d: 2 } },
      { line: '/1?a=1', headers: { b: '1', cookie: 'c=1' } },
    ],
  },
  {
    title: 'a function gets the request, with the params of its own path',
    path: '/:id',
    match: (request: { params: { id: string }; method: string; queries: Record<string, string>; body: unknown }) =>
      request.params.id === '1' && request.method === 'GET' && request.queries.a === '1' && request.body === 'x',
    satisfied: [{ line: '/1?a=1', body: 'x' }],
    not: [{ line: '/2?a=1', body: 'x' }, { line: '/1?a=1' }, { line: '/1', body: 'x' }],
  },
]

describe.each([
  { part: 'queries', cases: queries },
  { part: 'headers', cases: headers },
  { part: 'cookies', cases: cookies },
  { part: 'params', cases: params },
  { part: 'body', cases: bodies },
  { part: 'the raw body', cases: rawBodies },
  { part: 'a form', cases: forms },
  { part: 'the whole', cases: whole },
])('$part', ({ cases }) => {
  test.each(cases)('$title', ({ match, path = '/', satisfied, not: others }) => {
    const stub = stubOf('GET', path, { match })
    for (const asked of satisfied) expect(decide([stub], asked)).toMatchObject({ decision: { stub }, thrown: [] })
    for (const asked of others) expect(decide([stub], asked)).toEqual({ decision: undefined, thrown: [] })
  })
})

const none: readonly { title: string; match: unknown }[] = [
  { title: 'undefined', match: undefined },
  { title: '{}', match: {} },
  { title: '{ queries: {} }', match: { queries: {} } },
  { title: 'empty parts', match: { params: {}, queries: {}, headers: {}, cookies: {} } },
  { title: 'parts that are undefined', match: { params: undefined, queries: undefined, body: undefined } },
]

test.each(none)('a match without any condition counts as no match: $title', ({ match }) => {
  expect(compileMatch(match)).toBe(undefined)
})

test.each([
  { part: 'body', is: true },
  { part: 'variables', is: false },
])('a form has only texts, and what a protocol reads in it keeps its types: $part, $is', ({ part, is }) => {
  const match = compileMatch({ [part]: { age: 36 } }, [part])
  const request = { ...requestOf({ line: '/', headers: URLENCODED }), [part]: { age: '36' } }
  expect(match && satisfies(match, request, {}, () => {})).toBe(is)
})

const weights: readonly { title: string; match: unknown; weight: number }[] = [
  { title: 'one query', match: { queries: { a: 1 } }, weight: 1 },
  { title: 'a function of all', match: () => true, weight: 1 },
  { title: 'a function of a part', match: { queries: () => true }, weight: 1 },
  { title: 'an absent query', match: { queries: { a: undefined } }, weight: 1 },
  { title: 'several parts', match: { queries: { a: 1, b: 2 }, headers: { c: 3 } }, weight: 3 },
  { title: 'at any depth of a body', match: { body: { a: { b: 1, c: [1, { d: 2 }] } } }, weight: 3 },
  { title: 'empty objects and lists in a body', match: { body: { a: {}, b: [] } }, weight: 2 },
  { title: 'a body that is any object', match: { body: {} }, weight: 1 },
  { title: 'a matcher, whatever its arguments are', match: { body: every(exists(), { a: 1, b: 2 }) }, weight: 1 },
]

test.each(weights)('conditions are counted: $title', ({ match, weight }) => {
  expect(compileMatch(match)?.weight).toBe(weight)
})

const needs: readonly { title: string; match: unknown; needsBody: boolean }[] = [
  { title: 'queries', match: { queries: { a: 1 } }, needsBody: false },
  { title: 'a body', match: { queries: { a: 1 }, body: exists() }, needsBody: true },
  { title: 'a function', match: () => true, needsBody: true },
]

test.each(needs)('whether the body has to be read is known before: $title', ({ match, needsBody }) => {
  expect(compileMatch(match)?.needsBody).toBe(needsBody)
})

describe('a function that throws does not match', () => {
  const error = new Error('mine')
  const boom = () => {
    throw error
  }
  const throwing: readonly { title: string; match: unknown }[] = [
    { title: 'a function of the request', match: boom },
    { title: 'a function of a part', match: { queries: boom } },
    { title: 'a function of a value', match: { headers: { a: boom } } },
    { title: 'a function deep in a body', match: { body: { a: [boom] } } },
    { title: 'inside not()', match: { queries: { a: not(boom) } } },
    {
      title: 'a schema',
      match: { body: valibot.object({ a: valibot.array(valibot.pipe(valibot.any(), valibot.check(boom))) }) },
    },
    { title: 'an asymmetric matcher', match: { queries: { a: { asymmetricMatch: boom } } } },
  ]

  test.each(throwing)('$title: the error is reported, and the next stub answers', ({ match }) => {
    const stub = stubOf('GET', '/', { match })
    const other = stubOf('GET', '/')
    const asked = { line: '/?a=1', headers: { a: '1' }, body: { a: [1] } }
    expect(decide([stub, other], asked)).toEqual({
      decision: { stub: other, params: {} },
      thrown: [{ stub, error }],
    })
    expect(decide([stub], asked).decision).toBeUndefined()
  })

  test('a stub that is not compared throws nothing', () => {
    const stub = stubOf('GET', '/', { match: boom })
    const first = stubOf('GET', '/', { match: { queries: { a: 1, b: 2 } } })
    expect(decide([stub, first], '/?a=1&b=2').thrown).toEqual([])
    expect(decide([stub], '/', { spent: [stub] }).thrown).toEqual([])
    expect(decide([stub], 'POST /').thrown).toEqual([])
  })

  test('the comparison ends at the first difference', () => {
    const stub = stubOf('GET', '/', { match: { queries: { a: 2 }, body: boom } })
    expect(decide([stub], '/?a=1')).toEqual({ decision: undefined, thrown: [] })
    const twice = stubOf('GET', '/', { match: { queries: { a: boom, b: boom }, body: boom } })
    expect(decide([twice], '/?a=1')).toEqual({ decision: undefined, thrown: [{ stub: twice, error }] })
  })

  test('an async function never matches, and the report says so', () => {
    const stub = stubOf('GET', '/', { match: async () => true })
    expect(decide([stub], '/')).toEqual({
      decision: undefined,
      thrown: [{ stub, error: new TypeError('An async function cannot match: stubs are chosen synchronously') }],
    })
  })
})

test('a change of a fixture after the declaration has no effect', () => {
  const body = { user: { roles: ['admin'] } }
  const match: Record<string, unknown> = { queries: { a: ['1', '2'] }, body }
  const settings = { match, status: 201, headers: { a: ['1'] } }
  const stub = stubOf('POST', '/', settings)
  body.user.roles.push('guest')
  match.queries = { a: 'other' }
  match.headers = { more: '1' }
  settings.headers.a.push('2')
  settings.status = 500
  const asked = { line: 'POST /?a=1&a=2', body: { user: { roles: ['admin'] } } }
  expect(decide([stub], asked).decision).toMatchObject({ stub })
  expect(stub).toMatchObject({ status: 201, headers: [['a', '1']] })
})

test('a stub is frozen, and a comparison does not change it', () => {
  const stub = stubOf('GET', '/:id', { match: { params: { id: 1 } }, times: 1 })
  expect(Object.isFrozen(stub)).toBe(true)
  const before = JSON.stringify(stub)
  decide([stub], '/1')
  decide([stub], '/2')
  expect(JSON.stringify(stub)).toBe(before)
})

test('a part that no condition asks about is not read', () => {
  const request = requestOf('/?a=1')
  const stub = stubOf('GET', '/', { match: { queries: { a: 1 } } })
  const unread = new Proxy(request, {
    get(target, key) {
      if (['body', 'cookies', 'headers', 'snapshot'].includes(String(key))) throw new Error(`${String(key)} was read`)
      return Reflect.get(target, key)
    },
  })
  expect(stub.parts.match?.parts.map(({ part }) => unread[part as 'queries'])).toEqual([{ a: '1' }])
  expect(decide([stub], '/?a=1').decision?.stub).toBe(stub)
})
