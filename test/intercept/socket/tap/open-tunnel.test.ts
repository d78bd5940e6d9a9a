import { once } from 'node:events'
import net, { type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openTunnel } from '../../../../src/intercept/socket/tap/open-connection.ts'
import { rejectionOf } from '../../../promises/support.ts'

const CONNECT = 'CONNECT api.test:80 HTTP/1.1\r\n\r\n'

/** Returns the connection through a proxy that answers `CONNECT` with these chunks, each of which it sends alone; `null` ends. */
async function tunnelBy(chunks: readonly (string | null)[]): Promise<Socket> {
  const proxy = net.createServer((socket) => {
    socket.on('error', () => {}).setNoDelay()
    socket.once('data', async (request: Buffer) => {
      expect(String(request)).toBe(CONNECT)
      for (const chunk of chunks) {
        if (chunk === null) socket.end()
        else await new Promise((resolve) => socket.write(chunk, resolve))
        await new Promise(setImmediate)
      }
    })
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const tunnel = await openTunnel(() => net.connect(port, '127.0.0.1'), Buffer.from(CONNECT))
  onTestFinished(() => void tunnel.destroy())
  return tunnel
}

test.each([
  { title: 'whole', chunks: ['HTTP/1.1 200 OK\r\n\r\n', 'first'] },
  { title: 'in pieces', chunks: ['HTTP/1.0 20', '0 OK\r\nvia: a\r', '\n\r\n', 'first'] },
  { title: 'with what follows', chunks: ['HTTP/1.1 200 OK\r\n\r\nfirst'] },
])('the client reads the head of a tunnel that mynah has opened late: it comes $title', async ({ chunks }) => {
  const tunnel = await tunnelBy(chunks)
  const first = await new Promise((resolve) => tunnel.once('data', resolve).resume())
  expect(String(first)).toBe('first')
})

test.each([
  { chunks: ['HTTP/1.1 407 Who are you\r\n\r\n'], line: 'HTTP/1.1 407 Who are you' },
  { chunks: ['HTTP/1.1 2', null], line: 'HTTP/1.1 2' },
  { chunks: [null], line: '' },
])('a request waits forever for a tunnel that does not open: $line', async ({ chunks, line }) => {
  expect(await rejectionOf(tunnelBy(chunks))).toMatchObject({
    message: `The proxy refused the tunnel: ${line}`,
    code: 'ECONNRESET',
  })
})

test('a request waits forever for a proxy that refuses its connection', async () => {
  const tunnel = openTunnel(() => net.connect(9, '127.0.0.1'), Buffer.from(CONNECT))
  expect(await rejectionOf(tunnel)).toMatchObject({ code: 'ECONNREFUSED' })
})
