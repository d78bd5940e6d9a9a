import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { MynahError, rest } from '../../src/entries/index.ts'
import { rejectionOf, startForgiving, thrownBy } from '../promises/support.ts'

/* Resolvers that throw, hang or lie. */

const boom = new Error('boom')
const fail = (): never => {
  throw boom
}
const URL = 'http://api.test/items'
const never = () => new Promise(() => {})
/** An object with a `then`, which a linter takes for a mistake. */
const thenable = (then: (resolve: unknown, reject: (error: unknown) => void) => void) =>
  Object.fromEntries([['then', then]])

describe('a resolver', () => {
  test.each<[title: string, resolver: () => unknown, thrown: string]>([
    ['throws', fail, 'Error: boom'],
    ['rejects', async () => fail(), 'Error: boom'],
    ['returns a then that throws', () => thenable(fail), 'Error: boom'],
    ['returns a then that rejects', () => thenable((_, reject) => reject(boom)), 'Error: boom'],
    ['returns a proxy whose traps throw', () => new Proxy({}, { get: fail, has: fail, ownKeys: fail }), 'Error: boom'],
  ])('that %s fails its request and its test with that', async (_title, resolver, thrown) => {
    const mocks = startForgiving([rest.get('/items', resolver)])
    const error = await rejectionOf(fetch(URL))
    expect(String(error)).toBe(thrown)
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test.each<[title: string, resolver: () => unknown, problem: string, thrown: unknown]>([
    [
      'a getter that throws',
      () => ({
        get id() {
          return fail()
        },
      }),
      'boom',
      boom,
    ],
    ['a toJSON that throws', () => ({ toJSON: fail }), 'boom', boom],
    [
      'a toJSON that returns nothing',
      () => ({ toJSON() {} }),
      'its toJSON() returns nothing',
      new TypeError('its toJSON() returns nothing'),
    ],
    [
      'an object that pretends to be a Response',
      () => ({ [Symbol.toStringTag]: 'Response' }),
      'a Response would become {}',
      new TypeError('a Response would become {}'),
    ],
    [
      'a map, whose error named no resolver',
      async () => ({ ids: new Map() }),
      'a Map would become {}, at ids',
      new TypeError('a Map would become {}, at ids'),
    ],
    [
      'a BigInt',
      () => [1n],
      'JSON has no BigInt such as 1n, at [0]',
      new TypeError('JSON has no BigInt such as 1n, at [0]'),
    ],
    [
      "a stream of Node's, of which the fields were sent",
      () => Readable.from(['a']),
      'a stream would be sent without its chunks; use stream()',
      new TypeError('a stream would be sent without its chunks; use stream()'),
    ],
  ])('that gives %s is named, with what JSON cannot hold', async (_title, resolver, problem, cause) => {
    const stub = rest.get('/items', resolver)
    const mocks = startForgiving([stub])
    const error = await rejectionOf(fetch(URL))
    expect(error).toEqual(
      new MynahError('RESOLVER', `A resolver's payload cannot be sent as JSON: ${problem}\n\n  ${stub}`, { cause }),
    )
    expect(thrownBy(() => mocks.verify())).toBe(error)
  })

  test('that never answers is aborted when its mocks end', async () => {
    const mocks = startForgiving([rest.get('/items', never)])
    const pending = rejectionOf(fetch(URL))
    mocks.stop()
    expect(await pending).toMatchObject({ name: 'AbortError' })
  })

  test.each<[title: string, call: string, set: (context: never) => void, message: string]>([
    [
      'setHeader',
      'name',
      ({ setHeader }: { setHeader: (...args: unknown[]) => void }) => setHeader('a b', '1'),
      "setHeader('a b', …): 'a b' is not a header name",
    ],
    [
      'setHeader',
      'no name',
      ({ setHeader }: { setHeader: (...args: unknown[]) => void }) => setHeader(null, '1'),
      'setHeader(null, …): null is not a header name',
    ],
    [
      'setHeader',
      'value',
      ({ setHeader }: { setHeader: (...args: unknown[]) => void }) => setHeader('a', {}),
      "setHeader('a', …): the header 'a' has a value that cannot be sent: {}",
    ],
    [
      'appendHeader',
      'line break',
      ({ appendHeader }: { appendHeader: (...args: unknown[]) => void }) => appendHeader('a', 'b\r\nc: d'),
      "appendHeader('a', …): the header 'a' has a value that cannot be sent: 'b\\r\\nc: d'",
    ],
    [
      'setCookie',
      'value',
      ({ setCookie }: { setCookie: (...args: unknown[]) => void }) => setCookie('a', null),
      "setCookie('a', …): a cookie value must be a string, number or boolean, not null",
    ],
    [
      'setCookie',
      'path',
      ({ setCookie }: { setCookie: (...args: unknown[]) => void }) => setCookie('a', 'b', { path: '/\n' }),
      "setCookie('set-cookie', …): the header 'set-cookie' has a value that cannot be sent: 'a=b; Path=/\\n'",
    ],
    [
      'setStatusCode',
      'no number',
      ({ setStatusCode }: { setStatusCode: (...args: unknown[]) => void }) => setStatusCode(Symbol('x')),
      'setStatusCode(…): a status is an integer from 200 to 599',
    ],
    [
      'setDelay',
      'nothing',
      ({ setDelay }: { setDelay: (...args: unknown[]) => void }) => setDelay(undefined),
      'setDelay(undefined): a delay is a number of milliseconds, 0 or more',
    ],
  ])('that gives %s what it cannot send (%s) hears of it', async (_call, _what, set, message) => {
    const stub = rest.get('/items', set as never)
    startForgiving([stub])
    expect(await rejectionOf(fetch(URL))).toMatchObject({ code: 'RESOLVER', message: `${message}\n\n  ${stub}` })
  })
})
