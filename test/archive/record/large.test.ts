import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { Spool } from '../../../src/archive/record/spool.ts'
import type { CassetteOptions } from '../../../src/entries/record.ts'
import { rejectionOf } from '../../promises/support.ts'
import { askFetch } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

const ROOT = new URL('../../../', import.meta.url).pathname
const MANY = 9 * 1024 * 1024
const bodies = {
  text: { type: 'text/plain', body: Buffer.from('é"\\\n'.repeat(MANY / 5)) },
  bytes: { type: 'application/octet-stream', body: randomBytes(MANY) },
  JSON: { type: 'application/json', body: Buffer.from(JSON.stringify({ token: 'abc', text: 'x'.repeat(MANY) })) },
}

describe.each(Object.entries(bodies))('%s of more than is held in memory', (what, { type, body }) => {
  const record = async (more: Partial<CassetteOptions> = {}) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': type })
      response.end(body)
    })
    const file = temporaryFile()
    const options = { origins: [origin], ...more }
    const first = await withCassette(file, options, () => askFetch(`${origin}/a`))
    return { file, options, first, ask: () => askFetch(`${origin}/a`) }
  }

  test('is recorded, and answers as it did', async () => {
    const { file, options, first, ask } = await record()
    expect(first.bytes.equals(body)).toBe(true)
    const { content } = entriesOf(file)[0]?.response ?? {}
    expect(content?.encoding).toBe(what === 'bytes' ? 'base64' : undefined)
    const again = await withCassette(file, options, ask)
    const isHidden = again.bytes.toString() !== body.toString() && again.bytes.includes('"token":"(hidden)"')
    expect(isHidden).toBe(what === 'JSON')
    if (!isHidden) expect(again.bytes.equals(body)).toBe(true)
  })

  test('is given whole to redact', async () => {
    const { file } = await record({
      redact: (entry) => {
        entry.response.content.text = `${entry.response.content.text?.length}`
      },
    })
    expect(Number(entriesOf(file)[0]?.response.content.text)).toBeGreaterThan(7e6)
  })
})

test('a spool leaves no file behind', () => {
  const folder = dirname(temporaryFile())
  vi.stubEnv('TMPDIR', folder)
  const spool = new Spool('text/plain')
  for (let sum = 0; sum < MANY; sum += 1024 * 1024) spool.add(Buffer.alloc(1024 * 1024, 'a'))
  expect([spool.isLarge, spool.isText, spool.bytes().byteLength]).toEqual([true, true, spool.size])
  expect(readdirSync(folder)).toHaveLength(1)
  spool.close()
  expect(readdirSync(folder)).toEqual([])
})

test('a large answer that has no place fails, and is not recorded', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end(bodies.text.body)
  })
  const file = temporaryFile()
  const error = await withCassette(file, { origins: [origin] }, (mocks) => {
    vi.stubEnv('TMPDIR', join(dirname(file), 'missing'))
    return rejectionOf(askFetch(`${origin}/a`).finally(() => mocks.reset({ failures: true })))
  })
  expect(error).toMatchObject({
    code: 'RECORDING',
    message: expect.stringMatching(/^An answer cannot be kept while it is recorded: ENOENT: no such file or directory/),
  })
  expect(existsSync(file)).toBe(false)
})

test('an answer that breaks off is recorded as an error of the network', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  const file = temporaryFile()
  const ask = () => rejectionOf(askFetch(`${origin}/a`)) as Promise<Error>
  expect(await withCassette(file, { origins: [origin] }, ask)).toBeInstanceOf(TypeError)
  expect(entriesOf(file)[0]?.response).toMatchObject({ status: 0, _networkError: 'ECONNRESET' })
  expect(await withCassette(file, { origins: [origin] }, ask)).toBeInstanceOf(TypeError)
})

test('encodings that cannot be decoded here are not requested', async () => {
  const asked: (string | undefined)[] = []
  const origin = await serve((request, response) => {
    asked.push(request.headers['accept-encoding'] as string | undefined)
    response.end()
  })
  await withCassette(temporaryFile(), { origins: [origin] }, async () => {
    for (const encoding of ['zstd, br', 'identity']) {
      await askFetch(`${origin}/${encoding}`, { headers: { 'accept-encoding': encoding } })
    }
  })
  expect(asked).toEqual(['gzip, deflate, br', 'identity'])
})

/** Records an answer of so many megabytes in its own process, and returns how many megabytes the process needed. */
const SCRIPT = `
import { createServer } from 'node:http'
import { setupMocks } from '${ROOT}src/entries/index.ts'
import { cassette } from '${ROOT}src/entries/record.ts'
const [file, size] = process.argv.slice(2)
const chunk = Buffer.alloc(1024 * 1024, 0xff)
const server = createServer(async (_request, response) => {
  for (let sent = 0; sent < Number(size); sent++) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve))
  }
  response.end()
})
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
const origin = 'http://127.0.0.1:' + server.address().port
const mocks = setupMocks(cassette(file, { origins: [origin] }))
mocks.start()
const { body } = await fetch(origin)
let sum = 0
for await (const chunk of body) sum += chunk.byteLength
mocks.stop()
server.close()
console.log(JSON.stringify({ sum, peak: process.resourceUsage().maxRSS / 1024 }))
`

test('200 MB are recorded within memory that does not grow with them', async () => {
  const script = temporaryFile('record.mts')
  writeFileSync(script, SCRIPT)
  const env = { ...process.env, CI: '', MYNAH_RECORD: '', VITEST: '', NODE_OPTIONS: '' }
  const run = async (size: number) => {
    const file = temporaryFile()
    const args = ['--experimental-strip-types', '--no-warnings', script, file, String(size)]
    const { stdout } = await promisify(execFile)(`${ROOT}node_modules/.bin/node`, args, { env })
    const { sum, peak } = JSON.parse(stdout) as { sum: number; peak: number }
    expect(sum).toBe(size * 1024 * 1024)
    return peak
  }
  const [small, large] = [await run(1), await run(200)]
  // The file has 267 MB of base64.
  expect(large - small).toBeLessThan(190)
}, 180_000)
