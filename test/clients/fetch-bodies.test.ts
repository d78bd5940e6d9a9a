import zlib from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rest, stream } from '../../src/entries/index.ts'
import { startForgiving } from '../promises/support.ts'
import { type Answering, answering, compareCall, seenError } from './fetch-oracle.ts'
import { onBoth } from './oracle.ts'

describe('an encoded body', () => {
  const text = 'a text that is said again. '.repeat(300)
  const gzip = zlib.gzipSync(text)
  const zstd = zlib.zstdCompressSync?.(text)
  const rows: Readonly<Record<string, [encoding: string, bytes: Uint8Array | string]>> = {
    gzip: ['gzip', gzip],
    GZIP: ['GZIP', gzip],
    'x-gzip': ['x-gzip', gzip],
    'gzip twice': ['gzip, gzip', zlib.gzipSync(gzip)],
    'gzip of two members': ['gzip', Buffer.concat([gzip, gzip])],
    deflate: ['deflate', zlib.deflateSync(text)],
    'deflate without a header': ['deflate', zlib.deflateRawSync(text)],
    brotli: ['br', zlib.brotliCompressSync(text)],
    ...(zstd && { zstd: ['zstd', zstd], 'zstd that is cut off': ['zstd', zstd.subarray(0, 12)] }),
    'an encoding that nobody knows': ['nope', 'text'],
    'one that nobody knows among others': ['gzip, nope', gzip],
    identity: ['identity', 'text'],
    'gzip that is cut off': ['gzip', gzip.subarray(0, 60)],
    'gzip without its end': ['gzip', gzip.subarray(0, -4)],
    'deflate that is cut off': ['deflate', zlib.deflateSync(text).subarray(0, 40)],
    'brotli that is cut off': ['br', zlib.brotliCompressSync(text).subarray(0, 12)],
    'gzip with more behind it': ['gzip', Buffer.concat([gzip, Buffer.from('more')])],
    'no gzip': ['gzip', Buffer.from([1, 2, 3, 255, 254])],
    'no deflate': ['deflate', 'plain text'],
    'no gzip, but nothing': ['gzip', ''],
    'no deflate, but nothing': ['deflate', ''],
  }

  test.for(Object.entries(rows))('%s', async ([, [encoding, bytes]]) => {
    await compareCall((origin) => fetch(`${origin}/file`), answering(bytes, { 'content-encoding': encoding }))
  })
})

describe('a response', () => {
  const json = answering('{"a":1}', { 'content-type': 'application/json', 'x-team': 'red' })
  const gzip = answering(zlib.gzipSync('{"a":1}'), { 'content-encoding': 'gzip' })
  const looks: Readonly<
    Record<string, [look: (response: Response, same: Response) => unknown, answering?: Answering]>
  > = {
    'is read with a buffer of one’s own': [readByob],
    'is read with a buffer of one’s own when it was encoded': [readByob, gzip],
    'has headers that cannot be set': [({ headers }) => headers.set('x-team', 'blue')],
    'has headers that cannot be deleted': [({ headers }) => headers.delete('x-team')],
    'has headers that nothing is added to': [({ headers }) => headers.append('x-team', 'blue')],
    'has a clone whose headers cannot be set': [(response) => response.clone().headers.set('x-team', 'blue')],
    'has the same headers each time': [({ headers }, response) => [headers === response.headers, `${headers}`]],
    'has no properties of its own': [
      (response) => [Object.getOwnPropertyNames(response), Object.keys({ ...response })],
    ],
    'is a Response': [(response) => [response instanceof Response, response.constructor === Response, `${response}`]],
    'is copied with headers that can be set': [
      (response) => {
        const copy = new Response(response.body, response)
        copy.headers.set('x-team', 'blue')
        return [copy.headers.get('x-team'), copy.url, copy.type]
      },
    ],
    'is read once': [async (response) => [await response.text(), await response.text()]],
    'is not cloned after it was read': [async (response) => [await response.text(), response.clone()]],
    'is not a form': [(response) => response.formData()],
  }

  async function readByob({ body }: Response) {
    const reader = (body as ReadableStream<Uint8Array>).getReader({ mode: 'byob' })
    const sizes: number[] = []
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(3))
      if (done) return sizes
      sizes.push(value.byteLength)
    }
  }

  test.for(Object.entries(looks))('%s', async ([, [look, exchange = json]]) => {
    const { real, mocked } = await onBoth({
      ...exchange,
      async client(origin) {
        const response = await fetch(`${origin}/file`)
        return (async () => look(response, response))().catch(seenError)
      },
    })
    expect(mocked).toEqual(real)
  })
})

describe('a body that breaks off', () => {
  const reason = Object.assign(new Error('mine'), { code: 'UND_ERR_SOCKET' })
  const breaking: Answering = {
    server(_request, response) {
      response.write('half')
      setImmediate(() => response.destroy())
    },
    routes: [
      rest.get('/file', () =>
        stream(
          (async function* () {
            yield 'half'
            await new Promise(setImmediate)
            throw reason
          })(),
        ),
      ),
    ],
  }

  test.for([{}, { signal: new AbortController().signal }])('%o', async (init) => {
    await compareCall((origin) => fetch(`${origin}/file`, init), breaking)
  })

  test('has the very error of the stub as its cause', async () => {
    startForgiving(breaking.routes)
    const response = await fetch('http://api.test/file')
    const error = (await response.text().catch((thrown) => thrown)) as Error
    expect([error.name, error.message, error.cause === reason]).toEqual(['TypeError', 'terminated', true])
  })
})

describe('signals', () => {
  const silent: Answering = {
    server: () => {},
    routes: [rest.get('/file', [], { delay: Number.POSITIVE_INFINITY })],
  }
  const unfinished: Answering = {
    server: (_request, response) => response.write('half'),
    routes: [
      rest.get('/file', () =>
        stream(
          (async function* () {
            yield 'half'
            await new Promise(() => {})
          })(),
        ),
      ),
    ],
  }
  const reasons = [new RangeError('mine'), undefined, 'a text']

  test.for(reasons)('an abort with the reason %s', async (reason) => {
    const { real, mocked } = await onBoth({
      ...silent,
      async client(origin) {
        const abort = new AbortController()
        setTimeout(() => abort.abort(reason), 20)
        return fetch(`${origin}/file`, { signal: abort.signal }).catch((error) => error)
      },
    })
    expect(mocked).toEqual(real)
  })

  test.for(reasons)('an abort of a body with the reason %s', async (reason) => {
    const { real, mocked } = await onBoth({
      ...unfinished,
      async client(origin) {
        const abort = new AbortController()
        const response = await fetch(`${origin}/file`, { signal: abort.signal })
        setTimeout(() => abort.abort(reason), 20)
        return response.text().catch((error) => error)
      },
    })
    expect(mocked).toEqual(real)
  })

  test('a time-out', async () => {
    await compareCall((origin) => fetch(`${origin}/file`, { signal: AbortSignal.timeout(20) }), silent)
  })
})
