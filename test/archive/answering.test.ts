import type { IncomingMessage } from 'node:http'
import { get as httpsGet } from 'node:https'
import { describe, expect, test } from 'vitest'
import { har } from '../../src/entries/har.ts'
import { rejectionOf, start, startForgiving } from '../promises/support.ts'
import { archiveOf, askFetch, askHttp, type EntryShape, type Seen } from './support.ts'

const API = 'https://api.test'
const header = (name: string, value: string) => ({ name, value })
const JSON_TYPE = header('Content-Type', 'application/json')
const text = (body: string, mimeType = 'text/plain') => ({ size: body.length, mimeType, text: body })

interface Row {
  readonly title: string
  readonly recorded: EntryShape
  readonly seen: {
    readonly status?: number
    readonly statusText?: string
    readonly headers?: object
    readonly body: string | Buffer
  }
}

const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

const rows: readonly Row[] = [
  {
    title: 'JSON is sent unchanged',
    recorded: { url: `${API}/a`, content: text('{ "id": 1.0 }\n', 'application/json') },
    seen: { body: '{ "id": 1.0 }\n', headers: { 'content-type': 'application/json', 'content-length': '14' } },
  },
  {
    title: 'base64 is sent as bytes',
    recorded: {
      url: `${API}/a`,
      headers: [header('content-type', 'image/png')],
      content: { size: 256, mimeType: 'image/png', encoding: 'base64', text: BYTES.toString('base64') },
    },
    seen: { body: BYTES, headers: { 'content-type': 'image/png', 'content-length': '256' } },
  },
  {
    title: 'an entry without a text has no body',
    recorded: { url: `${API}/a`, content: { size: 0, mimeType: 'x-unknown' } },
    seen: { body: '' },
  },
  {
    title: 'base64 without a text has no body',
    recorded: { url: `${API}/a`, content: { size: 0, mimeType: 'image/png', encoding: 'base64' } },
    seen: { body: '' },
  },
  {
    title: 'no headers and no value of one',
    recorded: { url: `${API}/a`, response: { status: 200, headers: [{ name: 'x-a' }], content: text('{}') } },
    seen: { body: '{}', headers: { 'x-a': '' } },
  },
  {
    title: 'a response that is its status alone',
    recorded: { url: `${API}/a`, response: { status: 200 } },
    seen: { body: '' },
  },
  { title: 'an entry without content has no body', recorded: { url: `${API}/a`, content: null }, seen: { body: '' } },
  { title: 'a status of an error', recorded: { url: `${API}/a`, status: 404 }, seen: { status: 404, body: '{}' } },
  {
    title: 'a status without a body, whatever the archive has',
    recorded: { url: `${API}/a`, status: 304, content: text('cached') },
    seen: { status: 304, body: '' },
  },
  {
    title: 'a redirect',
    recorded: { url: `${API}/a`, status: 302, headers: [header('Location', '/b')], content: null },
    seen: { status: 302, headers: { location: '/b' }, body: '' },
  },
  {
    title: 'headers of the connection and of the encoding are left out',
    recorded: {
      url: `${API}/a`,
      headers: [
        ...[JSON_TYPE, header('Content-Encoding', 'br'), header('Transfer-Encoding', 'chunked'), header('ETag', '"1"')],
        ...[header('Connection', 'close'), header('Keep-Alive', 'timeout=5'), header('Content-Length', '999')],
        header(':status', '200'),
      ],
      content: { ...text('{"a":1}'), size: 7, compression: -13 },
    },
    seen: { body: '{"a":1}', headers: { etag: '"1"', 'content-length': '7', 'content-encoding': undefined } },
  },
  {
    title: 'a text of another charset is sent as UTF-8',
    recorded: {
      url: `${API}/a`,
      headers: [header('content-type', 'text/html; charset="iso-8859-1"')],
      content: text('é'),
    },
    seen: { body: 'é', headers: { 'content-type': 'text/html; charset=utf-8' } },
  },
  {
    title: 'a header with characters that no byte holds is sent as UTF-8',
    recorded: { url: `${API}/a`, headers: [JSON_TYPE, header('x-name', '€')] },
    seen: { body: '{}', headers: { 'x-name': Buffer.from('€').toString('latin1') } },
  },
  {
    title: 'a body without a content type is sent without one',
    recorded: { url: `${API}/a`, headers: [header('x-a', '1')], content: { size: 5, text: 'plain' } },
    seen: { body: 'plain', headers: { 'content-type': undefined } },
  },
  {
    title: 'the type of the content replaces headers that the tool did not save',
    recorded: { url: `${API}/a`, headers: [], content: text('a,b', 'text/csv') },
    seen: { body: 'a,b', headers: { 'content-type': 'text/csv' } },
  },
  {
    title: 'the reason phrase is sent as the bytes that came',
    recorded: { url: `${API}/a`, response: { status: 404, statusText: 'Gone \u20ac\nfishing' } },
    seen: { status: 404, statusText: Buffer.from('Gone \u20acfishing').toString('latin1'), body: '' },
  },
  {
    title: 'without a reason phrase, as over HTTP/2, the status has its own',
    recorded: { url: `${API}/a`, response: { status: 404, statusText: '' } },
    seen: { status: 404, statusText: 'Not Found', body: '' },
  },
  {
    title: 'a status that is a text',
    recorded: { url: `${API}/a`, response: { status: '201', headers: [JSON_TYPE], content: text('{}') } },
    seen: { status: 201, body: '{}' },
  },
]

