import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { toHaveSent } from '../../src/entries/expect.ts'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { websocket } from '../../src/entries/websocket.ts'

test('toHaveSent asserts on the messages of clients', async () => {
  const mocks = setupMocks([rest.get('/chat', websocket({ message: ({ send }) => send('from the mock') }))])
  mocks.start()
  expect(toHaveSent(mocks, '/chat', 'hello').message()).toBe(
    "expect(mocks).toHaveSent('/chat', 'hello')\n\nNo message was sent",
  )
  const client = new WebSocket('ws://api.test/chat')
  await once(client, 'open')
  for (const text of ['hello', '{"type":"join","id":1}']) client.send(text)
  let left = 2
  await new Promise<void>((resolve) => client.on('message', () => --left === 0 && resolve()))
  for (const data of ['hello', /^hel/, { type: 'join' }, { id: 1 }]) {
    expect(toHaveSent(mocks, '/chat', data).pass).toBe(true)
  }
  expect(toHaveSent(mocks, '/chat', 'from the mock').message()).toBe(
    "expect(mocks).toHaveSent('/chat', 'from the mock')\n\nSent:\n  'hello'\n  '{\"type\":\"join\",\"id\":1}'",
  )
  expect(toHaveSent(mocks, '/chat', 'hello').message()).toBe(
    "expect(mocks).not.toHaveSent('/chat', 'hello')\n\nSent: 1 such message",
  )
  expect(toHaveSent(mocks, '/other', 'hello').pass).toBe(false)
  expect(() => toHaveSent(mocks, '/chat', 1n)).toThrow(
    "toHaveSent('/chat', 1n): message is a bigint, which no parsed body contains",
  )
  mocks.stop()
})
