import { once } from 'node:events'
import http2, { type ClientHttp2Session, type ClientHttp2Stream } from 'node:http2'
import { describe, expect, onTestFinished, test } from 'vitest'
import { passthrough, rest } from '../../../src/entries/index.ts'
import { listen } from '../../clients/listen.ts'
import { start } from '../../promises/support.ts'

function open(origin: string): ClientHttp2Session {
  const session = http2.connect(origin)
  session.on('error', () => {})
  onTestFinished(() => session.destroy())
  return session
}

/** Starts a real server that answers nothing; adds the paths that reach it to a list. */
async function serve(paths: unknown[]): Promise<string> {
  const server = http2.createServer()
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    paths.push(headers[':path'])
  })
  return `http://127.0.0.1:${await listen(server)}`
}

describe('a stream that its client resets before it arrives is aborted in the journal, and reaches no server:', () => {
  const RESETS: Record<string, (stream: ClientHttp2Stream) => unknown> = {
    'closed in its tick': (stream) => stream.close(http2.constants.NGHTTP2_CANCEL),
    'closed in the next task': (stream) => setImmediate(() => stream.close(http2.constants.NGHTTP2_CANCEL)),
    'destroyed in the next task': (stream) => setImmediate(() => stream.destroy()),
  }

  test.for(Object.keys(RESETS))('%s', async (name) => {
    const paths: unknown[] = []
    const origin = await serve(paths)
    const late = async () => {
      await new Promise(setImmediate)
      return passthrough()
    }
    const mocks = start([rest.get('/late', late), rest.get('/never', [], { delay: Number.POSITIVE_INFINITY })])
    const session = open(origin)
    const streams = ['/late', '/never'].map((path) => session.request({ ':path': path }).on('error', () => {}))
    const closed = Promise.all(streams.map((stream) => once(stream, 'close')))
    for (const stream of streams) RESETS[name]?.(stream)
    await closed
    await expect.poll(() => mocks.calls().map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted'])
    expect(paths).toEqual([])
  })
})

describe('a scheme that ends with a colon is answered:', () => {
  const HEADS: Record<string, unknown> = {
    'in an object': { ':scheme': 'https:', ':authority': 'fcm.test', ':path': '/send' },
    'in a list': [':scheme', 'https:', ':authority', 'fcm.test', ':path', '/send'],
  }

  test.for(Object.keys(HEADS))('%s', async (name) => {
    const mocks = start([rest.get('https://fcm.test/send', { ok: 1 })])
    const [head] = await once(open('https://fcm.test').request(HEADS[name] as never), 'response')
    expect([head[':status'], mocks.calls()[0]?.request.url]).toEqual([200, 'https://fcm.test/send'])
  })
})

describe('a path without a slash is reset as by a real server, and never counts as another origin:', () => {
  test.for(['.allowed.test/a', '@allowed.test/a', ':80/a'])('%s', async (path) => {
    const codeOf = async (origin: string) => {
      const stream = open(origin).request({ ':path': path })
      stream.on('error', () => {})
      await new Promise((resolve) => stream.once('close', resolve))
      return stream.rstCode
    }
    const real = await codeOf(await serve([]))
    const asked: string[] = []
    const isAllowed = ({ url }: { readonly url: string }) => {
      asked.push(new URL(url).host)
      return false
    }
    start([], { passthrough: [isAllowed, 'http://allowed.test'] })
    expect([await codeOf('http://api.test'), asked.filter((host) => host !== 'api.test')]).toEqual([real, []])
  })
})
