import { Readable } from 'node:stream'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { isNamedReply } from '../../../src/core/brand.ts'
import { MynahError, RouteDefinitionError } from '../../../src/core/errors.ts'
import {
  html,
  networkError,
  passthrough,
  redirect,
  sequence,
  sse,
  stream,
  text,
} from '../../../src/core/reply/named-replies.ts'
import {
  type Chunk,
  type Chunks,
  type FinalReply,
  NEXT,
  named as namedReply,
  type Reply,
  replyIn,
} from '../../../src/core/reply/reply.ts'
import type { ServerSentEvent } from '../../../src/core/reply/server-sent-event.ts'
import { completeReply, toReply } from '../../../src/core/reply/to-reply.ts'
import { show } from '../../../src/core/show.ts'
import { defineStub } from '../../../src/core/stub/define-stub.ts'
import type { Settings } from '../../../src/core/stub/stub.ts'
import { throttle } from '../../../src/response/cut-and-throttle.ts'

/** The table of section 2: what is given, and what is sent. */
interface Case {
  readonly title: string
  readonly given: unknown
  readonly reply: Reply
}

type Content = Extract<Reply, { kind: 'content' }>

const json = (written: string): Content => content({ kind: 'text', text: written, type: 'application/json' })
const content = (body: Content['body']): Content => ({ kind: 'content', body })
const bytes = (...values: number[]): Content => content({ kind: 'native', value: new Uint8Array(values) })

const blob = new Blob(['abc'], { type: 'text/x-mine' })
const file = new File(['abc'], 'a.txt')
const response = new Response('abc')
const readable = new ReadableStream<Uint8Array>()
const resolver = () => 1
const list = ['a', new Uint8Array([1])]

class User {
  readonly id = 1
  readonly #secret = 2
  get name(): string {
    return `user ${this.#secret}`
  }
}

class Money {
  toJSON(): string {
    return '3 EUR'
  }
}

const payloads: readonly Case[] = [
  { title: 'an object', given: { id: 1, none: undefined }, reply: json('{"id":1}') },
  { title: 'an object with a pipe', given: { pipe: 1 }, reply: json('{"pipe":1}') },
  {
    title: 'a page that can be walked on',
    given: { items: [1], async *[Symbol.asyncIterator]() {} },
    reply: json('{"items":[1]}'),
  },
  { title: 'an array', given: [1, undefined, [null]], reply: json('[1,null,[null]]') },
  { title: 'a string', given: 'a"b', reply: json('"a\\"b"') },
  { title: 'an empty string', given: '', reply: json('""') },
  { title: 'a number', given: 1.5, reply: json('1.5') },
  { title: 'zero', given: 0, reply: json('0') },
  { title: 'true', given: true, reply: json('true') },
  { title: 'false', given: false, reply: json('false') },
  { title: 'null', given: null, reply: json('null') },
  { title: 'an object that looks like a response', given: { status: 'ok' }, reply: json('{"status":"ok"}') },
  { title: 'an object that looks like a body', given: { body: 1 }, reply: json('{"body":1}') },
  { title: 'an object that looks like headers', given: { headers: {} }, reply: json('{"headers":{}}') },
  {
    title: 'an object that looks like a reply of the core',
    given: { kind: 'passthrough' },
    reply: json('{"kind":"passthrough"}'),
  },
  {
    title: 'objects that have a part of what a stub has',
    given: [{ pattern: '/users' }, { replies: 2 }],
    reply: json('[{"pattern":"/users"},{"replies":2}]'),
  },
  { title: 'an instance of a class', given: new User(), reply: json('{"id":1}') },
  {
    title: 'an object with a toJSON method',
    given: { at: new Date(0), price: new Money() },
    reply: json('{"at":"1970-01-01T00:00:00.000Z","price":"3 EUR"}'),
  },
  {
    title: 'null and an empty object beside a Date',
    given: { at: new Date(0), until: null, more: {} },
    reply: json('{"at":"1970-01-01T00:00:00.000Z","until":null,"more":{}}'),
  },
  {
    title: 'a Date with a toJSON method of its own',
    given: Object.assign(new Date(0), { toJSON: () => ({ ms: 0 }) }),
    reply: json('{"ms":0}'),
  },
  { title: 'a URL', given: new URL('https://api.test/'), reply: json('"https://api.test/"') },
  {
    title: 'an object without a prototype',
    given: Object.assign(Object.create(null), { id: 1 }),
    reply: json('{"id":1}'),
  },
  {
    title: 'an object of another realm',
    given: runInNewContext('({ id: [1, new Date(0)] })'),
    reply: json('{"id":[1,"1970-01-01T00:00:00.000Z"]}'),
  },
  { title: 'a key by the name of a prototype', given: JSON.parse('{"__proto__":1}'), reply: json('{"__proto__":1}') },
  {
    title: 'a boxed value',
    given: [Object(1), Object('a'), Object(''), Object(false)],
    reply: json('[1,"a","",false]'),
  },
  {
    title: 'an error with own properties',
    given: Object.assign(new Error('mine'), { code: 'E_MINE' }),
    reply: json('{"code":"E_MINE"}'),
  },
  { title: 'undefined', given: undefined, reply: content({ kind: 'empty' }) },
]

