import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
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

testSame(
  'http: finish, and the callbacks of write and end, come before a connection that is refused',
  async (recorder) => {
    const { origin, server } = await serve(recorder, (_request, response) => response.end('real'))
    await new Promise((resolve) => server.close(resolve))
    const request = http.request(origin, { method: 'POST', agent: false })
    request.on('finish', () => recorder.add('finish'))
    request.on('error', (error: NodeJS.ErrnoException) => recorder.add(error.code))
    request.write('body', (error) => recorder.add('written', (error as NodeJS.ErrnoException)?.code))
    request.end((error?: NodeJS.ErrnoException) => recorder.add('ended', error?.code))
    await once(request, 'close')
    await new Promise(setImmediate)
  },
  options,
)

testSame(
  'http: finish comes before connect, or after the response',
  async (recorder) => {
    const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)))
    const request = http.request(origin, { method: 'POST', agent: false })
    request.on('socket', (socket) => socket.on('connect', () => recorder.add('connect')))
    request.on('finish', () => recorder.add('finish'))
    request.end('body')
    recorder.add('response', await read(await once<IncomingMessage>(request, 'response')))
  },
  options,
)

for (const ALPNProtocols of [undefined, ['own'], ['own', 'http/1.1'], ['http/1.1']]) {
  testSame(
    `https: a server that speaks other protocols cannot be reached by a client that offers ${ALPNProtocols}`,
    async (recorder) => {
      const server = https.createServer({ ...certificate, ALPNProtocols: ['own'] }, (request, response) =>
        response.end(String((request.socket as TLSSocket).alpnProtocol)),
      )
      const port = await recorder.bind(server)
      const request = https.get({ host: '127.0.0.1', port, ca, agent: false, ...(ALPNProtocols && { ALPNProtocols }) })
      request.on('error', (error: NodeJS.ErrnoException) => recorder.add(error.code))
      request.on('response', async (response) => recorder.add(await read(response)))
      await once(request, 'close')
      await new Promise(setImmediate)
    },
    options,
  )
}

for (const [name, unreadable] of Object.entries({ cert: { cert: 'cert' }, key: { key: 'key' }, pfx: { pfx: 'pfx' } })) {
  testSame(
    `https: a ${name} that Node cannot read does not fail a request that passes through as without mynah`,
    async (recorder) => {
      const { origin } = await serve(recorder, (_request, response) => response.end('real'), true)
      try {
        const request = https.get(origin, { ...unreadable, agent: false })
        recorder.add('error', (await once<NodeJS.ErrnoException>(request, 'error')).code)
      } catch (error) {
        recorder.add('thrown', (error as NodeJS.ErrnoException).code)
      }
      const dispatcher = new undici.Agent({ connect: unreadable })
      recorder.add(await undici.request(origin, { dispatcher }).catch(({ code }) => code))
    },
    options,
  )
}
