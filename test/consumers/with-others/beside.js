import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import { rest, setupMocks } from 'mynah'
import * as undici from 'undici'

const CLIENTS = {
  fetch: async (url) => (await fetch(url)).json(),
  async http(url) {
    const [response] = await once(http.get(url, { agent: false }), 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text)
  },
  undici: async (url) => (await undici.request(url)).body.json(),
}

async function realServer() {
  const server = http.createServer((_request, response) => response.end('"real"')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${server.address().port}/users` }
}

/**
 * Tests mynah beside another library that mocks `http://other.test/users` and leaves all other requests alone. `start`
 * returns its end; `clients` are those that the library can mock; `isFirst` says that it has to be started before mynah.
 */
export function testBeside(name, start, { clients = Object.keys(CLIENTS), isFirst = false } = {}) {
  const startMynah = () =>
    setupMocks([rest.get('http://mynah.test/users', 'mynah')], {
      passthrough: ['http://other.test', 'http://127.0.0.1:*'],
    })()
  const orders = [
    { title: `${name} is started first, and ended last`, starts: [start, startMynah], ends: [1, 0] },
    { title: `${name} is started first, and ended first`, starts: [start, startMynah], ends: [0, 1] },
    { title: 'mynah is started first, and ended last', starts: [startMynah, start], ends: [1, 0] },
    { title: 'mynah is started first, and ended first', starts: [startMynah, start], ends: [0, 1] },
  ]
  for (const { title, starts, ends } of isFirst ? orders.slice(0, 2) : orders) {
    test(`each answers its own requests: ${title}`, async () => {
      const { server, url } = await realServer()
      const undos = []
      const seen = {}
      const after = {}
      // What stays behind keeps the process open, and a failure would never be told.
      try {
        for (const begin of starts) undos.push(await begin())
        for (const client of clients) {
          const ask = CLIENTS[client]
          seen[client] = [await ask('http://mynah.test/users'), await ask('http://other.test/users')]
        }
      } finally {
        for (const index of ends) await undos[index]?.()
      }
      try {
        for (const [client, ask] of Object.entries(CLIENTS)) after[client] = await ask(url)
      } finally {
        server.closeAllConnections()
        server.close()
      }
      assert.deepEqual(seen, Object.fromEntries(clients.map((client) => [client, ['mynah', 'other']])))
      assert.deepEqual(after, { fetch: 'real', http: 'real', undici: 'real' })
    })
  }
}