const natives: readonly Case[] = [
  { title: 'a Response', given: response, reply: content({ kind: 'response', response }) },
  {
    title: 'Response.error()',
    given: Response.error(),
    reply: { kind: 'networkError', code: 'ECONNREFUSED' },
  },
  { title: 'a Blob', given: blob, reply: content({ kind: 'native', value: blob }) },
  { title: 'a File', given: file, reply: content({ kind: 'native', value: file }) },
  { title: 'an ArrayBuffer', given: new Uint8Array([1, 2]).buffer, reply: bytes(1, 2) },
  {
    title: 'an ArrayBuffer of another realm',
    given: runInNewContext('new Uint8Array([1, 2]).buffer'),
    reply: bytes(1, 2),
  },
  { title: 'memory that is shared', given: new SharedArrayBuffer(2), reply: bytes(0, 0) },
  { title: 'a typed array', given: new Uint8Array([1, 2]), reply: bytes(1, 2) },
  { title: 'a part of a buffer', given: new Uint8Array([1, 2, 3, 4]).subarray(1, 3), reply: bytes(2, 3) },
  { title: 'wider numbers', given: new Uint16Array([1, 256]), reply: bytes(1, 0, 0, 1) },
  { title: 'a DataView', given: new DataView(new Uint8Array([1, 2]).buffer), reply: bytes(1, 2) },
  { title: 'a Buffer', given: Buffer.from('ab'), reply: bytes(97, 98) },
  {
    title: 'URLSearchParams',
    given: new URLSearchParams({ a: '1 2' }),
    reply: content({ kind: 'text', text: 'a=1+2', type: 'application/x-www-form-urlencoded;charset=UTF-8' }),
  },
  { title: 'a ReadableStream', given: readable, reply: content({ kind: 'replay', stream: readable }) },
  { title: 'a resolver', given: resolver, reply: { kind: 'resolver', resolver } },
]

const broken = new Error('mine')
const reset = Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })

const named: readonly Case[] = [
  { title: 'text()', given: text('é'), reply: content({ kind: 'text', text: 'é', type: 'text/plain;charset=utf-8' }) },
  {
    title: 'html()',
    given: html('<p>'),
    reply: content({ kind: 'text', text: '<p>', type: 'text/html;charset=utf-8' }),
  },
  {
    title: 'stream()',
    given: stream(list),
    reply: content({ kind: 'stream', items: list, toChunk: expect.any(Function), type: undefined }),
  },
  {
    title: 'redirect()',
    given: redirect('/a'),
    reply: { kind: 'content', body: { kind: 'empty' }, status: 302, headers: [['location', '/a']] },
  },
  {
    title: 'redirect() with a status',
    given: redirect('https://b.test/', 308),
    reply: { kind: 'content', body: { kind: 'empty' }, status: 308, headers: [['location', 'https://b.test/']] },
  },
  { title: 'networkError()', given: networkError(), reply: { kind: 'networkError', code: 'ECONNREFUSED' } },
  {
    title: 'networkError() with a code',
    given: networkError('ETIMEDOUT'),
    reply: { kind: 'networkError', code: 'ETIMEDOUT' },
  },
  {
    title: 'networkError() with an error',
    given: networkError(broken),
    reply: { kind: 'networkError', code: 'ECONNREFUSED', error: broken },
  },
  {
    title: 'networkError() with an error that has a code',
    given: networkError(reset),
    reply: { kind: 'networkError', code: 'ECONNRESET', error: reset },
  },
  { title: 'passthrough()', given: passthrough(), reply: { kind: 'passthrough' } },
  { title: 'next()', given: NEXT, reply: { kind: 'next' } },
  {
    title: 'sequence()',
    given: sequence(1, undefined, text('a'), resolver, networkError()),
    reply: {
      kind: 'sequence',
      replies: [
        json('1'),
        content({ kind: 'empty' }),
        content({ kind: 'text', text: 'a', type: 'text/plain;charset=utf-8' }),
        { kind: 'resolver', resolver },
        { kind: 'networkError', code: 'ECONNREFUSED' },
      ],
    },
  },
]

