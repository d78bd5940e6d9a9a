import { describe, expect, test } from 'vitest'
import { rest } from '../../../src/entries/index.ts'
import { start } from '../../promises/support.ts'
import type { Asking } from './asking.ts'
import { EVERY_BYTE, FIVE_MEGABYTES } from './sample-bytes.ts'

/** The tests of requests. */
export function sending({ at, get, needs, request, send }: Asking): void {
  describe('GET', () => {
    test('a resolver sees method, url, params and queries', async () => {
      start([
        rest.get('/users/:id', ({ request: { method, url, params, queries, body } }) => {
          return { method, url, params, queries, body: body === undefined }
        }),
      ])
      expect((await get('/users/7?tag=a&tag=b&q=%C3%A4')).json).toEqual({
        method: 'GET',
        url: at('/users/7?tag=a&tag=b&q=%C3%A4'),
        params: { id: '7' },
        queries: { tag: ['a', 'b'], q: 'ä' },
        body: true,
      })
    })
  })

  describe('POST JSON', () => {
    test('a resolver sees the JSON, and its own JSON arrives', async () => {
      start([rest.post('/users', ({ request }) => [request.headers['content-type'], request.body], { status: 201 })])
      const response = await send('POST', '/users', '{"name":"Jö","tags":[1,null]}')
      expect(response.seen).toEqual([201, ['application/json', { name: 'Jö', tags: [1, null] }]])
      expect(response.headers['content-type']).toBe('application/json')
    })
  })

  describe('headers both ways', () => {
    test('a resolver sees the headers, names in lower case', async () => {
      start([rest.get('/me', ({ request: { headers } }) => [headers['x-team'], headers.authorization])])
      const headers = { 'X-Team': 'Red', Authorization: 'Bearer x' }
      expect((await get('/me', { headers })).json).toEqual(['Red', 'Bearer x'])
    })
  })

  describe('cookies', () => {
    needs('cookies', 'a resolver sees the cookies, decoded', async () => {
      start([rest.get('/me', ({ request }) => request.cookies)])
      const response = await get('/me', { headers: { cookie: 'session=abc; name=J%C3%A4' } })
      expect(response.json).toEqual({ session: 'abc', name: 'Jä' })
    })
  })

  describe('binary', () => {
    test('all 256 bytes reach a resolver as they were sent', async () => {
      const mocks = start([rest.post('/upload', undefined, { status: 204 })])
      await send('POST', '/upload', EVERY_BYTE, 'application/octet-stream')
      expect(mocks.calls().map(({ request }) => request.body)).toEqual([EVERY_BYTE])
    })
  })

  describe('5 MB', () => {
    test('five megabytes reach a resolver whole', async () => {
      start([rest.put('/large', ({ request }) => Buffer.compare(request.body as Uint8Array, FIVE_MEGABYTES))])
      expect((await send('PUT', '/large', FIVE_MEGABYTES, 'application/octet-stream')).json).toBe(0)
    })
  })

  describe('a raw body', () => {
    test('a text, a RegExp and bytes match the body as it was sent', async () => {
      start([
        rest.post('/form', 'text', { match: { body: 'name=J%20D&id=1' } }),
        rest.post('/form', 'RegExp', { match: { body: /id=\d{3}$/ } }),
        rest.post('/form', 'field', { match: { body: { id: 2 } } }),
        rest.post('/bytes', 'bytes', { match: { body: EVERY_BYTE } }),
      ])
      const form = async (body: string) => (await send('POST', '/form', body, 'application/x-www-form-urlencoded')).json
      expect(await form('name=J%20D&id=1')).toBe('text')
      expect(await form('id=123')).toBe('RegExp')
      expect(await form('id=2&name=J')).toBe('field')
      expect((await send('POST', '/bytes', EVERY_BYTE, 'application/octet-stream')).json).toBe('bytes')
    })
  })

  describe('forms', () => {
    test('an urlencoded body is a record of strings, with arrays for repeated names', async () => {
      start([rest.post('/form', ({ request }) => request.body)])
      const response = await send('POST', '/form', 'name=J%20D&tag=a&tag=b', 'application/x-www-form-urlencoded')
      expect(response.json).toEqual({ name: 'J D', tag: ['a', 'b'] })
    })

    test('a multipart body is a record of strings and files, with arrays for repeated names', async () => {
      const mocks = start([rest.post('/upload', undefined, { status: 204 })])
      const parts = [
        'name="na%22me"\r\n\r\nJö',
        'name="tag"\r\n\r\n1\r\n2',
        'name="tag"\r\n\r\n',
        'name="file"; filename="a.bin"\r\nContent-Type: image/png\r\n\r\n',
      ].map((part) => `--edge\r\nContent-Disposition: form-data; ${part}`)
      const body = Buffer.concat([Buffer.from(parts.join('\r\n')), EVERY_BYTE, Buffer.from('\r\n--edge--\r\n')])
      const headers = { 'content-type': 'multipart/form-data; boundary=edge' }
      await request({ method: 'POST', url: at('/upload'), body: new Uint8Array(body), headers })
      const [received] = mocks.calls().map((call) => call.request.body as { file: File })
      const file = received?.file
      expect(received).toEqual({ 'na"me': 'Jö', tag: ['1\r\n2', ''], file })
      expect([file?.name, file?.type]).toEqual(['a.bin', 'image/png'])
      expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(EVERY_BYTE)
    })
  })
}
