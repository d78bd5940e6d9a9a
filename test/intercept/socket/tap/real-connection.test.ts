import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { judgeContinue, judgeTunnel, swallowHead } from '../../../../src/intercept/socket/tap/real-connection.ts'

/** Returns what becomes of the chunks with which a proxy answers a tunnel that mynah has answered before. */
function receive(chunks: readonly (string | null)[]): { socket: Socket; opened: number; pushed: boolean[] } {
  const socket = new Socket()
  socket.on('error', () => {})
  let opened = 0
  swallowHead(socket, judgeTunnel, () => {
    opened += 1
  })
  const pushed = chunks.map((chunk) => socket.push(chunk === null ? null : Buffer.from(chunk)))
  return { socket, opened, pushed }
}

test.each([
  { title: 'whole', chunks: ['HTTP/1.1 200 OK\r\n\r\n'], left: null },
  { title: 'in pieces', chunks: ['HTTP/1.0 20', '0 OK\r\nvia: a\r', '\n\r\n'], left: null },
  { title: 'with what follows', chunks: ['HTTP/1.1 200 OK\r\n\r\nfirst'], left: 'first' },
  { title: 'and then what follows', chunks: ['HTTP/1.1 200 OK\r\n\r\n', 'first'], left: 'first' },
])('the head of a tunnel that opens is kept from its client: $title', ({ chunks, left }) => {
  const { socket, opened, pushed } = receive(chunks)
  expect(opened).toBe(1)
  expect(pushed).not.toContain(false)
  expect(socket.read()?.toString() ?? null).toBe(left)
})

test.each([
  { chunks: ['HTTP/1.1 407 Who are you\r\n\r\n'], line: 'HTTP/1.1 407 Who are you' },
  { chunks: ['HTTP/1.1 2', null], line: 'HTTP/1.1 2' },
  { chunks: [null], line: '' },
])('a tunnel that does not open breaks its socket off: $line', ({ chunks, line }) => {
  const { socket, opened, pushed } = receive(chunks)
  expect([opened, socket.destroyed, pushed.at(-1)]).toEqual([0, true, false])
  expect(socket.errored).toMatchObject({ message: `The proxy refused the tunnel: ${line}`, code: 'ECONNRESET' })
})

test.each([
  { title: 'its own', chunks: ['HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK'], left: 'HTTP/1.1 200 OK' },
  { title: 'none', chunks: ['HTTP/1.1 413 Too Large\r\n\r\n'], left: 'HTTP/1.1 413 Too Large\r\n\r\n' },
  { title: 'the end', chunks: ['HTTP/1.1', null], left: 'HTTP/1.1' },
])(
  'a client that has received 100 Continue from mynah receives no second one: the server sends $title',
  ({ chunks, left }) => {
    const socket = new Socket()
    swallowHead(socket, judgeContinue, () => {})
    for (const chunk of chunks) socket.push(chunk === null ? null : Buffer.from(chunk))
    expect(socket.read()?.toString()).toBe(left)
  },
)
