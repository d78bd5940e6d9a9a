import http from 'node:http'
import { request as undici } from 'undici'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { rest } from '../../src/entries/index.ts'
import { start } from './support.ts'

/** The real one: a test below has another in its place. */
const { setImmediate } = globalThis

/** More answers than these without a turn of the event loop would be a loop without an end. */
const MANY = 10_000

const agent = new http.Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const clients: readonly { name: string; get: (url: string) => Promise<unknown> }[] = [
  { name: 'fetch', get: async (url) => (await fetch(url)).json() },
  { name: 'http', get: (url) => overHttp(url, false) },
  { name: 'http, kept alive', get: (url) => overHttp(url, agent) },
  { name: 'undici', get: async (url) => (await undici(url)).body.json() },
]

function overHttp(url: string, agent: http.Agent | false): Promise<unknown> {
  return new Promise((resolve, reject) => {
    http.get(url, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject)
  })
}

const ask = async (init?: RequestInit) => (await fetch('http://api.test/job', init)).json()

test.for(clients)('a loop that awaits mocked answers never lets a timer fire: $name', async ({ get }) => {
  start([rest.get('/job', { state: 'running' })])
  let fired = false
  setTimeout(() => {
    fired = true
  }, 0)
  for (let answers = 0; !fired && answers < MANY; answers++) await get('http://api.test/job')
  expect(fired).toBe(true)
})

test('a loop that awaits mocked answers under fake timers never lets sockets run', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setImmediate'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  start([rest.post('/job', ({ request }) => request.body)])
  let turned = false
  setImmediate(() => {
    turned = true
  })
  const init = { method: 'POST', body: '1', headers: { 'content-type': 'application/json' } }
  for (let answers = 0; !turned && answers < MANY; answers++) await ask(init)
  expect(turned).toBe(true)
})

test('a poll ends when the job is done', async () => {
  let done = false
  start([rest.get('/job', () => ({ done }))])
  setImmediate(() => {
    done = true
  })
  let answer = await ask()
  for (let answers = 0; !answer.done && answers < MANY; answers++) answer = await ask()
  expect(answer).toEqual({ done: true })
})
