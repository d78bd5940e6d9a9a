import assert from 'node:assert/strict'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { certificate } from '../clients/certificate.ts'
import type { Client, Protocol, Sending } from './client.ts'
import { CLIENTS } from './clients.ts'
import { Recorder, random } from './compare.ts'
import { type Mocks, type MocksOptions, passthrough, rest, type Stub, setupMocks } from './library.ts'
import { test } from './runner.ts'

/* Random requests that share connections, some of which pass through. `MYNAH_RUNS=1000` sends more of them. */

const RUNS = Number(process.env.MYNAH_RUNS ?? 40)
const IN_A_ROUND = 20

const isToPass = ({ url }: { readonly url: string }) => new URL(url).pathname.startsWith('/pass/')
const mocked = rest.all('/mock/:id', 'mocked')

/** The ways in which the requests below `/pass/` pass through: as soon as their head is known, or after their body is read. */
const PASSING: Readonly<Record<string, readonly [readonly Stub[], MocksOptions?]>> = {
  'a stub': [[mocked, rest.all('/pass/:id', passthrough())]],
  'a resolver': [[rest.all('/:kind/:id', ({ request }) => (isToPass(request) ? passthrough() : 'mocked'))]],
  'an async resolver': [[mocked, rest.all('/pass/:id', async () => passthrough())]],
  'a match function': [[mocked, rest.all('/:kind/:id', passthrough(), { match: isToPass })]],
  'a path of the option passthrough': [[mocked], { passthrough: [/\/pass\//] }],
  'a function of the option passthrough': [[mocked], { passthrough: [isToPass] }],
  'onUnmatched warn': [[mocked], { onUnmatched: 'warn' }],
  'onUnmatched passthrough': [[mocked], { onUnmatched: 'passthrough' }],
  'a function of onUnmatched': [[mocked], { onUnmatched: async () => 'passthrough' }],
}

interface Planned {
  readonly kind: 'mock' | 'pass' | 'own' | 'again' | 'moved'
  readonly path: string
  readonly method: Sending['method']
  /** After how many turns it is sent. */
  readonly turn: number
  /** The request that is sent in the callback of this one. */
  readonly next: Planned | undefined
}

/** Plans the requests of one round. Those of the kind `own` pass in some isolates, those of `again` and `moved` pass once. */
function plan(next: () => number, round: number, isIsolated: boolean, { repeats, follows }: Client): Planned[] {
  const pick = <Value>(values: readonly Value[]) => pickFrom(values, next)
  const kinds: Planned['kind'][] = ['mock', 'pass', 'mock', 'pass']
  if (isIsolated) kinds.push('own', 'own')
  if (isIsolated && repeats) kinds.push('again')
  if (isIsolated && follows) kinds.push('moved')
  const one = (id: string): Planned => {
    const kind = pick(kinds)
    return {
      kind,
      path: `/${kind}/${round}-${id}`,
      method: ['again', 'moved'].includes(kind) ? 'GET' : pick(['GET', 'GET', 'POST']),
      turn: pick([0, 0, 0, 1, 2]),
      next: next() < 0.3 ? one(`${id}x`) : undefined,
    }
  }
  return Array.from({ length: IN_A_ROUND }, (_, id) => one(String(id)))
}

const all = (planned: readonly Planned[]): Planned[] =>
  planned.flatMap((one) => [one, ...all(one.next ? [one.next] : [])])

/** Sends a request, and in its callback the next one. Resolves when both are answered. */
async function send(
  planned: Planned,
  by: (one: Planned, told: (text: unknown) => void) => void,
  told: Map<string, string>,
) {
  for (let turn = 0; turn < planned.turn; turn++) await new Promise(setImmediate)
  await new Promise<void>((resolve) => {
    const sendOne = (one: Planned) => {
      by(one, (text) => {
        told.set(one.path, String(text))
        if (one.next) sendOne(one.next)
        else resolve()
      })
    }
    sendOne(planned)
  })
}

/** Sends what is planned, in an isolate of its own if it has a number, and compares what was answered and recorded. */
async function sendAll(mocks: Mocks, planned: readonly Planned[], by: Parameters<typeof send>[1], isolate?: number) {
  const isPassing = isolate !== undefined && isolate % 2 === 0
  const before = new Set<string>()
  if (isolate !== undefined) {
    mocks.use(
      rest.all('/mock/:id', `mocked in ${isolate}`),
      rest.all('/own/:id', isPassing ? passthrough() : 'mocked'),
      rest.all('/moved/:id', () => passthrough()),
      rest.all('/target/:id', `moved in ${isolate}`),
      rest.all('/again/:id', ({ request: { url } }) => {
        if (before.has(url)) return `answered in ${isolate}`
        before.add(url)
        return passthrough()
      }),
    )
  }
  const told = new Map<string, string>()
  await Promise.all(planned.map((one) => send(one, by, told)))
  const answers: Record<Planned['kind'], (path: string) => string> = {
    mock: () => JSON.stringify(isolate === undefined ? 'mocked' : `mocked in ${isolate}`),
    pass: (path) => `real ${path}`,
    own: (path) => (isPassing ? `real ${path}` : '"mocked"'),
    again: () => `"answered in ${isolate}"`,
    moved: () => `"moved in ${isolate}"`,
  }
  const expected = all(planned)
  assert.deepEqual(
    Object.fromEntries(told),
    Object.fromEntries(expected.map(({ kind, path }) => [path, answers[kind](path)])),
  )
  const isReal = ({ kind }: Planned) => kind === 'pass' || (kind === 'own' && isPassing)
  const recorded = expected.flatMap((one) => {
    if (one.kind === 'again') return [`${one.path} passed`, `${one.path} answered`]
    if (one.kind === 'moved') return [`${one.path} passed`, `${targetOf(one.path)} answered`]
    return [`${one.path} ${isReal(one) ? 'passed' : 'answered'}`]
  })
  const calls = mocks.calls().map(({ request, outcome }) => `${new URL(request.url).pathname} ${outcome}`)
  assert.deepEqual(calls.sort(), recorded.sort())
  return expected.filter((one) => isReal(one) || ['again', 'moved'].includes(one.kind)).map(({ path }) => path)
}

const targetOf = (path: string) => path.replace('moved', 'target')

/** Starts a real server that answers `/again/` with 503, and `/moved/` with a redirect. Returns its origin, and the paths that it was asked for. */
async function listen(recorder: Recorder, protocol: Protocol = 'http') {
  const asked: string[] = []
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { url = '' } = request
    asked.push(url)
    request.resume().on('end', () => {
      if (url.startsWith('/again/')) response.statusCode = 503
      if (url.startsWith('/moved/')) response.writeHead(302, { location: targetOf(url) })
      setImmediate(() => response.end(`real ${url}`))
    })
  }
  // On a busy machine a connection would be closed while a request is on its way.
  const kept = { keepAliveTimeout: 0 }
  const servers = {
    http: () => http.createServer(kept, answer),
    https: () => https.createServer({ ...certificate, ...kept }, answer),
    // The compatibility API of HTTP/2 has what `answer` uses.
    h2c: () => http2.createServer(answer as never),
  }
  const port = await recorder.bind(servers[protocol]())
  return { origin: `${protocol === 'https' ? 'https' : 'http'}://127.0.0.1:${port}`, asked }
}

/** Runs a test with a server and without warnings. */
async function whileQuiet(act: (recorder: Recorder) => Promise<void>): Promise<void> {
  const recorder = new Recorder()
  const { warn } = console
  console.warn = () => {}
  try {
    await act(recorder)
  } finally {
    console.warn = warn
    recorder.close()
  }
}

let seed = 0
for (const [name, client] of Object.entries(CLIENTS)) {
  const next = random(++seed)
  const title = `${name}: a request reaches the server that was not to pass, or one is answered or recorded for another sender`
  test(title, { timeout: 60_000 + 2_000 * RUNS }, () =>
    whileQuiet(async (recorder) => {
      const { origin, asked } = await listen(recorder, client.protocol)
      for (let round = 0; round * IN_A_ROUND < RUNS; round++) {
        const [routes, options] = pickFrom(Object.values(PASSING), next)
        const connections = pickFrom([1, 2, 64], next)
        const isIsolated = next() < 0.5
        const planned = plan(next, round, isIsolated, client)
        const mocks = setupMocks(routes, options)
        const { send: sendBy, close } = client.make(origin, connections)
        const by = (one: Planned, told: (text: unknown) => void) => sendBy({ ...one, origin }, told)
        // Connections may be older than the mocks.
        const older = Array.from({ length: pickFrom([0, 0, 1, 2], next) }, (_, at) => `/mock/older-${at}`)
        await Promise.all(older.map((path) => new Promise((told) => sendBy({ origin, path, method: 'GET' }, told))))
        mocks.start()
        asked.length = 0
        try {
          const quarters = [0, 1, 2, 3].map((at) => planned.filter((_, index) => index % 4 === at))
          const expected = isIsolated
            ? await Promise.all(quarters.map((some, at) => mocks.isolate(() => sendAll(mocks, some, by, at))))
            : await sendAll(mocks, planned, by)
          assert.deepEqual(asked.sort(), expected.flat().sort())
        } finally {
          await close()
          mocks.reset({ failures: true })
          mocks.stop()
        }
      }
    }),
  )
}

function pickFrom<Value>(values: readonly Value[], next: () => number): Value {
  return values[Math.floor(next() * values.length)] as Value
}
