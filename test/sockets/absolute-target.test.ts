import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once, read } from './compare.ts'
import { type MocksOptions, setupMocks } from './library.ts'
import { test } from './runner.ts'

/** The result of a request: the body of the real server's answer, or the code of an error. */
function ask(options: RequestOptions): Promise<string | undefined> {
  const request = http.get({ ...options, agent: false })
  const failed = once<NodeJS.ErrnoException>(request, 'error').then(({ code }) => code)
  return Promise.race([failed, once<IncomingMessage>(request, 'response').then(read)])
}

/** Sends a request with each of these as the option `passthrough`. */
async function askWith(all: readonly MocksOptions['passthrough'][], options: RequestOptions): Promise<unknown[]> {
  const results: unknown[] = []
  for (const passthrough of all) {
    const mocks = setupMocks([], { passthrough: passthrough ?? [] })
    mocks.start()
    results.push(await ask(options))
    mocks.reset({ failures: true })
    mocks.stop()
  }
  return results
}

test("passthrough: ['http://localhost'] lets any Unix socket through", async () => {
  const name = `mynah-sockets-${randomUUID()}`
  const socketPath = process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
  const server = http.createServer((_request, response) => response.end('real'))
  await new Promise<void>((resolve) => server.listen(socketPath, resolve))
  const all = [['http://localhost'], ['http://localhost:*'], [/^http:/], [/^unix:/]]
  const results = await askWith(all, { socketPath, path: '/containers' })
  server.close()
  assert.deepEqual(results, ['UNMATCHED_REQUEST', 'UNMATCHED_REQUEST', 'UNMATCHED_REQUEST', 'real'])
})

test('the address of a proxy decided what passes through, instead of the origin that it was asked for', async () => {
  const server = http.createServer((_request, response) => response.end('real'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const all = [['http://allowed.test'], [`http://127.0.0.1:${port}`]]
  const results = await askWith(all, { port, host: '127.0.0.1', path: 'http://allowed.test/' })
  server.close()
  assert.deepEqual(results, ['real', 'UNMATCHED_REQUEST'])
})
