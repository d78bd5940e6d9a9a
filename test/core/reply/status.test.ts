import { expect, test } from 'vitest'
import { passthrough, redirect, sequence, status, text } from '../../../src/core/reply/named-replies.ts'
import { toReply } from '../../../src/core/reply/to-reply.ts'

test.each([
  {
    title: 'no payload',
    reply: status(404),
    sent: { kind: 'content', body: { kind: 'empty' }, status: 404 },
    args: [404],
  },
  {
    title: 'a payload',
    reply: status(201, { id: 1 }),
    sent: { kind: 'content', body: { kind: 'text', text: '{"id":1}', type: 'application/json' }, status: 201 },
    args: [201, { id: 1 }],
  },
  { title: 'a status without a body', reply: status(204), sent: { status: 204, body: { kind: 'empty' } }, args: [204] },
  {
    title: 'a reply of text',
    reply: status(400, text('no')),
    sent: { status: 400, body: { text: 'no' } },
    args: [400, text('no')],
  },
])('status() with $title', ({ reply, sent, args }) => {
  expect(toReply(reply)).toMatchObject(sent)
  expect(reply).toMatchObject({ name: 'status', args })
})

const OWN_STATUS = 'its payload is what a body is made of, not a reply with a status of its own, or none'

const refused: readonly { title: string; make: () => unknown; message: string }[] = [
  {
    title: 'no status of a response',
    make: () => status(99),
    message: 'status(99): a status is an integer from 200 to 599, not 99',
  },
  {
    title: 'no status of a response, with a payload',
    make: () => status(600, { id: 1 }),
    message: 'status(600, { id: 1 }): a status is an integer from 200 to 599, not 600',
  },
  {
    title: 'a reply with a status of its own',
    make: () => status(200, redirect('/login')),
    message: `status(200, redirect('/login', 302)): ${OWN_STATUS}`,
  },
  {
    title: 'a reply without a body',
    make: () => status(200, passthrough()),
    message: `status(200, passthrough()): ${OWN_STATUS}`,
  },
  {
    title: 'several replies',
    make: () => status(200, sequence('a', 'b')),
    message: `status(200, sequence('a', 'b')): ${OWN_STATUS}`,
  },
  {
    title: 'a Response',
    make: () => status(200, new Response('a')),
    message: `status(200, …): ${OWN_STATUS}`,
  },
  {
    title: 'a payload for a status without a body',
    make: () => status(204, { id: 1 }),
    message: 'status(204, { id: 1 }): a response with status 204 has no body\n\nWrite  status(204)',
  },
]

test.each(refused)('status() refuses $title', ({ make, message }) => {
  expect(make).toThrow(expect.objectContaining({ code: 'ROUTE_DEFINITION', message }))
})
