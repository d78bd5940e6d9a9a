import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { promisify } from 'node:util'

/*
 * The cells of docs/guide/mynah-or-msw.md and of the README: `cell(row, text, library, program)` has a cell as it stands on the
 * page, and a program that throws if it is untrue. test/docs/comparison.test.ts finds each cell here.
 */

const run = promisify(execFile)
const json = async (args) => {
  const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 24 }).catch((error) => error)
  return JSON.parse(stdout)
}
const tried = new Map()
/** What `try.js` prints of a library. Two cells may ask for the same. */
const tryOut = (topic, library) => {
  const key = `${topic} ${library}`
  if (!tried.has(key)) tried.set(key, json(['try.js', topic, library]))
  return tried.get(key)
}

const LIBRARY = {
  mynah: 'mynah',
  'msw 3': 'msw',
  'nock 15': 'nock',
  'fetch-mock 12': 'fetch-mock',
  "undici's MockAgent": 'undici',
}

function cell(row, text, column, program) {
  test(`${row} | ${column}: ${text}`, () => program(LIBRARY[column]))
}

const clients = (expected) => async (library) =>
  assert.deepEqual([...(await tryOut('clients', library)), ...(await tryOut('xhr', library))].sort(), expected.sort())

const CLIENTS = 'Clients in this process'
const ALL = ['fetch', 'http', 'HTTP/2', 'undici 8', 'XMLHttpRequest']
cell(CLIENTS, 'fetch, http, HTTP/2, undici, `XMLHttpRequest`', 'mynah', clients(ALL))
cell(CLIENTS, 'fetch, http, `XMLHttpRequest`', 'msw 3', clients(['fetch', 'http', 'XMLHttpRequest']))
cell(CLIENTS, 'fetch, http, undici 8, `XMLHttpRequest`', 'nock 15', clients(ALL.filter((name) => name !== 'HTTP/2')))
cell(CLIENTS, 'fetch', 'fetch-mock 12', clients(['fetch']))
cell(CLIENTS, 'undici; the global fetch outside Jest', "undici's MockAgent", clients(['fetch', 'undici 8']))

let jestResults
/** The outcome of the tests of Jest, without any configuration, by their titles. */
async function inJest(title) {
  jestResults ??= json(['node_modules/jest/bin/jest.js', '--json', '--silent']).then(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      // A file that cannot be loaded has no tests.
      assertionResults.length > 0
        ? assertionResults.map(({ title, status }) => [title, status])
        : [[/([\w-]+)\.test\.js$/.exec(name)[1], 'failed']],
    ),
  )
  return Object.fromEntries(await jestResults)[title]
}
const jest = (status) => async (library) => assert.equal(await inJest(library), status)

const JEST = 'Jest 30 without configuration'
cell(JEST, 'yes', 'mynah', jest('passed'))
cell(JEST, 'no', 'msw 3', jest('failed'))
cell(JEST, 'no', 'nock 15', jest('failed'))
cell(JEST, 'yes', 'fetch-mock 12', jest('passed'))
cell(JEST, 'its `MockAgent` does not reach the global fetch', "undici's MockAgent", async () => {
  assert.equal(await inJest('undici, by its own request'), 'passed')
  assert.equal(await inJest('undici, by the global fetch'), 'failed')
})

const miss = (got, outcome) => async (library) =>
  assert.deepEqual(await tryOut('miss', library), { got, test: outcome })

const MISS = 'An unmatched request whose error the app catches'
cell(MISS, 'fails the test', 'mynah', miss('rejects', 'fails'))
cell(MISS, 'passes', 'msw 3', miss('rejects', 'passes'))
cell(MISS, 'passes; the client gets status 501', 'nock 15', miss(501, 'passes'))
cell(MISS, 'passes', 'fetch-mock 12', miss('rejects', 'passes'))
cell(MISS, 'passes', "undici's MockAgent", miss('rejects', 'passes'))

