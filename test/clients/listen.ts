import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Makes a real server listen until the test is finished; returns its port. */
export async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
