import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { redirect, rest, stream } from '../../../src/entries/index.ts'
import { deferred, start } from '../../promises/support.ts'
import type { Asking } from './asking.ts'
import { EVERY_BYTE, FIVE_MEGABYTES } from './sample-bytes.ts'

const STATUSES = [301, 302, 303, 307, 308] as const

/** The tests of answers. */
export function answering({ client, at, get, send, needs }: Asking): void {
  describe('headers both ways', () => {
    test('headers arrive, also with several values', async () => {
      start([rest.get('/list', [], { headers: { 'x-total': '3', 'x-tag': ['a', 'b'], 'content-type': 'text/x' } })])
      const { headers } = await get('/list')
      expect(headers).toMatchObject({ 'x-total': '3', 'x-tag': 'a, b', 'content-type': 'text/x' })
    })

    test('the reason phrase is the one of the setting statusText', async () => {
      start([
        rest.get('/gone', {}, { status: 404, statusText: 'Gone fishing' }),
        rest.get('/none', {}, { status: 404 }),
      ])
      const texts = [(await get('/none')).statusText, (await get('/gone')).statusText]
      // Some clients tell no phrase.
      expect(texts).toEqual(texts[0] === undefined ? [undefined, undefined] : ['Not Found', 'Gone fishing'])
    })
  })

  describe('cookies', () => {
    needs('set-cookie', 'several set-cookie headers arrive apart', async () => {
      start([
        rest.get('/login', {}, { headers: { 'set-cookie': ['a=1; Path=/', 'b=2; HttpOnly'] } }),
        rest.get('/made', ({ setCookie }) => {
          setCookie('a', '1', { path: '/' })
          setCookie('b', '2', { httpOnly: true })
        }),
      ])
      expect((await get('/login')).setCookies).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
      expect((await get('/made')).setCookies).toEqual(['a=1; Path=/', 'b=2; HttpOnly'])
    })
  })

  describe('empty', () => {
    test('undefined is no body, and no content type', async () => {
      start([rest.get('/nothing', undefined)])
      const response = await get('/nothing')
      expect([response.status, response.text, response.headers['content-type']]).toEqual([200, '', undefined])
    })

    test.for([204, 205, 304])('%i arrives without a body', async (status) => {
      start([rest.get('/empty', undefined, { status })])
      const response = await get('/empty')
      expect([response.status, response.text]).toEqual([status, ''])
    })
  })

  describe('binary', () => {
    test('all 256 bytes arrive as they are', async () => {
      start([rest.get('/bytes', EVERY_BYTE)])
      expect((await get('/bytes')).hex).toBe(Buffer.from(EVERY_BYTE).toString('hex'))
    })

    test(`a gzipped body arrives ${client.decodes ? 'decoded' : 'as it was sent, as from a server'}`, async () => {
      const zipped = gzipSync('a text, zipped')
      start([rest.get('/zipped', zipped, { headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' } })])
      const expected = client.decodes ? Buffer.from('a text, zipped') : zipped
      expect((await get('/zipped')).hex).toBe(expected.toString('hex'))
    })
  })

  describe('5 MB', () => {
    test('five megabytes arrive whole', async () => {
      start([rest.get('/large', FIVE_MEGABYTES)])
      expect(Buffer.compare((await get('/large')).bytes, FIVE_MEGABYTES)).toBe(0)
    })
  })

  describe('stream', () => {
    needs('streaming', 'chunks of a stream arrive one by one, each before the next is made', async () => {
      const gate = [deferred(), deferred()] as const
      const chunks = async function* () {
        yield 'one'
        await gate[0].promise
        yield new TextEncoder().encode('two')
        await gate[1].promise
        yield 'three'
      }
      start([rest.get('/stream', () => stream(chunks()))])
      const arrived: string[] = []
      for await (const chunk of (await client.stream?.({ url: at('/stream') })) ?? []) {
        arrived.push(new TextDecoder().decode(chunk))
        gate[arrived.length - 1]?.resolve()
      }
      expect(arrived).toEqual(['one', 'two', 'three'])
    })
  })

  describe('redirect', () => {
    if (client.followsRedirects) {
      test('redirects are followed by the standard’s rules for method and body', async () => {
        const mocks = start([
          ...STATUSES.map((status) => rest.all(`/old/${status}`, redirect('/new?a=1', status))),
          rest.all('/new', ({ request }) => ({ method: request.method, body: request.body ?? null })),
        ])
        const answers = []
        for (const status of STATUSES) answers.push((await send('POST', `/old/${status}`, '{"id":1}')).json)
        expect(answers).toEqual([
          { method: 'GET', body: null },
          { method: 'GET', body: null },
          { method: 'GET', body: null },
          { method: 'POST', body: { id: 1 } },
          { method: 'POST', body: { id: 1 } },
        ])
        expect(mocks.calls()).toHaveLength(10)
      })
    } else {
      test.for(STATUSES)('a %i arrives unchanged at a client that does not follow redirects', async (status) => {
        start([rest.post('/old', redirect('/new?a=1', status))])
        const response = await send('POST', '/old', '{"id":1}')
        expect([response.status, response.headers.location]).toEqual([status, '/new?a=1'])
      })
    }
  })

  describe('the response', () => {
    test.for([
      { payload: { status: 'ok' } },
      { payload: { body: 1 } },
      { payload: { headers: {} } },
      { payload: [] },
      { payload: '' },
      { payload: 'text' },
      { payload: 0 },
      { payload: false },
      { payload: null },
    ])('$payload is a payload, and arrives as JSON', async ({ payload }) => {
      start([rest.get('/value', payload), rest.get('/made', () => payload)])
      for (const response of [await get('/value'), await get('/made')]) {
        expect(response.text).toBe(JSON.stringify(payload))
        expect([response.status, response.headers['content-type']]).toEqual([200, 'application/json'])
      }
    })

    test('a stream is complete when the client reads all of it at once', async () => {
      start([rest.get('/stream', stream(['one,', 'two,', 'three']))])
      expect((await get('/stream')).text).toBe('one,two,three')
      expect((await get('/stream')).text).toBe('one,two,three')
    })

    needs('url', 'the response has the URL that a redirect led to', async () => {
      start([rest.get('/old', redirect(at('/new?a=1'))), rest.get('/new', 'there')])
      const [direct, led] = [await get('/new?a=1'), await get('/old')]
      expect([direct.url, led.url, led.json]).toEqual([at('/new?a=1'), at('/new?a=1'), 'there'])
    })

    needs('redirected', 'the response says whether it was redirected', async () => {
      start([rest.get('/old', redirect('/new')), rest.get('/new', 'there')])
      expect([(await get('/new')).redirected, (await get('/old')).redirected]).toEqual([false, true])
    })
  })
}
