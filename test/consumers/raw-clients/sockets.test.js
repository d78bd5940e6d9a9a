import assert from 'node:assert/strict'
import net from 'node:net'
import { test } from 'node:test'
import tls from 'node:tls'
import { setupMocks } from 'mynah'
import { certificate, LOOPBACK, once, testSame } from './compare.js'

const echo = (socket) => socket.pipe(socket)
const SOCKET_EVENTS = ['lookup', 'connect', 'ready', 'data', 'end', 'error', 'close']
const TLS_EVENTS = [...SOCKET_EVENTS, 'secureConnect', 'secure']
const ca = certificate.cert

for (const [policy, options] of [
  ['no passthrough', {}],
  ['passthrough', { passthrough: LOOPBACK }],
]) {
  testSame(
    `net: connect and ready come twice (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo)
      const socket = recorder.watch('socket', net.connect(port, '127.0.0.1'), SOCKET_EVENTS)
      socket.on('connect', () => socket.write('hello '))
      await once(socket, 'data')
      recorder.add('addresses', socket.remoteAddress, socket.remotePort === port, socket.localAddress)
      socket.end('bye')
      await once(socket, 'close')
    },
    options,
  )

  testSame(
    `net: end('hello') hangs at a server that reads to the end (${policy})`,
    async (recorder) => {
      const port = await recorder.listen((server) => {
        let text = ''
        server.on('data', (bytes) => {
          text += bytes
        })
        server.on('end', () => server.end(`read ${text}`))
      })
      const socket = recorder.watch(
        'socket',
        net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }).end('hello'),
        SOCKET_EVENTS,
      )
      await once(socket, 'close')
    },
    options,
  )

  for (const bytes of [
    '\r\n',
    'G',
    'GET /x',
    'OPTIONS rtsp://a/b RTSP/1.0\r\nCSeq: 1\r\n\r\n',
    'SOURCE /live HTTP/1.0\r\n\r\n',
    'PING\r\n',
    '\x16\x03',
  ]) {
    testSame(
      `net: ${JSON.stringify(bytes)} is held back (${policy})`,
      async (recorder) => {
        const port = await recorder.listen((server) => server.once('data', () => server.write('answer')))
        const socket = recorder.watch('socket', net.connect(port, '127.0.0.1'), SOCKET_EVENTS)
        socket.write(bytes)
        await once(socket, 'data')
        socket.destroy()
        await once(socket, 'close')
      },
      options,
    )
  }

  testSame(
    `net: a server that speaks first (${policy})`,
    async (recorder) => {
      const port = await recorder.listen((server) => server.end('220 ready\r\n'))
      await once(recorder.watch('socket', net.connect(port, '127.0.0.1'), SOCKET_EVENTS), 'close')
    },
    options,
  )

  testSame(
    `net: nobody listens (${policy})`,
    async (recorder) => {
      const server = net.createServer()
      const port = await recorder.bind(server)
      await new Promise((resolve) => server.close(resolve))
      await once(
        recorder
          .watch('socket', net.connect(port, '127.0.0.1'), ['connect', 'ready', 'close'])
          .on('error', (error) => recorder.add(error.code)),
        'close',
      )
    },
    options,
  )

  testSame(
    `tls: two writes before the handshake ends abort the process (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo, { secure: true })
      const socket = recorder.watch('socket', tls.connect({ port, host: '127.0.0.1', ca }), TLS_EVENTS)
      socket.write('first ')
      socket.write('second')
      let text = ''
      await new Promise((resolve) =>
        socket.on('data', (bytes) => {
          text += bytes
          if (text === 'first second') resolve()
        }),
      )
      socket.end()
      await once(socket, 'close')
    },
    options,
  )

  testSame(
    `tls: a write in secureConnect aborts the process (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo, { secure: true })
      const socket = recorder.watch('socket', tls.connect({ port, host: '127.0.0.1', ca }), TLS_EVENTS)
      socket.write('early ')
      socket.on('secureConnect', () => {
        recorder.add(
          'peer',
          socket.authorized,
          socket.getPeerCertificate().subject?.CN,
          socket.getProtocol(),
          socket.getCipher().name,
        )
        socket.write('secure')
      })
      let text = ''
      await new Promise((resolve) =>
        socket.on('data', (bytes) => {
          text += bytes
          if (text === 'early secure') resolve()
        }),
      )
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
      recorder.watch('socket', socket, TLS_EVENTS)
      await once(socket, 'close')
    },
    options,
  )

  testSame(
    `tls: over a socket that is there already, as after STARTTLS (${policy})`,
    async (recorder) => {
      const context = tls.createSecureContext(certificate)
      const port = await recorder.listen(
        (server) => {
          server.once('data', () => {
            server.removeAllListeners('data')
            server.write('go\r\n')
            const secure = new tls.TLSSocket(server, { isServer: true, secureContext: context })
            secure.on('error', () => {}).pipe(secure)
          })
        },
        { keepBytes: false },
      )
      const plain = recorder.watch('plain', net.connect(port, '127.0.0.1'), ['connect', 'ready', 'error'])
      plain.write('STARTTLS\r\n')
      await once(plain, 'data')
      plain.removeAllListeners('data')
      const socket = recorder.watch('tls', tls.connect({ socket: plain, ca, servername: 'localhost' }), TLS_EVENTS)
      socket.write('a')
      await once(socket, 'data')
      recorder.add(socket.authorized, socket.getPeerCertificate().subject?.CN)
      socket.destroy()
      await once(socket, 'close')
    },
    options,
  )
}

for (const wait of [0, 1, 2]) {
  test(`a connection begun ${wait} turns before stop() is killed`, { timeout: 20_000 }, async () => {
    const server = net.createServer(echo)
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const mocks = setupMocks([])
    mocks.start()
    const socket = net.connect(server.address().port, '127.0.0.1')
    for (let turn = 0; turn < wait; turn++) await new Promise(setImmediate)
    mocks.stop()
    socket.write('alive')
    assert.equal(String(await once(socket, 'data')), 'alive')
    socket.destroy()
    server.close()
  })
}

test('Socket.prototype.connect is called once, with what it was called with', async () => {
  const calls = []
  const { connect } = net.Socket.prototype
  net.Socket.prototype.connect = function (...args) {
    calls.push(args.length)
    return connect.apply(this, args)
  }
  const mocks = setupMocks([])
  mocks.start()
  const socket = new net.Socket()
  socket.on('error', () => {}).connect(1, '127.0.0.1')
  await once(socket, 'close')
  mocks.stop()
  net.Socket.prototype.connect = connect
  assert.deepEqual(calls, [2])
})
