import { once } from 'node:events'
import http2, {
  type ClientHttp2Session,
  type ClientHttp2Stream,
  type IncomingHttpHeaders,
  type ServerHttp2Stream,
} from 'node:http2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { cut, passthrough, rest, stream as streamOf } from '../../src/entries/index.ts'
import { rejectionOf, start, startForgiving, thrownBy } from '../promises/support.ts'
import { listen } from './listen.ts'

function open(origin: string): ClientHttp2Session {
  const session = http2.connect(origin)
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

async function serve(answer: (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => void): Promise<string> {
  const server = http2.createServer()
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    answer(stream, headers)
  })
  return `http://127.0.0.1:${await listen(server)}`
}

async function textOf(stream: ClientHttp2Stream): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

/** Returns what a stream emits until it closes. */
async function eventsOf(stream: ClientHttp2Stream): Promise<unknown[]> {
  const events: unknown[] = []
  for (const name of ['headers', 'response', 'trailers', 'aborted', 'end']) {
    stream.on(name, (value?: object) => events.push(value ? [name, { ...value, date: undefined }] : name))
  }
  stream.on('error', ({ code }: NodeJS.ErrnoException) => events.push(['error', code]))
  stream.on('data', (chunk) => events.push(['data', String(chunk)]))
  await once(stream, 'close').catch(() => {})
  return [...events, ['code', stream.rstCode]]
}

describe('a stream that passes after its body was read has the same events as without mocks:', () => {
  const SERVERS: Record<string, (stream: ServerHttp2Stream) => void> = {
    'informational headers, a body and trailers': (stream) => {
      stream.additionalHeaders({ ':status': 103, link: '</a.css>; rel=preload' })
      stream.respond({ ':status': 200, 'x-a': '1' }, { waitForTrailers: true })
      stream.on('wantTrailers', () => stream.sendTrailers({ 'x-sum': '3' }))
      stream.end('body')
    },
    'a head alone': (stream) => stream.respond({ ':status': 204 }, { endStream: true }),
    'a reset before the head': (stream) => stream.close(http2.constants.NGHTTP2_REFUSED_STREAM),
    'a reset within the body': (stream) => {
      stream.respond({ ':status': 200 })
      stream.write('bo', () => stream.destroy(new Error('broken')))
    },
  }

  test.for(Object.keys(SERVERS))('%s', async (name) => {
    const origin = await serve((stream) => {
      stream.resume()
      stream.on('end', () => SERVERS[name]?.(stream))
    })
    const ask = () => {
      const stream = open(origin).request({ ':path': '/users', ':method': 'POST' })
      stream.end('{"to":"network"}')
      return eventsOf(stream)
    }
    const real = await ask()
    start([rest.post('/users', passthrough(), { match: { body: '{"to":"network"}' } })])
    expect(await ask()).toEqual(real)
  })

  test('a request without a body', async () => {
    const origin = await serve((stream) => stream.end('body'))
    const ask = () => eventsOf(open(origin).request({ ':path': '/users' }))
    const real = await ask()
    start([], { onUnmatched: async () => 'passthrough' })
    expect(await ask()).toEqual(real)
  })

  test('two at once, over one session', async () => {
    const origin = await serve((stream, headers) => stream.end(headers[':path']))
    const mocks = start([], { onUnmatched: async () => 'passthrough' })
    const session = open(origin)
    const streams = ['/a', '/b'].map((path) => session.request({ ':path': path }))
    expect(await Promise.all(streams.map(textOf))).toEqual(['/a', '/b'])
    expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed', 'passed'])
  })

  test('a connection that is refused', async () => {
    const origin = await serve(() => {})
    const refused = origin.replace(/\d+$/, '1')
    const ask = async () =>
      (await rejectionOf(textOf(open(refused).request({ ':path': '/users' })))) as NodeJS.ErrnoException
    const real = await ask()
    start([], { onUnmatched: async () => 'passthrough' })
    expect(await ask()).toMatchObject({ code: real.code, message: real.message })
  })

  test('an abort of the client reaches the server', async () => {
    let arrived = () => {}
    const arriving = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const closed: Promise<number>[] = []
    const origin = await serve((stream) => {
      closed.push(once(stream, 'close').then(() => stream.rstCode as number))
      stream.resume()
      arrived()
    })
    start([rest.post('/users', passthrough(), { match: { body: 'sent' } })])
    const stream = open(origin).request({ ':path': '/users', ':method': 'POST' })
    stream.on('error', () => {})
    stream.end('sent')
    await arriving
    stream.close(http2.constants.NGHTTP2_CANCEL)
    expect(await closed[0]).toBe(http2.constants.NGHTTP2_CANCEL)
  })
})

