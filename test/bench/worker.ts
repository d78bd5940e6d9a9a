import http from 'node:http'
import https from 'node:https'
import { clock } from './clock.ts'
import { calledPath, type Mock, ORIGIN, type Scenario, SECURE_ORIGIN } from './scenario.ts'

/** Measures one case of one library in a process of its own, and prints the microseconds of one operation. */
const [library, name = ''] = process.argv.slice(2)
const { mock } = (await import(`./libraries/${library}.ts`)) as { mock: Mock }
const scenario = scenarioOf(name)
const stop = await mock(scenario)
const origin = process.env.BENCH_ORIGIN ?? (name.startsWith('https') ? SECURE_ORIGIN : ORIGIN)
const operation = operationOf(name)

/**
 * A library may need a thousand times as long as another: each is given the same time, and what it did is counted. After half a
 * second of warm-up, a library with more code would be measured half compiled.
 */
const WARM_UP = 2000
const BATCH = 100
const BATCHES = 10

await run(WARM_UP)
const batches: number[] = []
for (let batch = 0; batch < BATCHES; batch++) batches.push(await run(BATCH))
// The lower quartile: what else the machine does makes a batch longer, never shorter.
console.log(JSON.stringify(batches.sort((a, b) => a - b)[Math.floor(BATCHES / 4)]))
await stop()
process.exit()

/** Repeats the operation for so many milliseconds; returns the microseconds of one. */
async function run(ms: number): Promise<number> {
  const [start, from] = [performance.now(), clock()]
  let done = 0
  for (; performance.now() - start < ms; done++) await operation()
  return (clock() - from) / done
}

function scenarioOf(name: string): Scenario {
  if (name === 'fetch-resolver') return { kind: 'resolver' }
  if (name === 'fetch-function') return { kind: 'function' }
  if (name === 'fetch-post') return { kind: 'post' }
  if (name === 'fetch-queries-1000') return { kind: 'queries', count: 1000 }
  const isSecure = name.startsWith('https')
  return { kind: 'static', isSecure, count: Number(/^fetch-routes-(\d+)$/.exec(name)?.[1] ?? 1) }
}

function operationOf(name: string): () => Promise<unknown> {
  const call = (url: string, init?: RequestInit) => async () => check(await fetch(url, init))
  switch (name) {
    case 'fetch-resolver':
      return call(`${origin}/users/7`)
    case 'fetch-post': {
      const init = { method: 'POST', body: '{"role":"admin"}', headers: { 'content-type': 'application/json' } }
      return call(`${origin}/users`, init)
    }
    case 'fetch-queries-1000':
      return call(`${origin}/users?page=999`)
    case 'fetch-1000-at-once':
      return () => Promise.all(Array.from({ length: 1000 }, call(`${origin}/users`)))
    // Kept alive, as clients that send many requests do.
    case 'http-static':
      return httpGet(http.get, new http.Agent({ keepAlive: true }))
    case 'https-static':
      return httpGet(https.get, new https.Agent({ keepAlive: true, rejectUnauthorized: false }))
    case 'http-new-socket':
      return httpGet(http.get, new http.Agent({ keepAlive: false }))
    case 'https-new-socket':
      return httpGet(https.get, new https.Agent({ keepAlive: false, rejectUnauthorized: false }))
    default:
      return call(`${origin}${calledPath(scenario.kind === 'static' ? scenario.count : 1)}`)
  }
}

/** The answer must be the right one, or what is measured is how fast a library fails. */
async function check(response: Response): Promise<void> {
  const body = (await response.json()) as { id?: unknown } | { id: unknown }[]
  if (response.status !== 200 || (Array.isArray(body) ? body[0] : body)?.id === undefined)
    throw new Error(JSON.stringify(body))
}

function httpGet(get: typeof http.get, agent: http.Agent): () => Promise<void> {
  return () =>
    new Promise((resolve, reject) => {
      const read = (response: http.IncomingMessage) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => (text.startsWith('[{"id":1') ? resolve() : reject(new Error(text))))
      }
      get(`${origin}/users`, { agent }, read).on('error', reject)
    })
}
