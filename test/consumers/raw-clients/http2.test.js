import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import http2 from 'node:http2'
import { after, before, describe, test } from 'node:test'
import { NodeHttp2Handler } from '@smithy/node-http-handler'
import axios from 'axios'
import got from 'got'
import { passthrough, rest } from 'mynah'
import * as undici from 'undici'
import * as undici7 from 'undici7'
import { certificate } from './clients/certificate.ts'
import { whileMocked } from './while-mocked.js'

// The handler of the AWS SDK takes no certificate.
process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'

const USER = { id: 1 }
let origin
let requests = 0
const server = http2.createSecureServer(
  { ...certificate, allowHTTP1: true, streamResetBurst: 1e6, streamResetRate: 1e6 },
  (request, response) => {
    requests++
    if (request.url === '/slow') return
    response.setHeader('content-type', 'application/json')
    request.resume().on('end', () => response.end(JSON.stringify(USER)))
  },
)
const sessions = new Set()
server.on('session', (session) => sessions.add(session))
before(async () => {
  await new Promise((resolve) => server.listen(0, 'localhost', resolve))
  origin = `https://localhost:${server.address().port}`
})
after(() => {
  for (const session of sessions) session.destroy()
  server.close()
})

async function bySmithy(url, { method = 'GET', body, signal } = {}) {
  const handler = new NodeHttp2Handler()
  const { hostname, port, pathname: path } = new URL(url)
  const headers = body === undefined ? {} : { 'content-type': 'application/json' }
  try {
    const sent = {
      protocol: 'https:',
      hostname,
      port: Number(port) || undefined,
      path,
      method,
      headers,
      body,
      query: {},
    }
    const { response } = await handler.handle(sent, { abortSignal: signal })
    let text = ''
    for await (const chunk of response.body) text += chunk
    return [response.statusCode, text]
  } finally {
    handler.destroy()
  }
}

function byUndici({ Agent, request }) {
  return async (url, { method = 'GET', body, signal } = {}) => {
    const dispatcher = new Agent({ allowH2: true, connect: { rejectUnauthorized: false } })
    try {
      const headers = body === undefined ? {} : { 'content-type': 'application/json' }
      const answer = await request(url, { dispatcher, method, headers, body, signal })
      return [answer.statusCode, await answer.body.text()]
    } finally {
      await dispatcher.destroy()
    }
  }
}

let timeout = 50

/** Each sends a request, and returns the status and the text of its answer. */
const CLIENTS = {
  async got(url, { method, body, signal } = {}) {
    const answer = await got(url, {
      method,
      body,
      signal,
      http2: true,
      https: { rejectUnauthorized: false },
      headers: { 'content-type': 'application/json' },
      allowGetBody: true,
      retry: { limit: 0 },
    })
    return [answer.statusCode, answer.body]
  },
  async axios(url, { method, body, signal } = {}) {
    const answer = await axios.request({
      url,
      method,
      data: body,
      signal,
      httpVersion: 2,
      // It keeps a session by its options: see the last test.
      http2Options: { rejectUnauthorized: false, sessionTimeout: ++timeout },
      headers: { 'content-type': 'application/json' },
      responseType: 'text',
      transformResponse: (text) => text,
    })
    return [answer.status, answer.data]
  },
  'NodeHttp2Handler of the AWS SDK': bySmithy,
  'undici 6 with allowH2': byUndici(undici),
  'undici 7 with allowH2': byUndici(undici7),
}

/** A client's error, and those under it, as texts. */
function textsOf(error) {
  const texts = []
  for (let one = error; one; one = one.cause) texts.push(one.message)
  return texts.join('\n')
}

const failed = (promise) =>
  promise.then(
    () => assert.fail('The request has an answer'),
    (error) => error,
  )
const outcomes = (mocks) => mocks.calls().map(({ request, outcome }) => `${new URL(request.url).pathname} ${outcome}`)