describe('the head of a request', () => {
  test('may be a list of names and values', async () => {
    const mocks = start([rest.get('/users', [1])])
    const list = [':path', '/users', 'x-team', 'a', 'x-team', 'b']
    expect(await textOf(open('http://api.test').request(list as never))).toBe('[1]')
    expect(mocks.calls()[0]?.request.headers).toEqual({ 'x-team': 'a, b' })
  })

  test('may be missing', async () => {
    const mocks = start([rest.get('/', 'root')])
    expect(await textOf(open('http://api.test').request())).toBe('"root"')
    expect(mocks.calls()[0]?.request.headers).toEqual({})
  })

  test('has no names without a value', async () => {
    const mocks = start([rest.get('/', 'root')])
    const headers = { 'x-none': undefined, 'x-list': ['a', 'b'], host: 'other.test' }
    expect(await textOf(open('http://api.test').request(headers))).toBe('"root"')
    expect(mocks.calls()[0]?.request).toMatchObject({ url: 'http://other.test/', headers: { 'x-list': 'a, b' } })
  })

  test('may ask about the server as a whole', async () => {
    const mocks = start([rest.options('/', undefined, { headers: { allow: 'GET' } })])
    const stream = open('http://api.test').request({ ':method': 'OPTIONS', ':path': '*' })
    const [head] = await once(stream.end(), 'response')
    expect([head.allow, mocks.calls()[0]?.request.url]).toEqual(['GET', 'http://api.test/'])
  })

  test('that makes no URL fails its stream and the test', async () => {
    const mocks = startForgiving([rest.all('/*path', [])])
    const [error] = await once(open('http://api.test').request({ ':authority': 'a b' }), 'error')
    expect(error).toBe(thrownBy(() => mocks.verify()))
    expect(error.message).toBe('The request of HTTP/2 is not valid: TypeError: Invalid URL')
  })
})

describe('a response', () => {
  test('that HTTP/2 cannot carry fails its stream and the test', async () => {
    const mocks = startForgiving([rest.get('/users', [], { headers: { 'content-location': ['/a', '/b'] } })])
    const [error] = await once(open('http://api.test').request({ ':path': '/users' }), 'error')
    expect(error).toBe(thrownBy(() => mocks.verify()))
    expect(error.message).toBe(
      'The response to GET http://api.test/users cannot be sent: Header field "content-location" must only have a single value',
    )
  })

  test('has several values of a name, and none of the connection', async () => {
    const headers = { 'set-cookie': ['a=1', 'b=2', 'c=3'], connection: 'keep-alive' }
    start([rest.get('/users', [], { headers })])
    const [head] = await once(open('http://api.test').request({ ':path': '/users' }), 'response')
    expect([head['set-cookie'], head.connection]).toEqual([['a=1', 'b=2', 'c=3'], undefined])
  })

  test('that is cut ends as a reset stream', async () => {
    const origin = await serve((stream) => {
      stream.respond({ ':status': 200, 'content-type': 'application/json', 'content-length': 8 })
      stream.write('"abc', () => stream.destroy(new Error('broken')))
    })
    const ask = () => eventsOf(open(origin).request({ ':path': '/users' }))
    const real = await ask()
    start([rest.get('/users', cut('abcdef', 4))])
    expect(await ask()).toEqual(real)
  })

  test('whose stream throws fails with that very error', async () => {
    const bug = new RangeError('a bug in the test')
    start([
      rest.get(
        '/users',
        streamOf(
          (async function* () {
            yield 'a'
            throw bug
          })(),
        ),
      ),
    ])
    const stream = open('http://api.test').request({ ':path': '/users' })
    expect(await rejectionOf(textOf(stream))).toBe(bug)
  })
})

test('a body that its client resets is aborted in the journal', async () => {
  const mocks = start([rest.post('/users', ({ request }) => request.body, { match: { body: 'never' } })])
  const stream = open('http://api.test').request({ ':path': '/users', ':method': 'POST' })
  stream.on('error', () => {})
  stream.write('begun', () => stream.close(http2.constants.NGHTTP2_CANCEL))
  await once(stream, 'close')
  await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted'])
})

test('a stream that is sent past the method of its session is refused, and reaches no stub', async () => {
  const mocks = start([rest.get('/users', [])])
  const session = open('http://api.test')
  mocks.stop()
  const stream: ClientHttp2Stream = Reflect.apply(session.constructor.prototype.request, session, [
    { ':path': '/users' },
  ])
  const [error] = await once(stream, 'error')
  expect(error.message).toBe('Stream closed with error code NGHTTP2_REFUSED_STREAM')
})
