import http, { get, request } from 'node:http'
import https from 'node:https'
import { text as textOf } from 'node:stream/consumers'
import axios from 'axios'
import * as undici from 'undici'
import { afterAll, describe, expect, test } from 'vitest'
import { networkError, rest, setupMocks, stream, text } from '../../src/entries/index.ts'
import { postSentinels } from './sentinels.ts'
import { rejectionOf, startForgiving } from './support.ts'

const insecure = { rejectUnauthorized: false }

/** All that was taken, or made, before any mocks start. */
const { fetch: captured } = globalThis
const { request: httpsRequest } = https
const agents = {
  http: new http.Agent({ keepAlive: true }),
  https: new https.Agent({ keepAlive: true, ...insecure }),
  undici: new undici.Agent({ connect: insecure }),
}

/** With a queue for all but one request. */
const queues = {
  http: new http.Agent({ keepAlive: true, maxSockets: 1 }),
  https: new https.Agent({ maxSockets: 1, ...insecure }),
  undici: new undici.Agent({ connections: 1, connect: insecure }),
}
const api = axios.create({ adapter: 'http', httpAgent: agents.http, responseType: 'text', transformResponse: [] })

afterAll(async () => {
  for (const { http, https, undici } of [agents, queues]) {
    http.destroy()
    https.destroy()
    await undici.destroy()
  }
})

interface Origins {
  readonly http: string
  readonly https: string
}

/** Sends one request, and returns the text of its answer. */
type Ask = (origins: Origins, path: string) => Promise<string>

const overNode = (send: () => http.ClientRequest) =>
  new Promise<string>((resolve, reject) => {
    const sent = send()
    sent.on('error', reject).on('response', (response) => textOf(response).then(resolve, reject))
    sent.end()
  })

const clients: Readonly<Record<string, Ask>> = {
  fetch: async (at, path) => (await fetch(at.http + path)).text(),
  'fetch, with a body': async (at, path) =>
    (await fetch(at.http + path, { method: 'POST', body: new Blob(['a']) })).text(),
  'fetch, captured before': async (at, path) => (await captured(at.http + path)).text(),
  'http.get': (at, path) => overNode(() => http.get(at.http + path)),
  'http.get, imported by name': (at, path) => overNode(() => get(at.http + path, { agent: false })),
  'http.request, imported by name': (at, path) => overNode(() => request(at.http + path, { method: 'PUT' })),
  'http.request with an agent of before': (at, path) =>
    overNode(() => http.request(at.http + path, { agent: agents.http })),
  'https.get': (at, path) => overNode(() => https.get(at.https + path, insecure)),
  'https.request, captured before': (at, path) =>
    overNode(() => httpsRequest(at.https + path, { agent: agents.https })),
  'undici.request': async (at, path) => (await undici.request(at.http + path)).body.text(),
  'undici.fetch': async (at, path) => (await undici.fetch(at.http + path)).text(),
  'an agent of undici of before': async (at, path) =>
    (await undici.request(at.https + path, { dispatcher: agents.undici })).body.text(),
  'a queue of http': (at, path) => overNode(() => http.get(at.http + path, { agent: queues.http })),
  'a queue of https': (at, path) => overNode(() => https.get(at.https + path, { agent: queues.https })),
  'a queue of undici': async (at, path) =>
    (await undici.request(at.http + path, { dispatcher: queues.undici })).body.text(),
  'a queue of undici, by TLS': async (at, path) =>
    (await undici.request(at.https + path, { dispatcher: queues.undici })).body.text(),
  axios: async (at, path) => (await api.get<string>(at.http + path)).data,
}

const routes = [
  rest.all('/text', text('mocked')),
  rest.all('/stream', () => stream(['mock', 'ed'])),
  rest.all('/late', text('mocked'), { delay: 1 }),
  rest.all('/refused', networkError()),
  rest.all('/never', undefined, { delay: Number.POSITIVE_INFINITY }),
  rest.all('/bug', () => {
    throw new Error('a bug in the test')
  }),
]
const paths = ['/text', '/stream', '/late', '/refused', '/bug', '/unmatched']