describe.each([
  { name: 'payloads', cases: payloads },
  { name: "the platform's own", cases: natives },
  { name: 'replies with a name', cases: named },
])('$name', ({ cases }) => {
  test.each(cases)('$title', ({ given, reply }) => {
    expect(toReply(given)).toEqual(reply)
  })
})

test('networkError() keeps its error as its argument, for messages', () => {
  expect(networkError(broken)).toMatchObject({ name: 'networkError', args: [broken] })
})

test('only its mark distinguishes a named reply from a payload, and it is frozen', () => {
  expect(named.map(({ given }) => isNamedReply(given))).toEqual(named.map(() => true))
  expect([...payloads, ...natives].filter(({ given }) => isNamedReply(given))).toEqual([])
  expect(named.every(({ given }) => Object.isFrozen(given) && Object.isFrozen(toReply(given)))).toBe(true)
})

test('a reply of another copy of the library is a reply', () => {
  const reply = { kind: 'networkError', code: 'EPIPE' }
  expect(toReply({ [Symbol.for('mynah.brand.1')]: { kind: 'reply', reply } })).toBe(reply)
})

describe('taken once, at declaration', () => {
  test('a later change of a fixture has no effect', () => {
    const fixture = { users: [{ id: 1 }] }
    const stub = defineStub('GET', '/', fixture, undefined, {})
    const inSequence = defineStub('GET', '/', sequence(fixture), undefined, {})
    fixture.users.push({ id: 2 })
    const reply = { ...json('{"users":[{"id":1}]}'), status: 200, headers: [] }
    expect(stub.parts.replies).toEqual([reply])
    expect(inSequence.parts.replies).toEqual([reply])
  })

  test('its JSON is made once', () => {
    let count = 0
    const stub = defineStub('GET', '/', { toJSON: () => ++count }, undefined, {})
    expect(stub.parts.replies).toMatchObject([json('1')])
    expect(count).toBe(1)
  })

  test('a later change of bytes has no effect', () => {
    const given = new Uint8Array([1, 2])
    const [fromArray, fromBuffer] = [toReply(given), toReply(given.buffer)]
    given.fill(9)
    expect([fromArray, fromBuffer]).toEqual([bytes(1, 2), bytes(1, 2)])
  })

  test('a later change of a form has no effect, and its files keep their names', () => {
    const form = new FormData()
    form.append('name', 'a')
    form.append('name', 'b')
    form.append('avatar', file)
    const reply = toReply(form)
    form.append('more', 'c')
    form.delete('name')
    const sent = bodyOf(reply)
    expect(sent).toBeInstanceOf(FormData)
    expect(sent).not.toBe(form)
    expect(
      [...(sent as FormData)].map(([name, value]) => [name, typeof value === 'string' ? value : value.name]),
    ).toEqual([
      ['name', 'a'],
      ['name', 'b'],
      ['avatar', 'a.txt'],
    ])
  })

  test('a later change of URLSearchParams has no effect', () => {
    const params = new URLSearchParams('a=1')
    const reply = toReply(params)
    params.append('b', '2')
    expect(reply).toMatchObject({ body: { text: 'a=1' } })
  })

  test('making a stub does not call a resolver or read a stream', () => {
    const touched: string[] = []
    const chunks: Chunks = {
      *[Symbol.iterator]() {
        touched.push('walked')
        yield 'a'
      },
    }
    defineStub('GET', '/', () => touched.push('asked'), undefined, {})
    defineStub('GET', '/', stream(chunks), undefined, {})
    defineStub('GET', '/', sse(chunks as Iterable<string>), undefined, {})
    expect(touched).toEqual([])
  })
})

const circular: Record<string, unknown> = {}
circular.self = circular
const circularList: unknown[] = []
circularList.push(circularList)

