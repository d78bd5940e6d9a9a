import { expect, test } from 'vitest'
import {
  isEndedError,
  isRefusal,
  MynahError,
  mocksEndedError,
  overrideUndoneError,
  pendingError,
  RouteDefinitionError,
} from '../../src/core/errors.ts'

test('an error is printed as JSON by its name, its code and its message', () => {
  const error = Object.assign(new MynahError('RESOLVER', 'wrong'), { stubs: [1, 2] })
  expect(JSON.parse(JSON.stringify(error))).toEqual({ name: 'MynahError', code: 'RESOLVER', message: 'wrong' })
})

test('a wrong declaration has its own code, and its own name', () => {
  expect(new RouteDefinitionError('wrong')).toMatchObject({ name: 'RouteDefinitionError', code: 'ROUTE_DEFINITION' })
  expect(String(new RouteDefinitionError('wrong'))).toBe('RouteDefinitionError: wrong')
})

test.each([
  { title: 'its error', error: new RouteDefinitionError('wrong'), is: true },
  {
    title: 'the error of another copy of mynah',
    error: Object.assign(new Error('wrong'), { code: 'ROUTE_DEFINITION' }),
    is: true,
  },
  { title: 'an error with another code', error: new MynahError('RESOLVER', 'wrong'), is: false },
  { title: 'an error without a code', error: new Error('wrong'), is: false },
  { title: 'an object with the code', error: { code: 'ROUTE_DEFINITION' }, is: false },
  { title: 'a text', error: 'ROUTE_DEFINITION', is: false },
  { title: 'nothing', error: undefined, is: false },
])('the refusal of a declaration is told from whatever else is thrown: $title', ({ error, is }) => {
  expect(isRefusal(error)).toBe(is)
})

test.each([
  {
    title: 'the mocks ended',
    error: mocksEndedError(),
    message: 'The mocks ended before the request was answered',
  },
  {
    title: 'the override was undone',
    error: overrideUndoneError(),
    message: 'The override was undone before the request was answered',
  },
  {
    title: 'an abort with a reason',
    error: pendingError({ reason: new Error('The page was closed') }, 'GET /users'),
    message: 'The page was closed: GET /users',
  },
  {
    title: 'an abort without one',
    error: pendingError({ reason: undefined }, 'GET /users'),
    message: 'undefined: GET /users',
  },
])('the error of a pending request is an AbortError of every copy of mynah: $title', ({ error, message }) => {
  expect(error).toBeInstanceOf(DOMException)
  expect(error).toMatchObject({ name: 'AbortError', message })
  expect(Reflect.get(error, Symbol.for('mynah.brand.1'))).toEqual({ kind: 'ended' })
  expect(isEndedError(error)).toBe(true)
})

test.each([
  { title: "user code's AbortError", error: new DOMException('stop', 'AbortError') },
  {
    title: 'an error with the mark',
    error: Object.assign(new Error('stop'), { [Symbol.for('mynah.brand.1')]: { kind: 'ended' } }),
  },
])('the requests of other errors were not ended by mynah: $title', ({ error }) => {
  expect(isEndedError(error)).toBe(false)
})