function expectSeen(actual: Seen, { status = 200, statusText, headers = {}, body }: Row['seen']): void {
  expect(actual.status).toBe(status)
  if (statusText !== undefined) expect(actual.statusText).toBe(statusText)
  const wanted = Object.entries(headers).filter(([, value]) => value !== undefined)
  expect(actual.headers).toMatchObject(Object.fromEntries(wanted))
  for (const [name, value] of Object.entries(headers))
    if (value === undefined) expect(actual.headers).not.toHaveProperty(name)
  expect(Buffer.compare(actual.bytes, Buffer.from(body))).toBe(0)
}

test.each(rows)('$title', async ({ recorded, seen }) => {
  start(har(archiveOf(recorded)))
  expectSeen(await askFetch(recorded.url), seen)
  expectSeen(await askHttp(recorded.url), seen)
})

test('several values of a header arrive apart, also those that Chromium writes as lines of one', async () => {
  const headers = [header('Set-Cookie', 'a=1'), header('Set-Cookie', 'b=2\nc=3')]
  start(har(archiveOf({ url: `${API}/a`, headers })))
  expect((await fetch(`${API}/a`)).headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=3'])
})

test('the names of headers keep the case of the archive', async () => {
  start(
    har(archiveOf({ url: `${API}/a`, headers: [JSON_TYPE, header('X-Request-ID', '1'), header('x-request-id', '2')] })),
  )
  const message = await new Promise<IncomingMessage>((resolve) => httpsGet(`${API}/a`, resolve))
  for await (const _ of message);
  expect(message.rawHeaders.slice(0, 6)).toEqual([
    'Content-Type',
    'application/json',
    'X-Request-ID',
    '1',
    'x-request-id',
    '2',
  ])
})

test('a HEAD keeps the length of the answer to a GET', async () => {
  const headers = [header('Content-Length', '1234')]
  start(har(archiveOf({ method: 'HEAD', url: `${API}/a`, headers, content: null })))
  expect((await askHttp(`${API}/a`, { method: 'HEAD' })).headers).toMatchObject({ 'content-length': '1234' })
})

describe('a request that was answered several times', () => {
  test('gets its answers in order, each with its own status and headers, and the last one stays', async () => {
    const answer = (status: number, tag: string) => ({
      url: `${API}/job?id=1`,
      status,
      headers: [JSON_TYPE, header('x-tag', tag)],
      content: text(`"${tag}"`),
    })
    const stubs = har(archiveOf(answer(202, 'queued'), { url: `${API}/other` }, answer(200, 'done')))
    expect(stubs).toHaveLength(2)
    start(stubs)
    const seen = []
    for (let turn = 0; turn < 3; turn++) {
      const { status, headers, bytes } = await askFetch(`${API}/job?id=1`)
      seen.push([status, headers['x-tag'], bytes.toString()])
    }
    expect(seen).toEqual([
      [202, 'queued', '"queued"'],
      [200, 'done', '"done"'],
      [200, 'done', '"done"'],
    ])
  })

  test('is the same request, whatever the order of its queries and keys is', () => {
    const body = (text: string) => ({ mimeType: 'application/json', text })
    const stubs = har(
      archiveOf(
        { method: 'POST', url: `${API}/a?x=1&y=2`, postData: body('{"a":1,"b":2}') },
        { method: 'POST', url: `${API}/a?y=2&x=1`, postData: body('{"b":2,"a":1}') },
        { method: 'POST', url: `${API}/a?y=2&x=1`, postData: body('{"b":2,"a":2}') },
      ),
    )
    expect(stubs).toHaveLength(2)
  })
})

test('a path with a slash at its end, and without, are two requests if both were recorded', async () => {
  const redirect = { url: `${API}/docs`, status: 301, headers: [header('location', '/docs/')], content: null }
  start(har(archiveOf(redirect, { url: `${API}/docs/`, headers: [], content: text('the docs') })))
  expect(await (await fetch(`${API}/docs`)).text()).toBe('the docs')
})

test('an error of the network is answered as such', async () => {
  startForgiving(har(archiveOf({ url: `${API}/a`, response: { status: 0, _networkError: 'ECONNRESET' } })))
  expect(await rejectionOf(fetch(`${API}/a`))).toMatchObject({ cause: { code: 'ECONNRESET' } })
  expect(await rejectionOf(askHttp(`${API}/a`))).toMatchObject({ code: 'ECONNRESET' })
})
