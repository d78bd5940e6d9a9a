import { expect, test } from 'vitest'
import { har } from '../../src/entries/har.ts'
import { start } from '../promises/support.ts'
import { type Asked, askFetch, askHttp } from './support.ts'

const API = 'https://api.test'
const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255])
const named = (pairs: Readonly<Record<string, string | number>>) =>
  Object.entries(pairs).map(([name, value]) => ({ name, value }))
const timings = { blocked: -1, dns: -1, ssl: -1, connect: -1, send: 0, wait: 1, receive: 0 }

interface Habit {
  readonly entries: readonly object[]
  /** What is asked, with the status, the body and the headers that it gets; in the order of the entries. */
  readonly asked: readonly (readonly [
    path: string,
    status: number,
    body: string | Buffer,
    init?: Asked,
    headers?: object,
  ])[]
  /** The text of the archive; JSON as it is, unless said. */
  readonly write?: (archive: object) => string
}

/** The habits of the tools that save archives, each as seen in an archive of that tool. */
const tools: Readonly<Record<string, Habit>> = {
  'Chrome: cached answers, pseudo headers, sizes of what was compressed, an evicted body, a cancelled request': {
    entries: [
      {
        _fromCache: 'memory',
        _initiator: { type: 'script', stack: { callFrames: [] } },
        _priority: 'High',
        _resourceType: 'fetch',
        request: {
          method: 'GET',
          url: `${API}/cached`,
          httpVersion: 'http/2.0',
          headers: named({ ':authority': 'api.test', ':path': '/cached' }),
          bodySize: 0,
        },
        response: {
          status: 200,
          statusText: '',
          headers: named({ 'content-type': 'application/json', 'content-encoding': 'br' }),
          content: { size: 9, mimeType: 'application/json', compression: -4, text: '{"n": 1 }' },
          _transferSize: 0,
          _error: null,
        },
        timings: { ...timings, _blocked_queueing: -1 },
      },
      {
        request: { method: 'GET', url: `${API}/evicted`, headers: [] },
        response: { status: 200, headers: named({ etag: '"1"' }), content: { size: 999, mimeType: 'image/png' } },
      },
      {
        request: { method: 'GET', url: `${API}/blocked`, headers: [] },
        response: { status: 0, content: { size: 0, mimeType: 'x-unknown' }, _error: 'net::ERR_ABORTED' },
      },
      {
        request: {
          method: 'POST',
          url: `${API}/form`,
          headers: [],
          postData: {
            mimeType: 'application/x-www-form-urlencoded',
            text: 'a=1&b=x+y',
            params: named({ a: '1', b: 'x+y' }),
          },
        },
        response: { status: 303, headers: named({ Location: '/cached' }), content: { size: 0, mimeType: 'x-unknown' } },
      },
    ],
    asked: [
      ['/cached', 200, '{"n": 1 }', {}, { 'content-type': 'application/json', 'content-encoding': undefined }],
      ['/evicted', 200, '', {}, { etag: '"1"' }],
      [
        '/form',
        303,
        '',
        { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'b=x%20y&a=1' },
        { location: '/cached' },
      ],
    ],
  },
  'Firefox: a body that was not kept, a cached one behind a 304, base64': {
    entries: [
      {
        request: { method: 'GET', url: `${API}/image`, headers: [], bodySize: 0, cookies: [] },
        response: {
          status: 200,
          headers: named({ 'Content-Type': 'image/png' }),
          content: { mimeType: 'image/png', size: BYTES.length, encoding: 'base64', text: BYTES.toString('base64') },
          headersSize: 99,
        },
        cache: {},
        time: 0,
      },
      {
        request: { method: 'GET', url: `${API}/not-modified`, headers: [] },
        response: { status: 304, headers: [], content: { mimeType: 'text/html', size: 5, text: 'cache' } },
      },
      {
        request: { method: 'GET', url: `${API}/too-long`, headers: [] },
        response: {
          status: 200,
          headers: named({ 'Content-Type': 'text/html; charset=UTF-8' }),
          content: { mimeType: 'text/html; charset=UTF-8', size: 1e7, comment: 'too long' },
        },
      },
    ],
    asked: [
      ['/image', 200, BYTES, {}, { 'content-type': 'image/png' }],
      ['/not-modified', 304, ''],
      ['/too-long', 200, ''],
    ],
  },
  'Safari: no reason phrases, fields of its own': {
    entries: [
      {
        pageref: 'page_0',
        _fetchType: 'Network Load',
        _priority: 'high',
        request: { method: 'GET', url: `${API}/page`, httpVersion: 'HTTP/2', queryString: [], bodySize: 0 },
        response: {
          status: 200,
          statusText: '',
          headers: named({ 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' }),
          content: { size: 6, compression: -20, mimeType: 'text/html', text: '<p>é' },
          _transferSize: 26,
        },
      },
    ],
    asked: [['/page', 200, '<p>é', {}, { 'content-type': 'text/html' }]],
  },
  'Charles: a byte order mark, every body in base64, numbers as values of headers': {
    write: (archive) => `\ufeff${JSON.stringify(archive)}`,
    entries: [
      {
        request: { method: 'GET', url: `${API}/users`, headers: named({ Host: 'api.test' }), headersSize: 100 },
        response: {
          _charlesStatus: 'COMPLETE',
          status: 200,
          headers: named({ 'Content-Type': 'application/json', 'X-Count': 2 }),
          content: {
            size: 7,
            mimeType: 'application/json',
            encoding: 'base64',
            text: Buffer.from('{"n":1}').toString('base64'),
          },
        },
        timings: { send: 0, receive: 0, wait: 1, connect: null, ssl: null, dns: null },
      },
    ],
    asked: [['/users', 200, '{"n":1}', {}, { 'content-type': 'application/json', 'x-count': '2' }]],
  },
  'Insomnia: a comment, null in place of what there is not': {
    entries: [
      {
        comment: 'My request',
        request: {
          method: 'POST',
          url: `${API}/users`,
          headers: null,
          postData: { mimeType: 'application/json', text: '{\n\t"name": "Ada"\n}', params: [] },
          settingEncodeUrl: true,
        },
        response: { status: 201, headers: null, content: { size: 2, mimeType: 'application/json', text: '{}' } },
      },
      { comment: 'never sent', request: { method: 'GET', url: `${API}/draft` }, response: null },
    ],
    asked: [
      [
        '/users',
        201,
        '{}',
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"Ada"}' },
      ],
    ],
  },
  'mitmproxy: messages of a WebSocket, an empty list of params': {
    entries: [
      {
        _webSocketMessages: [{ type: 'send', time: 1, opcode: 1, data: 'hello' }],
        _resourceType: 'websocket',
        request: { method: 'GET', url: `${API}/socket` },
        response: { status: 101, headers: [], content: { size: 0 } },
      },
      {
        request: {
          method: 'PUT',
          url: `${API}/text`,
          headers: named({ 'content-type': 'text/plain' }),
          postData: { mimeType: 'text/plain', text: 'a text', params: [] },
        },
        response: {
          status: 200,
          headers: named({ 'content-type': 'text/plain' }),
          content: { size: 2, compression: 0, mimeType: 'text/plain', text: 'ok' },
        },
      },
    ],
    asked: [['/text', 200, 'ok', { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: 'a text' }]],
  },
  'Playwright: no sizes, its own fields, redirects as entries of their own': {
    entries: [
      {
        _frameref: 'frame@1',
        _monotonicTime: 1,
        request: { method: 'GET', url: `${API}/moved#top`, headersSize: -1, bodySize: -1 },
        response: {
          status: 302,
          statusText: 'Found',
          headers: named({ Location: `${API}/there` }),
          content: { size: -1, mimeType: 'x-unknown' },
          redirectURL: `${API}/there`,
          _transferSize: -1,
        },
        _serverPort: 443,
        _securityDetails: {},
      },
      {
        request: { method: 'GET', url: `${API}/there` },
        response: { status: 200, headers: named({ 'content-type': 'text/css' }), content: { size: -1, text: 'a {}' } },
      },
    ],
    asked: [
      ['/moved', 302, '', {}, { location: `${API}/there` }],
      ['/there', 200, 'a {}', {}, { 'content-type': 'text/css' }],
    ],
  },
}

test.each(Object.entries(tools))('%s', async (_, { entries, asked, write = JSON.stringify }) => {
  const archive = { log: { version: '1.2', creator: { name: 'a tool', version: '1' }, pages: [], entries } }
  for (const given of [archive, write(archive)]) {
    for (const ask of [askFetch, askHttp]) {
      const stubs = har(given)
      expect(stubs).toHaveLength(asked.length)
      const mocks = start(stubs)
      for (const [path, status, body, init, headers = {}] of asked) {
        const seen = await ask(API + path, init)
        expect([path, seen.status, seen.bytes.toString('hex')]).toEqual([
          path,
          status,
          Buffer.from(body).toString('hex'),
        ])
        for (const [name, value] of Object.entries(headers)) expect([name, seen.headers[name]]).toEqual([name, value])
      }
      mocks.stop()
    }
  }
})
