import { expect, test } from 'vitest'
import { layOut } from '../../../src/archive/print/code.ts'
import { printAlone, printAnswer } from '../../../src/archive/print/print-answer.ts'
import type { RecordedAnswer, RecordedResponse } from '../../../src/archive/read-entry.ts'

const response = (parts: Partial<RecordedResponse>): RecordedResponse => {
  return { kind: 'response', status: 200, statusText: undefined, headers: [], body: undefined, ...parts }
}
const json = (value: unknown, status = 200): RecordedResponse => {
  return response({ status, headers: [['content-type', 'application/json']], body: JSON.stringify(value) })
}

test.each<{ title: string; answer: RecordedAnswer; alone: string }>([
  { title: 'no body', answer: response({ status: 204 }), alone: 'status(204)' },
  { title: 'JSON', answer: json({ id: 1 }), alone: '{ id: 1 }' },
  { title: 'JSON with a status', answer: json({ id: 1 }, 201), alone: 'status(201, { id: 1 })' },
  {
    title: 'JSON with a header',
    answer: response({
      headers: [
        ['content-type', 'application/json'],
        ['x-a', '1'],
      ],
      body: '{"id":1}',
    }),
    alone: "Response.json({ id: 1 }, { headers: { 'x-a': '1' } })",
  },
  {
    title: 'no body, with a header',
    answer: response({ status: 201, headers: [['location', '/users/1']] }),
    alone: "new Response(null, { status: 201, headers: { location: '/users/1' } })",
  },
  {
    title: 'JSON with a reason phrase',
    answer: { ...json({ id: 1 }, 404), statusText: 'Gone fishing' },
    alone: "Response.json({ id: 1 }, { status: 404, statusText: 'Gone fishing' })",
  },
  {
    title: 'no body, with a reason phrase',
    answer: response({ status: 404, statusText: 'Gone fishing' }),
    alone: "new Response(null, { status: 404, statusText: 'Gone fishing' })",
  },
  {
    title: 'bytes without a type',
    answer: response({ body: 'ab' }),
    alone: "new Response(new TextEncoder().encode('ab'))",
  },
  {
    title: 'a broken connection',
    answer: { kind: 'networkError', code: 'ECONNRESET' },
    alone: "networkError('ECONNRESET')",
  },
  { title: 'no answer', answer: { kind: 'never' }, alone: '() => new Promise(() => {})' },
])('an answer without settings: $title', ({ answer, alone }) => {
  expect(layOut(printAlone(answer))).toBe(alone)
})

test('JSON text that is laid out by tabs is written as its value', () => {
  const answer = response({ headers: [['content-type', 'text/plain']], body: '{\n\t"id": 1\n}' })
  expect(layOut(printAnswer(answer).response)).toBe("text(JSON.stringify({ id: 1 }, null, '\\t'))")
})
