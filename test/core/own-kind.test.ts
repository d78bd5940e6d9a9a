import { expect, test } from 'vitest'
import { findOwn, isStubLike, ownKindOf } from '../../src/core/own-kind.ts'
import { exists, oneOf, rest, text } from '../../src/entries/core.ts'

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
  { title: 'a reply', value: text('a'), kind: 'reply' },
  { title: 'a stub', value: stub, kind: 'stub' },
  { title: 'a function of mynah', value: exists, kind: 'maker' },
  { title: 'another function', value: () => true, kind: undefined },
  { title: 'a number', value: 1, kind: undefined },
  { title: 'null', value: null, kind: undefined },
  { title: 'a proxy that throws', value: unreadable, kind: undefined },
])('the kind of a value is known: $title', ({ value, kind }) => {
  expect(ownKindOf(value)).toBe(kind)
})

test.each([
  { title: 'a stub', value: stub, is: true },
  { title: 'an object with parts', value: { parts: [] }, is: false },
  { title: 'an object with a declarer', value: { declarer: 'Ada' }, is: false },
])('a stub is told from other objects: $title', ({ value, is }) => {
  expect(isStubLike(value)).toBe(is)
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
  { title: 'in an instance of a class', value: new Model(), keys: undefined },
  { title: 'in a schema', value: { '~standard': { validate: () => ({}) }, inner: exists() }, keys: undefined },
  { title: 'in an object that cannot be read', value: [throwing, 1], keys: undefined },
])('a misplaced matcher is found: $title', ({ value, keys }) => {
  expect(findOwn(value, ['matcher'])?.keys).toEqual(keys)
})

test('a kind that is not sought is not found', () => {
  expect(findOwn([exists(), stub], ['stub'])).toEqual({ kind: 'stub', value: stub, keys: ['1'] })
})