/** What a package exports that has one of these in its name. */
const offered = async (library, pattern) => {
  const { default: main, ...named } = await import(library)
  return [...Object.keys(named), ...Object.keys(Object(main))].filter((name) => pattern.test(name)).sort()
}
const MORE = /openapi|record|cassette|snapshot|^back$|collection/i

const EXTRA = 'OpenAPI checks, cassettes, collections'
cell(EXTRA, 'yes', 'mynah', async () => {
  for (const name of ['openapi', 'record', 'collection']) await import(`mynah/${name}`)
})
cell(EXTRA, 'other packages', 'msw 3', async (library) => assert.deepEqual(await offered(library, MORE), []))
cell(EXTRA, 'cassettes', 'nock 15', async (library) => assert.deepEqual(await offered(library, /^back$/), ['back']))
cell(EXTRA, 'no', 'fetch-mock 12', async (library) => assert.deepEqual(await offered(library, MORE), []))
cell(EXTRA, 'cassettes (`SnapshotAgent`)', "undici's MockAgent", async (library) =>
  assert.deepEqual(await offered(library, /^SnapshotAgent$/), ['SnapshotAgent', 'SnapshotAgent']),
)

const webSockets = (clients) => async (library) => assert.deepEqual(await tryOut('webSockets', library), clients)
const protocols = (graphql, clients) => async (library) => {
  assert.equal(await tryOut('graphql', library), graphql)
  await webSockets(clients)(library)
}

const SOCKETS = 'WebSockets'
cell(SOCKETS, 'Node clients; in browsers, the global `WebSocket`', 'mynah', webSockets(['the global class', 'ws']))
cell(SOCKETS, 'the global `WebSocket`', 'msw 3', webSockets(['the global class']))

const PROTOCOLS = 'GraphQL; WebSockets'
cell(PROTOCOLS, "yes; Node clients, and the browser's class", 'mynah', protocols(true, ['the global class', 'ws']))
cell(PROTOCOLS, 'yes; the global class', 'msw 3', protocols(true, ['the global class']))
cell(PROTOCOLS, 'no; no', 'nock 15', protocols(false, []))
cell(PROTOCOLS, 'no; no', 'fetch-mock 12', protocols(false, []))
cell(PROTOCOLS, 'no; no', "undici's MockAgent", protocols(false, []))

/** A page's requests are in the panel if a service worker answers them: the package has to ship its script. */
const worker = (ships) => async (library) =>
  assert.equal(existsSync(`node_modules/${library}/lib/mockServiceWorker.js`), ships)

const PANEL = "Requests in the browser's network panel"
cell(PANEL, 'no', 'mynah', worker(false))
cell(PANEL, 'yes', 'msw 3', worker(true))
cell(PANEL, 'no', 'nock 15', worker(false))
cell(PANEL, 'no', 'fetch-mock 12', worker(false))
cell(PANEL, 'no', "undici's MockAgent", worker(false))

// The README's table.
const CAUGHT = 'Unmatched request, error swallowed by the application'
cell(CAUGHT, 'fails its test', 'mynah', miss('rejects', 'fails'))
cell(CAUGHT, 'passes; an `afterEach` that reads `request:unhandled` can fail it', 'msw 3', async (library) => {
  await miss('rejects', 'passes')(library)
  assert.deepEqual(await tryOut('unhandled', library), ['http://api.test/other'])
})
cell('Clients in Node', 'fetch, http, HTTP/2, undici, `XMLHttpRequest`', 'mynah', clients(ALL))
cell('Clients in Node', 'fetch, http, `XMLHttpRequest`', 'msw 3', clients(['fetch', 'http', 'XMLHttpRequest']))
cell('Jest 30', 'without configuration', 'mynah', jest('passed'))
cell('Jest 30', 'needs configuration', 'msw 3', jest('failed'))
cell('Browser', 'in the page, no worker file', 'mynah', worker(false))
cell('Browser', 'a service worker: requests show in the network panel', 'msw 3', worker(true))
