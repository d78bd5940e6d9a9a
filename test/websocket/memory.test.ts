import assert from 'node:assert/strict'
import { once } from 'node:events'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { WebSocket } from 'ws'
import { connections, type Mocks, rest, setupMocks, type WebSocketHandlers, websocket } from './library.ts'
import { test } from './runner.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const MB = 2 ** 20

/** Returns the bytes that are held in the heap and beside it. */
async function held(): Promise<number> {
  // Two turns: the mock's end is there for a turn longer than its client, and Node 20 frees bytes in a second collection.
  for (let turns = 2; turns > 0; turns--) {
    await new Promise((resolve) => setImmediate(resolve))
    collectGarbage()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Opens a connection, and ends the mocks behind what is done with it. */
async function withClient(
  handlers: WebSocketHandlers,
  act: (client: WebSocket, mocks: Mocks) => Promise<void>,
): Promise<void> {
  const mocks = setupMocks([rest.get('/chat', websocket(handlers))])
  mocks.start()
  try {
    const client = new WebSocket('ws://api.test/chat')
    await once(client, 'open')
    await act(client, mocks)
  } finally {
    mocks.stop()
  }
}

for (const [from, answer, sent] of [
  ['a client', 'taken', () => new Uint8Array(MB)],
  ['a mock', new Uint8Array(MB), () => 'more'],
] as const) {
  test(`what ${from} had written to a connection was kept for the life of the connection`, () =>
    withClient({ message: ({ send }) => send(answer) }, async (client, mocks) => {
      const before = await held()
      for (let left = 100; left > 0; left--) {
        client.send(sent())
        await once(client, 'message')
      }
      const growth = (await held()) - before
      // The journal keeps the latest 32 MB.
      assert.ok(growth < 40 * MB, `${(growth / MB).toFixed()} MB of 100 are held`)
      assert.ok((connections(mocks)[0]?.messages.length ?? 0) > 30)
    }))
}

test('a message that is larger than what is kept is kept alone', () =>
  withClient({ message: ({ send }) => send('taken') }, async (client, mocks) => {
    client.send(new Uint8Array(33 * MB))
    await once(client, 'message')
    client.send('more')
    await once(client, 'message')
    const sizes = () => connections(mocks)[0]?.messages.map(({ data }) => data.length)
    assert.deepEqual(sizes(), [5, 4, 5])
  }))

test('a connection that is closed is not held after a reset', async () => {
  const mocks = setupMocks([])
  mocks.start()
  const refs: WeakRef<object>[] = []
  const undo = mocks.use.get(
    '/chat',
    websocket({
      open(context) {
        refs.push(new WeakRef(context), new WeakRef(context.request))
        context.close()
      },
    }),
  )
  for (let left = 10; left > 0; left--) await once(new WebSocket('ws://api.test/chat'), 'close')
  undo()
  mocks.reset()
  await held()
  assert.equal(refs.length, 20)
  assert.equal(refs.filter((ref) => ref.deref() !== undefined).length, 0)
  mocks.stop()
})
