import { expect, onTestFinished, test } from 'vitest'
import { UnmatchedRequestError } from '../../../src/core/explain/explain.ts'
import { explanationOf, stubOf } from '../support.ts'

const get = (path: string) => stubOf('GET', path)

test('an unmatched request without stubs is an error too', () => {
  const explanation = explanationOf([], '/users')
  expect(new UnmatchedRequestError(explanation).message).toBe(explanation.message)
})

test('an error that no line of the user made shows the line of the nearest stub', async () => {
  const line = '    at declare (/project/routes.ts:7:8)'
  const explanation = explanationOf([get('/users')], '/userz')
  for (const { stub } of explanation.misses) Object.assign(stub.parts, { trace: { stack: `Error\n${line}` } })
  const make = Reflect.construct.bind(undefined, UnmatchedRequestError) as (args: unknown[]) => UnmatchedRequestError
  const made = Promise.resolve([explanation]).then(make)
  // To await it at once would add this line to its stack.
  await new Promise(setImmediate)
  expect((await made).stack?.split('\n').filter((one) => one.startsWith('    at '))).toEqual([line])
})

test('the error has the report as its message, and an explanation that runners do not print', () => {
  const explanation = explanationOf([get('/a')], '/b')
  const error = new UnmatchedRequestError(explanation)
  expect(error).toMatchObject({
    name: 'UnmatchedRequestError',
    code: 'UNMATCHED_REQUEST',
    message: explanation.message,
  })
  expect(error.explanation).toBe(explanation)
  expect(Object.keys(error)).not.toContain('explanation')
})

test.each([
  { kept: 10, lines: 30 },
  { kept: 50, lines: 50 },
])('an unmatched request has $lines stack lines when other errors have $kept', ({ kept, lines }) => {
  const { stackTraceLimit } = Error
  onTestFinished(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
  const explanation = explanationOf([get('/a')], '/b')
  const deep = (level: number): Error => (level === 0 ? new UnmatchedRequestError(explanation) : deep(level - 1))
  Error.stackTraceLimit = kept
  expect(deep(60).stack?.match(/^ {4}at /gm)).toHaveLength(lines)
  expect(Error.stackTraceLimit).toBe(kept)
})
