import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { passthrough, rest, setupMocks } from 'mynah'
import * as undici from 'undici'
import { certificate, LOOPBACK, once, testSame } from './compare.js'
import { HttpsProxyAgent as HttpsProxyAgent5 } from './proxy-agent-5.cjs'

const ca = certificate.cert
const options = { passthrough: LOOPBACK }
const captured = globalThis.fetch

/** Starts a real server. Returns its origin. */
async function serve(recorder, handle, secure = false) {
  const server = secure ? https.createServer(certificate, handle) : http.createServer(handle)
  server.on('connection', (socket) => socket.on('error', () => {}))
  const port = await recorder.bind(server)
  return { origin: `${secure ? 'https' : 'http'}://127.0.0.1:${port}`, port, server }
}

const read = async (stream) => {
  const chunks = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

for (const secure of [false, true]) {
  const client = secure ? https : http
  const name = secure ? 'https' : 'http'

  testSame(
    `${name}: the client sees connect, the address and the certificate once`,
    async (recorder) => {
      const { origin, port } = await serve(recorder, (_q, s) => s.end('real'), secure)
      const agent = new client.Agent({ keepAlive: true, ca })
      for (const turn of [1, 2]) {
        const request = client.get(origin, { agent })
        request.on('socket', (socket) => {
          for (const event of ['lookup', 'connect', 'ready', 'secureConnect', 'session']) {
            socket.on(event, () => {
              if (event !== 'session')
                recorder.add(
                  turn,
                  event,
                  socket.remoteAddress,
                  socket.remotePort === port,
                  socket.authorized,
                  socket.getPeerCertificate?.().subject?.CN,
                )
            })
          }
        })
        const response = await once(request, 'response')
        recorder.add(response.statusCode, await read(response), request.reusedSocket)
        await new Promise(setImmediate)
      }
      agent.destroy()
    },
    options,
  )

  testSame(
    `${name}: a client that writes once it is secure sees the real certificate first`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const request = client.request(origin, { method: 'POST', agent: false, ca })
      request.on('socket', (socket) => {
        socket.on(secure ? 'secureConnect' : 'connect', () => {
          recorder.add(socket.remoteAddress, socket.getPeerCertificate?.().subject?.CN, socket.getProtocol?.())
          request.end('pinned')
        })
      })
      recorder.add(await read(await once(request, 'response')))
    },
    options,
  )

  testSame(
    `${name}: full duplex hangs (write, wait for the echo, then end)`,
    async (recorder) => {
      const { origin } = await serve(
        recorder,
        (q, s) => {
          s.flushHeaders()
          q.pipe(s)
        },
        secure,
      )
      const request = client.request(origin, { method: 'POST', ca, agent: false })
      request.write('one')
      const response = await once(request, 'response')
      recorder.add(String(await once(response, 'data')))
      request.write('two')
      recorder.add(String(await once(response, 'data')))
      request.end()
      await once(response, 'end')
    },
    options,
  )

  testSame(
    `${name}: an early 413 on an unfinished upload hangs`,
    async (recorder) => {
      const { origin } = await serve(
        recorder,
        (_q, s) => {
          s.writeHead(413, { connection: 'close' }).end('too large')
        },
        secure,
      )
      const request = client.request(origin, { method: 'POST', ca, agent: false })
      request.on('error', () => {})
      request.write('first')
      const response = await once(request, 'response')
      recorder.add(response.statusCode, await read(response))
      request.destroy()
    },
    options,
  )

  testSame(
    `${name}: expect: 100-continue brings continue twice`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const request = client.request(origin, { method: 'PUT', ca, agent: false, headers: { expect: '100-continue' } })
      request.on('continue', () => {
        recorder.add('continue')
        request.write('a')
        request.end('b')
      })
      request.flushHeaders()
      recorder.add(await read(await once(request, 'response')))
    },
    options,
  )

  testSame(
    `${name}: expect: 100-continue, asked by a stub, brings continue once`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), secure)
      const request = client.request(`${origin}/matched`, {
        method: 'PUT',
        ca,
        agent: false,
        headers: { expect: '100-continue' },
      })
      request.on('continue', () => {
        recorder.add('continue')
        request.end('a')
      })
      request.flushHeaders()
      recorder.add(await read(await once(request, 'response')))
    },
    { ...options, routes: [rest.put('/matched', {}, { match: { body: 'never' } })] },
  )

  testSame(
    `${name}: a server that refuses 100-continue is heard first`,
    async (recorder) => {
      const { origin, server } = await serve(recorder, () => {}, secure)
      server.on('checkContinue', (_q, s) => s.writeHead(417, { connection: 'close' }).end('no'))
      const request = client.request(origin, { method: 'PUT', ca, agent: false, headers: { expect: '100-continue' } })
      request.on('continue', () => recorder.add('continue')).on('error', () => {})
      request.flushHeaders()
      const response = await once(request, 'response')
      recorder.add(response.statusCode, await read(response))
      request.destroy()
    },
    options,
  )

  testSame(
    `${name}: a keep-alive server that answers before it has read 10 MB, and then the next request, aborts the process`,
    async (recorder) => {
      const { origin } = await serve(
        recorder,
        async (q, s) => {
          if (q.method === 'GET') {
            s.end('next')
            return
          }
          s.end('early')
          q.resume()
        },
        secure,
      )
      const agent = new client.Agent({ keepAlive: true, maxSockets: 1, ca })
      const upload = client.request(origin, { method: 'POST', agent })
      upload.on('error', (error) => recorder.add(error.code))
      upload.end(Buffer.alloc(10_000_000))
      const early = once(upload, 'response').then(read)
      const next = once(client.get(origin, { agent }), 'response').then(read)
      recorder.add(await early, await next)
      agent.destroy()
    },
    options,
  )

  testSame(
    `${name}: undici sees the real connection, as a pinning connector does`,
    async (recorder) => {
      const { origin, port } = await serve(recorder, (_q, s) => s.end('real'), secure)
      const connector = undici.buildConnector({ ca })
      const dispatcher = new undici.Agent({
        connect: (params, callback) =>
          connector(params, (error, socket) => {
            if (socket)
              recorder.add(
                socket.remoteAddress,
                socket.remotePort === port,
                socket.getPeerCertificate?.().subject?.CN,
                socket.authorized,
              )
            callback(error, socket)
          }),
      })
      const { body } = await undici.request(origin, { dispatcher })
      recorder.add(await body.text())
      await dispatcher.destroy()
    },
    options,
  )

  testSame(
    `${name}: a certificate that is not trusted, and a port where nobody listens`,
    async (recorder) => {
      const { origin, server } = await serve(recorder, (_q, s) => s.end('real'), secure)
      const fail = () => client.get(origin, { agent: false }).on('response', (r) => r.resume())
      if (secure) recorder.add((await once(fail(), 'error')).code)
      await new Promise((resolve) => server.close(resolve))
      recorder.add((await once(fail(), 'error')).code)
    },
    options,
  )
}

