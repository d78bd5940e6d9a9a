import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { EventEmitter, once } from 'node:events'
import * as http from 'node:http'
import * as https from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { passthrough, rest, stream, text } from '../../src/entries/index.ts'
import { deferred, start, startForgiving, thrownBy } from '../promises/support.ts'
import { listen } from './listen.ts'
import { loopback } from './loopback.ts'

async function answer(request: http.ClientRequest): Promise<http.IncomingMessage> {
  const [response] = await once(request, 'response')
  return response
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return body
}

test('a time-out set before the socket exists never fires', async () => {
  start([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  const request = http.get('http://api.test/slow')
  request.setTimeout(1)
  await once(request, 'timeout')
  request.destroy(new Error('timed out'))
  const [error] = await once(request, 'error')
  expect(error).toEqual(new Error('timed out'))
})

test('the status text is the one of the `Response`', async () => {
  start([rest.get('/users', new Response('', { statusText: 'Fine' })), rest.get('/posts', [])])
  const responses = [await answer(http.get('http://api.test/users')), await answer(http.get('http://api.test/posts'))]
  expect(responses.map((response) => response.resume().statusMessage)).toEqual(['Fine', 'OK'])
})

test.each([
  ['ASCII', 'John'],
  ['not ASCII', 'Łódź 🎈'],
  ['Latin-1', 'José'],
  ['half a character', '\ud83c'],
  ['empty', ''],
])('the bytes of a head in Latin-1 and of a text are those of a real server: %s', async (_what, body) => {
  const headers = { 'x-name': 'José', 'content-type': 'text/plain;charset=UTF-8' }
  const port = await listen(http.createServer((_, response) => response.writeHead(200, headers).end(Buffer.from(body))))
  start([rest.get('/text', text(body), { headers })], { passthrough: ['http://127.0.0.1:*'] })
  const answers = ['http://api.test', `http://127.0.0.1:${port}`].map(async (origin) => {
    const response = await answer(http.get(`${origin}/text`))
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { name: response.headers['x-name'], bytes: Buffer.concat(chunks).toString('hex') }
  })
  const [mocked, real] = await Promise.all(answers)
  expect(mocked).toEqual(real)
  expect(mocked).toEqual({ name: 'José', bytes: Buffer.from(body).toString('hex') })
})

test('the option timeout fires', async () => {
  start([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  const request = http.get('http://api.test/slow', { timeout: 1 })
  await once(request, 'timeout')
  request.destroy(new Error('timed out'))
  const [error] = await once(request, 'error')
  expect(error).toEqual(new Error('timed out'))
})

test('expect: 100-continue is never answered', async () => {
  start([rest.put('/object', ({ request }) => request.body)])
  const request = http.request('http://api.test/object', {
    method: 'PUT',
    headers: { expect: '100-continue', 'content-type': 'text/plain', 'content-length': '4' },
  })
  request.flushHeaders()
  await once(request, 'continue')
  request.end('body')
  expect(await textOf(await answer(request))).toBe('"body"')
})

test('a body that is sent in parts in the `continue` listener is written twice, or as null', async () => {
  start([rest.put('/object', ({ request }) => request.body)])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const put = async () => {
    const request = http.request('http://api.test/object', {
      method: 'PUT',
      headers: { expect: '100-continue', 'content-type': 'text/plain' },
      agent,
    })
    request.on('continue', () => {
      request.write('one, ')
      request.end('two')
    })
    request.flushHeaders()
    return textOf(await answer(request))
  }
  expect([await put(), await put()]).toEqual(['"one, two"', '"one, two"'])
})

test('a client that aborts at the head of a long response has received all of it', async () => {
  start([rest.get('/long', new Uint8Array(5 * 1024 * 1024))])
  const request = http.get('http://api.test/long')
  const response = await answer(request)
  let received = 0
  response.on('data', (chunk) => {
    received += chunk.length
    request.destroy()
  })
  const [error] = await once(response, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET', message: 'aborted' })
  expect(received).toBeLessThan(1024 * 1024)
})

test('a keep-alive socket is used again, whatever came over it', async () => {
  start([
    rest.get('/list', [1]),
    rest.get('/stream', stream(['a', 'b'])),
    rest.get('/none', undefined),
    rest.get('/no-content', undefined, { status: 204 }),
    rest.get('/unchanged', undefined, { status: 304 }),
    rest.get('/copy', new Response('copied')),
    rest.get('/error', { error: 'No' }, { status: 500 }),
  ])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const seen = []
  const paths = ['/list', '/stream', '/none', '/no-content', '/unchanged', '/copy', '/error', '/list']
  for (const [method, path] of [...paths.map((path) => ['GET', path]), ['HEAD', '/list'], ['GET', '/list']]) {
    const request = http.request(`http://api.test${path}`, { method, agent }).end()
    seen.push([path, await textOf(await answer(request)), request.reusedSocket])
    await new Promise(setImmediate)
  }
  expect(seen).toEqual([
    ['/list', '[1]', false],
    ['/stream', 'ab', true],
    ['/none', '', true],
    ['/no-content', '', true],
    ['/unchanged', '', true],
    ['/copy', 'copied', true],
    ['/error', '{"error":"No"}', true],
    ['/list', '[1]', true],
    ['/list', '', true],
    ['/list', '[1]', true],
  ])
})

test('a socket serves mocked and real requests in turn', async () => {
  const server = await loopback()
  start([rest.get('/mocked', 'mocked'), rest.all('/real', passthrough())])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const seen = []
  for (const path of ['/mocked', '/real', '/mocked', '/real', '/real', '/mocked']) {
    seen.push(JSON.parse(await textOf(await answer(http.get(`${server}${path}`, { agent })))))
    await new Promise(setImmediate)
  }
  const real = { method: 'GET', url: '/real', body: '' }
  expect(seen).toEqual(['mocked', real, 'mocked', real, real, 'mocked'])
})

test('a request that is destroyed in flight hangs up as on a server', async () => {
  const mocks = start([rest.get('/slow', {}, { delay: Number.POSITIVE_INFINITY })])
  const arrived = deferred()
  mocks.on('request', () => arrived.resolve())
  const request = http.get('http://api.test/slow')
  await arrived.promise
  request.destroy()
  const [error] = await once(request, 'error')
  expect(error).toMatchObject({ code: 'ECONNRESET', message: 'socket hang up' })
  await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
})

test('a body written in parts arrives whole', async () => {
  start([rest.post('/upload', ({ request }) => text(String(request.body)))])
  const request = http.request('http://api.test/upload', { method: 'POST', headers: { 'content-type': 'text/plain' } })
  for (const part of ['one,', 'two,', 'three']) request.write(part)
  request.end()
  expect(await textOf(await answer(request))).toBe('one,two,three')
})

test('the response has its message and its headers apart', async () => {
  start([rest.get('/list', [], { status: 404, headers: { 'x-tag': ['a', 'b'], 'set-cookie': ['a=1', 'b=2'] } })])
  const response = await answer(http.get('http://api.test/list'))
  await textOf(response)
  expect([response.statusCode, response.statusMessage, response.httpVersion]).toEqual([404, 'Not Found', '1.1'])
  expect(response.headers).toEqual({
    'content-length': '2',
    'content-type': 'application/json',
    'set-cookie': ['a=1', 'b=2'],
    'x-tag': 'a, b',
  })
})

test('a GET may have a body, which a match may ask for', async () => {
  start([rest.get('/_search', ['found'], { match: { body: { query: 'mynah' } } })])
  const request = http.request('http://api.test/_search', { headers: { 'content-type': 'application/json' } })
  request.setHeader('content-length', '17')
  request.end('{"query":"mynah"}')
  expect(await textOf(await answer(request))).toBe('["found"]')
})

test.for(['1', '100'])('a stub with a wrong content-length, %s, does not hang or cut its body', async (length) => {
  const mocks = startForgiving([rest.get('/list', 'abc', { headers: { 'content-length': length } })])
  const request = http.get('http://api.test/list', (response) => response.resume())
  const [error] = await once(request, 'error')
  expect([error.code, error.message]).toEqual([
    'RESPONSE',
    'The response to GET http://api.test/list cannot be sent: ' +
      `Response body's content-length of 5 byte(s) does not match the content-length of ${length} byte(s) set in header`,
  ])
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

test.for(['1', '100'])('a stream with a wrong content-length, %s, does not hang or look complete', async (length) => {
  const mocks = startForgiving([
    rest.get('/list', () => new Response(new Blob(['abc']).stream(), { headers: { 'content-length': length } })),
  ])
  const seen: unknown[] = []
  const see = (error: Error) => seen.push(error)
  const outgoing = http.get('http://api.test/list', (response) => response.on('error', see).resume())
  outgoing.on('error', see)
  await new Promise((resolve) => outgoing.once('close', resolve))
  const error = thrownBy(() => mocks.verify())
  expect(error).toMatchObject({
    code: 'RESPONSE',
    message:
      'The response to GET http://api.test/list cannot be sent: ' +
      `Response body's content-length of 3 byte(s) does not match the content-length of ${length} byte(s) set in header`,
  })
  // As on a network, a response that has begun fails along with it.
  expect(seen[0]).toBe(error)
})

test('a `Response` with a header that HTTP cannot carry fails with the reason', async () => {
  const mocks = startForgiving([rest.get('/list', () => new Response('', { headers: { 'x-name': 'a\u0001b' } }))])
  const [error] = await once(http.get('http://api.test/list'), 'error')
  expect([error.code, error.message]).toEqual([
    'RESPONSE',
    'The response to GET http://api.test/list cannot be sent: Invalid character in header content ["x-name"]',
  ])
  expect(thrownBy(() => mocks.verify())).toBe(error)
})

test('a stream that fails rejects with its own error at the client, and does not fail the test', async () => {
  const broken = new Error('broken')
  const mocks = start([rest.get('/list', () => new ReadableStream({ pull: (controller) => controller.error(broken) }))])
  const [error] = await once(http.get('http://api.test/list'), 'error')
  expect(error).toBe(broken)
  mocks.verify()
})

test('an unknown `expect` header is an ordinary header', async () => {
  start([rest.get('/list', ({ request }) => request.headers.expect)])
  expect(await textOf(await answer(http.get('http://api.test/list', { headers: { expect: 'the-best' } })))).toBe(
    '"the-best"',
  )
})

test('a request that asks for the end of its connection leaves it in the agent’s pool for the next', async () => {
  start([rest.get('/list', [1])])
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = async () => {
    const request = http.get('http://api.test/list', { agent, headers: { connection: 'close' } })
    const response = await answer(request)
    return [await textOf(response), response.headers.connection, request.reusedSocket]
  }
  // The second waits in the agent's queue, and would be written to the socket of the first.
  expect(await Promise.all([ask(), ask()])).toEqual([
    ['[1]', 'close', false],
    ['[1]', 'close', false],
  ])
})

test('the request after one with `connection: close`, as node-fetch 2 sends it, failed if a resolver returned the real response', async () => {
  const port = await listen(http.createServer((request, response) => response.end(request.url)))
  start([rest.get('/*path', ({ fetchReal }) => fetchReal())])
  const agent = new http.Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const ask = async (path: string) => {
    const request = http.get(`http://127.0.0.1:${port}${path}`, { agent, headers: { connection: 'close' } })
    const closed = once(request, 'close')
    const response = await answer(request)
    const seen = [await textOf(response), response.headers.connection, response.headers['keep-alive']]
    await closed
    return seen
  }
  expect([await ask('/1'), await ask('/2')]).toEqual([
    ['/1', 'close', undefined],
    ['/2', 'close', undefined],
  ])
})

test.for(['http:', 'https:'] as const)(
  'a client that waits for its socket to connect waits forever, over %s',
  async (protocol) => {
    start([rest.post('/users', ({ request }) => request.body)])
    const { request: send } = protocol === 'http:' ? http : https
    const request = send(`${protocol}//api.test/users`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'text/plain' },
    })
    const [socket] = await once(request, 'socket')
    expect(socket.connecting).toBe(true)
    await once(socket, protocol === 'http:' ? 'connect' : 'secureConnect')
    request.end('body')
    expect(await textOf(await answer(request))).toBe('"body"')
  },
)

test('tracing takes a mocked request for one that this process has served', async () => {
  const served: unknown[] = []
  // As OpenTelemetry does for all servers, and Sentry for each that it meets.
  const wrapped = function emit(this: http.Server, ...args: unknown[]) {
    served.push(args[0])
    return Reflect.apply(EventEmitter.prototype.emit, this, args)
  }
  const wrap = (message: unknown) => {
    Object.assign((message as { server: http.Server }).server, { emit: wrapped })
  }
  Object.assign(http.Server.prototype, { emit: wrapped })
  subscribe('http.server.request.start', wrap)
  onTestFinished(() => {
    Reflect.deleteProperty(http.Server.prototype, 'emit')
    unsubscribe('http.server.request.start', wrap)
  })
  start([rest.get('/list', [1])])
  for (let turn = 0; turn < 2; turn++) expect(await textOf(await answer(http.get('http://api.test/list')))).toBe('[1]')
  expect(served).toEqual([])
})

test.for(['chunked', 'identity'])(
  'a stub with a length and the transfer-encoding %s of its own sends an answer that no client can read',
  async (encoding) => {
    const headers = { 'transfer-encoding': encoding, 'content-length': '5' }
    start([rest.get('http://api.test/', text('Hello'), { headers })])
    expect(await textOf(await answer(http.get('http://api.test/', { agent: false })))).toBe('Hello')
  },
)
