import { expect, test } from 'vitest'
import { RouteDefinitionError } from '../../../src/core/errors.ts'
import { equals, exists, not } from '../../../src/core/match/matchers.ts'
import { parseBody } from '../../../src/request/parse-body.ts'
import { rest } from '../../../src/rest.ts'
import { decide, reportOf, stubOf } from '../support.ts'

/* What is deep is answered, or refused with a clear error: none of it overflows the stack. */

const object = (depth: number, inner: unknown = 1) => nest(depth, inner, (value) => ({ a: value }))
const list = (depth: number, inner: unknown = 1) => nest(depth, inner, (value) => [value])

function nest(depth: number, inner: unknown, wrap: (value: unknown) => unknown): unknown {
  return Array.from({ length: depth }).reduce((value) => wrap(value), inner)
}

test.each([
  ['an object', object],
  ['a list', list],
  ['equals()', (depth: number) => equals(object(depth - 1))],
  ['not(not())', (depth: number) => nest(depth, 1, not)],
])('a match nested 500 levels deep is taken, a deeper one refused: %s', (_title, nested) => {
  const declare = (depth: number) => rest.post('/x', null, { match: { body: nested(depth) } })
  const message = "rest.post('/x'): the match cannot be read: it is nested more than 500 levels deep"
  expect(() => declare(500)).not.toThrow()
  expect(() => declare(501)).toThrow(new RouteDefinitionError(message))
  expect(() => declare(10_000)).toThrow(new RouteDefinitionError(message))
})

test.each([
  ['a list', '[0]', list],
  ['an object', '.a', object],
])('a value that no parsed body contains is refused at any accepted depth: %s', (_title, place, nested) => {
  const declare = (depth: number) => rest.post('/x', null, { match: { body: nested(depth, new Date(0)) } })
  expect(() => declare(500)).toThrow(
    new RouteDefinitionError(
      `rest.post('/x'): body${place.repeat(500)} is a Date, which no parsed body contains; use a function`,
    ),
  )
  expect(() => declare(501)).toThrow(
    new RouteDefinitionError("rest.post('/x'): the match cannot be read: it is nested more than 500 levels deep"),
  )
})

test('a received body nested 10,000 levels deep is compared and reported', () => {
  const stub = stubOf('POST', '/x', { match: { body: object(500) } })
  expect(decide([stub], { line: 'POST /x', body: object(500) }).decision?.stub).toBe(stub)
  const report = reportOf([stub], { line: 'POST /x', body: object(10_000) })
  expect(report.split('\n').slice(3, -2)).toEqual([
    `  body${'.a'.repeat(500)}  expected 1`,
    `  ${' '.repeat(1004)}  received { a: { a: { a: { a: { a: … } } } } }`,
  ])
})

test('a function that was not called is found 21 levels deep', () => {
  const declare = (depth: number) => rest.post('/x', null, { match: { body: list(depth, exists) } })
  expect(() => declare(21)).toThrow(
    new RouteDefinitionError(
      `rest.post('/x'): body.${'0.'.repeat(21).slice(0, -1)} is the function exists itself; call it`,
    ),
  )
})

test('a payload nested 100,000 levels deep is refused, which the platform cannot write either', () => {
  expect(() => rest.get('/x', object(100_000) as never)).toThrow(
    new RouteDefinitionError("rest.get('/x'): the payload cannot be sent as JSON: it is nested too deeply"),
  )
})

test('a text nested 10,000 levels deep is parsed', () => {
  const body = parseBody('['.repeat(10_000) + ']'.repeat(10_000), 'application/json')
  expect(Array.isArray(body)).toBe(true)
})
