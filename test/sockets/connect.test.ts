import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import * as undici from 'undici'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, once, read, testSame } from './compare.ts'
import { PROTOCOLS, serve } from './serve.ts'

const ca = certificate.cert
const options = { passthrough: LOOPBACK }

/** The properties of a connection that a client can read. A check of a pinned certificate reads the same. */
function peerOf(socket: Socket, port: number): unknown[] {
  const address = [socket.remoteAddress, socket.remotePort === port]
  if (!(socket instanceof TLSSocket)) return address
  return [...address, socket.authorized, socket.getPeerCertificate().subject?.CN, socket.getProtocol()]
}

for (const { name, secure, client } of PROTOCOLS) {
  testSame(
    `${name}: connect on a passed request comes twice, first without port or certificate`,
    async (recorder) => {
      const { origin, port } = await serve(recorder, (_request, response) => response.end('real'), secure)
      const agent = new client.Agent({ keepAlive: true, ca })
      for (const turn of [1, 2]) {
        const request: ClientRequest = client.get(origin, { agent })
        request.on('socket', (socket) => {
          for (const event of ['lookup', 'connect', 'ready', 'secureConnect']) {
            socket.on(event, () => recorder.add(turn, event, ...peerOf(socket, port)))
          }
        })
        const response = await once<IncomingMessage>(request, 'response')
        recorder.add(response.statusCode, await read(response), request.reusedSocket)
        await new Promise(setImmediate)
      }
      agent.destroy()
    },
    options,
  )

  testSame(
    `${name}: a client that writes once it is connected sees no certificate`,
    async (recorder) => {
      const { origin, port } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const request = client.request(origin, { method: 'POST', agent: false, ca })
      request.on('socket', (socket) => {
        socket.on(secure ? 'secureConnect' : 'connect', () => {
          recorder.add(...peerOf(socket, port))
          request.end('pinned')
        })
      })
      recorder.add(await read(await once<IncomingMessage>(request, 'response')))
    },
    options,
  )

  testSame(
    `${name}: a connector of undici's that checks the peer sees none`,
    async (recorder) => {
      const { origin, port } = await serve(recorder, (_request, response) => response.end('real'), secure)
      const connector = undici.buildConnector({ ca })
      const dispatcher = new undici.Agent({
        connect: (params, callback) =>
          connector(params, (...args) => {
            const [, socket] = args
            if (socket) recorder.add(...peerOf(socket, port))
            callback(...args)
          }),
      })
      const { body } = await undici.request(origin, { dispatcher })
      recorder.add(await body.text())
      await dispatcher.destroy()
    },
    options,
  )

  testSame(
    `${name}: the errors of a connection come late, or not at all`,
    async (recorder) => {
      const { origin, server } = await serve(recorder, (_request, response) => response.end('real'), secure)
      const fail = () => client.get(origin, { agent: false }).on('response', (response) => response.resume())
      // Its certificate is not trusted.
      if (secure) recorder.add((await once<NodeJS.ErrnoException>(fail(), 'error')).code)
      await new Promise((resolve) => server.close(resolve))
      recorder.add((await once<NodeJS.ErrnoException>(fail(), 'error')).code)
    },
    options,
  )
}

testSame(
  'http: a write fails unheard if the socket was never connected',
  async (recorder) => {
    const request = http.request({ createConnection: () => new Socket(), host: '127.0.0.1', port: 9, agent: false })
    request.on('error', (error: NodeJS.ErrnoException) => recorder.add(error.code))
    request.end('sent')
    await once(request, 'close')
  },
  options,
)
