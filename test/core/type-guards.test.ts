import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  bodyClassOf,
  classOf,
  escapeRegExp,
  isAsymmetric,
  isError,
  isPlainObject,
  isRegExp,
  isRequest,
  isResponse,
  isSchema,
  isUrl,
  stateless,
} from '../../src/core/type-guards.ts'

const KINDS = { isAsymmetric, isError, isPlainObject, isRegExp, isRequest, isResponse, isSchema, isUrl }

class Response {
  readonly status = 200
}

/** What each value is taken for; in Jest, a test's values are of another realm than the library's. */
const cases: readonly { title: string; value: unknown; kinds: readonly (keyof typeof KINDS)[] }[] = [
  { title: 'an object', value: {}, kinds: ['isPlainObject'] },
  { title: 'an object of another realm', value: runInNewContext('({})'), kinds: ['isPlainObject'] },
  { title: 'an object without a prototype', value: Object.create(null), kinds: ['isPlainObject'] },
  { title: 'an array', value: [], kinds: [] },
  { title: 'an array of another realm', value: runInNewContext('[]'), kinds: [] },
  { title: 'a date', value: new Date(0), kinds: [] },
  { title: 'null', value: null, kinds: [] },
  { title: 'undefined', value: undefined, kinds: [] },
  { title: 'a text', value: '[object Response]', kinds: [] },
  { title: 'a function', value: () => true, kinds: [] },
  { title: 'a RegExp', value: /a/, kinds: ['isRegExp'] },
  { title: 'a RegExp of another realm', value: runInNewContext('/a/'), kinds: ['isRegExp'] },
  { title: 'a Response', value: globalThis.Response.json({}), kinds: ['isResponse'] },
  { title: 'an instance of another Response class', value: new Response(), kinds: [] },
  {
    title: 'a Response of whatwg-fetch, whose class has no tag',
    value: new {
      Response: class Response {
        clone() {}
        arrayBuffer() {}
      },
    }.Response(),
    kinds: ['isResponse'],
  },
  { title: 'a Request', value: new Request('https://api.test'), kinds: ['isRequest'] },
  { title: 'an object with the tag only', value: { [Symbol.toStringTag]: 'Request' }, kinds: ['isPlainObject'] },
  { title: 'a URL', value: new URL('https://api.test'), kinds: ['isUrl'] },
  { title: 'a schema', value: z.string(), kinds: ['isSchema'] },
  { title: 'a schema that is a function', value: Object.assign(() => true, { '~standard': {} }), kinds: ['isSchema'] },
  { title: 'an asymmetric matcher', value: expect.any(String), kinds: ['isAsymmetric'] },
  { title: 'data with such a key', value: { asymmetricMatch: true }, kinds: ['isPlainObject'] },
  { title: 'an error', value: new TypeError('mine'), kinds: ['isError'] },
  { title: 'an error of another realm', value: runInNewContext("new TypeError('mine')"), kinds: ['isError'] },
  {
    title: 'an error whose class has a tag of its own',
    value: Object.assign(new Error('mine'), { [Symbol.toStringTag]: 'Failure' }),
    kinds: ['isError'],
  },
  { title: 'an abort', value: new DOMException('mine', 'AbortError'), kinds: ['isError'] },
  {
    title: 'an abort of another realm',
    value: runInNewContext("Object.create(Error.prototype, { [Symbol.toStringTag]: { value: 'DOMException' } })"),
    kinds: ['isError'],
  },
  { title: 'data that looks like an error', value: { name: 'Error', message: 'mine' }, kinds: ['isPlainObject'] },
]

test.each(cases)('$title', ({ value, kinds }) => {
  expect(Object.entries(KINDS).flatMap(([name, is]) => (is(value) ? [name] : []))).toEqual(kinds)
})

test('an escaped text matches itself alone', () => {
  const text = ['a.*+?^$', '{}()|[]\\b'].join('')
  expect(new RegExp(`^${escapeRegExp(text)}$`).test(text)).toBe(true)
  expect(escapeRegExp('a.b c')).toBe('a\\.b c')
})

test('a RegExp loses the flags that remember a place', () => {
  expect(stateless(/a/giy).flags).toBe('i')
})

class Picture extends Blob {}

test.each<[title: string, value: object, name: string | undefined]>([
  ['a class of the platform', new Blob(), 'Blob'],
  ['a class that extends one', new Picture(), 'Blob'],
  ['a class without a tag', new Response(), 'Response'],
  ['an object', {}, 'Object'],
  ['an object without a prototype', Object.create(null), undefined],
])('the class of %s', (_title, value, name) => {
  expect(classOf(value)).toBe(name)
})

test.each<[title: string, value: unknown, name: string | undefined]>([
  ['a Blob', new Blob(), 'Blob'],
  ['a class that extends Blob', new Picture(), 'Blob'],
  ['an object', {}, undefined],
  ['an object without a prototype', Object.create(null), undefined],
  ['a class of that name without its methods', new Response(), undefined],
  ['a text', 'Blob', undefined],
])('the body class of %s', (_title, value, name) => {
  expect(bodyClassOf(value)).toBe(name)
})