testSame(
  'fetch: a captured fetch that is mocked, then a passed one to that origin with a stream body, aborts the process',
  async (recorder) => {
    const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)))
    await (await captured(`${origin}/mocked`)).text()
    const stream = () =>
      new ReadableStream({
        start(controller) {
          for (const part of ['a', 'b', 'c']) controller.enqueue(new TextEncoder().encode(part.repeat(10_000)))
          controller.close()
        },
      })
    for (const path of ['/one', '/two']) {
      const response = await captured(origin + path, { method: 'POST', body: stream(), duplex: 'half' })
      recorder.add((await response.text()).length)
    }
    const form = new FormData()
    form.append('a', new Blob(['a'.repeat(70_000)]))
    form.append('b', new Blob(['b'.repeat(70_000)]))
    const response = await captured(origin, { method: 'POST', body: form })
    recorder.add((await response.text()).replaceAll(/-{4,}\S+/g, '').length)
  },
  { ...options, routes: [rest.get('/mocked', '')] },
)

for (const [name, Agent] of [
  ['https-proxy-agent 7', HttpsProxyAgent],
  ['https-proxy-agent 5', HttpsProxyAgent5],
]) {
  testSame(
    `${name}: what passes through reaches its server by the tunnel`,
    async (recorder) => {
      const { port } = await serve(recorder, (_q, s) => s.end('real'), true)
      const proxy = await serve(recorder, () => {})
      proxy.server.on('connect', (request, socket) => {
        recorder.add('tunnel', request.url.replace(/:\d+/, ''))
        const target = net.connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
        target.pipe(socket).pipe(target)
        for (const one of [socket, target]) one.on('error', () => {})
      })
      const request = https.get(`https://localhost:${port}/`, { agent: new Agent(proxy.origin), ca })
      recorder.add(await read(await once(request, 'response')))
    },
    options,
  )

  testSame(
    `${name}: a proxy's 407 arrives as ECONNRESET`,
    async (recorder) => {
      const proxy = await serve(recorder, () => {})
      proxy.server.on('connect', (_q, socket) => socket.end('HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n'))
      const request = https.get('https://localhost:9/', { agent: new Agent(proxy.origin), ca })
      request.on('error', (error) => recorder.add(error.code ?? error.message))
      request.on('response', (response) => recorder.add(response.resume().statusCode))
      await once(request, 'close')
    },
    options,
  )

  test(`${name}: a mocked request asks no proxy`, async () => {
    const mocks = setupMocks([rest.get('https://api.test/users', ['mocked'])])
    mocks.start()
    const request = https.get('https://api.test/users', { agent: new Agent('http://127.0.0.1:9') })
    assert.equal(await read(await once(request, 'response')), '["mocked"]')
    mocks.stop()
  })
}

