import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MOST_RECORDED } from '../../../src/archive/record/record-body.ts'
import type { HarEntry } from '../../../src/entries/har.ts'
import { rest } from '../../../src/entries/index.ts'
import { rejectionOf, start } from '../../promises/support.ts'
import { askFetch, askHttp } from '../support.ts'
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

test('an answer of several megabytes that its client does not read was left out: it is recorded', async () => {
  const body = Buffer.alloc(5_000_000, 'a')
  const origin = await serve((_request, response) => void response.end(body))
  const file = temporaryFile()
  await withCassette(file, { origins: [origin] }, async () => {
    await fetch(`${origin}/a`)
    await vi.waitUntil(() => existsSync(file), { timeout: 20_000 })
  })
  expect(entriesOf(file)[0]?.response.content.text).toHaveLength(body.byteLength)
})

test('an answer that has not come when the process ends was lost without a word: the console names it', async () => {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => told.mockRestore())
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"a":')
  })
  const listeners = process.listeners('exit')
  await withCassette(temporaryFile(), { origins: [origin] }, () => fetch(`${origin}/a`))
  for (const listener of process.listeners('exit')) if (!listeners.includes(listener)) listener(0)
  expect(told.mock.calls).toEqual([
    [`mynah: GET ${origin}/a is not recorded: the process ended before its whole answer had come`],
  ])
})

test('a body that breaks off ends a client of node:http with the error of a socket, not with an error of fetch', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 100 })
    response.write('half', () => response.destroy())
  })
  const broken = () => rejectionOf(askHttp(`${origin}/a`)) as Promise<Error & { code?: string }>
  const real = await broken()
  const recorded = await withCassette(temporaryFile(), { origins: [origin] }, broken)
  expect([recorded.code, recorded.message]).toEqual([real.code, real.message])
})

test.each(['Ok\u00e9', Buffer.from('G\u00fcltig \u20ac').toString('latin1')])(
  'the reason phrase %j ended in INTERNAL',
  async (phrase) => {
    const origin = await serve((_request, response) => void response.writeHead(200, phrase).end('{}'))
    const { status, bytes } = await withCassette(temporaryFile(), { origins: [origin] }, () => askFetch(`${origin}/a`))
    expect([status, bytes.toString()]).toEqual([200, '{}'])
    start([rest.get('/a', ({ fetchReal }) => fetchReal())])
    expect((await askFetch(`${origin}/a`)).status).toBe(200)
    expect((await askHttp(`${origin}/a`)).status).toBe(200)
  },
)

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
