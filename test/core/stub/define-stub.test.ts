import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { RouteDefinitionError } from '../../../src/core/errors.ts'
import { every, exists, includes, length, not, startsWith } from '../../../src/core/match/matchers.ts'
import * as replies from '../../../src/core/reply/named-replies.ts'
import { networkError, sse } from '../../../src/core/reply/named-replies.ts'
import { type Reply, named as replyNamed } from '../../../src/core/reply/reply.ts'
import { toReply } from '../../../src/core/reply/to-reply.ts'
import { callSiteOf } from '../../../src/core/stub/call-site.ts'
import { checkHidden, checkRoutes } from '../../../src/core/stub/check-routes.ts'
import { headerProblem } from '../../../src/core/stub/check-settings.ts'
import { isMistake, rightOf } from '../../../src/core/stub/correction.ts'
import { copyStub, defineStub } from '../../../src/core/stub/define-stub.ts'
import { tryMatch } from '../../../src/core/stub/parse-match.ts'
import { bodyProblem } from '../../../src/core/stub/parse-response.ts'
import type { Stub } from '../../../src/core/stub/stub.ts'
import * as declaring from '../../../src/rest.ts'

type Anything = (...args: readonly unknown[]) => Stub

/** What the types refuse too, as JavaScript would write it. */
const rest = declaring.rest as unknown as Readonly<Record<'get' | 'post' | 'delete', Anything>>
const sequence = replies.sequence as unknown as Anything
const redirect = replies.redirect as unknown as Anything

function boom(message = 'Mine'): never {
  throw new Error(message)
}

test('the inner error of a refusal is its cause', () => {
  expect(errorOf(() => rest.get('/users', { toJSON: () => boom() })).cause).toEqual(new Error('Mine'))
  expect(errorOf(() => sequence({ toJSON: () => boom() })).cause).toEqual(new Error('Mine'))
  expect(errorOf(() => sse([{ data: { toJSON: () => boom() } }])).cause).toEqual(new Error('Mine'))
  expect(errorOf(() => rest.get('/users/:', {})).cause).toBeInstanceOf(TypeError)
  const deep = Array.from({ length: 501 }).reduce<unknown>((inner) => [inner], 1)
  expect(errorOf(() => rest.post('/users', {}, { match: { body: deep } })).cause).toBeInstanceOf(RangeError)
  expect(errorOf(() => declaring.rest.at('/api', { match: { body: deep } as never })).cause).toBeInstanceOf(RangeError)
})

test('a resolver refuses the method and the settings that it cannot answer with', () => {
  const refuses = (method: string, { status }: { readonly status?: unknown }) =>
    method !== 'GET'
      ? { problem: 'it is a GET', meant: { method: 'GET' } as const }
      : status
        ? { problem: 'no status' }
        : undefined
  const reply = replyNamed('websocket', [], { kind: 'resolver', resolver: () => undefined, refuses })
  expect(errorOf(() => rest.post('/socket', reply)).message).toBe(
    "rest.post('/socket'): it is a GET\n\nWrite  rest.get('/socket', …)",
  )
  expect(errorOf(() => rest.get('/socket', reply, { status: 201 })).message).toBe("rest.get('/socket'): no status")
  expect(rest.get('/socket', reply).method).toBe('GET')
})

test('a stub tells all that it was declared with', () => {
  const trace = { stack: 'Error\n    at test/users.test.ts:7:3' }
  const settings = { status: 201, headers: { 'x-total': '3' }, delay: 5, times: 2 }
  const declarer = {
    at: '/api',
    isFallback: true,
    caller: 'api.rest',
    settings: { status: 204 },
    hint: () => 'Record it',
  }
  const stub = defineStub('POST', '/users', {}, settings, trace, declarer)
  const shown = { ...settings, headers: [['x-total', '3']] }
  expect(stub).toMatchObject({ method: 'POST', path: '/users', at: '/api', ...shown })
  expect(stub.parts).toMatchObject({ ...shown, trace, declarer })
  expect(String(stub)).toBe("api.rest.post('/users')  test/users.test.ts:7")
})

test('a copy of a stub has the new parts, and the rest of the original', () => {
  const stub = rest.get('/users', {}, { status: 201, times: 2 })
  expect(copyStub(stub, { times: 1 })).toMatchObject({ method: 'GET', path: '/users', status: 201, times: 1 })
})

test.each([
  {
    title: 'a payload',
    response: {},
    problem: ": a response with status 204 has no body\n\nWrite  rest.get('/a', undefined)",
  },
  { title: 'a payload with a status of its own', response: replies.status(200, {}), problem: undefined },
])('the default status of a declarer: $title', ({ response, problem }) => {
  const declare = () => defineStub('GET', '/a', response, undefined, {}, { settings: { status: 204 } })
  if (problem === undefined) expect(declare().status).toBe(204)
  else expect(errorOf(declare).message).toBe(`rest.get('/a')${problem}`)
})

