import assert from 'node:assert/strict'
import { expect, test, vi } from 'vitest'
import { BRAND } from '../../src/core/brand.ts'
import { type Mocks, rest, type Stub, setupMocks, status } from '../../src/entries/index.ts'
import { connections, websocket } from '../../src/entries/websocket.ts'
import type { PageMeans } from '../../src/intercept/page-means.ts'
import type { MocksBrand } from '../../src/mocks/mocks.ts'
import { mockedWebSocket } from '../../src/websocket/mocked-websocket.ts'
import { playMocked, playReal } from './compare.ts'
import { SCENARIOS } from './scenarios.ts'

// The sources resolve to those of Node.
vi.mock('../../src/websocket/open-peer.node.ts', () => import('../../src/websocket/open-peer.browser.ts'))

// Node has none before version 23; each page has it.
globalThis.CloseEvent ??= class extends Event {
  constructor(type: string, init: CloseEventInit = {}) {
    super(type)
    Object.assign(this, { code: 0, reason: '', wasClean: false, ...init })
  }
} as never

/** Returns mocks that answer a page's class, and the class. */
function startPage(routes: readonly Stub[]): { mocks: Mocks; Page: typeof WebSocket } {
  const mocks = setupMocks(routes, { patch: false })
  const { answer } = (mocks as unknown as { [BRAND]: MocksBrand })[BRAND]
  const means = { handle: answer, isActive: () => true, resolveUrl: (url: string) => url } as unknown as PageMeans
  return { mocks, Page: mockedWebSocket(WebSocket, means) }
}

// Tested below: Node's class fires no `close` before version 23 if it has not been open.
const COMPARED = SCENARIOS.filter(
  (one) => one.case !== 'a refused handshake' && one.title !== 'the client closes before it is open',
)

for (const { title, behaviour, play } of COMPARED) {
  test(`a page's WebSocket: ${title}`, async () => {
    let Page = WebSocket
    const seen = await playMocked(
      behaviour,
      (url, recorder) => play(Page)(url, recorder),
      (routes) => {
        const page = startPage(routes)
        Page = page.Page
        return page.mocks
      },
    )
    assert.deepEqual(seen.filter(isNoError), (await playReal(behaviour, play(WebSocket))).filter(isNoError))
  })
}

/** For a lost connection, Node's class fires an `error` more since version 24. test/consumers/browser compares with Chromium's class. */
function isNoError(event: unknown): boolean {
  return !(Array.isArray(event) && event[0] === 'error')
}

const { mocks, Page } = startPage([
  rest.get(
    '/chat',
    websocket({
      open: ({ send }) => send('hello'),
      message: ({ data, send, close }) => (data === 'close' ? close(4001, 'asked') : send(data)),
    }),
  ),
  rest.get('/lost', websocket({ open: (context) => context.break() })),
  rest.get('/refused', status(401)),
])

/** Notes the events of a client until its end. */
async function play(path: string, act: (client: WebSocket) => void = () => {}, protocols: string[] = []) {
  const client = new Page(`ws://api.test${path}`, protocols)
  client.binaryType = 'arraybuffer'
  const events: unknown[] = []
  client.onopen = () => events.push(['open', client.protocol, client.readyState])
  client.onerror = () => events.push('error')
  client.onmessage = ({ data }) => events.push(typeof data === 'string' ? data : [...new Uint8Array(data)])
  act(client)
  await new Promise<void>((resolve) => {
    client.onclose = ({ code, reason, wasClean }) => {
      events.push(['close', code, reason, wasClean, client.readyState])
      resolve()
    }
  })
  return events
}

test("a page's WebSocket", async () => {
  const events = await play(
    '/chat',
    (client) => {
      expect(() => client.send('early')).toThrow('Still in CONNECTING state.')
      client.addEventListener('open', () => {
        for (const data of ['a', new Uint8Array([1, 2]), new Blob(['b']), 'close']) client.send(data)
      })
    },
    ['v1', 'v2'],
  )
  expect(events).toEqual([['open', 'v1', 1], 'hello', 'a', [1, 2], [98], ['close', 4001, 'asked', true, 3]])
})

test('its own close, a lost connection, a refusal, and a close before it is open', async () => {
  expect(await play('/chat', (client) => client.addEventListener('message', () => client.close(3000, 'bye')))).toEqual([
    ['open', '', 1],
    'hello',
    ['close', 3000, 'bye', true, 3],
  ])
  expect(await play('/lost')).toEqual([
    ['open', '', 1],
    ['close', 1006, '', false, 3],
  ])
  expect(await play('/refused')).toEqual(['error', ['close', 1006, '', false, 3]])
  expect(await play('/chat', (client) => client.close())).toEqual(['error', ['close', 1006, '', false, 3]])
  expect(connections(mocks)).toEqual([])
})

test('what it refuses', () => {
  expect(() => new Page('ws://a b')).toThrow()
  expect(() => new Page('ws://api.test/chat', ['a', 'a'])).toThrow()
})