for (const [name, send] of Object.entries(CLIENTS)) {
  describe(`${name} over HTTP/2`, () => {
    const post = (url) => send(url, { method: 'POST', body: '{"name":"Ada"}' })

    test('mocked, is answered as by its server, which sees nothing', async () => {
      const real = await post(`${origin}/users`)
      const seen = requests
      const routes = [rest.post('/users', USER, { match: { body: { name: 'Ada' } } })]
      await whileMocked(routes, {}, async (mocks) => {
        assert.deepEqual(await post(`${origin}/users`), real)
        assert.deepEqual(await post('https://api.test/users'), real)
        assert.deepEqual(outcomes(mocks), ['/users answered', '/users answered'])
      })
      assert.equal(requests, seen)
    })

    test('missed, fails with the report', async () => {
      await whileMocked([rest.get('/users', [])], {}, async (mocks) => {
        const text = textsOf(await failed(send('https://api.test/teams')))
        assert.match(text, /No stub answers GET https:\/\/api\.test\/teams\n\nNearest: rest\.get\('\/users'\)/)
        assert.throws(() => mocks.verify(), /No stub answers GET https:\/\/api\.test\/teams/)
      })
    })

    test('passed by the allowlist, by a stub, and by its body, is answered by its server', async () => {
      const real = await post(`${origin}/users`)
      await whileMocked([], { passthrough: [origin] }, async (mocks) => {
        assert.deepEqual(await post(`${origin}/users`), real)
        assert.deepEqual(outcomes(mocks), ['/users passed'])
      })
      for (const match of [{}, { body: { name: 'Ada' } }]) {
        await whileMocked([rest.post('/users', passthrough(), { match })], {}, async (mocks) => {
          assert.deepEqual(await post(`${origin}/users`), real)
          assert.deepEqual(outcomes(mocks), ['/users passed'])
        })
      }
    })

    test('aborted, fails as before its server', async () => {
      const kindOf = ({ name: kind, code, message }) => ({ kind, code, message })
      const abortOnce = async (isSeen) => {
        const abort = new AbortController()
        const failing = failed(send(`${origin}/slow`, { signal: abort.signal }))
        while (!isSeen()) await new Promise((resolve) => setImmediate(resolve))
        abort.abort()
        return kindOf(await failing)
      }
      const before = requests
      const real = await abortOnce(() => requests > before)
      const routes = [rest.get('/slow', 'never', { delay: Number.POSITIVE_INFINITY })]
      await whileMocked(routes, {}, async (mocks) => {
        assert.deepEqual(await abortOnce(() => mocks.calls().length > 0), real)
        while (mocks.calls()[0].outcome !== 'aborted') await new Promise((resolve) => setImmediate(resolve))
      })
    })
  })
}

test('a session that axios has opened before the start is real while axios keeps it, as the limits say', async () => {
  const send = () => axios.get(`${origin}/users`, { httpVersion: 2, http2Options: { rejectUnauthorized: false } })
  await send()
  await whileMocked([rest.get('/users', 'mocked')], {}, async (mocks) => {
    assert.deepEqual((await send()).data, USER)
    assert.deepEqual(outcomes(mocks), [])
  })
})

/** Runs in a process of its own. */
async function loadLate() {
  const { rest, setupMocks } = require('mynah')
  const mocks = setupMocks([rest.get('/users', [1])])
  mocks.start()
  const { connect } = await import('node:http2')
  const session = connect('https://api.test')
  let text = ''
  for await (const chunk of session.request({ ':path': '/users' })) text += chunk
  session.close()
  mocks.stop()
  const http2 = await import('node:http2')
  console.log(text, http2.connect === http2.default.connect, http2.connect.name, http2.connect === connect)
}

test('a process that loads node:http2 after the start is mocked, by name too, and has its own connect at the end', () => {
  const code = `(${loadLate})()`
  assert.equal(execFileSync(process.execPath, ['-e', code], { encoding: 'utf8' }), '[1] true connect false\n')
})
