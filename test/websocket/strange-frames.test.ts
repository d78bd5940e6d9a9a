import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import type { Socket } from 'node:net'
import { playMocked, playReal } from './compare.ts'
import type { Play } from './recorder.ts'
import { test } from './runner.ts'
import type { Behaviour } from './scenarios.ts'

/** A frame of a client (RFC 6455, section 5.2): its first byte, and its payload. */
function frame(first: number, payload: Buffer | string, length = Buffer.from(payload).length): Buffer {
  const mask = [1, 2, 3, 4]
  const masked = Buffer.from(payload).map((byte, at) => byte ^ (mask[at % 4] as number))
  return Buffer.concat([Buffer.from([first, 0x80 + length, ...mask]), masked])
}

const [TEXT, CLOSE, PING] = [0x81, 0x88, 0x89]

const FRAMES: Readonly<Record<string, readonly Buffer[]>> = {
  'an unmasked frame': [Buffer.from([TEXT, 2, 0x61, 0x62])],
  'a text that is no UTF-8': [frame(TEXT, Buffer.from([0xc3, 0x28]))],
  'a message that is too large': [Buffer.from([TEXT, 0xff, 0, 0, 0, 1, 0, 0, 0, 0, 1, 2, 3, 4])],
  'a length that no number can be': [Buffer.from([TEXT, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 2, 3, 4])],
  'an unknown opcode': [frame(0x83, 'a')],
  'a compressed frame': [frame(0xc1, 'a')],
  'a ping in fragments': [frame(0x09, 'a')],
  'a ping that is too long': [Buffer.from([PING, 0xfe, 0, 126, 1, 2, 3, 4]), Buffer.alloc(126)],
  'a fragment without a beginning': [frame(0x80, 'a')],
  'a message within another one': [frame(0x01, 'a'), frame(TEXT, 'b')],
  'a close frame with a forbidden code': [frame(CLOSE, Buffer.from([0x03, 0xed]))],
  'a close frame of one byte': [frame(CLOSE, Buffer.from([3]))],
  'a reason that is no UTF-8': [frame(CLOSE, Buffer.from([0x03, 0xe8, 0xc3, 0x28]))],
  'frames behind the close': [frame(CLOSE, ''), frame(TEXT, 'late'), frame(CLOSE, '')],
  'bytes that are no frames': [Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  'a good message and an unmasked one': [frame(TEXT, 'good'), Buffer.from([TEXT, 2, 0x61, 0x62])],
}

/** Opens a connection as a WebSocket client does, writes to it, and notes what comes until its end. */
function writeRaw(write: (socket: Socket) => void): Play {
  return async (url, recorder) => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    const [answer, socket] = await once(http.get(url.replace('ws', 'http'), { headers }), 'upgrade')
    recorder.note(answer.statusCode, answer.headers['sec-websocket-accept'])
    const bytes: Buffer[] = []
    socket.on('data', (chunk: Buffer) => bytes.push(chunk))
    socket.on('error', () => {})
    write(socket)
    await once(socket, 'close')
    recorder.note(Buffer.concat(bytes).toString('hex'))
  }
}

/** Compares what a client and its server see, and asserts that nothing of it is thrown in the process, or fails the test. */
async function assertSame(play: Play): Promise<void> {
  const sides = []
  for (const side of [playReal, playMocked]) {
    const served: unknown[] = []
    const behaviour: Behaviour = {
      message: ({ data }) => served.push(data),
      close: ({ code, reason }) => served.push([code, reason]),
    }
    const thrown: unknown[] = []
    const note = (error: unknown) => thrown.push(error)
    process.on('uncaughtExceptionMonitor', note)
    try {
      sides.push({ events: await side(behaviour, play), served, thrown })
    } finally {
      process.off('uncaughtExceptionMonitor', note)
    }
  }
  const [real, mocked] = sides
  assert.deepEqual(mocked, real)
  assert.deepEqual(mocked?.thrown, [])
}

for (const [title, frames] of Object.entries(FRAMES)) {
  test(`a client sends ${title}`, () => assertSame(writeRaw((socket) => frames.map((bytes) => socket.write(bytes)))))
  test(`a client sends ${title}, byte by byte`, () =>
    assertSame(
      writeRaw((socket) => {
        for (const byte of Buffer.concat(frames)) socket.write(Buffer.from([byte]))
      }),
    ))
}

const HANDSHAKES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'without a key': { 'sec-websocket-key': '' },
  'with a key that is too short': { 'sec-websocket-key': 'abc' },
  'of a version from before the standard': { 'sec-websocket-version': '7' },
  'with a subprotocol that is no token': { 'sec-websocket-protocol': 'a b' },
  'with an extension that cannot be parsed': { 'sec-websocket-extensions': 'permessage-deflate; =' },
}

for (const [title, headers] of Object.entries(HANDSHAKES)) {
  test(`a handshake ${title} is answered as a server answers it`, () =>
    assertSame(async (url, recorder) => {
      const sent = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', ...headers }
      const request = http.get(url.replace('ws', 'http'), { headers: sent, agent: false })
      const upgraded = once(request, 'upgrade').then(([answer, socket]) => {
        socket.destroy()
        return [answer]
      })
      const [answer] = await Promise.race([once(request, 'response'), upgraded])
      recorder.note(answer.statusCode, answer.headers)
      recorder.note(Buffer.concat(await answer.toArray()).toString())
    }))
}

test('a client ends its connection inside a frame', () =>
  assertSame(writeRaw((socket) => socket.end(frame(TEXT, 'half').subarray(0, 7)))))
test('a client breaks its connection inside a frame', () =>
  assertSame(
    writeRaw((socket) => {
      socket.write(frame(TEXT, 'half').subarray(0, 7), () => setTimeout(() => socket.destroy(), 20))
    }),
  ))
