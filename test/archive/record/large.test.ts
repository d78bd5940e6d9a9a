import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MOST_RECORDED } from '../../../src/archive/record/record-body.ts'
import type { HarEntry } from '../../../src/entries/har.ts'
import { rejectionOf } from '../../promises/support.ts'
import { askFetch } from '../support.ts'
import { entriesOf, outsideOfCi, serve, temporaryFile, withCassette } from './recording.ts'

outsideOfCi()

test('a body of several megabytes is recorded, and given whole to redact', async () => {
  const body = Buffer.from(JSON.stringify({ token: 'abc', text: 'é"\\\n'.repeat(500_000) }))
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(body)
  })
  const file = temporaryFile()
  const lengths: (number | undefined)[] = []
  const redact = ({ response }: HarEntry) => void lengths.push(response.content.text?.length)
  const ask = () => askFetch(`${origin}/a`)
  const { bytes } = await withCassette(file, { origins: [origin], redact }, ask)
  expect(bytes.equals(body)).toBe(true)
  expect(lengths).toEqual([body.toString().length + '(hidden)'.length - 'abc'.length])
  const again = await withCassette(file, { origins: [origin] }, ask)
  expect(again.bytes.toString() === body.toString().replace('abc', '(hidden)')).toBe(true)
})

test('an answer of more than 64 MB is not recorded: its client gets it, and the console says so', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  const chunk = Buffer.alloc(MOST_RECORDED / 4)
  const origin = await serve((_request, response) => {
    for (let sent = 0; sent < 4; sent++) response.write(chunk)
    response.end('more')
  })
  const file = temporaryFile()
  const { bytes } = await withCassette(file, { origins: [origin] }, () => askFetch(`${origin}/a?token=abc`))
  expect(bytes.byteLength).toBe(MOST_RECORDED + 4)
  expect(existsSync(file)).toBe(false)
  expect(told.mock.calls).toEqual([
    [`mynah: GET ${origin}/a?token=(hidden) is not recorded: its answer has more than 64 MB\n\nWrite a stub for it`],
  ])
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
