import { describe, expect, test } from 'vitest'
import { RouteDefinitionError } from '../../../src/core/errors.ts'
import { html, networkError, redirect, sse, stream, text } from '../../../src/core/reply/named-replies.ts'
import { messageOf, show, showThrown } from '../../../src/core/show.ts'
import { rest } from '../../../src/rest.ts'
import { decide, reportOf, stubOf } from '../support.ts'

/* Values that throw or lie when they are looked at. */

const boom = new Error('boom')
const fail = (): never => {
  throw boom
}
const revoked = () => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
const trapped = () => new Proxy({}, { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail })

interface Weird {
  readonly title: string
  readonly value: unknown
  readonly shown: string
  readonly thrown: string
  readonly message: string
}

const WEIRD: readonly Weird[] = [
  { title: 'undefined', value: undefined, shown: 'nothing', thrown: 'undefined', message: 'undefined' },
  { title: 'null', value: null, shown: 'null', thrown: 'null', message: 'null' },
  { title: 'a symbol', value: Symbol('x'), shown: 'Symbol(x)', thrown: 'Symbol(x)', message: 'Symbol(x)' },
  { title: 'a bigint', value: 1n, shown: '1n', thrown: '1', message: '1' },
  { title: 'no prototype', value: Object.create(null), shown: '{}', thrown: '{}', message: '{}' },
  {
    title: 'a toString that throws',
    value: { toString: fail },
    shown: '{ toString: [function fail] }',
    thrown: '{ toString: [function fail] }',
    message: '{ toString: [function fail] }',
  },
  {
    title: 'an error whose message throws',
    value: Object.defineProperty(new Error(), 'message', { get: fail }),
    shown: '[Error]',
    thrown: '[Error]',
    message: '[Error]',
  },
  {
    title: 'an error whose message is not a text',
    value: Object.defineProperty(new Error(), 'message', { value: Symbol('x') }),
    shown: '[Error]',
    thrown: '[Error]',
    message: '[Error]',
  },
  {
    title: 'an error of two lines',
    value: new TypeError('one\ntwo'),
    shown: '[Error]',
    thrown: 'TypeError: one',
    message: 'one\ntwo',
  },
  {
    title: 'an error with control characters',
    value: new Error('a\u0007b\tc'),
    shown: '[Error]',
    thrown: 'Error: a\\u0007b\\u0009c',
    message: 'a\\u0007b\tc',
  },
  { title: 'a proxy whose traps throw', value: trapped(), shown: '[object]', thrown: '[object]', message: '[object]' },
  { title: 'a revoked proxy', value: revoked(), shown: '[object]', thrown: '[object]', message: '[object]' },
  {
    title: 'a tag that throws',
    value: Object.defineProperty({}, Symbol.toStringTag, { get: fail }),
    shown: '[object]',
    thrown: '[object]',
    message: '[object]',
  },
  {
    title: 'a function whose name is not a text',
    value: Object.defineProperty(() => false, 'name', { value: Symbol('x') }),
    shown: '[function]',
    thrown: '() => false',
    message: '() => false',
  },
]

test.each(WEIRD)('$title is shown', ({ value, shown, thrown, message }) => {
  expect([show(value), showThrown(value), messageOf(value)]).toEqual([shown, thrown, message])
  expect(show({ inner: [value] })).toBe(`{ inner: [${value === undefined ? 'undefined' : shown}] }`)
})

test.each(WEIRD)('$title, thrown by a function in a match, is in the report', ({ value, thrown }) => {
  const stub = stubOf('GET', '/users', {
    match: {
      queries: {
        id: () => {
          throw value
        },
      },
    },
  })
  const { decision, thrown: errors } = decide([stub], '/users?id=1')
  expect(decision).toBeUndefined()
  // Not by toEqual, which looks at it too.
  expect(errors.map(({ error }) => Object.is(error, value))).toEqual([true])
  expect(reportOf([stub], '/users?id=1')).toContain(`received '1'\n              threw ${thrown}`)
})

describe('a payload', () => {
  const refused = (payload: unknown) => {
    try {
      rest.get('/users', payload as never)
    } catch (error) {
      if (error instanceof RouteDefinitionError) return error.message.split('\n')[0]
      throw error
    }
    return 'taken'
  }
  const NOT_JSON = "rest.get('/users'): the payload cannot be sent as JSON: "

  test.each<[title: string, payload: unknown, reason: string]>([
    ['whose toJSON throws', { toJSON: fail }, 'boom'],
    ['whose toJSON throws null', { toJSON: throwNull }, 'null'],
    ['whose toJSON returns nothing', { toJSON: () => undefined }, 'its toJSON() returns nothing'],
    ['whose toJSON returns a function', { toJSON: () => () => 1 }, 'a function would be lost'],
    [
      'whose getter throws',
      {
        get id() {
          return fail()
        },
      },
      'boom',
    ],
    ['in which a toJSON throws', [{ id: { toJSON: fail } }], 'boom'],
    ['whose traps throw', trapped(), 'boom'],
    ['that is revoked', revoked(), "cannot perform 'has' on a proxy that has been revoked"],
  ])('%s is refused', (_title, payload, reason) => {
    expect(refused(payload)).toBe(NOT_JSON + reason)
  })

  test.each(['Response', 'Blob', 'File', 'FormData', 'URLSearchParams', 'ReadableStream', 'ArrayBuffer'])(
    'that lies about being a %s is JSON like any other',
    (tag) => {
      const { replies } = rest.get('/users', { id: 1, [Symbol.toStringTag]: tag }).parts
      expect(replies).toMatchObject([{ body: { kind: 'text', text: '{"id":1}' } }])
    },
  )
})

function throwNull(): never {
  throw null
}

test.each<[call: string, run: () => unknown, message: string]>([
  ['text', () => text(1 as never), 'text(1): it takes a string'],
  ['html', () => html(null as never), 'html(null): it takes a string'],
  ['stream', () => stream('one' as never), "stream('one'): it takes an iterable of chunks"],
  ['stream', () => stream(null as never), 'stream(null): it takes an iterable of chunks'],
  ['sse', () => sse({} as never), 'sse({}): it takes an iterable of events'],
  ['redirect', () => redirect(undefined as never), 'redirect(undefined): it takes a URL as a string'],
  [
    'networkError',
    () => networkError(1 as never),
    'networkError(1): it takes the code of an error, which is one word, or an error',
  ],
])('%s() refuses what it can do nothing with', (_call, run, message) => {
  expect(run).toThrow(new RouteDefinitionError(message))
})
