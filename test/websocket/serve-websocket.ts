import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { Behaviour } from './scenarios.ts'

/**
 * Starts a server of `ws` on loopback. `behaviourOf` returns what it does for a URL, as the handlers of a stub; it refuses a
 * handshake that has none.
 */
export async function serveWebSocket(
  behaviourOf: (url: string) => Behaviour | undefined,
): Promise<{ port: number; close(): void }> {
  const http = createServer((_request, response) => response.writeHead(426).end('Upgrade Required'))
  const server = new WebSocketServer({
    server: http,
    verifyClient: ({ req: { url = '', socket } }, done) => {
      const { refusal } = behaviourOf(url) ?? { refusal: 401 }
      if (refusal === 'broken') socket.destroy()
      else done(refusal === undefined, refusal)
    },
    handleProtocols: (offered, { url = '' }) => behaviourOf(url)?.protocol ?? [...offered][0] ?? false,
  })
  server.on('connection', (socket, { url = '' }) => {
    const { open, message, close } = behaviourOf(url) ?? {}
    const context = {
      send(data: unknown) {
        const isReady =
          typeof data === 'string' || ArrayBuffer.isView(data) || data instanceof ArrayBuffer || data instanceof Blob
        socket.send(isReady ? (data as string) : JSON.stringify(data))
      },
      close: (code?: number, reason?: string) => socket.close(code, reason),
      break: () => socket.terminate(),
      protocol: socket.protocol,
    } as never as Parameters<NonNullable<Behaviour['open']>>[0]
    socket.on('error', () => {})
    socket.on('message', (data: Buffer, isBinary) => message?.({ ...context, data: isBinary ? data : String(data) }))
    socket.on('close', (code, reason) => close?.({ ...context, code, reason: String(reason) }))
    open?.(context)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    port: (http.address() as AddressInfo).port,
    close() {
      for (const socket of server.clients) socket.terminate()
      http.closeAllConnections()
      http.close()
    },
  }
}
