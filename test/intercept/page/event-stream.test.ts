import { describe, expect, test } from 'vitest'
import { eventStreamReader } from '../../../src/intercept/page/event-stream.ts'

/** Reads a stream in pieces, and returns its blocks as `type|data|id`, and its reconnection times. */
function read(pieces: readonly string[], lastEventId = ''): string[] {
  const seen: string[] = []
  const next = eventStreamReader(lastEventId, {
    onBlock: ({ type, data, lastEventId: id }) => seen.push(`${type}|${data}|${id}`),
    onRetry: (ms) => seen.push(`retry ${ms}`),
  })
  for (const piece of pieces) next(piece)
  return seen
}

/** The rules of the HTML Standard, interpreting an event stream. test/consumers/browser compares them with Chromium. */
const STREAMS: readonly { title: string; stream: string; blocks: readonly string[] }[] = [
  { title: 'data', stream: 'data: a\n\n', blocks: ['message|a|'] },
  {
    title: 'one space after the colon is left out',
    stream: 'data:  a\n\ndata:b\n\n',
    blocks: ['message| a|', 'message|b|'],
  },
  { title: 'several lines of data', stream: 'data: a\ndata\ndata: b\n\n', blocks: ['message|a\n\nb|'] },
  { title: 'empty data', stream: 'data\n\n', blocks: ['message||'] },
  { title: 'no data', stream: 'event: a\n\n', blocks: ['a|undefined|'] },
  { title: 'a name, for one event', stream: 'event: a\ndata: 1\n\ndata: 2\n\n', blocks: ['a|1|', 'message|2|'] },
  {
    title: 'an id, for the next events too',
    stream: 'id: 1\n\ndata: a\n\n',
    blocks: ['message|undefined|1', 'message|a|1'],
  },
  {
    title: 'an id that is taken back',
    stream: 'id: 1\n\nid\ndata: a\n\n',
    blocks: ['message|undefined|1', 'message|a|'],
  },
  { title: 'an id with a null character', stream: 'id: 1\0\ndata: a\n\n', blocks: ['message|a|'] },
  {
    title: 'a time, before the end of its block',
    stream: 'retry: 10\ndata: a\n\n',
    blocks: ['retry 10', 'message|a|'],
  },
  { title: 'no time', stream: 'retry: -1\nretry: 1.5\nretry\nretry: x\n\n', blocks: ['message|undefined|'] },
  {
    title: 'comments and other fields',
    stream: ': a\nother: b\nDATA: c\n data: d\n\n',
    blocks: ['message|undefined|'],
  },
  { title: 'a value with colons', stream: 'data: {"a":1}\n\n', blocks: ['message|{"a":1}|'] },
  { title: 'a block without its end', stream: 'data: a\n\ndata: b\n', blocks: ['message|a|'] },
  { title: 'carriage returns', stream: 'data: a\rdata: b\r\rdata: c\r\r', blocks: ['message|a\nb|', 'message|c|'] },
  {
    title: 'all line breaks',
    stream: 'data: a\r\n\r\ndata: b\n\r\ndata: c\r\n\n',
    blocks: ['message|a|', 'message|b|', 'message|c|'],
  },
]

describe('an event stream, whole and character by character', () => {
  test.for(STREAMS)('$title', ({ stream, blocks }) => {
    expect(read([stream])).toEqual(blocks)
    expect(read([...stream])).toEqual(blocks)
    expect(read([...stream].flatMap((char) => [char, '']))).toEqual(blocks)
  })
})

test('the id of the stream before stays until another one comes', () => {
  expect(read(['data: a\n\nid: 2\ndata: b\n\n'], '1')).toEqual(['message|a|1', 'message|b|2'])
})
