import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { test } from 'node:test'
import axios from 'axios'
import MockAdapter from 'axios-mock-adapter'
import { rest, setupMocks } from 'mynah'

const CLIENTS = {
  fetch: async (url) => (await fetch(url)).json(),
  async http(url) {
    const [response] = await once(http.get(url, { agent: false }), 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text)
  },
  axios: async (url) => (await axios.get(url)).data,
}

const withoutDefault = async (name) => {
  const module = await import(name)
  return [module, module.default, module.default?.default].find((one) => one?.mock ?? one?.mockGlobal ?? one?.activate)
}

/** Starts to answer `/old` by another library that lets pass what it has no answer for. Returns its end. */
const nock = (name) => async (origin) => {
  const library = await withoutDefault(name)
  if (!library.isActive()) library.activate()
  library(origin, { allowUnmocked: true }).persist().get('/old').reply(200, '"old"')
  return () => {
    library.cleanAll()
    library.restore()
  }
}
const msw = (name, option) => async (origin) => {
  const [{ http: handlers, HttpResponse }, { setupServer }] = await Promise.all([import(name), import(`${name}/node`)])
  const server = setupServer(handlers.get(`${origin}/old`, () => HttpResponse.json('old')))
  server.listen({ [option]: 'bypass' })
  return () => server.close()
}
const mockAgent = (name) => async (origin) => {
  const { getGlobalDispatcher, MockAgent, setGlobalDispatcher } = await import(name)
  const before = getGlobalDispatcher()
  const agent = new MockAgent()
  agent.get(origin).intercept({ path: '/old' }).reply(200, '"old"').persist()
  setGlobalDispatcher(agent)
  return () => {
    setGlobalDispatcher(before)
    return agent.close()
  }
}
const fetchMock = (name) => async (origin) => {
  const library = await withoutDefault(name)
  if (!library.mockGlobal) {
    library.config.fallbackToNetwork = true
    library.config.warnOnFallback = false
    library.mock(`${origin}/old`, '"old"')
    return () => library.restore()
  }
  library.mockGlobal().get(`${origin}/old`, '"old"').spy()
  return () => library.hardReset()
}
const adapter = async (origin) => {
  const mock = new MockAdapter(axios, { onNoMatch: 'passthrough' })
  mock.onGet(`${origin}/old`).reply(200, 'old')
  return () => mock.restore()
}
const ownFetch = async (origin) => {
  const before = globalThis.fetch
  globalThis.fetch = async (input) => {
    const { url } = new Request(input)
    return url === `${origin}/old` ? new Response('"old"') : before(input)
  }
  return () => {
    globalThis.fetch = before
  }
}

/** The library, its start, and the clients that it mocks. */
const LIBRARIES = [
  // nock 13 does not see fetch.
  ['nock 13', nock('nock13'), ['http']],
  ['nock 14', nock('nock14'), ['fetch', 'http']],
  ['nock 15', nock('nock'), ['fetch', 'http']],
  ['msw 2', msw('msw2', 'onUnhandledRequest'), ['fetch', 'http']],
  ['msw 3', msw('msw', 'onUnhandledFrame'), ['fetch', 'http']],
  // The fetch of Node 26 does not go through a dispatcher of undici 6.
  ['MockAgent of undici 6', mockAgent('undici6'), ['undici6']],
  ['MockAgent of undici 7', mockAgent('undici7'), ['fetch', 'undici7']],
  ['MockAgent of undici 8', mockAgent('undici'), ['fetch', 'undici']],
  ['fetch-mock 10', fetchMock('fetch-mock10'), ['fetch']],
  ['fetch-mock 11', fetchMock('fetch-mock11'), ['fetch']],
  ['fetch-mock 12', fetchMock('fetch-mock'), ['fetch']],
  ['axios-mock-adapter', adapter, ['axios']],
  ['a function in place of fetch', ownFetch, ['fetch']],
]

const startMynah = (origin) =>
  setupMocks([rest.get(`${origin}/new`, 'mynah')], { passthrough: [({ url }) => new URL(url).pathname === '/old'] })

const ORDERS = [
  ['the library is started first, and ended last', ['library', 'mynah'], ['mynah', 'library']],
  ['the library is started first, and ended first', ['library', 'mynah'], ['library', 'mynah']],
  ['mynah is started first, and ended last', ['mynah', 'library'], ['library', 'mynah']],
  ['mynah is started first, and ended first', ['mynah', 'library'], ['mynah', 'library']],
]

for (const [name, start, clients] of LIBRARIES)
  for (const [order, starts, ends] of ORDERS)
    test(`half of the answers of one origin: ${name}: ${order}`, async () => {
      const server = http.createServer((_request, response) => response.end('"real"')).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const origin = `http://127.0.0.1:${server.address().port}`
      const mocks = startMynah(origin)
      const begin = { library: () => start(origin), mynah: () => mocks() }
      const undo = {}
      const seen = {}
      try {
        for (const one of starts) undo[one] = await begin[one]()
        for (const client of clients) {
          const ask = CLIENTS[client] ?? (async (url) => (await (await import(client)).request(url)).body.json())
          const missed = await ask(`${origin}/none`).then(
            (answer) => answer,
            (error) => /No stub answers GET/.test(`${error.message} ${error.cause?.message}`),
          )
          seen[client] = [await ask(`${origin}/new`), await ask(`${origin}/old`), missed]
        }
      } finally {
        mocks.reset({ failures: true })
        for (const one of ends) await undo[one]?.()
        server.closeAllConnections()
        server.close()
      }
      assert.deepEqual(seen, Object.fromEntries(clients.map((client) => [client, ['mynah', 'old', true]])))
    })
