import http from 'node:http'
import { Session } from 'node:inspector/promises'
import { rest, setupMocks } from '../src/entries/index.ts'

/*
 * Prints which functions of src one mocked GET runs, by fetch and by node:http, as JSON: file → names. The second request is
 * counted; the first one makes what is made once. A process of its own, since each test's tools run functions of src too.
 */

const clients = {
  fetch: async () => {
    await (await fetch('http://api.test/users')).json()
  },
  http: () =>
    new Promise<void>((resolve, reject) => {
      http.get('http://api.test/users', (response) => response.resume().on('end', resolve)).on('error', reject)
    }),
}

const src = new URL('../src/', import.meta.url).href
const mocks = setupMocks([rest.get('/users', [{ id: 1 }]), rest.post('/users', { id: 2 })])
mocks.start()
const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

async function journeyOf(request: () => Promise<void>): Promise<Record<string, readonly string[]>> {
  await request()
  await session.post('Profiler.takePreciseCoverage')
  await request()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const files = result.flatMap(({ url, functions }) => {
    const ran = functions.filter(({ ranges }) => ranges.some(({ count }) => count > 0))
    return url.startsWith(src) && ran.length > 0
      ? [[url.slice(src.length), ran.map(({ functionName }) => functionName)] as const]
      : []
  })
  return Object.fromEntries(files)
}

console.log(JSON.stringify({ fetch: await journeyOf(clients.fetch), http: await journeyOf(clients.http) }))
mocks.stop()
process.exit(0)
