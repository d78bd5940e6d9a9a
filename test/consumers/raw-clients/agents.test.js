import assert from 'node:assert/strict'
import http from 'node:http'
import https from 'node:https'
import net from 'node:net'
import { test } from 'node:test'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent as Agent7 } from 'https-proxy-agent-base-7'
import { HttpsProxyAgent as Agent8 } from 'https-proxy-agent-base-8'
import { passthrough, rest } from 'mynah'
import { SocksProxyAgent } from 'socks-proxy-agent'
import { certificate } from './clients/certificate.ts'
import { agents } from './proxy-agents.cjs'
import { LOOPBACK, once, Recorder, read, testSame } from './sockets/compare.ts'
import { serve, serveRefusals } from './sockets/serve.ts'
import { whileMocked } from './while-mocked.js'

const ca = certificate.cert
const options = { passthrough: LOOPBACK }

/** Node 26 refuses an address as the server name of TLS. */
const byName = (origin) => origin.replace('127.0.0.1', 'localhost')

/** Starts a real proxy that opens tunnels. */
async function serveTunnels(recorder) {
  const proxy = await serve(recorder, () => {})
  proxy.server.on('connect', (request, socket) => {
    recorder.add('tunnel', request.url.replace(/:\d+/, ''))
    connect(socket, Number(request.url.split(':')[1]), 'HTTP/1.1 200 OK\r\n\r\n')
  })
  return proxy
}

/** Connects a client of a proxy to a port of this machine. */
function connect(socket, port, greeting) {
  const target = net.connect(port, '127.0.0.1', () => socket.write(greeting))
  target.pipe(socket).pipe(target)
  for (const one of [socket, target]) {
    one.on('error', () => {})
    // A side that stayed open would keep the process.
    one.on('close', () => {
      socket.destroy()
      target.destroy()
    })
  }
}

/** A SOCKS 5 proxy that asks for no password (RFC 1928). */
function socks(socket) {
  socket.once('data', () => {
    socket.write(Buffer.from([5, 0]))
    socket.once('data', (request) => {
      connect(socket, request.readUInt16BE(request.length - 2), Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]))
    })
  })
}

/** agent-base 5 learns from the stack that a request is one of `node:https`, which it cannot on a Node of today. */
const secure = { protocol: 'https:', defaultPort: 443, secureEndpoint: true }

for (const [version, Agent] of Object.entries({ ...agents, 7: Agent7, 8: Agent8 })) {
  const name = `agent-base ${version}`
  const open = (proxy) => (version === '5' ? Object.assign(new Agent(proxy), secure) : new Agent(proxy))
  const send = (url, proxy, method = 'GET') => {
    const request = https.request(url, { method, agent: open(proxy), ca, ...(version === '5' && secure) })
    return request.end(method === 'POST' ? 'sent' : undefined)
  }
  const routes = [rest.post('/matched', {}, { match: { body: 'never' } })]

  testSame(
    `${name}: what passes through does not reach its server by the tunnel`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), true)
      const proxy = await serveTunnels(recorder)
      for (const [path, method] of [
        ['/', 'GET'],
        ['/', 'POST'],
        ['/matched', 'POST'],
      ]) {
        recorder.add(await read(await once(send(byName(origin) + path, proxy.origin, method), 'response')))
      }
    },
    { ...options, routes },
  )

  const refusal = async (recorder, path) => {
    const proxy = await serveRefusals(recorder)
    const request = send(`https://localhost:9${path}`, proxy.origin, 'POST')
    const failed = once(request, 'error').then(({ code }) => code)
    return Promise.race([failed, once(request, 'response').then((response) => response.resume().statusCode)])
  }

  testSame(
    `${name}: a proxy's 407 arrives as ECONNRESET`,
    async (recorder) => recorder.add(await refusal(recorder, '/')),
    { ...options, routes },
  )

  test(`${name}: a proxy's 407 arrives as ECONNRESET if a stub needs the body, as the docs say`, async () => {
    const recorder = new Recorder()
    await whileMocked(routes, options, async () => assert.equal(await refusal(recorder, '/matched'), 'ECONNRESET'))
    recorder.close()
  })

  test(`${name}: a mocked request asks its proxy`, async () => {
    await whileMocked([rest.get('https://api.test/users', ['mocked'])], {}, async () => {
      const request = send('https://api.test/users', 'http://127.0.0.1:9')
      assert.equal(await read(await once(request, 'response')), '["mocked"]')
    })
  })
}

for (const client of [http, https]) {
  const name = client === http ? 'http' : 'https'

  testSame(
    `socks-proxy-agent: ${name} that passes through does not reach its server`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(await read(q)), client === https)
      const proxy = await recorder.listen(socks, { keepBytes: false })
      const agent = new SocksProxyAgent(`socks://127.0.0.1:${proxy}`)
      const request = client.request(byName(origin), { method: 'POST', agent, ca }).end('sent')
      recorder.add(await read(await once(request, 'response')))
      agent.destroy()
    },
    options,
  )

  test(`socks-proxy-agent: ${name} is not mocked`, async () => {
    const recorder = new Recorder()
    const { origin } = await serve(recorder, (_q, s) => s.end('real'), client === https)
    const proxy = await recorder.listen(socks, { keepBytes: false })
    await whileMocked([rest.get('/users', ['mocked'])], {}, async () => {
      const agent = new SocksProxyAgent(`socks://127.0.0.1:${proxy}`)
      const request = client.get(`${byName(origin)}/users`, { agent, ca })
      assert.equal(await read(await once(request, 'response')), '["mocked"]')
    })
    recorder.close()
  })
}

/** The proxy gets the whole URL, and each request is one of the origin in it. */
const send = (url, proxy, method = 'GET') => {
  const request = http.request(url, { method, agent: new HttpProxyAgent(proxy) })
  return request.end(method === 'POST' ? 'sent' : undefined)
}

for (const [how, more] of [
  ['the option passthrough', { passthrough: ['http://real.test'] }],
  ['a stub', { routes: [rest.all('http://real.test/*path', passthrough())] }],
  [
    'a stub that needs the body',
    { routes: [rest.post('http://real.test/users', passthrough(), { match: { body: 'sent' } })] },
  ],
]) {
  testSame(
    `http-proxy-agent: what ${how} lets pass ends with ECONNRESET`,
    async (recorder) => {
      const { origin } = await serve(recorder, async (q, s) => s.end(`${q.url} ${await read(q)}`))
      for (const method of how.includes('body') ? ['POST'] : ['GET', 'POST']) {
        recorder.add(await read(await once(send('http://real.test/users', origin, method), 'response')))
      }
    },
    more,
  )
}

test('http-proxy-agent: a mocked request asks its proxy, and a miss advises to allow the proxy', async () => {
  await whileMocked([rest.get('http://api.test/users', ['mocked'])], {}, async () => {
    const response = await once(send('http://api.test/users', 'http://127.0.0.1:9'), 'response')
    assert.equal(await read(response), '["mocked"]')
    const { message } = await once(send('http://other.test/delete', 'http://127.0.0.1:9'), 'error')
    assert.equal(
      message.split('\n').at(-1),
      "To let it reach the network: setupMocks(routes, { passthrough: ['http://other.test'] })",
    )
  })
})
