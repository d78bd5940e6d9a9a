import assert from 'node:assert/strict'
import http from 'node:http'
import type * as undici from 'undici'
import { Recorder, random } from './compare.ts'
import { type Mocks, type MocksOptions, passthrough, rest, type Stub, setupMocks } from './library.ts'
import { test } from './runner.ts'
import { dispatchersOf, type Sending, waysOf } from './send-undici.ts'
import { VERSIONS } from './undici-versions.ts'

/* Random requests that share connections, some of which pass through. `MYNAH_RUNS=1000` sends more of them. */

const RUNS = Number(process.env.MYNAH_RUNS ?? 60)
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
  readonly kind: 'mock' | 'pass' | 'own' | 'again'
  readonly path: string
  readonly method: Sending['method']
  /** After how many turns it is sent. */
  readonly turn: number
  /** The request that is sent in the callback of this one. */
  readonly next: Planned | undefined
}

/** Plans the requests of one round. Those of the kind `own` pass in some isolates, those of `again` pass once. */
function plan(next: () => number, round: number, isIsolated: boolean, isRetried: boolean): Planned[] {
  const pick = <Value>(values: readonly Value[]) => pickFrom(values, next)
  const kinds: readonly Planned['kind'][] = [
    'mock',
    'pass',
    'mock',
    'pass',
    ...(isIsolated ? (['own', 'own'] as const) : []),
    ...(isIsolated && isRetried ? (['again'] as const) : []),
  ]
  const one = (id: string): Planned => {
    const kind = pick(kinds)
    return {
      kind,
      path: `/${kind}/${round}-${id}`,
      method: kind === 'again' ? 'GET' : pick(['GET', 'GET', 'POST']),
      turn: pick([0, 0, 0, 1, 2]),
      next: next() < 0.3 ? one(`${id}x`) : undefined,
    }
  }
  return Array.from({ length: IN_A_ROUND }, (_, id) => one(String(id)))
}

const all = (planned: readonly Planned[]): Planned[] =>
  planned.flatMap((one) => [one, ...all(one.next ? [one.next] : [])])

/** Sends a request, and in its callback the next one. Resolves when both are answered. */
async function send(planned: Planned, by: (one: Planned, told: (text: unknown) => void) => void, told: Map<string, string>) {
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
  }
  const expected = all(planned)
  assert.deepEqual(
    Object.fromEntries(told),
    Object.fromEntries(expected.map(({ kind, path }) => [path, answers[kind](path)])),
  )
  const isReal = ({ kind }: Planned) => kind === 'pass' || (kind === 'own' && isPassing)
  const recorded = expected.flatMap((one) => {
    const outcomes = one.kind === 'again' ? ['answered', 'passed'] : [isReal(one) ? 'passed' : 'answered']
    return outcomes.map((outcome) => `${one.path} ${outcome}`)
  })
  const calls = mocks.calls().map(({ request, outcome }) => `${new URL(request.url).pathname} ${outcome}`)
  assert.deepEqual(calls.sort(), recorded.sort())
  return expected.filter((one) => isReal(one) || one.kind === 'again').map(({ path }) => path)
}

/** Starts a real server that answers `/again/` with 503. Returns its origin, and the paths that it was asked for. */
async function listen(recorder: Recorder) {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    const { url = '' } = request
    asked.push(url)
    request.resume().on('end', () => {
      if (url.startsWith('/again/')) response.statusCode = 503
      setImmediate(() => response.end(`real ${url}`))
    })
  })
  return { origin: `http://127.0.0.1:${await recorder.bind(server)}`, asked }
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
for (const [name, version] of Object.entries(VERSIONS)) {
  for (const [way, sendBy] of Object.entries(waysOf(version))) {
    for (const [kind, makeDispatcher] of Object.entries(dispatchersOf(version))) {
      const next = random(++seed)
      const title = `${name}, ${way} over ${kind}: a request reaches the server that was not to pass, or one is not recorded`
      test(title, { timeout: 20_000 + 100 * RUNS }, () =>
        whileQuiet(async (recorder) => {
          const { origin, asked } = await listen(recorder)
          const before = version.getGlobalDispatcher()
          for (let round = 0; round * IN_A_ROUND < RUNS; round++) {
            const [routes, options] = pickFrom(Object.values(PASSING), next)
            const dispatcher = makeDispatcher(origin, pickFrom([1, 2, 64], next))
            const isIsolated = next() < 0.5
            const isRetried = way !== 'pipeline' && ['composed', 'RetryAgent'].includes(kind)
            const planned = plan(next, round, isIsolated, isRetried)
            version.setGlobalDispatcher(dispatcher)
            const by = (one: Planned, told: (text: unknown) => void) => sendBy({ ...one, origin }, dispatcher, told)
            const mocks = setupMocks(routes, options)
            mocks.start()
            asked.length = 0
            try {
              const quarters = [0, 1, 2, 3].map((at) => planned.filter((_, index) => index % 4 === at))
              const expected = isIsolated
                ? await Promise.all(quarters.map((some, at) => mocks.isolate(() => sendAll(mocks, some, by, at))))
                : await sendAll(mocks, planned, by)
              assert.deepEqual(asked.sort(), expected.flat().sort())
            } finally {
              version.setGlobalDispatcher(before)
              await dispatcher.destroy()
              mocks.reset({ failures: true })
              mocks.stop()
            }
          }
        }),
      )
    }
  }
}

function pickFrom<Value>(values: readonly Value[], next: () => number): Value {
  return values[Math.floor(next() * values.length)] as Value
}