testSame(
  'CONNECT by hand: a proxy answers 407, and a dead proxy is answered 200',
  async (recorder) => {
    const proxy = await serve(recorder, () => {})
    proxy.server.on('connect', (_q, socket) => socket.end('HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n'))
    const ask = () =>
      http.request({ port: proxy.port, host: '127.0.0.1', method: 'CONNECT', path: '127.0.0.1:9', agent: false }).end()
    const refused = ask()
    refused.on('connect', (response, socket) => {
      recorder.add('connect', response.statusCode)
      socket.destroy()
    })
    refused.on('error', (error) => recorder.add(error.code))
    await once(refused, 'close')
    await new Promise((resolve) => proxy.server.close(resolve))
    recorder.add((await once(ask(), 'error')).code)
  },
  options,
)

testSame(
  'undici: a proxy answers 407',
  async (recorder) => {
    const proxy = await serve(recorder, () => {})
    proxy.server.on('connect', (_q, socket) => socket.end('HTTP/1.1 407 Who are you\r\ncontent-length: 0\r\n\r\n'))
    const dispatcher = new undici.ProxyAgent(proxy.origin)
    await undici
      .request('https://127.0.0.1:9/', { dispatcher })
      .catch((error) => recorder.add(error.code, error.message))
    await dispatcher.destroy()
  },
  options,
)

test("passthrough: ['http://localhost'] lets a Unix socket through", async () => {
  const path =
    process.platform === 'win32' ? `\\\\.\\pipe\\mynah-${process.pid}` : join(tmpdir(), `mynah-${process.pid}.sock`)
  const server = http.createServer((_q, s) => s.end('real'))
  await new Promise((resolve) => server.listen(path, resolve))
  const ask = () => {
    const request = http.get({ socketPath: path, path: '/containers', agent: false })
    return Promise.race([once(request, 'error').then(({ code }) => code), once(request, 'response').then(read)])
  }
  const results = []
  for (const allowed of [['http://localhost'], ['http://localhost:*'], [/^http:/], [/^unix:/]]) {
    const mocks = setupMocks([], { passthrough: allowed })
    mocks.start()
    results.push(await ask())
    mocks.reset({ failures: true })
    mocks.stop()
  }
  server.close()
  assert.deepEqual(results, ['UNMATCHED_REQUEST', 'UNMATCHED_REQUEST', 'UNMATCHED_REQUEST', 'real'])
})

test('an absolute-form target decides what passes through instead of where the socket goes', async () => {
  const server = http.createServer((_q, s) => s.end('real'))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address()
  const ask = () => {
    const request = http.get({ port, host: '127.0.0.1', path: 'http://allowed.test/', agent: false })
    return Promise.race([once(request, 'error').then(({ code }) => code), once(request, 'response').then(read)])
  }
  const results = []
  for (const allowed of ['http://allowed.test', `http://127.0.0.1:${port}`]) {
    const mocks = setupMocks([], { passthrough: [allowed] })
    mocks.start()
    results.push(await ask())
    mocks.reset({ failures: true })
    mocks.stop()
  }
  server.close()
  assert.deepEqual(results, ['UNMATCHED_REQUEST', 'real'])
})

test('a 400 MB upload takes 2.1 GB', { timeout: 120_000 }, () => {
  const { stdout, stderr } = spawnSync(process.execPath, [new URL('upload.js', import.meta.url).pathname], {
    encoding: 'utf8',
  })
  const { received, peak } = JSON.parse(stdout || `{"error":${JSON.stringify(stderr)}}`)
  assert.equal(received, 400_000_000)
  assert.ok(peak < 500_000_000, `${peak} bytes`)
})

test('a passed request is in the journal once', async () => {
  const server = http.createServer((q, s) => {
    q.resume()
    q.on('end', () => s.end('real'))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const mocks = setupMocks([rest.post('/real', passthrough())])
  mocks.start()
  await (await captured(`${origin}/real`, { method: 'POST', body: 'a' })).text()
  await (await fetch(`${origin}/real`, { method: 'POST', body: 'a' })).text()
  const request = http.request(`${origin}/real`, { method: 'POST' }).end('a')
  await read(await once(request, 'response'))
  assert.deepEqual(
    mocks.calls().map(({ outcome }) => outcome),
    ['passed', 'passed', 'passed'],
  )
  mocks.stop()
  server.closeAllConnections()
  server.close()
})