const refused: readonly { title: string; given: unknown; message: string }[] = [
  { title: 'a circular object', given: circular, message: 'it is circular, at self' },
  { title: 'a circular list', given: circularList, message: 'it is circular, at [0]' },
  {
    title: 'NaN far inside',
    given: { users: [{ at: 1 }, { age: Number.NaN }] },
    message: 'the number NaN would become null, at users[1].age',
  },
  { title: 'a BigInt', given: 1n, message: 'JSON has no BigInt such as 1n' },
  { title: 'a symbol', given: Symbol('a'), message: 'a symbol would be lost' },
  { title: 'a map', given: [new Map()], message: 'a Map would become {}, at [0]' },
  { title: 'a map of another realm', given: runInNewContext('[new Map()]'), message: 'a Map would become {}, at [0]' },
  {
    title: 'a map far back',
    given: new Array(11).fill(0).concat(new Map()),
    message: 'a Map would become {}, at [11]',
  },
  { title: 'a map by a key with a digit', given: { a1: new Map() }, message: 'a Map would become {}, at a1' },
  {
    title: 'a map by a key that starts with a digit',
    given: { '1a': new Map() },
    message: 'a Map would become {}, at 1a',
  },
  {
    title: 'the map that the toJSON method of a list returns',
    given: { users: Object.assign([1], { toJSON: () => new Map() }) },
    message: 'a Map would become {}, at users',
  },
  { title: 'a set', given: { a: new Set() }, message: 'a Set would become {}, at a' },
  { title: 'a weak map', given: new WeakMap(), message: 'a WeakMap would become {}' },
  { title: 'a promise', given: Promise.resolve(1), message: 'a Promise would become {}; await it' },
  { title: 'an error', given: [new TypeError('a')], message: 'an Error would become {}, at [0]' },
  { title: 'a RegExp', given: /a/, message: 'a RegExp would become {}' },
  { title: 'a Blob inside', given: { blob }, message: 'a Blob would become {}, at blob' },
  { title: 'a File inside', given: { file }, message: 'a File would become {}, at file' },
  {
    title: 'an ArrayBuffer inside',
    given: { buffer: new ArrayBuffer(1) },
    message: 'an ArrayBuffer would become {}, at buffer',
  },
  { title: 'a FormData inside', given: { form: new FormData() }, message: 'a FormData would become {}, at form' },
  { title: 'a Response inside', given: { response }, message: 'a Response would become {}, at response' },
  { title: 'Headers', given: new Headers(), message: 'a Headers would become {}' },
  { title: 'a generator', given: (function* () {})(), message: 'a Generator would become {}' },
  {
    title: 'a stream of Node inside',
    given: { file: Readable.from(['a']) },
    message: 'a stream would be sent without its chunks; use stream(), at file',
  },
  {
    title: 'a reply with a name inside',
    given: { a: [text('b')] },
    message: 'a reply such as text() cannot be part of a payload, at a[0]',
  },
]

test.each(refused)('JSON cannot hold $title', ({ given, message }) => {
  expect(() => toReply(given)).toThrow(new TypeError(message))
})

describe('redirect() and sequence()', () => {
  test.each([200, 300, 304, 400, Number.NaN])('redirect() with the status %s is refused', (status) => {
    expect(() => redirect('/', status as 301)).toThrow(
      new RouteDefinitionError(`redirect('/', ${status}): a redirect has the status 301, 302, 303, 307 or 308`),
    )
  })

  test.each([
    { url: '/a b?q=%C3%BC#c', location: '/a%20b?q=%C3%BC#c' },
    { url: '/日本', location: '/%E6%97%A5%E6%9C%AC' },
    { url: '/😀', location: '/%F0%9F%98%80' },
    { url: '/\ud83d', location: '/%EF%BF%BD' },
    { url: '/a\r\nset-cookie: b', location: '/a%0D%0Aset-cookie:%20b' },
  ])('redirect($url) is written as a header can hold it', ({ url, location }) => {
    expect(toReply(redirect(url))).toMatchObject({ headers: [['location', location]] })
  })

  test.each([301, 302, 303, 307, 308] as const)('redirect() with the status %s is made', (status) => {
    expect(toReply(redirect('/', status))).toMatchObject({ status })
  })

  test('a sequence of nothing is refused', () => {
    expect(() => (sequence as (...responses: unknown[]) => unknown)()).toThrow(
      new RouteDefinitionError('sequence(): it takes at least one argument'),
    )
  })

  test('a sequence of sequences is one', () => {
    expect(toReply(sequence(sequence(1, 2), 3))).toEqual({
      kind: 'sequence',
      replies: [json('1'), json('2'), json('3')],
    })
  })
})

