import { expect, test } from 'vitest'
import { BRAND } from '../../../src/core/brand.ts'
import { type StubStates, statesIn, statesOf } from '../../../src/core/stub/stub-states.ts'
import { rest } from '../../../src/rest.ts'

/** The states stand for the call that they are asked by. */
const branded = (kind: string) => ({
  [BRAND]: { kind, states: (call: string, changes: boolean) => ({ call, changes }) as unknown as StubStates },
})

test.each([
  { title: 'mocks', target: branded('mocks'), states: { call: 'users.all()', changes: false } },
  { title: 'the context of a resolver', target: branded('context'), states: { call: 'users.all()', changes: false } },
  { title: 'another value of mynah', target: rest.get('/users', []), states: undefined },
  { title: 'another object', target: {}, states: undefined },
])('what stubs keep is found in $title', ({ target, states }) => {
  expect(statesIn(target, 'users.all()', false)).toEqual(states)
})

test('a resolver may change what its stub keeps', () => {
  expect(statesOf(branded('context'))).toEqual({ call: '', changes: true })
})
