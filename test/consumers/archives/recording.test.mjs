import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { cassette } from 'mynah/record'
import { CLIENTS } from './clients.mjs'
import { serve, temporaryFile, withStubs } from './folder.mjs'

const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const JSON_TYPE = { 'content-type': 'application/json' }

/** What the server answers, by path: a status, headers, and chunks. */
const ANSWERS = {
  '/json?page=1': [200, JSON_TYPE, ['{"id":', '1}']],
  '/missing': [404, JSON_TYPE, ['{"message":"Not Found"}']],
  '/bytes': [200, { 'content-type': 'image/png' }, [BYTES]],
  '/zipped': [200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }, [gzipSync('a text, zipped')]],
  '/stream': [200, { 'content-type': 'text/event-stream' }, ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']],
  '/moved': [302, { location: '/json?page=1' }, []],
  '/nothing': [204, {}, []],
  '/named': [200, { 'content-type': 'text/plain', 'x-tag': 'a', etag: '"1"' }, ['été']],
}
const SENT = {
  '/echo/json': ['application/json', '{"name":"Ada"}'],
  '/echo/form': ['application/x-www-form-urlencoded', 'name=Ada&name=Eve'],
  '/echo/text': ['text/plain', 'plain'],
  '/echo/bytes': ['application/octet-stream', BYTES],
  '/echo/multipart': [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b\r\n' +
      'Content-Disposition: form-data; name="f"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\na cat\r\n--b--\r\n',
  ],
}

async function answer(request, response) {
  if (request.url === '/reset') return request.socket.destroy()
  if (request.url === '/never') return
  if (request.method === 'POST') {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    response.writeHead(201, { 'content-type': request.headers['content-type'] })
    return response.end(Buffer.concat(chunks))
  }
  const [status, headers, chunks] = ANSWERS[request.url]
  response.writeHead(status, headers)
  for (const chunk of chunks) response.write(chunk)
  response.end()
}

const codeOf = (error) => error.code ?? (error.cause && codeOf(error.cause))
const rejectionOf = (promise) =>
  promise.then(
    () => assert.fail('it did not reject'),
    (error) => error,
  )

/** All that a client sees. */
async function askAll(ask, origin) {
  const seen = {}
  const see = ({ status, headers, body }) => [
    status,
    headers['content-type'],
    headers.location,
    headers.etag,
    headers['x-tag'],
    body.toString('hex'),
  ]
  for (const path of Object.keys(ANSWERS)) seen[path] = see(await ask(origin + path))
  for (const [path, [type, body]] of Object.entries(SENT)) {
    seen[path] = see(await ask(origin + path, { method: 'POST', headers: { 'content-type': type }, body }))
  }
  seen['/reset'] = codeOf(await rejectionOf(ask(`${origin}/reset`)))
  const left = await rejectionOf(ask(`${origin}/never`, { signal: AbortSignal.timeout(200) }))
  seen['/never'] = /abort|cancel|timeout/i.test(`${left.name} ${left.code} ${left.message}`)
  return seen
}

/** What a client gives up on is recorded after the client has rejected. */
async function untilRecorded(file, count) {
  for (let round = 0; round < 200; round++) {
    if (JSON.parse(readFileSync(file, 'utf8')).log.entries.length >= count) return
    await setTimeout(50)
  }
  const urls = JSON.parse(readFileSync(file, 'utf8')).log.entries.map(({ request }) => request.url)
  assert.fail(`only these are recorded: ${urls.join(', ')}`)
}

/** What there is to be seen. */
function expected() {
  const text = (body) => Buffer.from(body).toString('hex')
  const whole = Object.entries(ANSWERS).map(([path, [status, headers, chunks]]) => {
    const body =
      path === '/zipped' ? text('a text, zipped') : Buffer.concat(chunks.map((one) => Buffer.from(one))).toString('hex')
    return [path, [status, headers['content-type'], headers.location, headers.etag, headers['x-tag'], body]]
  })
  const echoed = Object.entries(SENT).map(([path, [type, body]]) => [
    path,
    [201, type, undefined, undefined, undefined, text(body)],
  ])
  return { ...Object.fromEntries([...whole, ...echoed]), '/reset': 'ECONNRESET', '/never': true }
}

for (const [recorder, record] of Object.entries(CLIENTS)) {
  test(`what ${recorder} has recorded is what each client sees again`, async (t) => {
    const origin = await serve(t, answer)
    const file = temporaryFile(t)
    const options = { origins: [origin] }
    const live = await withStubs(cassette(file, options), async () => {
      const seen = await askAll(record, origin)
      await untilRecorded(file, Object.keys(seen).length)
      return seen
    })
    assert.deepEqual(live, expected())
    for (const [player, play] of Object.entries(CLIENTS)) {
      const seen = await withStubs(cassette(file, { ...options, mode: 'none' }), () => askAll(play, origin))
      assert.deepEqual(seen, expected(), `replayed by ${player}`)
    }
    assert.equal(existsSync(`${file}.lock`), false)
  })
}