const events: readonly { title: string; event: ServerSentEvent; written: string }[] = [
  { title: 'a text', event: 'a', written: 'data: a\n\n' },
  { title: 'an empty text', event: '', written: 'data: \n\n' },
  { title: 'lines', event: 'a\nb\r\nc\rd', written: 'data: a\ndata: b\ndata: c\ndata: d\n\n' },
  { title: 'data alone', event: { data: 'a' }, written: 'data: a\n\n' },
  { title: 'data as JSON', event: { data: { id: 1, text: 'a\nb' } }, written: 'data: {"id":1,"text":"a\\nb"}\n\n' },
  { title: 'null', event: { data: null }, written: 'data: null\n\n' },
  { title: 'no data', event: { data: undefined }, written: 'data: \n\n' },
  {
    title: 'all fields',
    event: { data: 'a', event: 'added', id: '7', retry: 100 },
    written: 'event: added\nid: 7\nretry: 100\ndata: a\n\n',
  },
  {
    title: 'a number as the id',
    event: { data: 'a', id: 7 as unknown as string },
    written: 'id: 7\ndata: a\n\n',
  },
  { title: 'no time to reconnect', event: { data: 'a', retry: 0 }, written: 'retry: 0\ndata: a\n\n' },
  { title: 'an empty id, which resets it', event: { data: 'a', id: '' }, written: 'id: \ndata: a\n\n' },
]

test.each(events)('an event of sse(): $title', ({ event, written }) => {
  expect(walk(sse([event]))).toEqual([written])
})

const kind = (event: unknown) => `n event of sse() must be a string or an object with data, got ${show(event)}`
const wrongEvents: readonly { event: unknown; problem: string }[] = [
  ...[1, null, ['a'], undefined].map((event) => ({ event, problem: `A${kind(event)}` })),
  ...[{ dta: 'misspelt' }, { retry: 10 }, { id: '1' }].map((event) => ({
    event,
    problem: `An event of sse() lacks the field data: ${show(event)}`,
  })),
  {
    event: { data: 1, retries: 5 },
    problem: "In an event of sse(), 'retries' is not a field; use data, event, id or retry",
  },
  ...['5', -1, 0.5].map((retry) => ({
    event: { data: 1, retry },
    problem: `In an event of sse(), retry is an integer of milliseconds, 0 or more, not ${show(retry)}`,
  })),
  ...['event', 'id'].map((field) => ({
    event: { data: 'x', [field]: 'a\nb' },
    problem: `In an event of sse(), ${field} is a text of one line, not 'a\\nb'`,
  })),
]

test.each(wrongEvents)(
  'a wrong event of sse() is refused in a list, and when a generator sends it: $event',
  ({ event, problem }) => {
    const events = [event] as string[]
    const declared = problem.charAt(0).toLowerCase() + problem.slice(1)
    expect(() => sse(events)).toThrow(new RouteDefinitionError(`sse(${show(events)}): ${declared}`))
    expect(() => walk(sse(new Set(events)))).toThrow(new MynahError('STREAM', problem))
  },
)

test('the chunks of stream() are sent as they are', () => {
  const chunks = [...list, new ArrayBuffer(1), runInNewContext('new ArrayBuffer(1)')] as Chunk[]
  expect(walk(stream(chunks))).toEqual(chunks)
})

test('a wrong chunk of stream() is refused when a generator sends it', () => {
  const problem = 'A stream chunk must be a string or bytes, not number'
  expect(() => walk(stream(new Set([1]) as unknown as Chunks))).toThrow(new MynahError('STREAM', problem))
})

test.each([
  { name: 'stream', make: stream },
  { name: 'sse', make: sse },
])('the connection may break in $name()', ({ make }) => {
  const items = ['a', networkError()]
  expect(make(items)).toMatchObject({ args: [items] })
})

