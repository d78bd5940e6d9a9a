import { expect, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import type { Call } from '../../../src/mocks/session/journal.ts'
import { toRow } from '../../../src/storybook/channel/to-row.ts'

const request = { method: 'GET', url: 'https://api.test/users' }

/** A call as a journal has it, with the members that a row shows. */
function callOf(members: object): Call {
  return { request, duration: 5, ...members } as unknown as Call
}

const response = new Response('', { status: 202 })

test.each([
  { title: 'pending', call: callOf({ outcome: undefined }), result: { kind: 'pending' } },
  { title: 'answered', call: callOf({ outcome: 'answered', response }), result: { kind: 'response', status: 202 } },
  { title: 'a network error', call: callOf({ outcome: 'answered' }), result: { kind: 'networkError' } },
  { title: 'passed', call: callOf({ outcome: 'passed', response }), result: { kind: 'passed', status: 202 } },
  { title: 'passed, without an answer so far', call: callOf({ outcome: 'passed' }), result: { kind: 'passed' } },
  { title: 'aborted', call: callOf({ outcome: 'aborted' }), result: { kind: 'aborted' } },
  {
    title: 'failed',
    call: callOf({ outcome: 'failed', error: new Error('No database') }),
    result: { kind: 'failed', message: 'No database' },
  },
  {
    title: 'a miss',
    call: callOf({ outcome: 'unmatched', error: new Error('No stub\nTo answer it: rest.get(…)') }),
    result: { kind: 'miss', report: 'No stub\nTo answer it: rest.get(…)', answer: 'rest.get(…)' },
  },
  {
    title: 'a miss without code to paste',
    call: callOf({ outcome: 'unmatched', error: new Error('No stub') }),
    result: { kind: 'miss', report: 'No stub' },
  },
])('the result of a row: $title', ({ call, result }) => {
  expect(toRow(call, 0, () => undefined).result).toEqual(result)
})

test('a row has the call of its stub, and its choice instead of its place', () => {
  const stub = rest.get('/users', [])
  const call = callOf({ outcome: 'answered', response, stub })
  expect(toRow(call, 3, () => undefined)).toMatchObject({
    id: 3,
    stub: { route: 'GET /users', call: "rest.get('/users')", place: expect.stringContaining('to-row.test.ts') },
  })
  expect(toRow(call, 3, () => '404').stub).toEqual({ route: 'GET /users', call: "rest.get('/users')", choice: '404' })
})