const settled = (asked: readonly Promise<string>[]) =>
  Promise.all(asked.map((one) => one.catch((error: Error) => error.message)))

describe('while mocks are started, nothing leaves the process', () => {
  test('but the sentinels see what leaves the process', async () => {
    const sentinels = await postSentinels()
    await fetch(`${sentinels.http}/real`)
    expect(sentinels.seen()).toEqual(expect.arrayContaining(['GETADDRINFOREQWRAP', 'TCPCONNECTWRAP', 'GET /real']))
  })

  test.for(Object.entries(clients))('by %s', async ([, ask]) => {
    const sentinels = await postSentinels()
    startForgiving(routes)
    const ends = await settled(paths.map((path) => ask(sentinels, path)))
    expect(ends.slice(0, 3)).toEqual(['mocked', 'mocked', 'mocked'])
    expect(sentinels.seen()).toEqual([])
  })

  test.for(Object.entries(clients))('over an earlier connection, by %s', async ([, ask]) => {
    const sentinels = await postSentinels()
    expect(await ask(sentinels, '/text').catch(() => 'real')).toMatch('real')
    sentinels.seen()
    startForgiving(routes)
    await settled(paths.map((path) => ask(sentinels, path)))
    expect(sentinels.seen()).toEqual([])
  })
})

describe('while mocks start and stop under load, nothing leaves the process', { timeout: 30_000 }, () => {
  type Come = (asked: readonly Promise<string>[]) => unknown
  const moments: Readonly<Record<string, Come>> = {
    'in the same tick': () => {},
    'in a microtask': () => Promise.resolve(),
    'in the next tick': () => new Promise<void>((resolve) => process.nextTick(resolve)),
    'in the next turn': () => new Promise((resolve) => setImmediate(resolve)),
    'two turns later': () => new Promise((resolve) => setImmediate(() => setImmediate(resolve))),
    'when the first is answered': (asked) => Promise.race(asked),
  }

  test.for(Object.entries(moments))('and stop %s', async ([, come]) => {
    const sentinels = await postSentinels()
    const mocks = setupMocks(routes)
    for (let round = 0; round < 5; round++) {
      mocks.start()
      const asked = [...paths, '/never'].flatMap((path) =>
        Object.values(clients).map((ask) => ask(sentinels, path).catch((error: Error) => error.message)),
      )
      const moment = come(asked)
      if (moment) await moment
      mocks.reset({ failures: true })
      mocks.stop()
      await Promise.all(asked)
    }
    expect(sentinels.seen()).toEqual([])
  })

  test('if others are started before they stop', async () => {
    const sentinels = await postSentinels()
    let isOver = false
    let current = setupMocks(routes)
    current.start()
    const load = Object.values(clients).map(async (ask) => {
      while (!isOver) await ask(sentinels, '/text').catch(() => {})
    })
    for (let round = 0; round < 5; round++) {
      const next = setupMocks(routes)
      next.start()
      current.stop()
      current = next
      await new Promise((resolve) => setImmediate(resolve))
    }
    isOver = true
    await Promise.all(load)
    current.stop()
    expect(sentinels.seen()).toEqual([])
  })
})

test('a request in an agent’s queue reached the network when the mocks ended', async () => {
  const sentinels = await postSentinels()
  const agent = new http.Agent({ maxSockets: 1 })
  const mocks = setupMocks(routes)
  mocks.start()
  const rejections = ['/never', '/text', '/text'].map((path) =>
    rejectionOf(overNode(() => http.get(sentinels.http + path, { agent }))),
  )
  await new Promise(setImmediate)
  mocks.stop()
  const end = { name: 'AbortError', message: 'The mocks ended before the request was answered' }
  expect(await Promise.all(rejections)).toMatchObject([{ name: 'AbortError' }, end, end])
  expect(sentinels.seen()).toEqual([])
})