const heads: readonly {
  title: string
  given: unknown
  settings: Settings
  head: Partial<Extract<FinalReply, { kind: 'content' }>>
}[] = [
  { title: 'a payload alone', given: {}, settings: {}, head: { status: 200, headers: [] } },
  {
    title: 'a payload with settings',
    given: {},
    settings: { status: 404, headers: { 'x-a': '1' } },
    head: { status: 404, headers: [['x-a', '1']] },
  },
  {
    title: 'a redirect, which has its own status and header',
    given: redirect('/a', 307),
    settings: { headers: { 'set-cookie': 'sid=1' } },
    head: {
      status: 307,
      headers: [
        ['set-cookie', 'sid=1'],
        ['location', '/a'],
      ],
    },
  },
]

test.each(heads)('the head of $title', ({ given, settings, head }) => {
  expect(defineStub('GET', '/', given, settings, {}).parts.replies).toMatchObject([head])
})

const slow = throttle('a', 5)
const fileReply: Reply = { kind: 'resolver', resolver, hasBody: true }

const head = { status: 201, statusText: 'Fine', headers: [['x-a', '1']] }

/** The settings of a stub complete a payload. Other replies stay as they are: what completes them is known later. */
const completed: readonly { title: string; given: unknown; replies: readonly unknown[] }[] = [
  { title: 'a payload', given: 'a', replies: [{ ...json('"a"'), ...head }] },
  { title: 'a slow payload', given: slow, replies: [{ ...replyIn(slow), ...head }] },
  { title: 'a file', given: namedReply('file', [], fileReply), replies: [fileReply] },
  { title: 'a resolver', given: resolver, replies: [{ kind: 'resolver', resolver }] },
  {
    title: 'a sequence of both',
    given: sequence('a', namedReply('file', [], fileReply)),
    replies: [{ ...json('"a"'), ...head }, fileReply],
  },
]

test.each(completed)('the replies of a stub with settings: $title', ({ given, replies }) => {
  const stub = defineStub('GET', '/', given, { status: 201, statusText: 'Fine', headers: { 'x-a': '1' } }, {})
  expect(stub.parts.replies).toStrictEqual(replies)
})

/** A reply whose call was forgotten would be asked as a resolver. */
const uncalled = { text, html, stream, sse, redirect, networkError, passthrough, sequence }

test.each(Object.entries(uncalled))('a response whose call was forgotten is refused: %s', (name, given) => {
  const message = `rest.get('/a'): the response is the function ${name} itself; call it`
  expect(() => defineStub('GET', '/a', given, undefined, {})).toThrow(new RouteDefinitionError(message))
})

test('the replies of a stub are one for each turn', () => {
  const repliesOf = (given: unknown) => defineStub('GET', '/', given, { status: 201 }, {}).parts.replies
  const sent = (text: string) => ({ ...json(text), status: 201, headers: [] })
  expect(repliesOf(sequence(1, 2, 3))).toEqual(['1', '2', '3'].map(sent))
  expect(repliesOf(4)).toEqual([sent('4')])
  expect(repliesOf(sequence(5, resolver))).toEqual([sent('5'), { kind: 'resolver', resolver }])
})

test("a stub's headers are a list with the names as written, and a list's values one by one", () => {
  const headers = { 'X-A': ['1', '2'], 'X-B': '3', 'X-C': 4 as unknown as string }
  expect(defineStub('GET', '/', {}, { headers }, {}).headers).toEqual([
    ['X-A', '1'],
    ['X-A', '2'],
    ['X-B', '3'],
    ['X-C', '4'],
  ])
})

test('sse() says its type', () => {
  expect(toReply(sse([]))).toMatchObject({ kind: 'content', body: { kind: 'stream', type: 'text/event-stream' } })
})

function bodyOf(reply: Reply): unknown {
  return reply.kind === 'content' && reply.body.kind === 'native' ? reply.body.value : undefined
}

/** What a stream's items are sent as. */
function walk(given: unknown): unknown[] {
  const reply = toReply(given)
  if (reply.kind !== 'content' || reply.body.kind !== 'stream') throw new Error('no stream')
  const { items, toChunk } = reply.body
  return [...(items as Iterable<unknown>)].map(toChunk)
}

test('a complete reply keeps what answers a client that asks for another protocol', () => {
  const upgrade = () => undefined
  const given = { kind: 'content', status: 426, body: { kind: 'empty' } } as const
  const head = { status: undefined, statusText: undefined, headers: [] }
  expect(completeReply({ ...given, upgrade }, head)).toEqual({ ...given, ...head, status: 426, upgrade })
  expect('upgrade' in completeReply(given, head)).toBe(false)
})
