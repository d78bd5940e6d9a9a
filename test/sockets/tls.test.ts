import net from 'node:net'
import tls from 'node:tls'
import { certificate } from '../clients/certificate.ts'
import { LOOPBACK, once, testSame } from './compare.ts'
import type { MocksOptions } from './library.ts'

const echo = (socket: net.Socket) => socket.pipe(socket)
const EVENTS = ['lookup', 'connect', 'ready', 'secureConnect', 'secure', 'data', 'end', 'error', 'close']
const ca = certificate.cert

/** Resolves when a socket has received this text. */
function received(socket: net.Socket, expected: string): Promise<void> {
  let text = ''
  return new Promise((resolve) =>
    socket.on('data', (bytes) => {
      text += bytes
      if (text === expected) resolve()
    }),
  )
}

const POLICIES: readonly [string, MocksOptions][] = [
  ['no passthrough', {}],
  ['passthrough', { passthrough: LOOPBACK }],
]

for (const [policy, options] of POLICIES) {
  testSame(
    `tls: two writes before the handshake ends abort the process (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo, { secure: true })
      const socket = recorder.watch('socket', tls.connect({ port, host: '127.0.0.1', ca }), EVENTS)
      socket.write('first ')
      socket.write('second')
      await received(socket, 'first second')
      socket.end()
      await once(socket, 'close')
    },
    options,
  )

  testSame(
    `tls: a write in secureConnect aborts the process (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo, { secure: true })
      const socket = recorder.watch('socket', tls.connect({ port, host: '127.0.0.1', ca }), EVENTS)
      socket.write('early ')
      socket.on('secureConnect', () => {
        const { subject } = socket.getPeerCertificate()
        recorder.add('peer', socket.authorized, subject?.CN, socket.getProtocol(), socket.getCipher().name)
        socket.write('secure')
      })
      await received(socket, 'early secure')
      socket.destroy()
      await once(socket, 'close')
    },
    options,
  )

  testSame(
    `tls: the callback comes before any handshake, and for a certificate that is refused (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo, { secure: true })
      const socket = tls.connect({ port, host: '127.0.0.1' }, () => recorder.add('callback'))
      await once(recorder.watch('socket', socket, EVENTS), 'close')
    },
    options,
  )

  testSame(
    `tls: secureConnect comes twice over a socket that is there already, as after STARTTLS (${policy})`,
    async (recorder) => {
      const secureContext = tls.createSecureContext(certificate)
      const port = await recorder.listen(
        (server) => {
          server.once('data', () => {
            server.removeAllListeners('data')
            server.write('go\r\n')
            const secure = new tls.TLSSocket(server, { isServer: true, secureContext })
            secure.on('error', () => {}).pipe(secure)
          })
        },
        { keepBytes: false },
      )
      const plain = recorder.watch('plain', net.connect(port, '127.0.0.1'), ['connect', 'ready', 'error'])
      plain.write('STARTTLS\r\n')
      await once(plain, 'data')
      plain.removeAllListeners('data')
      const socket = recorder.watch('tls', tls.connect({ socket: plain, ca, servername: 'localhost' }), EVENTS)
      socket.write('a')
      await once(socket, 'data')
      recorder.add(socket.authorized, socket.getPeerCertificate().subject?.CN)
      socket.destroy()
      await once(socket, 'close')
    },
    options,
  )
}
