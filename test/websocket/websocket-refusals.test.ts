import { expect, test } from 'vitest'
import { rest, setupMocks } from '../../src/entries/index.ts'
import { connections, websocket } from '../../src/entries/websocket.ts'

function open() {}

test.each<[() => unknown, string]>([
  [() => websocket([{ id: 1 }] as never), 'websocket([{ id: 1 }]): the handlers must be an object, got [{ id: 1 }]'],
  [() => websocket(open as never), 'websocket([function open]): the handlers must be an object, got [function open]'],
  [() => websocket({ open: 'hello' } as never), "websocket({ open: 'hello' }): open is a function, not 'hello'"],
  [
    () => websocket({ message: { ping: 'pong' } } as never),
    "websocket({ message: { ping: 'pong' } }): message is a function, or a list of [condition, answer], not { ping: 'pong' }",
  ],
  [
    () => websocket({ onmessage: open } as never),
    "websocket({ onmessage: [function open] }): 'onmessage' is not a handler; use open, message or close",
  ],
  [
    () => websocket({ message: ['ping'] } as never),
    "websocket({ message: ['ping'] }): message[0] is [condition, answer], not 'ping'",
  ],
  [
    () => websocket({ message: [[undefined, 'a']] }),
    "websocket({ message: [[undefined, 'a']] }): message[0]: a message is compared with a value, a RegExp, a function or a matcher",
  ],
  [
    () => websocket({ message: [['a', 10n as never]] }),
    "websocket({ message: [['a', 10n]] }): message[0]: send(10n): a message must be text, bytes, a Blob or a JSON value: JSON has no BigInt such as 10n",
  ],
  [
    () => websocket({}, { protocol: 'a, b' }),
    "websocket: protocol is the name of a subprotocol, without spaces and commas, not 'a, b'",
  ],
  [() => websocket({}, { protocols: ['a'] } as never), "websocket: 'protocols' is not an option; use protocol"],
  [
    () => rest.post('/chat', websocket({})),
    "rest.post('/chat'): websocket() answers a GET, which opens the connection\n\nWrite  rest.get('/chat', …)",
  ],
  [
    () => rest.get('/chat', websocket({}), { status: 201 }),
    "rest.get('/chat'): status cannot be set for websocket(…), which has its own",
  ],
  [() => rest.get('/chat', websocket), "rest.get('/chat'): the response is the function websocket itself; call it"],
  [() => connections({} as never), 'connections({}): it takes the mocks that setupMocks returned'],
])('%s', (declare, message) => {
  expect(declare).toThrow(message)
})

test('connections of mocks that were never started', () => {
  expect(() => connections(setupMocks([]))).toThrow('connections(mocks)')
})
