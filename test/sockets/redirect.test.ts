import assert from 'node:assert/strict'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { rest, setupMocks } from './library.ts'
import { test } from './runner.ts'

const captured = globalThis.fetch

/** Starts a server that redirects `/to?URL`, and notes what else it is asked for. */
async function serve(hits: string[]): Promise<{ origin: string; close: () => void }> {
  const server = http.createServer(({ url = '' }, response) => {
    const [path = '', to] = url.split('?')
    if (path === '/to' && to) return response.writeHead(302, { location: decodeURIComponent(to) }).end()
    hits.push(path)
    return response.end('real')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

for (const [name, send] of [
  ['the global fetch', (url: string) => fetch(url)],
  ['a fetch taken before the start', captured],
] as const) {
  test(`a passed fetch follows a redirect out of the allowlist, unseen by stubs and the journal: ${name}`, async () => {
    const hits: string[] = []
    const [inside, outside] = [await serve([]), await serve(hits)]
    const to = (url: string) => `${inside.origin}/to?${encodeURIComponent(url)}`
    const mocks = setupMocks([rest.get(`${outside.origin}/stubbed`, 'mocked')], { passthrough: [inside.origin] })
    mocks.start()
    await assert.rejects(send(to(`${outside.origin}/leak`)))
    assert.equal(await (await send(to(`${outside.origin}/stubbed`))).json(), 'mocked')
    assert.equal(await (await send(to(`${inside.origin}/allowed`))).text(), 'real')
    const journal = mocks.calls().map(({ request, outcome }) => [new URL(request.url).pathname, outcome])
    mocks.reset({ failures: true })
    mocks.stop()
    inside.close()
    outside.close()
    assert.deepEqual(hits, [])
    assert.deepEqual(journal, [
      ['/to', 'passed'],
      ['/leak', 'unmatched'],
      ['/to', 'passed'],
      ['/stubbed', 'answered'],
      ['/to', 'passed'],
      ['/allowed', 'passed'],
    ])
  })
}
