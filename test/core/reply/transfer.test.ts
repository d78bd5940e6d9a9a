import { describe, expect, test } from 'vitest'
import { negotiateReply } from '../../../src/core/reply/complete-reply.ts'
import { networkError, passthrough, sequence, stream, text } from '../../../src/core/reply/named-replies.ts'
import { cut, throttle, transferProblem, withTransfer } from '../../../src/core/reply/transfer.ts'
import {
  type FinalReply,
  type NamedReply,
  NEXT,
  type NegotiatedReply,
  named,
  REPLY,
  type Transfer,
} from '../../../src/core/reply.ts'

const resolver = () => 'Hello'
const file: NegotiatedReply = {
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

const refused: readonly { written: () => unknown; message: string }[] = [
  {
    written: () => cut({ id: 1 }, -1),
    message: 'cut({ id: 1 }, -1): it takes a number of bytes, an integer of 0 or more\n\nWrite  cut({ id: 1 }, 5)',
  },
  {
    written: () => cut({ id: 1 }, 1.5),
    message: 'cut({ id: 1 }, 1.5): it takes a number of bytes, an integer of 0 or more\n\nWrite  cut({ id: 1 }, 5)',
  },
  {
    written: () => cut({ id: 1 }, undefined as never),
    message: 'cut({ id: 1 }, nothing): it takes a number of bytes, an integer of 0 or more\n\nWrite  cut({ id: 1 }, 5)',
  },
  {
    written: () => cut({ id: 1 }, 8),
    message: 'cut({ id: 1 }, 8): its body has 8 bytes and would arrive whole\n\nWrite  cut(…, 4)',
  },
  {
    written: () => cut('', 2),
    message: "cut('', 2): its body has 2 bytes and would arrive whole\n\nWrite  cut(…, 1)",
  },
  {
    written: () => cut(new Uint8Array(1), 1),
    message: 'cut([Uint8Array of 1 bytes], 1): its body has 1 byte and would arrive whole\n\nWrite  cut(…, 0)',
  },
  {
    written: () => cut(new Blob(['Hello']), 5),
    message: 'cut([Blob of 5 bytes], 5): its body has 5 bytes and would arrive whole\n\nWrite  cut(…, 2)',
  },
  {
    written: () => cut(sequence(text('Hello'), text('a')), 3),
    message:
      "cut(sequence(text('Hello'), text('a')), 3): its body has 1 byte and would arrive whole\n\nWrite  cut(…, 0)",
  },
  {
    written: () => cut(undefined, 0),
    message: "cut(nothing, 0): the response has no body\n\nWrite  cut({ id: '1' }, 5)",
  },
  {
    written: () => cut(new Response(null, { status: 204 }), 0),
    message: "cut([Response], 0): the response has no body\n\nWrite  cut({ id: '1' }, 5)",
  },
  {
    written: () => cut(networkError(), 0),
    message:
      "cut(networkError('ECONNREFUSED'), 0): networkError() has no body of its own\n\nWrite  cut({ id: '1' }, 5)",
  },
  {
    written: () => throttle(passthrough(), 7),
    message: "throttle(passthrough(), 7): passthrough() has no body of its own\n\nWrite  throttle({ id: '1' }, 7)",
  },
  {
    written: () => throttle(new Map(), 7),
    message:
      "throttle([Map], 7): the payload cannot be sent as JSON: a Map would become {}\n\nWrite  throttle({ id: '1' }, 7)",
  },
  {
    written: () => throttle({ id: 1 }, 0),
    message:
      'throttle({ id: 1 }, 0): it takes a number of bytes per second, more than 0\n\nWrite  throttle({ id: 1 }, 1000)',
  },
  {
    written: () => throttle({ id: 1 }, Number.POSITIVE_INFINITY),
    message:
      'throttle({ id: 1 }, Infinity): it takes a number of bytes per second, more than 0\n\nWrite  throttle({ id: 1 }, 1000)',
  },
  {
    written: () => cut(NEXT, 3),
    message: "cut(next(), 3): next() has no body of its own\n\nWrite  cut({ id: '1' }, 5)",
  },
  {
    written: () => cut(text(''), 0),
    message: "cut(text(''), 0): its body has 0 bytes and would arrive whole\n\nWrite  cut({ id: '1' }, 5)",
  },
  {
    written: () => throttle({ id: 1 }, '10' as never),
    message:
      "throttle({ id: 1 }, '10'): it takes a number of bytes per second, more than 0\n\nWrite  throttle({ id: 1 }, 1000)",
  },
  {
    written: () => cut(named('file', [], file), 5),
    message: 'cut(file(), 5): its body has 5 bytes and would arrive whole\n\nWrite  cut(…, 2)',
  },
]

test.each(refused)('$message', ({ written, message }) => {
  expect(written).toThrow(expect.objectContaining({ name: 'RouteDefinitionError', message }))
})

test('the reason why a payload cannot be sent is the cause of the error', () => {
  expect(() => throttle(new Map(), 7)).toThrow(
    expect.objectContaining({ cause: new TypeError('A Map would become {}') }),
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

test('a file gets its head, and is sent as far as it is cut', () => {
  const head: FinalReply = {
    kind: 'content',
    status: 201,
    headers: [
      ['x-a', '1'],
      ['allow', 'HEAD'],
    ],
    body: { kind: 'empty' },
  }
  const request = { method: 'HEAD', headers: {} }
  expect(negotiateReply(file, request, 201, [['x-a', '1']])).toEqual(head)
  const cutFile = { ...file, transfer: { cutAfter: 2 } }
  expect(negotiateReply(cutFile, request, 201, [['x-a', '1']])).toEqual({ ...head, transfer: { cutAfter: 2 } })
})

test('a speed alone is no problem for a body of any size', () => {
  const body = { kind: 'text', text: 'a', type: 'text/plain' } as const
  expect(transferProblem(body, { bytesPerSecond: 1 })).toBeUndefined()
})
