import net, { type Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { bypassNow } from '../../../runtime/bypass.ts'
import type { Destination } from '../../../transport/destination.ts'
import { http1Protocols } from './pretend-tls-session.ts'

/** Opens a new connection to where a socket leads; a promise only if a proxy has to be asked for a tunnel. */
export type Open = () => Socket | Promise<Socket>

/** Connects to the network as a mocked socket would have done, whose options these are. */
export function openConnection(options: Destination): Socket {
  // Its bytes are piped, not read into the client's own buffer.
  const real = { ...options, onread: undefined } as unknown as net.NetConnectOpts
  return bypassNow(() => net.connect(real))
}

/**
 * The same with TLS; over another connection, if there is one.
 * @throws what Node throws for certificates that it cannot read.
 */
export function openSecureConnection(secure: TLSSocket, options: Destination, socket?: Socket): Socket {
  const ALPNProtocols = http1Protocols(secure)
  const real = { ...options, onread: undefined, ...(socket && { socket }), ...(ALPNProtocols && { ALPNProtocols }) }
  return bypassNow(() => tls.connect(real as tls.ConnectionOptions))
}

/** Asks a proxy for a tunnel by the client's own `CONNECT`, which mynah has answered before. */
export async function openTunnel(open: Open, request: Buffer): Promise<Socket> {
  const proxy = await open()
  // An error may come while nobody waits for bytes.
  proxy.on('error', () => {}).write(request)
  let received = Buffer.alloc(0)
  for (;;) {
    const bytes = await nextBytes(proxy)
    received = Buffer.concat([received, bytes ?? Buffer.alloc(0)])
    const end = received.indexOf('\r\n\r\n')
    if (end < 0 && bytes) continue
    const [line = ''] = received.toString('latin1').split('\r\n', 1)
    if (end < 0 || !/^HTTP\/1\.\d 2/.test(line)) {
      proxy.destroy()
      throw Object.assign(new Error(`The proxy refused the tunnel: ${line}`), { code: 'ECONNRESET' })
    }
    if (received.length > end + 4) proxy.unshift(received.subarray(end + 4))
    return proxy
  }
}

/** Resolves to the next bytes of a connection; to `undefined` if there are none. */
function nextBytes(connection: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (bytes?: Buffer) => {
      connection.off('data', settle).off('end', settle).off('error', reject).pause()
      resolve(bytes)
    }
    connection.on('data', settle).on('end', settle).on('error', reject).resume()
  })
}
