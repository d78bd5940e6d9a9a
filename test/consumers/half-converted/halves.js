import assert from 'node:assert/strict'
import { once } from 'node:events'
import http from 'node:http'
import { passthrough, rest, setupMocks } from 'mynah'

/** Vitest, Jest and Mocha have it as a global. */
export const test = globalThis.test ?? globalThis.it ?? (await import('node:test')).test

const CLIENTS = {
  fetch: async (url) => (await fetch(url)).json(),
  async http(url) {
    const [response] = await once(http.get(url, { agent: false }), 'response')
    let text = ''
    for await (const chunk of response) text += chunk
    return JSON.parse(text)
  },
  axios: async (url) => (await (await import('axios')).default.get(url)).data,
}
const withUndici = (name) => async (url) => (await (await import(name)).request(url)).body.json()

const ORDERS = {
  'it is started first, and ended last': { isFirst: true, starts: ['it', 'mynah'], ends: ['mynah', 'it'] },
  'it is started first, and ended first': { isFirst: true, starts: ['it', 'mynah'], ends: ['it', 'mynah'] },
  'it is started last, and ended first': { isFirst: false, starts: ['mynah', 'it'], ends: ['it', 'mynah'] },
  'it is started last, and ended last': { isFirst: false, starts: ['mynah', 'it'], ends: ['mynah', 'it'] },
}

/** What a request gets that neither of the two has an answer for: the sentence of mynah's error. */
const MISS = 'No stub answers GET'
const ANSWERED = { '/new': 'mynah', '/newer': 'mynah', '/old': 'it', '/late': 'it' }
const PATHS = [...Object.keys(ANSWERED), '/none']

/**
 * Half of the answers of one origin is mynah's, the other half that of a library, in each order of start and end. `start(origin, isOpen)`
 * answers `/old` with `it`, and returns `late`, which answers `/late` too, and `end`. `isOpen` asks it to let pass what it has no answer
 * for. `clients` are those that the library mocks, each with what it does otherwise to a request that is mynah's: what the client gets if
 * the library is started first, and if it is started last.
 */
export function testHalves(name, start, clients) {
  for (const [order, { isFirst, starts, ends }] of Object.entries(ORDERS)) {
    const run = (isOpen) => answersOf(start, Object.keys(clients), isOpen, starts, ends)
    test(`${name}, which lets pass what it has no answer for: ${order}`, async () => {
      const expected = Object.keys(clients).map((client) => [client, { ...ANSWERED, whole: 'it', '/none': MISS }])
      assert.deepEqual(await run(true), { ...Object.fromEntries(expected), after: 'real' })
    })
    test(`${name} as it is: ${order}`, async () => {
      const expected = Object.entries(clients).map(([client, [first, last]]) => {
        const refusal = isFirst ? first : last
        const others = refusal === undefined ? {} : { '/new': refusal, '/newer': refusal }
        return [client, { ...ANSWERED, ...others, whole: 'it', '/none': refusal ?? MISS }]
      })
      assert.deepEqual(await run(false), { ...Object.fromEntries(expected), after: 'real' })
    })
  }
}

async function answersOf(start, clients, isOpen, starts, ends) {
  const server = http.createServer((_request, response) => response.end('"real"')).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`
  const mocks = setupMocks([rest.get(`${origin}/new`, 'mynah')], {
    passthrough: [({ url }) => ANSWERED[new URL(url).pathname] === 'it'],
  })
  const begin = { it: () => start(origin, isOpen), mynah: () => ({ end: mocks() }) }
  const begun = {}
  const seen = {}
  try {
    for (const one of starts) begun[one] = await begin[one]()
    begun.it.late()
    mocks.use.get(`${origin}/newer`, 'mynah')
    for (const client of clients) {
      seen[client] = {}
      const load = CLIENTS[client] ?? withUndici(client)
      for (const path of PATHS) seen[client][path] = await load(`${origin}${path}`).catch(sentenceOf)
      // A test that stays with the library as a whole.
      const undo = mocks.use.all('/{*rest}', passthrough())
      seen[client].whole = await load(`${origin}/old`).catch(sentenceOf)
      undo()
    }
  } finally {
    mocks.reset({ failures: true })
    for (const one of ends) await begun[one]?.end()
    seen.after = await CLIENTS.http(`${origin}/real`).catch(sentenceOf)
    server.closeAllConnections()
    server.close()
  }
  return seen
}

const SENTENCES =
  /No stub answers GET|Nock: No match|Cannot bypass a request|Mock dispatch not matched|No fallback response|No response or fallback|status code 404|Unexpected end of JSON input/

function sentenceOf({ message, cause }) {
  const text = `${message} ${cause?.message}`
  return SENTENCES.exec(text)?.[0] ?? text
}
