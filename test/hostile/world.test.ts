import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/* Worlds in which things are frozen. Each is a process of its own: it could not be thawed again. */

const run = promisify(execFile)

/** Sends what there is to send, and tells what came of it. */
const SENDING = `
  const { setupMocks, rest } = await import('./src/entries/index.ts')
  const { get } = await import('node:http')
  const before = globalThis.fetch
  const told = []
  const tell = (one) => told.push(one?.code ? one.name + ' ' + one.code + ' ' + one.message.split('\\n')[0] : one)
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1 }]),
    rest.post('/made', ({ request, setHeader }) => { setHeader('a', '1'); return request.body }),
  ])
  try { mocks.start() } catch (error) { tell(error) }
  if (globalThis.fetch !== before) {
    const headers = { 'content-type': 'application/json' }
    tell(await (await fetch('http://api.test/users')).json())
    tell(await (await fetch('http://api.test/made', { method: 'POST', body: '{"x":1}', headers })).json())
    await new Promise((done) => get('http://api.test/users', (response) => done(tell(response.resume().statusCode))))
    await fetch('http://api.test/none').catch(tell)
  }
  mocks.reset({ failures: true })
  mocks.stop()
  tell(globalThis.fetch === before ? 'restored' : 'left')
  console.log(JSON.stringify(told))
`

const MOCKED = [
  [{ id: 1 }],
  { x: 1 },
  200,
  'UnmatchedRequestError UNMATCHED_REQUEST No stub answers GET http://api.test/none',
  'restored',
]
const REFUSED_LATE = [
  'MynahError ENVIRONMENT The mocks cannot start: ClientRequest.prototype.onSocket cannot be replaced: it is not writable and not configurable',
  'restored',
]
const REFUSED = [
  'MynahError ENVIRONMENT The mocks cannot start: globalThis.fetch cannot be replaced: it is not writable and not configurable',
  'restored',
]

test.for([
  { title: 'a frozen function', freeze: 'Object.freeze(fetch)', expected: MOCKED },
  {
    title: 'a fetch that is not configurable',
    freeze: "Object.defineProperty(globalThis, 'fetch', { value: fetch, configurable: false, writable: true })",
    expected: MOCKED,
  },
  {
    title: 'a fetch that is neither configurable nor writable',
    freeze: "Object.defineProperty(globalThis, 'fetch', { value: fetch, configurable: false, writable: false })",
    expected: REFUSED,
  },
  {
    title: 'a fetch that is a getter',
    freeze:
      "{ const own = fetch; Object.defineProperty(globalThis, 'fetch', { get: () => own, configurable: false }) }",
    expected: REFUSED,
  },
  {
    title: 'a fetch that the global object inherits',
    freeze: `{
      const prototype = Object.getPrototypeOf(globalThis)
      Object.defineProperty(prototype, 'fetch', { value: fetch, configurable: true, writable: true })
      delete globalThis.fetch
    }`,
    expected: MOCKED,
  },
  {
    title: 'a frozen http leaves fetch as it was',
    freeze: "Object.freeze((await import('node:http')).ClientRequest.prototype)",
    expected: REFUSED_LATE,
  },
  {
    title: 'frozen classes and prototypes',
    freeze: `for (const one of [
      Object, Function, Array, Error, TypeError, Promise, Map, Set, WeakMap, RegExp, String, Symbol, Uint8Array,
      AbortSignal, Headers, ReadableStream, Request, Response, TextEncoder, URL, URLSearchParams,
    ]) { Object.freeze(one); Object.freeze(one.prototype) }`,
    expected: MOCKED,
  },
])('$title', { timeout: 60_000 }, async ({ freeze, expected }) => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', `${freeze}\n${SENDING}`], {
    cwd: resolve(import.meta.dirname, '../..'),
  })
  expect(JSON.parse(stdout)).toEqual(expected)
})