test('the place of a stub in a file whose name is no URL is the name as it is', () => {
  expect(callSiteOf({ stack: 'Error\n    at file:///project/100%.ts:7:3' })).toBe('/project/100%.ts:7')
})

test('null is no mistake', () => {
  expect(isMistake(null)).toBe(false)
})

test('a stub is printed as its route, and by a name that no bundler shortens', () => {
  expect(inspect(rest.get('/users', {}))).toBe("Stub { method: 'GET', path: '/users' }")
})

test('a refusal without a cause is not printed with an undefined one', () => {
  expect(errorOf(() => rest.get('users', {}))).not.toHaveProperty('cause')
})

const accepted: readonly { title: string; declare(): unknown }[] = [
  { title: 'a circumflex in a path', declare: () => rest.get('/a^b', {}) },
  {
    title: 'a list for a param of any path',
    declare: () => rightOf({ method: 'GET', path: '/' }, tryMatch(undefined, { params: { id: ['a'] } })),
  },
  {
    title: 'an absent header with the name of a param',
    declare: () => rest.get('/:id', {}, { match: { headers: { id: not(exists()) } } }),
  },
  {
    title: 'a header with the name of a wildcard',
    declare: () => rest.get('/*rest', {}, { match: { headers: { rest: 'a' } } }),
  },
  {
    title: 'a matcher of a wildcard',
    declare: () => rest.get('/*rest', {}, { match: { params: { rest: includes('a') } } }),
  },
  {
    title: 'a list of one segment',
    declare: () => rest.get('/*rest', {}, { match: { params: { rest: ['a'] } } }),
  },
  {
    title: 'a text that starts with the name of a type',
    declare: () => rest.get('/a', {}, { match: { queries: { a: startsWith('number') } } }),
  },
  {
    title: 'a whole body of one text as it was sent and another as a value',
    declare: () => rest.post('/a', {}, { match: { body: every('abc', length(5)) } }),
  },
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
    title: 'a URL as text',
    declare: () => rest.get('/a', {}, { match: { queries: { to: new URL('https://a.test') } } }),
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
    ).toBe(`rest.get('/users/:userId') can never answer: an earlier stub for the same route answers every request. Give this one a \`match\`, or the earlier one \`times\`

  rest.get('/users/:id')  test/users.test.ts:7
  rest.get('/users/:userId')  test/users.test.ts:12`)
  })

  test('is refused with the first of those that take its requests', () => {
    const stubs = [at(1, '/users'), at(2, '/users{/:id}'), at(3, '/users')]
    expect(
      errorOf(() => checkHidden(stubs)).message,
    ).toBe(`rest.get('/users') can never answer: an earlier stub for the same route answers every request. Give this one a \`match\`, or the earlier one \`times\`

  rest.get('/users')  test/users.test.ts:1
  rest.get('/users')  test/users.test.ts:3`)
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

const lists: readonly { title: string; routes: unknown; got: string; meant?: string }[] = [
  { title: 'no list', routes: undefined, got: 'undefined' },
  { title: 'an object', routes: { id: 1 }, got: '{ id: 1 }' },
  { title: 'an empty object', routes: {}, got: '{}' },
  { title: 'one stub', routes: someStub, got: 'one stub alone', meant: "[rest.get('/a', …)]" },
  { title: 'an object of stubs', routes: { users: someStub }, got: 'an object of stubs', meant: 'Object.values(…)' },
  { title: 'a list with something else in it', routes: [someStub, '/users'], got: "'/users' at index 1" },
  { title: 'a list with null in it', routes: [null], got: 'null at index 0' },
  { title: 'a list with a list in it', routes: [[someStub]], got: 'an array at index 0; spread it with three dots' },
]

test.each(lists)('routes that are $title', ({ routes, got, meant }) => {
  const corrected = meant === undefined ? '' : `\n\nWrite  setupMocks(${meant})`
  expect(errorOf(() => checkRoutes(routes, 'setupMocks')).message).toBe(
    `setupMocks expects an array of rest.get(…) stubs, got ${got}${corrected}`,
  )
})

test('stubs that are taken as arguments are named by their place among them', () => {
  expect(errorOf(() => checkRoutes([someStub, undefined], 'mocks.use')).message).toBe(
    'mocks.use expects stubs such as rest.get(…), got undefined as argument 2',
  )
})

test('routes that are a list of stubs are accepted', () => {
  expect(checkRoutes([someStub, declaring.rest.get('/b', 1)], 'setupMocks')).toBe(undefined)
  expect(checkRoutes([], 'setupMocks')).toBe(undefined)
})

const FILE: Reply = { kind: 'resolver', resolver: () => undefined, hasBody: true }

test('a Response of a resolver keeps its own status, also after a status without a body', () => {
  expect(bodyProblem(204, toReply(new Response('a')))).toBe(undefined)
  expect(bodyProblem(204, toReply('a'))).toBe('a response with status 204 has no body')
  expect(bodyProblem(200, toReply('a'))).toBe(undefined)
  expect(bodyProblem(204, FILE)).toBe('a response with status 204 has no body')
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
