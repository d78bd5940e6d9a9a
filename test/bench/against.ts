import http from 'node:http'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Agent } from 'undici'
import { mock as startServer } from './libraries/server.ts'

/*
 * Compares this build with another checkout's, or with a real server, both in one process, a batch of each in turn. The ratio holds on
 * a busy machine too, where times do not:
 *
 *   node test/bench/against.ts ../base fetch           also: resolver, post, http-keep, http-new, undici
 *   node test/bench/against.ts server http-keep        also: the others by GET
 */
type Library = typeof import('../../src/entries/index.ts')

/** Who answers. */
interface Side {
  readonly origin: string
  start(): () => void
}

const SECONDS = 25
const [other = '', name = 'fetch'] = process.argv.slice(2)
const agent = name === 'http-new' ? false : new http.Agent({ keepAlive: true, maxSockets: 1 })

function viaHttp(origin: string): Promise<unknown> {
  return new Promise((done, fail) => {
    const read = (response: http.IncomingMessage) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => done(JSON.parse(text)))
    }
    http.get(`${origin}/users`, { agent }, read).on('error', fail)
  })
}

const dispatcher = new Agent()

const POST = { method: 'POST', body: '{"role":"admin"}', headers: { 'content-type': 'application/json' } }

const CASES: Readonly<Record<string, { ask: (origin: string) => Promise<unknown>; batch: number }>> = {
  fetch: { ask: async (origin) => (await fetch(`${origin}/users`)).json(), batch: 300 },
  resolver: { ask: async (origin) => (await fetch(`${origin}/resolved/1`)).json(), batch: 300 },
  post: { ask: async (origin) => (await fetch(`${origin}/users`, POST)).json(), batch: 300 },
  // Each start patches prototypes, which V8 learns anew: a test file starts once.
  'http-keep': { ask: viaHttp, batch: 300 },
  'http-new': { ask: viaHttp, batch: 60 },
  undici: {
    ask: async (origin) => (await dispatcher.request({ origin, path: '/users', method: 'GET' })).body.json(),
    batch: 60,
  },
}

async function serve(): Promise<Side> {
  await startServer({ kind: 'static', count: 1 })
  return { origin: process.env.BENCH_ORIGIN as string, start: () => () => {} }
}

async function load(folder: string): Promise<Side> {
  const library: Library = await import(pathToFileURL(resolve(folder, 'dist/index.js')).href)
  const { rest, setupMocks } = library
  const mocks = setupMocks([
    rest.get('/users', [{ id: 1, name: 'John' }]),
    rest.post('/users', [{ id: 1, name: 'John' }], { match: { body: { role: 'admin' } } }),
    rest.get('/resolved/:id', ({ request }) => ({ id: request.params.id })),
  ])
  return { origin: 'http://api.test', start: () => mocks.start() }
}

/** Returns the CPU time of one request, in µs. */
async function measure(side: Side, ask: (origin: string) => Promise<unknown>, batch: number): Promise<number> {
  // All copies in a process share what they patch, which another version may keep in another form.
  for (const key of Object.getOwnPropertySymbols(globalThis)) {
    if (key.description?.startsWith('mynah.')) Reflect.deleteProperty(globalThis, key)
  }
  const stop = side.start()
  // A kept socket of mocks ends with them.
  await ask(side.origin)
  const before = process.cpuUsage()
  for (let turn = 0; turn < batch; turn++) await ask(side.origin)
  const { user, system } = process.cpuUsage(before)
  stop()
  return (user + system) / batch
}

const found = CASES[name]
if (!found) throw new Error(`No case ${name}: there are ${Object.keys(CASES).join(', ')}`)
const [theirs, ours] = [
  await (other === 'server' ? serve() : load(other)),
  await load(resolve(import.meta.dirname, '../..')),
]
const ratios: number[] = []
const end = performance.now() + SECONDS * 1000
while (performance.now() < end) {
  const first = await measure(theirs, found.ask, found.batch)
  const second = await measure(ours, found.ask, found.batch)
  ratios.push(second / first)
}
// The first rounds compile.
const settled = ratios.slice(Math.min(20, ratios.length >> 1)).sort((a, b) => a - b)
console.log(`${name}: ${settled[settled.length >> 1]?.toFixed(3)} times the other, median of ${settled.length} pairs`)
process.exit()
