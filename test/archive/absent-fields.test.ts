import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { har } from '../../src/entries/har.ts'
import { startForgiving } from '../promises/support.ts'
import { type Asked, askFetch } from './support.ts'

const URL = 'https://api.test/a'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const get = { method: 'GET', url: URL }
const post = { method: 'POST', url: URL }
const ok = { status: 200, content: { text: '{}', mimeType: JSON_TYPE } }
const sent = (body: string, type = JSON_TYPE): Asked => ({ method: 'POST', headers: { 'content-type': type }, body })
const formOf = (param: object) => ({ mimeType: FORM, params: [{ name: 'a', ...param }] })

/** What a client sees: the status with the body, the code of a failed connection, or that no stub answers. */
async function see(asked: Asked): Promise<string> {
  try {
    const { status, headers, bytes } = await askFetch(URL, asked)
    return [status, headers['content-type'] ?? headers.location, bytes.toString()].filter(Boolean).join(' ')
  } catch (error) {
    const { cause, message } = error as Error
    return (cause as { code?: string } | undefined)?.code ?? message.replace(/^No stub answers .*/s, 'a miss')
  }
}

interface Row {
  /** The field as the page has it. */
  readonly field: string
  readonly entry: { readonly request: object; readonly response?: object | null | undefined; readonly more?: object }
  readonly asked?: Asked
  readonly seen: string
}

const answered = `200 ${JSON_TYPE} {}`

