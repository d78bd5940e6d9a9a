import { describe, expect, test } from 'vitest'
import { not, rest } from '../../src/entries/index.ts'
import { messageOf, rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'

/* Functions, schemas and matchers of the user's that throw, hang or lie. */

const boom = new Error('boom')
const fail = (): never => {
  throw boom
}
const URL = 'http://api.test/items'
const INIT = { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } }
const schema = (validate: () => unknown, vendor: unknown = 'mine') => ({
  '~standard': { version: 1, vendor, validate },
})
const issue = (one: unknown) => schema(() => ({ issues: [one] }))
const never = () => new Promise(() => {})

interface Hostile {
  readonly title: string
  readonly expected: unknown
  /** The text of the report. */
  readonly shown: string
  /** The error that it threw, or its mistake; `undefined` if it returned a result. */
  readonly told?: string
  /** The reported place, if it is not the whole body. */
  readonly at?: string
  /** What is compared with it, if that is not the parsed body. */
  readonly received?: string
}

const ASYNC = 'TypeError: An async function cannot match: stubs are chosen synchronously'
const ASYNC_SCHEMA = 'TypeError: An async schema cannot match: stubs are chosen synchronously'

const HOSTILE: readonly Hostile[] = [
  { title: 'a function that throws', expected: fail, shown: '[function fail]', told: 'Error: boom' },
  { title: 'a function that returns a promise', expected: async () => true, shown: '[function expected]', told: ASYNC },
  { title: 'a function whose promise fails', expected: async () => fail(), shown: '[function expected]', told: ASYNC },
  { title: 'a function that never answers', expected: never, shown: '[function never]', told: ASYNC },
  {
    title: 'a function whose name throws',
    expected: Object.defineProperty(() => false, 'name', { get: fail }),
    shown: '[function]',
  },
  {
    title: 'a RegExp that lies',
    expected: Object.assign(/x/, { test: () => true, exec: fail }),
    shown: '/x/',
    received: `'{"a":1}'`,
  },
  { title: 'a schema that throws', expected: schema(fail), shown: 'a mine schema', told: 'Error: boom' },
  { title: 'a schema that returns a promise', expected: schema(never), shown: 'a mine schema', told: ASYNC_SCHEMA },
  {
    title: 'a schema whose then throws',
    expected: schema(() => Object.defineProperty({}, 'then', { get: fail })),
    shown: 'a mine schema',
    told: 'Error: boom',
  },
  {
    title: 'a schema that returns nothing',
    expected: schema(() => undefined),
    shown: 'a mine schema',
    told: 'TypeError: A schema must return an object, got nothing',
  },
  {
    title: 'a schema whose issues are not a list',
    expected: schema(() => ({ issues: 5 })),
    shown: 'a mine schema',
    told: 'TypeError: The issues of a schema must be a list, got 5',
  },
  {
    title: 'a schema with a wrong issue',
    expected: issue(null),
    shown: 'a mine schema',
    told: "TypeError: Cannot read properties of null (reading 'path')",
  },
  {
    title: 'a schema whose message is not a text',
    expected: issue({ message: Symbol('x') }),
    shown: 'Symbol(x) (mine schema)',
  },
  {
    title: 'a schema whose message throws',
    expected: issue({
      get message() {
        return fail()
      },
    }),
    shown: 'a mine schema',
    told: 'Error: boom',
  },
  {
    title: 'a schema whose path leads nowhere',
    expected: issue({ message: 'no', path: [Symbol('s'), 1, '__proto__', { key: 'x' }] }),
    shown: 'no (mine schema)',
    at: '.Symbol(s)[1].__proto__.x',
  },
  {
    title: 'a schema whose vendor throws',
    expected: {
      '~standard': {
        get vendor() {
          return fail()
        },
        validate: () => ({ issues: [{ message: 'no' }] }),
      },
    },
    shown: '[Object]',
    told: 'Error: boom',
  },
  {
    title: 'an object that is not a schema',
    expected: { '~standard': null },
    shown: '[Object]',
    told: "TypeError: Cannot read properties of null (reading 'validate')",
  },
  {
    title: 'an asymmetric matcher that throws',
    expected: { asymmetricMatch: fail, toAsymmetricMatcher: () => 'Any' },
    shown: 'Any',
    told: 'Error: boom',
  },
  {
    title: 'an asymmetric matcher whose name throws',
    expected: { asymmetricMatch: () => false, toAsymmetricMatcher: fail },
    shown: '[Object]',
  },
  {
    title: 'an asymmetric matcher whose name is not a text',
    expected: { asymmetricMatch: () => false, toAsymmetricMatcher: () => Symbol('x') },
    shown: '[object]',
  },
]

describe.each(HOSTILE)('$title', ({ expected, shown, told, at = '', received = at ? 'nothing' : '{ a: 1 }' }) => {
  test('does not match, and says so', async () => {
    const mocks = startForgiving([rest.post('/items', null, { match: { body: expected } })])
    const error = await rejectionOf(fetch(URL, INIT))
    const label = `body${at}`
    const lines = [`expected ${shown}`, `received ${received}`, ...(told ? [`threw ${told}`] : [])]
    expect(messageOf(error)).toBe(`No stub answers POST ${URL}

Nearest: rest.post('/items')  test/hostile/user-matchers.test.ts
  ${label}  ${lines.join(`\n  ${' '.repeat(label.length)}  `)}

To answer it: rest.post('/items', {})
To let it reach the network: setupMocks(routes, { passthrough: ['http://api.test'] })`)
    // The test fails with the miss, and with what was thrown.
    const failure = thrownBy(() => mocks.verify())
    const failures = failure instanceof AggregateError ? failure.errors : [failure]
    expect(failures.map(String)).toEqual([...(told ? [told] : []), String(error)])
  })

  test('is not inverted by not() if it throws', async () => {
    const mocks = startForgiving([rest.post('/items', 'taken', { match: { body: not(expected) } })])
    const answer = await fetch(URL, INIT).then(
      (response) => response.json(),
      () => 'missed',
    )
    expect(answer).toBe(told ? 'missed' : 'taken')
    mocks.reset({ failures: true })
  })
})

test('a function that changes its argument changes it only for other conditions', async () => {
  const mocks = start([
    rest.post('/items', 'never', {
      match: {
        body: (body: { a: number }) => {
          body.a = 2
          return false
        },
      },
    }),
    rest.post('/items', ({ request }) => request.body),
  ])
  expect(await (await fetch(URL, INIT)).json()).toEqual({ a: 1 })
  expect(mocks.calls()).toHaveLength(1)
})
