import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { file, rest, setupMocks } from 'mynah'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const FILES = { 'a.txt': 'abcdefghij', 'a.json': '{"id":1}', 'a.png': 'png', 'a.unknown': '?', 'empty.txt': '' }

let folder
let origin
let server

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mynah-file-'))
  for (const [name, content] of Object.entries(FILES)) writeFileSync(join(folder, name), content)
  server = express()
    // The promise of `file()`: whole files, whatever the request's range and conditions.
    .use(express.static(folder, { acceptRanges: false, etag: false, lastModified: false }))
    .listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${server.address().port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

async function ask(url, method, headers) {
  const [response] = await once(http.request(url, { method, headers }).end(), 'response')
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  const length = response.headers['content-length']
  // JSON has no charset (RFC 8259, section 11), though Express writes one.
  const type = response.headers['content-type'].replace(/json; ?charset=utf-8/i, 'json')
  return { status: response.statusCode, body, length, type: type.replace('; ', ';') }
}

test.each([
  ['a text', 'a.txt'],
  ['JSON', 'a.json'],
  ['an image', 'a.png'],
  ['an unknown type', 'a.unknown'],
  ['an empty file', 'empty.txt'],
  ['HEAD', 'a.txt', 'HEAD'],
  ['a range', 'a.txt', 'GET', { range: 'bytes=0-3' }],
  ['a condition', 'a.txt', 'GET', { 'if-none-match': '"other"' }],
])('file: %s is answered as by Express without ranges and tags', async (_title, name, method, headers) => {
  const mocks = setupMocks(
    Object.keys(FILES).map((one) => rest.get(`http://files.test/${one}`, file(join(folder, one)))),
    { passthrough: [origin] },
  )
  mocks.start()
  onTestFinished(() => mocks.stop())
  const real = await ask(`${origin}/${name}`, method, headers)
  expect(await ask(`http://files.test/${name}`, method, headers)).toEqual(real)
})
