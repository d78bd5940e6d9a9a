import { once } from 'node:events'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { file, rest, setupMocks } from 'mynah'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

/** Headers that say something of the file. `send` writes weak tags, with the same meaning for a file that is not encoded. */
const COMPARED = ['accept-ranges', 'content-length', 'content-range', 'last-modified']
const CHANGED = new Date('2026-01-02T03:04:05.000Z')
const FILES = { 'a.txt': 'abcdefghij', 'a.json': '{"id":1}', 'a.png': 'png', 'a.unknown': '?', 'empty.txt': '' }

let folder
let origin
let server

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-file-'))
  for (const [name, content] of Object.entries(FILES)) {
    writeFileSync(join(folder, name), content)
    utimesSync(join(folder, name), CHANGED, CHANGED)
  }
  server = express()
    .use(express.static(folder, { cacheControl: false }))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${server.address().port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

/** By `node:http`: fetch adds `cache-control: no-cache` to a condition, and Express then sends the whole file. */
async function request(url, method, headers) {
  const [response] = await once(http.request(url, { method, headers }).end(), 'response')
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, headers: response.headers, body }
}

/** Asks for a file with the entity tag that a first answer has. */
async function ask(base, name, { method, headers = {} }) {
  const { etag } = (await request(`${base}/${name}`)).headers
  const own = Object.entries(headers).map(([key, value]) => [key, value.replace('ETAG', etag)])
  const { status, headers: sent, body } = await request(`${base}/${name}`, method, Object.fromEntries(own))
  // The page of an error is the server's own.
  if (status === 416 || status === 412) return { status, range: sent['content-range'] }
  // JSON has no charset (RFC 8259, section 11), though Express writes one.
  const type = sent['content-type']?.replace(/; ?charset=utf-8/i, '')
  return { status, body, type, ...Object.fromEntries(COMPARED.map((key) => [key, sent[key]])) }
}

const range = (value) => ({ headers: { range: value } })

// Not compared: `bytes=-200` of a shorter file, which Express refuses, though RFC 9110, section 14.1.2, asks for all of it.
test.each([
  ['a text', 'a.txt', {}],
  ['JSON', 'a.json', {}],
  ['an image', 'a.png', {}],
  ['an empty file', 'empty.txt', {}],
  ['HEAD', 'a.txt', { method: 'HEAD' }],
  ['the first bytes', 'a.txt', range('bytes=0-3')],
  ['one byte', 'a.txt', range('bytes=4-4')],
  ['from a byte on', 'a.txt', range('bytes=7-')],
  ['the last bytes', 'a.txt', range('bytes=-2')],
  ['up to a byte behind the end', 'a.txt', range('bytes=5-100')],
  ['from behind the end', 'a.txt', range('bytes=10-')],
  ['no last bytes', 'a.txt', range('bytes=-0')],
  ['ranges that touch', 'a.txt', range('bytes=0-1,2-4')],
  ['ranges that overlap', 'a.txt', range('bytes=0-3,2-5')],
  ['ranges with a gap', 'a.txt', range('bytes=0-1,5-6')],
  ['another unit', 'a.txt', range('lines=0-1')],
  ['a range of an empty file', 'empty.txt', range('bytes=0-1')],
  ['the tag that it has', 'a.txt', { headers: { 'if-none-match': 'ETAG' } }],
  ['one of several tags', 'a.txt', { headers: { 'if-none-match': '"other", ETAG' } }],
  ['any tag', 'a.txt', { headers: { 'if-none-match': '*' } }],
  ['another tag', 'a.txt', { headers: { 'if-none-match': '"other"' } }],
  ['changed since its date', 'a.txt', { headers: { 'if-modified-since': CHANGED.toUTCString() } }],
  ['changed since an earlier date', 'a.txt', { headers: { 'if-modified-since': new Date(0).toUTCString() } }],
  ['changed since no date', 'a.txt', { headers: { 'if-modified-since': 'yesterday' } }],
  ['another tag to match', 'a.txt', { headers: { 'if-match': '"other"' } }],
  ['any tag to match', 'a.txt', { headers: { 'if-match': '*' } }],
  ['unchanged since an earlier date', 'a.txt', { headers: { 'if-unmodified-since': new Date(0).toUTCString() } }],
  ['unchanged since its date', 'a.txt', { headers: { 'if-unmodified-since': CHANGED.toUTCString() } }],
  ['a part, if the tag is the same', 'a.txt', { headers: { range: 'bytes=0-1', 'if-range': 'ETAG' } }],
  ['a part, if the tag is another', 'a.txt', { headers: { range: 'bytes=0-1', 'if-range': '"other"' } }],
  ['a part, if the date is the same', 'a.txt', { headers: { range: 'bytes=0-1', 'if-range': CHANGED.toUTCString() } }],
  [
    'a part, if the date is earlier',
    'a.txt',
    { headers: { range: 'bytes=0-1', 'if-range': new Date(0).toUTCString() } },
  ],
])('file: %s is answered as by Express', async (_title, name, asked) => {
  const mocks = setupMocks(
    Object.keys(FILES).map((one) => rest.get(`http://files.test/${one}`, file(join(folder, one)))),
    { passthrough: [origin] },
  )
  mocks.start()
  onTestFinished(() => mocks.stop())
  const real = await ask(origin, name, asked)
  expect(await ask('http://files.test', name, asked)).toEqual(real)
})
