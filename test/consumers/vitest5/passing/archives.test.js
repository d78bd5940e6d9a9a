// @vitest-environment node
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setupMocks } from 'mynah'
import { har, toHar } from 'mynah/har'
import { cassette } from 'mynah/record'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const content = { mimeType: 'application/json', text: '{"id":1}' }
const entry = { request: { method: 'GET', url: 'https://api.test/users/1' }, response: { status: 200, content } }

beforeEach(() => {
  vi.stubEnv('CI', '')
  vi.stubEnv('MYNAH_RECORD', '')
})
afterEach(() => vi.unstubAllEnvs())

test('an archive answers, and the journal is one', async () => {
  const mocks = setupMocks(har({ log: { entries: [entry] } }))
  mocks.start()
  expect(await (await fetch('https://api.test/users/1')).json()).toEqual({ id: 1 })
  expect(toHar(mocks.calls()).log.entries[0].response.content.text).toBe('{"id":1}')
  mocks.stop()
})

test('a cassette records what is missing, under the name of this file, and replays it', async () => {
  const server = createServer((request, response) => response.end(`answer to ${request.url}`))
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${server.address().port}`
  const folder = mkdtempSync(join(tmpdir(), 'mynah-cassette-'))
  const ask = async () => {
    const mocks = setupMocks(cassette(join(folder, 'api.har'), { origins: [origin] }))
    mocks.start()
    try {
      return await (await fetch(`${origin}/a`)).text()
    } finally {
      mocks.stop()
    }
  }
  expect(await ask()).toBe('answer to /a')
  await new Promise((resolve) => {
    server.closeAllConnections()
    server.close(resolve)
  })
  expect(await ask()).toBe('answer to /a')
  rmSync(folder, { recursive: true })
})
