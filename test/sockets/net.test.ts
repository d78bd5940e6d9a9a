import assert from 'node:assert/strict'
import net, { type AddressInfo } from 'node:net'
import { LOOPBACK, once, testSame } from './compare.ts'
import { type MocksOptions, setupMocks } from './library.ts'
import { test } from './runner.ts'

const echo = (socket: net.Socket) => socket.pipe(socket)
const EVENTS = ['lookup', 'connect', 'ready', 'data', 'end', 'error', 'close']

/** Bytes that could begin an HTTP request, and requests of similar protocols. */
const BEGINNINGS = [
  '\r\n',
  'G',
  'GET /x',
  'OPTIONS rtsp://a/b RTSP/1.0\r\nCSeq: 1\r\n\r\n',
  'SOURCE /live HTTP/1.0\r\n\r\n',
  'PING\r\n',
  '\x16\x03',
]

const POLICIES: readonly [string, MocksOptions][] = [
  ['no passthrough', {}],
  ['passthrough', { passthrough: LOOPBACK }],
]

for (const [policy, options] of POLICIES) {
  testSame(
    `net: connect and ready come twice, and what is written in connect is sent twice (${policy})`,
    async (recorder) => {
      const port = await recorder.listen(echo)
      const socket = recorder.watch('socket', net.connect(port, '127.0.0.1'), EVENTS)
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
      const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }).end('hello')
      await once(recorder.watch('socket', socket, EVENTS), 'close')
    },
    options,
  )

  for (const bytes of BEGINNINGS) {
    testSame(
      `net: ${JSON.stringify(bytes)} is held back for good (${policy})`,
      async (recorder) => {
        const port = await recorder.listen((server) => server.once('data', () => server.write('answer')))
        const socket = recorder.watch('socket', net.connect(port, '127.0.0.1'), EVENTS)
        socket.write(bytes)
        await once(socket, 'data')
        socket.destroy()
        await once(socket, 'close')
      },
      options,
    )
  }

  testSame(
    `net: a server that speaks first is not heard (${policy})`,
    async (recorder) => {
      const port = await recorder.listen((server) => server.end('220 ready\r\n'))
      await once(recorder.watch('socket', net.connect(port, '127.0.0.1'), EVENTS), 'close')
    },
    options,
  )

  testSame(
    `net: a connection to a port where nobody listens succeeds (${policy})`,
    async (recorder) => {
      const server = net.createServer()
      const port = await recorder.bind(server)
      await new Promise((resolve) => server.close(resolve))
      await once(recorder.watch('socket', net.connect(port, '127.0.0.1'), EVENTS), 'close')
    },
    options,
  )
}

for (const turns of [0, 1, 2]) {
  test(`net: a connection begun ${turns} turns before stop() is killed`, { timeout: 20_000 }, async () => {
    const server = net.createServer(echo)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const mocks = setupMocks([])
    mocks.start()
    const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1')
    for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate)
    mocks.stop()
    socket.write('alive')
    assert.equal(String(await once(socket, 'data')), 'alive')
    socket.destroy()
    server.close()
  })
}

test('net: Socket.prototype.connect is called once, with what it was called with', async () => {
  const calls: number[] = []
  const { prototype } = net.Socket
  const { connect } = prototype
  prototype.connect = function (this: net.Socket, ...args: unknown[]) {
    calls.push(args.length)
    return Reflect.apply(connect, this, args)
  }
  const mocks = setupMocks([])
  mocks.start()
  const socket = new net.Socket()
  socket.on('error', () => {}).connect(1, '127.0.0.1')
  await once(socket, 'close')
  mocks.stop()
  prototype.connect = connect
  assert.deepEqual(calls, [2])
})
