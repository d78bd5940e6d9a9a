import http from 'node:http'
import https from 'node:https'
import * as undici from 'undici'
import { rest, setupMocks, stream } from '../../src/entries/index.ts'

/*
 * Leaves something pending, ends its mocks, and should then end of itself: `node test/load/exit.ts 'a delayed answer'`.
 * If it is still there a second later, it says what keeps it, and fails. The tests give all kinds to one process: if it
 * stays, run the kinds one by one.
 */
const API = 'http://api.test'
const ignore = () => {}

const mocks = setupMocks([
  rest.all('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
  rest.all('/late', undefined, { delay: 60_000 }),
  rest.all('/waits', () => new Promise(() => {})),
  rest.all('/sleeps', ({ request }) => new Promise((resolve) => request.signal.addEventListener('abort', resolve))),
  rest.all('/stream', () => stream(endless())),
  rest.all('/now', []),
])

async function* endless() {
  for (;;) {
    yield 'more'
    await new Promise(() => {})
  }
}

/** Asks by every client. */
function ask(path: string, more: { readonly method?: string; readonly body?: string } = {}): void {
  const url = API + path
  const { method = 'GET', body } = more
  fetch(url, more)
    .then((response) => response.text(), ignore)
    .catch(ignore)
  captured(url, more)
    .then((response) => response.text(), ignore)
    .catch(ignore)
  undici
    .request(url, { method, body: body ?? null })
    .then((response) => response.body.text(), ignore)
    .catch(ignore)
  for (const agent of [new http.Agent({ keepAlive: true, maxSockets: 1 }), undefined]) {
    for (let time = 0; time < 2; time++) {
      http.request(url, { method, agent, timeout: 60_000 }, read).on('error', ignore).end(body)
    }
  }
  https.request(url.replace('http:', 'https:'), { method }, read).on('error', ignore).end(body)
}

const { fetch: captured } = globalThis
const read = (response: http.IncomingMessage) => response.on('error', ignore).resume()

const pending: Readonly<Record<string, () => void>> = {
  'an answer that never comes': () => ask('/never'),
  'a delayed answer': () => ask('/late'),
  'a resolver that waits': () => ask('/waits'),
  'a resolver that waits for the abort': () => ask('/sleeps', { method: 'POST', body: 'a' }),
  'a stream in its midst': () => ask('/stream'),
  'an upload in its midst': () => {
    http.request(`${API}/now`, { method: 'POST' }).on('error', ignore).write('a')
    const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('a')) })
    fetch(`${API}/now`, { method: 'POST', body, duplex: 'half' } as RequestInit).catch(ignore)
  },
  'an upload that waits to be asked for': () => {
    http
      .request(`${API}/now`, { method: 'PUT', headers: { expect: '100-continue' } })
      .on('error', ignore)
      .flushHeaders()
  },
  'a kept-alive connection': () => ask('/now'),
  'a wait for calls': () => {
    mocks.waitFor({ path: '/never' }, { timeout: 60_000 }).catch(ignore)
  },
  'an isolated run': () => {
    mocks.isolate(() => fetch(`${API}/late`)).catch(ignore)
  },
}

export const KINDS: readonly string[] = Object.keys(pending)

const kinds = process.argv.slice(2)
if (kinds.length > 0 && kinds.every((kind) => pending[kind])) {
  mocks.start()
  for (const kind of kinds) pending[kind]?.()
  setTimeout(() => {
    mocks.stop()
    setTimeout(() => {
      console.log(`Kept by ${process.getActiveResourcesInfo()}, after ${kinds.join(', ')}`)
      process.exit(1)
    }, 1000).unref()
  }, 20)
}
