import { createServer, type RequestListener, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server that other processes of this machine reach. */
export interface LocalServer {
  readonly port: number
  /** Ends the connections. Resolves when the port is free. */
  close(): Promise<void>
}

/** Serves requests on a free port of the loopback interface. A test that forgets to close the server still ends. */
export async function listenLocally(receive: RequestListener, options: ServerOptions = {}): Promise<LocalServer> {
  const server = createServer(options, receive).unref()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
