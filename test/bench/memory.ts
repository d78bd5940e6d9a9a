import { rest, setupMocks } from '../../dist/index.js'
import { ORIGIN, USERS } from './scenario.ts'

/** Measures what the journal keeps, in bytes: of a call of each kind, and of 100,000 calls against 20,000. Run with `--expose-gc`. */
const collect = globalThis.gc as () => void
const init = { method: 'POST', body: '{"role":"admin"}', headers: { 'content-type': 'application/json' } }
const mocks = setupMocks([
  rest.get('/users', USERS),
  rest.post('/users', USERS, { match: { body: { role: 'admin' } } }),
  rest.get('/users/:id', ({ request }) => ({ id: request.params.id })),
])
mocks()

async function send(count: number, path: string, init?: RequestInit): Promise<void> {
  for (let sent = 0; sent < count; sent++) await (await fetch(`${ORIGIN}${path}`, init)).json()
}

async function heap(): Promise<number> {
  for (let times = 0; times < 4; times++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().heapUsed
}

async function perCall(path: string, init?: RequestInit): Promise<number> {
  const CALLS = 10_000
  await send(500, path, init)
  mocks.reset({ failures: true })
  const before = await heap()
  await send(CALLS, path, init)
  const kept = (await heap()) - before
  mocks.reset({ failures: true })
  return kept / CALLS
}

const get = await perCall('/users')
const post = await perCall('/users', init)
const resolver = await perCall('/users/7')
await send(20_000, '/users')
const early = await heap()
await send(80_000, '/users')
console.log(JSON.stringify({ get, post, resolver, growth: (await heap()) - early }))
process.exit()
