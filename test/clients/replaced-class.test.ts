import { once } from 'node:events'
import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { inherits } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { start } from '../promises/support.ts'
import { listen } from './listen.ts'

/* Another library has put its own class in the place of Node's `ClientRequest`. Node's `request` still makes Node's own. */

function replaceClientRequest(): void {
  const own = http.ClientRequest
  const exportClass = (exported: unknown) => {
    Object.assign(http, { ClientRequest: exported })
    syncBuiltinESMExports()
  }
  onTestFinished(() => exportClass(own))
  // As nock 13 does it.
  const OverriddenClientRequest = function OverriddenClientRequest() {}
  inherits(OverriddenClientRequest, own)
  exportClass(OverriddenClientRequest)
}

async function ask(agent: http.Agent, origin: string): Promise<string> {
  const [response] = await once(http.get(`${origin}/users`, { agent }), 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  // The agent takes the socket back.
  await new Promise(setImmediate)
  return text
}

test('beside nock 13, a stub answers the request after one that passed, over the same kept connection', async () => {
  const origin = `http://127.0.0.1:${await listen(http.createServer((_request, response) => response.end('real')))}`
  const agent = new http.Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  replaceClientRequest()
  const mocks = start([], { passthrough: [origin] })
  expect(await ask(agent, origin)).toBe('real')
  mocks.use.get(`${origin}/users`, ['mocked'])
  expect(await ask(agent, origin)).toBe('["mocked"]')
  expect(mocks.calls().map(({ outcome }) => outcome)).toEqual(['passed', 'answered'])
})
