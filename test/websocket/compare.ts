import assert from 'node:assert/strict'
import {
  type Mocks,
  networkError,
  rest,
  type Stub,
  setupMocks,
  status,
  type WebSocketCloseContext,
  type WebSocketContext,
  websocket,
} from './library.ts'
import { type ClientClass, type Play, Recorder } from './recorder.ts'
import { test } from './runner.ts'
import { type Behaviour, SCENARIOS, type Scenario } from './scenarios.ts'
import { serveWebSocket } from './serve-websocket.ts'

/** Plays the same against a server of `ws` on loopback, and against a stub. */
export async function assertSame(behaviour: Behaviour, play: Play): Promise<void> {
  assert.deepEqual(await playMocked(behaviour, play), await playReal(behaviour, play))
}

/** Returns what a client sees of a server of `ws` on loopback. */
export async function playReal(behaviour: Behaviour, play: Play): Promise<readonly unknown[]> {
  const server = await serveWebSocket(() => behaviour)
  try {
    return await record(play, `ws://127.0.0.1:${server.port}/chat`)
  } finally {
    server.close()
  }
}

/** Returns what a client sees of a stub. `run` runs the mocks; without it they patch the clients. */
export async function playMocked(behaviour: Behaviour, play: Play, run = start): Promise<readonly unknown[]> {
  const { ended, ...stubbed } = watched(behaviour)
  const mocks = run([rest.get('/chat', replyOf(stubbed))])
  try {
    const events = await record(play, 'ws://api.test/chat')
    await inTime(ended())
    mocks.verify()
    return events
  } finally {
    mocks.reset({ failures: true })
    mocks.stop()
  }
}

function start(routes: readonly Stub[]): Mocks {
  const mocks = setupMocks(routes)
  mocks.start()
  return mocks
}

async function record(play: Play, url: string): Promise<readonly unknown[]> {
  const recorder = new Recorder()
  await inTime(play(url, recorder))
  return recorder.read()
}

/** Tests each scenario with a client. */
export function testScenarios(name: string, Class: ClientClass, scenarios: readonly Scenario[] = SCENARIOS): void {
  for (const { title, behaviour, play } of scenarios) {
    test(`${name} WebSocket: ${title}`, () => assertSame(behaviour, play(Class)))
  }
}

/** Rejects if a client has not seen its end: the mocks of a test that times out would answer those after it. */
async function inTime(promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The client has not seen its end')), 15_000)
  })
  await Promise.race([promise, late]).finally(() => clearTimeout(timer))
}

/** Returns the reply of a stub that does what a server does. */
function replyOf({ protocol, refusal, ...handlers }: Behaviour) {
  if (refusal !== undefined) return refusal === 'broken' ? networkError('ECONNRESET') : status(refusal)
  return websocket(handlers, protocol === undefined ? {} : { protocol })
}

/** Waits for the end of all connections of a stub, as `close` of a server does. */
function watched(handlers: Behaviour) {
  let open = 0
  let ended = () => {}
  return {
    ...handlers,
    open: (context: WebSocketContext) => {
      open++
      return handlers.open?.(context)
    },
    close: (context: WebSocketCloseContext) => {
      open--
      ended()
      return handlers.close?.(context)
    },
    async ended() {
      while (open > 0) {
        await new Promise<void>((resolve) => {
          ended = resolve
        })
      }
    },
  }
}
