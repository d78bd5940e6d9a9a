import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { once, read } from './compare.ts'
import { rest, setupMocks } from './library.ts'
import { test } from './runner.ts'
import { PROTOCOLS } from './serve.ts'

for (const { name, client } of PROTOCOLS) {
  test(`${name}: after a request that is aborted at once, the next of its agent fails with ECONNRESET`, async () => {
    const mocks = setupMocks([rest.get('/users', 'mocked')])
    mocks.start()
    const agent = new client.Agent({ keepAlive: true })
    const url = `${name}://api.test/users`
    const aborted = client.get(url, { agent, signal: AbortSignal.abort() })
    assert.equal((await once<NodeJS.ErrnoException>(aborted, 'error')).code, 'ABORT_ERR')
    // The agent gets the socket back before it is connected.
    await new Promise(setImmediate)
    const next = client.get(url, { agent })
    const failed = once<NodeJS.ErrnoException>(next, 'error').then(({ code }) => code)
    const answered = once<IncomingMessage>(next, 'response').then(read)
    assert.equal(await Promise.race([failed, answered]), '"mocked"')
    agent.destroy()
    mocks.stop()
  })
}