/** Every field of HAR 1.2 that may be -1, empty or absent, and what mynah reads beside it. */
const rows: readonly Row[] = [
  { field: 'entry.time', entry: { request: get, response: ok, more: { time: -1 } }, seen: answered },
  { field: 'entry.timings', entry: { request: get, response: ok, more: { timings: { wait: -1 } } }, seen: answered },
  {
    field: 'entry.startedDateTime',
    entry: { request: get, response: ok, more: { startedDateTime: '' } },
    seen: answered,
  },
  { field: 'entry.cache', entry: { request: get, response: ok, more: { cache: null } }, seen: answered },
  { field: 'request.httpVersion', entry: { request: { ...get, httpVersion: '' }, response: ok }, seen: answered },
  { field: 'request.cookies', entry: { request: { ...get, cookies: null }, response: ok }, seen: answered },
  { field: 'request.queryString', entry: { request: { ...get, queryString: null }, response: ok }, seen: answered },
  { field: 'request.headersSize', entry: { request: { ...get, headersSize: -1 }, response: ok }, seen: answered },
  { field: 'request.headers', entry: { request: { ...get, headers: null }, response: ok }, seen: answered },
  {
    field: 'request.bodySize',
    entry: { request: { ...post, bodySize: -1 }, response: ok },
    asked: sent('{"q":1}'),
    seen: answered,
  },
  { field: 'request.bodySize', entry: { request: post, response: ok }, asked: sent('{"q":1}'), seen: answered },
  { field: 'request.bodySize', entry: { request: post, response: ok }, asked: { method: 'POST' }, seen: answered },
  {
    field: 'request.bodySize',
    entry: { request: { ...post, bodySize: 0 }, response: ok },
    asked: sent('{"q":1}'),
    seen: 'a miss',
  },
  {
    field: 'request.bodySize',
    entry: { request: { ...post, bodySize: 0 }, response: ok },
    asked: { method: 'POST' },
    seen: answered,
  },
  {
    field: 'request.bodySize',
    entry: { request: { ...post, bodySize: -1, headers: [{ name: 'Content-Length', value: '0' }] }, response: ok },
    asked: sent('{"q":1}'),
    seen: 'a miss',
  },
  {
    field: 'request.bodySize',
    entry: { request: { ...post, bodySize: 0, headers: [{ name: 'Content-Length', value: '7' }] }, response: ok },
    asked: sent('{"q":1}'),
    seen: answered,
  },
  {
    field: 'request.postData.text',
    entry: { request: { ...post, bodySize: 9, postData: { mimeType: FORM, text: '' } }, response: ok },
    asked: sent('a=1', FORM),
    seen: answered,
  },
  {
    field: 'request.postData.params',
    entry: { request: { ...post, bodySize: 9, postData: { mimeType: FORM, params: [] } }, response: ok },
    asked: sent('a=1', FORM),
    seen: answered,
  },
  {
    field: 'request.postData.mimeType',
    entry: {
      request: {
        ...post,
        headers: [{ name: 'Content-Type', value: FORM }],
        postData: { mimeType: '', text: 'a=1&b=2' },
      },
      response: ok,
    },
    asked: sent('b=2&a=1', FORM),
    seen: answered,
  },
  {
    field: 'params[].value',
    entry: { request: { ...post, postData: formOf({}) }, response: ok },
    asked: sent('a=1', FORM),
    seen: answered,
  },
  {
    field: 'params[].value',
    entry: { request: { ...post, postData: formOf({ value: '' }) }, response: ok },
    asked: sent('a=1', FORM),
    seen: 'a miss',
  },
  {
    field: 'params[].fileName',
    entry: { request: { ...post, postData: formOf({ value: '1', fileName: null, contentType: null }) }, response: ok },
    asked: sent('a=1', FORM),
    seen: answered,
  },
  { field: 'response', entry: { request: get, response: null }, seen: 'a miss' },
  { field: 'response.status', entry: { request: get, response: { status: 0 } }, seen: 'a miss' },
  { field: 'response.status', entry: { request: get, response: { status: -1 } }, seen: 'a miss' },
  { field: 'response.statusText', entry: { request: get, response: { ...ok, statusText: '' } }, seen: answered },
  { field: 'response.httpVersion', entry: { request: get, response: { ...ok, httpVersion: '' } }, seen: answered },
  { field: 'response.cookies', entry: { request: get, response: { ...ok, cookies: null } }, seen: answered },
  { field: 'response.headersSize', entry: { request: get, response: { ...ok, headersSize: -1 } }, seen: answered },
  { field: 'response.bodySize', entry: { request: get, response: { ...ok, bodySize: -1 } }, seen: answered },
  { field: 'response.headers', entry: { request: get, response: { ...ok, headers: null } }, seen: answered },
  {
    field: 'response.redirectURL',
    entry: { request: get, response: { status: 302, headers: [], redirectURL: '/b' } },
    seen: '302 /b',
  },
  {
    field: 'response.redirectURL',
    entry: { request: get, response: { status: 302, headers: [{ name: 'location', value: '/c' }], redirectURL: '' } },
    seen: '302 /c',
  },
  { field: 'response.content', entry: { request: get, response: { status: 200, content: null } }, seen: '200' },
  { field: 'content.text', entry: { request: get, response: { status: 200, content: { size: 9 } } }, seen: '200' },
  {
    field: 'content.size',
    entry: { request: get, response: { ...ok, content: { ...ok.content, size: -1, compression: 0 } } },
    seen: answered,
  },
  {
    field: 'content.mimeType',
    entry: { request: get, response: { status: 200, content: { text: '{}', mimeType: 'x-unknown' } } },
    seen: '200 {}',
  },
  {
    field: 'content.encoding',
    entry: { request: get, response: { ...ok, content: { ...ok.content, encoding: '' } } },
    seen: answered,
  },
  {
    field: '_failureText',
    entry: { request: get, response: { ...ok, _failureText: 'net::ERR_ABORTED' } },
    seen: 'net::ERR_ABORTED',
  },
  {
    field: '_failureText',
    entry: { request: get, response: { ...ok }, more: { _failureText: 'net::ERR_CONNECTION_RESET' } },
    seen: 'ECONNRESET',
  },
  { field: '_failureText', entry: { request: get, response: { ...ok, _failureText: '' } }, seen: answered },
  { field: '_error', entry: { request: get, response: { ...ok, _error: null } }, seen: answered },
  {
    field: '_error',
    entry: { request: get, response: { status: 0, _error: 'net::ERR_CONNECTION_REFUSED' } },
    seen: 'ECONNREFUSED',
  },
  { field: '_error', entry: { request: get, response: { status: 0, _error: 'net::ERR_ABORTED' } }, seen: 'a miss' },
]

test.each(rows)('$field: $entry is seen as $seen', async ({ entry: { request, response, more }, asked = {}, seen }) => {
  startForgiving(har({ log: { entries: [{ request, response, ...more }] } }))
  expect(await see(asked)).toBe(seen)
})

test('a request whose body is not known answers after those whose body is', async () => {
  const known = { ...post, postData: { mimeType: JSON_TYPE, text: '{"q":1}' } }
  const entries = [
    { request: { ...post, bodySize: -1 }, response: ok },
    { request: known, response: { ...ok, status: 201 } },
  ]
  startForgiving(har({ log: { entries } }))
  expect(await see(sent('{"q":1}'))).toBe(`201 ${JSON_TYPE} {}`)
  expect(await see(sent('{"q":2}'))).toBe(answered)
})

test('the page has each field that may be unknown', () => {
  const page = readFileSync('docs/reference/har-archives.md', 'utf8')
  const named = [...page.matchAll(/`([\w.[\]]+)`/g)].map(([, name]) => name)
  expect([...new Set(rows.map(({ field }) => field))].filter((field) => !named.includes(field))).toEqual([])
})
