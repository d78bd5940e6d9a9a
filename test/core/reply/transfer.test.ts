import { describe, expect, test } from 'vitest'
import { REPLY } from '../../../src/core/own-kind.ts'
import { networkError, passthrough, sequence, stream, text } from '../../../src/core/reply/named-replies.ts'
import { type FinalReply, type NamedReply, named, type Reply, type Transfer } from '../../../src/core/reply/reply.ts'
import { cut, throttle, transferProblem, withTransfer } from '../../../src/core/reply/transfer.ts'

const resolver = () => 'Hello'
const file: Reply = {
  kind: 'negotiated',
  size: 5,
  negotiate: ({ method }, { status = 200, headers }) => {
    return { kind: 'content', status, body: { kind: 'empty' }, headers: [...headers, ['allow', method]] }
  },
}
const bytes = new Blob(['Hello'])
const form = new FormData()

/** The transfer of each reply that a declaration makes. */
const declared: readonly { title: string; reply: () => NamedReply; transfers: readonly Transfer[] }[] = [
  { title: 'JSON', reply: () => cut({ id: 1 }, 7), transfers: [{ cutAfter: 7 }] },
  { title: 'text()', reply: () => cut(text('Hello'), 0), transfers: [{ cutAfter: 0 }] },
  { title: 'text of two bytes a letter', reply: () => cut(text('éé'), 3), transfers: [{ cutAfter: 3 }] },
  { title: 'a Blob', reply: () => cut(bytes, 4), transfers: [{ cutAfter: 4 }] },
  { title: 'bytes', reply: () => cut(new Uint8Array(2), 1), transfers: [{ cutAfter: 1 }] },
  { title: 'a file', reply: () => cut(named('file', [], file), 4), transfers: [{ cutAfter: 4 }] },
  { title: 'a form, whose size is not known', reply: () => cut(form, 9000), transfers: [{ cutAfter: 9000 }] },
  { title: 'stream(), whose size is not known', reply: () => cut(stream(['a']), 9), transfers: [{ cutAfter: 9 }] },
  { title: 'a Response', reply: () => cut(new Response('a'), 9), transfers: [{ cutAfter: 9 }] },
  { title: 'a resolver', reply: () => cut(resolver, 9), transfers: [{ cutAfter: 9 }] },
  { title: 'a speed', reply: () => throttle({ id: 1 }, 0.5), transfers: [{ bytesPerSecond: 0.5 }] },
  { title: 'the lower one of two cuts, outside', reply: () => cut(cut({ id: 1 }, 6), 5), transfers: [{ cutAfter: 5 }] },
  { title: 'the lower one of two cuts, inside', reply: () => cut(cut({ id: 1 }, 5), 6), transfers: [{ cutAfter: 5 }] },
  {
    title: 'the lower one of two speeds, of a resolver',
    reply: () => throttle(throttle(resolver, 20), 10),
    transfers: [{ bytesPerSecond: 10 }],
  },
  {
    title: 'a cut and a speed',
    reply: () => throttle(cut({ id: 1 }, 5), 10),
    transfers: [{ cutAfter: 5, bytesPerSecond: 10 }],
  },
  {
    title: 'each reply of a sequence',
    reply: () => cut(sequence({ id: 1 }, resolver), 3),
    transfers: [{ cutAfter: 3 }, { cutAfter: 3 }],
  },
]

test.each(declared)('the transfer of a reply: $title', ({ reply, transfers }) => {
  const made = reply()[REPLY]
  const replies = made.kind === 'sequence' ? made.replies : [made]
  expect(replies.map((one) => 'transfer' in one && one.transfer)).toEqual(transfers)
})

test('the reply has the name and the arguments of its call', () => {
  expect(cut('Hello', 3)).toMatchObject({ name: 'cut', args: ['Hello', 3] })
  expect(throttle('Hello', 3)).toMatchObject({ name: 'throttle', args: ['Hello', 3] })
})

test('a Response is copied: the test may still read it', async () => {
  const response = new Response('Hello')
  cut(response, 3)
  expect(await response.text()).toBe('Hello')
})

