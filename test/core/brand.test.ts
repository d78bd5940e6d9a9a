import { expect, test } from 'vitest'
import { BRAND, brandedKindOf, findBranded } from '../../src/core/brand.ts'
import { mocksEndedError } from '../../src/core/errors.ts'
import { isStub } from '../../src/core/stub/stub.ts'
import { exists, oneOf, redirect, rest, sequence, text } from '../../src/entries/core.ts'

const stub = rest.get('/users', [])
const unreadable = new Proxy(
  {},
  {
    has: () => {
      throw new Error('unreadable')
    },
  },
)

test.each([
  { title: 'a matcher', value: exists(), kind: 'matcher' },
  { title: 'an asymmetric matcher of a test runner', value: expect.anything(), kind: 'matcher' },
  { title: 'a reply', value: text('a'), kind: 'reply' },
  { title: 'a stub', value: stub, kind: 'stub' },
  { title: 'a function of mynah', value: exists, kind: 'maker' },
  { title: 'an error that ended its request', value: mocksEndedError(), kind: undefined },
  { title: 'another function', value: () => true, kind: undefined },
  { title: 'a number', value: 1, kind: undefined },
  { title: 'null', value: null, kind: undefined },
  { title: 'a proxy that throws', value: unreadable, kind: undefined },
])('the kind of a value is known: $title', ({ value, kind }) => {
  expect(brandedKindOf(value)).toBe(kind)
})

test.each([
  { title: 'a stub', value: stub, is: true },
  { title: 'an object with the names of its members', value: { parts: [], declarer: 'Ada' }, is: false },
  { title: 'a stub of another copy of mynah', value: { [BRAND]: { kind: 'stub' } }, is: true },
  { title: 'an object with a brand that is none', value: { [BRAND]: 'stub' }, is: false },
  { title: 'an error that ended its request', value: mocksEndedError(), is: false },
])('a stub is told from other objects: $title', ({ value, is }) => {
  expect(isStub(value)).toBe(is)
})

class Model {
  readonly check = exists()
}

const throwing = {
  get check() {
    throw new Error('unreadable')
  },
}

test.each([
  { title: 'the value itself', value: exists(), keys: [] },
  { title: 'in a list, behind other values', value: [1, [2], exists()], keys: ['2'] },
  { title: 'in an object', value: { a: { b: exists() } }, keys: ['a', 'b'] },
  { title: 'in the arguments of a matcher', value: { a: oneOf([1, exists()]) }, keys: ['a'] },
  { title: "in a test runner's matcher", value: [expect.objectContaining({ a: 1 })], keys: ['0'] },
  { title: 'in an instance of a class', value: new Model(), keys: undefined },
  { title: 'in a schema', value: { '~standard': { validate: () => ({}) }, inner: exists() }, keys: undefined },
  { title: 'in an object that cannot be read', value: [throwing, 1], keys: undefined },
])('a misplaced matcher is found: $title', ({ value, keys }) => {
  expect(findBranded(value, ['matcher'])?.keys).toEqual(keys)
})

test('a kind that is not sought is not found', () => {
  expect(findBranded([exists(), stub], ['stub'])).toEqual({ kind: 'stub', value: stub, keys: ['1'] })
})

test('a function of mynah shows the arguments that it does not take', () => {
  expect(() => Reflect.apply(exists, undefined, [undefined, 1])).toThrow('exists(undefined, 1): it takes no arguments')
})

test.each([
  {
    title: 'a reply that was not called, as a condition',
    make: () => rest.get('/users', [], { match: { body: text as never } }),
    message: "rest.get('/users'): body is a reply such as text(), which no request contains",
  },
  {
    title: 'a status beside several replies, one of which has its own',
    make: () => rest.get('/users', sequence(redirect('/a'), 'b'), { status: 200 }),
    message: "rest.get('/users'): status cannot be set for a reply of sequence(…), which has its own",
  },
  {
    title: 'a status beside a reply that has its own',
    make: () => rest.get('/users', redirect('/a'), { status: 200 }),
    message: "rest.get('/users'): status cannot be set for redirect(…), which has its own",
  },
])('refused is $title', ({ make, message }) => {
  expect(make).toThrow(expect.objectContaining({ message }))
})
