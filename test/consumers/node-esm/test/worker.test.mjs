import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { rest, setupMocks } from 'mynah'

/** Returns what a worker thread is answered. */
async function ask(url, options) {
  const worker = new Worker(new URL('ask.mjs', import.meta.url), { workerData: url, ...options })
  const [message] = await once(worker, 'message')
  await worker.terminate()
  return message
}

test('a worker thread is not mocked by the mocks of its parent', async () => {
  const server = createServer((_, response) => response.end('real')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}/users`
  const mocks = setupMocks([rest.get(url, 'mocked')])
  mocks.start()
  try {
    assert.equal(await ask(url), 'real')
    assert.equal(mocks.calls().length, 0)
  } finally {
    mocks.stop()
    server.close()
  }
})

test('a worker thread loads mocks of its own', async () => {
  const mocked = await ask('https://api.test/users', { execArgv: ['--import', './test/api-mocks.mjs'] })
  assert.equal(mocked, '[{"id":1,"name":"Ada"}]')
})