test('the reason why a payload cannot be sent is the cause of the error', () => {
  expect(() => throttle(new Map(), 7)).toThrow(
    expect.objectContaining({ cause: new TypeError('a Map would become {}') }),
  )
})

describe('withTransfer()', () => {
  const content: FinalReply = { kind: 'content', status: 200, headers: [], body: { kind: 'empty' } }

  test('adds the transfer of a resolver to its reply, and keeps a lower one', () => {
    expect(withTransfer(content, { cutAfter: 3 })).toEqual({ ...content, transfer: { cutAfter: 3 } })
    expect(withTransfer({ ...content, transfer: { cutAfter: 2 } }, { cutAfter: 3 })).toEqual({
      ...content,
      transfer: { cutAfter: 2 },
    })
  })

  test('leaves a reply as it is that has no body, and any reply without a transfer', () => {
    expect(withTransfer({ kind: 'passthrough' }, { cutAfter: 3 })).toEqual({ kind: 'passthrough' })
    expect(withTransfer(content, undefined)).toBe(content)
  })
})

test('a speed alone is no problem for a body of any size', () => {
  const body = { kind: 'text', text: 'a', type: 'text/plain' } as const
  expect(transferProblem(body, { bytesPerSecond: 1 })).toBeUndefined()
})

const refused: readonly { title: string; make: () => unknown; message: string }[] = [
  {
    title: 'a part of a byte',
    make: () => cut('Hello', 1.5),
    message: "cut('Hello', 1.5): it takes a number of bytes, an integer of 0 or more",
  },
  {
    title: 'fewer bytes than none',
    make: () => cut('Hello', -1),
    message: "cut('Hello', -1): it takes a number of bytes, an integer of 0 or more",
  },
  {
    title: 'no speed',
    make: () => throttle('Hello', 0),
    message: "throttle('Hello', 0): it takes a number of bytes per second, more than 0",
  },
  {
    title: 'any speed',
    make: () => throttle('Hello', Infinity),
    message: "throttle('Hello', Infinity): it takes a number of bytes per second, more than 0",
  },
  {
    title: 'a reply without a body of its own',
    make: () => cut(passthrough(), 1),
    message: 'cut(passthrough(), 1): passthrough() has no body of its own',
  },
  {
    title: 'the answer of the next stub',
    make: () => cut(named('next', [], { kind: 'next' }), 1),
    message: 'cut(next(), 1): next() has no body of its own',
  },
  {
    title: 'a broken connection',
    make: () => throttle(networkError('ECONNRESET'), 1),
    message: "throttle(networkError('ECONNRESET'), 1): networkError() has no body of its own",
  },
  {
    title: 'a payload that cannot be sent',
    make: () => cut(new Map(), 1),
    message: 'cut([Map], 1): the payload cannot be sent as JSON: a Map would become {}',
  },
  { title: 'no body', make: () => cut(undefined, 1), message: 'cut(undefined, 1): the response has no body' },
  {
    title: 'a Response without a body',
    make: () => throttle(new Response(null), 1),
    message: 'throttle([Response], 1): the response has no body',
  },
  {
    title: 'JSON that would arrive whole',
    make: () => cut(1, 1),
    message: 'cut(1, 1): its body has 1 byte and would arrive whole',
  },
  {
    title: 'a Blob that would arrive whole',
    make: () => cut(bytes, 5),
    message: 'cut([Blob of 5 bytes], 5): its body has 5 bytes and would arrive whole',
  },
  {
    title: 'bytes that would arrive whole',
    make: () => cut(new Uint8Array(2), 3),
    message: 'cut([Uint8Array of 2 bytes], 3): its body has 2 bytes and would arrive whole',
  },
  {
    title: 'a file that would arrive whole',
    make: () => cut(named('file', [], file), 5),
    message: 'cut(file(), 5): its body has 5 bytes and would arrive whole',
  },
]

test.each(refused)('$title is refused', ({ make, message }) => {
  expect(make).toThrow(expect.objectContaining({ code: 'ROUTE_DEFINITION', message }))
})
