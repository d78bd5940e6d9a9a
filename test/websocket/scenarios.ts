import type { WebSocketHandlers, WebSocketOptions } from './library.ts'
import type { Client, ClientClass, Play, Recorder } from './recorder.ts'

/** What a server does: as the handlers of a stub, in plain data and functions that both sides take. */
export interface Behaviour extends Omit<WebSocketHandlers, 'message'>, WebSocketOptions {
  readonly message?: Extract<WebSocketHandlers['message'], (...args: never[]) => unknown>
  /** The status with which the handshake is refused; `broken` breaks its connection. */
  readonly refusal?: number | 'broken'
}

export const CASES = [
  'events and their order',
  'binary messages',
  'messages of 1 MB',
  'subprotocols',
  'the client closes',
  'the server closes',
  'both close',
  'a refused handshake',
  'a lost connection',
  '100 connections',
  'a client that connects again',
  'ping and pong, fragments',
] as const
type Case = (typeof CASES)[number]

/** What a client of the standard class does, and what its server does. Runs in Node and in pages. */
export interface Scenario {
  /** The row of docs/reference/websocket-clients.md. */
  readonly case: Case
  readonly title: string
  readonly behaviour: Behaviour
  readonly play: (Class: ClientClass) => Play
}

export const SCENARIOS: Scenario[] = []

function scenario(of: Case, title: string, behaviour: Behaviour, play: Scenario['play']): void {
  SCENARIOS.push({ case: of, title, behaviour, play })
}

/** Sends each message back. */
export const ECHO: Behaviour = { message: ({ data, send }) => send(data) }

/** Plays one connection to its end. `act` may add listeners. */
function one(act: (client: Client, recorder: Recorder) => void, protocols?: string | string[]): Scenario['play'] {
  return (Class) => async (url, recorder) => {
    const client = protocols === undefined ? new Class(url) : new Class(url, protocols)
    const closed = recorder.watch(client)
    act(client, recorder)
    await closed
  }
}

/** Calls back at the event with this number. */
function at(client: Client, type: string, count: number, then: () => void): void {
  let left = count
  client.addEventListener(type, () => {
    if (--left === 0) then()
  })
}

scenario(
  'events and their order',
  'messages that are sent in `open` come back in order',
  ECHO,
  one((client) => {
    client.addEventListener('open', () => ['a', 'b', '', 'ü 😀', 'x'.repeat(200)].map((text) => client.send(text)))
    at(client, 'message', 5, () => client.close())
  }),
)

scenario(
  'events and their order',
  'messages that are sent in `message` come back',
  ECHO,
  one((client) => {
    let pending = 1
    let left = 50
    client.addEventListener('open', () => client.send('first'))
    client.addEventListener('message', () => {
      pending--
      for (const text of left % 10 ? ['one'] : ['one', 'two']) {
        if (left <= 0) continue
        client.send(`${text} ${left}`)
        pending++
      }
      left--
      if (pending === 0) client.close(1000, 'enough')
    })
  }),
)

scenario(
  'events and their order',
  'a server sends before anything else, several messages for each of the client',
  {
    open: ({ send }) => ['hello', { id: 1 }, [1], 7, true, null].map(send),
    message: ({ data, send }) => [data, 'again', { data }].map(send),
  },
  one((client) => {
    client.addEventListener('open', () => ['a', 'b'].map((text) => client.send(text)))
    at(client, 'message', 12, () => client.close(3000))
  }),
)

for (const binaryType of ['blob', 'arraybuffer'] as const) {
  scenario(
    'binary messages',
    `binary messages as ${binaryType}`,
    {
      message: ({ data, send }) => [data, new Uint8Array([7, 8]), new Uint16Array([258]), new ArrayBuffer(3)].map(send),
    },
    one((client) => {
      client.binaryType = binaryType
      client.addEventListener('open', () => {
        client.send(new Uint8Array([1, 2, 3]))
        client.send(new Uint8Array([1, 2, 3, 4]).subarray(1, 3))
        client.send(new Uint8Array([5, 6]).buffer)
      })
      at(client, 'message', 12, () => client.close())
    }),
  )
}

scenario(
  'binary messages',
  'a Blob of the server keeps its place',
  { open: ({ send }) => ['before', new Blob(['blob']), 'after', new Blob(['last'])].map(send) },
  one((client) => at(client, 'message', 4, () => client.close())),
)

scenario(
  'messages of 1 MB',
  'messages of 1 MB, texts and bytes',
  ECHO,
  one((client) => {
    client.binaryType = 'arraybuffer'
    client.addEventListener('open', () => {
      client.send('x'.repeat(2 ** 20))
      client.send(new Uint8Array(2 ** 20))
    })
    at(client, 'message', 2, () => client.close())
  }),
)

scenario(
  'events and their order',
  'nothing is buffered when messages have come back',
  ECHO,
  one((client, recorder) => {
    client.addEventListener('open', () => {
      client.send('four')
      recorder.note(client.bufferedAmount > 0)
    })
    client.addEventListener('message', () => {
      setTimeout(() => {
        recorder.note(client.bufferedAmount)
        client.close()
      }, 20)
    })
  }),
)

for (const args of [[], [1000], [1000, 'done'], [3001, 'ü'.repeat(40)], [4999]] as [number?, string?][]) {
  scenario(
    'the client closes',
    `the client closes with ${JSON.stringify(args)} in \`open\``,
    ECHO,
    one((client) => client.addEventListener('open', () => client.close(...args))),
  )
  scenario(
    'the client closes',
    `the client closes with ${JSON.stringify(args)} behind a message`,
    ECHO,
    one((client) =>
      client.addEventListener('open', () => {
        client.send('last')
        client.close(...args)
      }),
    ),
  )
}

scenario('the client closes', 'the client closes before it is open', ECHO, (Class) => async (url, recorder) => {
  const client = new Class(url)
  void recorder.watch(client)
  // Node 22's own class has two errors, and no `close`.
  const ended = new Promise<void>((resolve) => {
    at(client, 'error', 2, resolve)
    client.addEventListener('close', () => resolve())
  })
  client.close()
  await ended
})
scenario(
  'the client closes',
  'the client closes twice',
  ECHO,
  one((client) => client.addEventListener('open', () => [client.close(1000), client.close(3000)])),
)

scenario(
  'the client closes',
  'the client closes while messages of the server are on their way',
  { open: ({ send }) => ['a', 'b', 'c', 'd'].map(send) },
  one((client) => at(client, 'message', 1, () => client.close(3000, 'enough'))),
)

for (const args of [[], [1000], [1001], [1008, 'Not allowed'], [1011], [1014], [4000, 'x'.repeat(123)]] as [
  number?,
  string?,
][]) {
  scenario(
    'the server closes',
    `the server closes with ${JSON.stringify(args)} in \`open\``,
    { open: ({ close }) => close(...args) },
    one(() => {}),
  )
  scenario(
    'the server closes',
    `the server closes with ${JSON.stringify(args)} behind messages`,
    {
      open: ({ send, close }) => {
        for (const text of ['a', 'b']) send(text)
        close(...args)
      },
    },
    one(() => {}),
  )
}

scenario(
  'both close',
  'both ends close at once',
  { open: ({ close }) => close(4001, 'server') },
  one((client) => client.addEventListener('open', () => client.close(4002, 'client'))),
)
scenario(
  'both close',
  'the client closes behind the message at which the server closes',
  { message: ({ close }) => close(4001, 'server') },
  one((client) => client.addEventListener('open', () => [client.send('a'), client.close(4002, 'client')])),
)
scenario(
  'the server closes',
  'the server closes while nothing is on its way',
  { open: ({ close }) => setTimeout(close, 20, 4001, 'idle') },
  one(() => {}),
)
scenario(
  'the server closes',
  'the server closes while messages of the client are on their way',
  { message: ({ data, close }) => (data === 'a' ? close(4001) : undefined) },
  one((client) => client.addEventListener('open', () => ['a', 'b', 'c'].map((text) => client.send(text)))),
)
scenario(
  'the server closes',
  'the server closes in `message`',
  { message: ({ send, close }) => [send('bye'), close(4001, 'server')] },
  one((client) => client.addEventListener('open', () => client.send('a'))),
)
for (const refusal of [401, 404, 503, 'broken'] as const) {
  scenario(
    'a refused handshake',
    `a handshake that is ${refusal === 'broken' ? refusal : `refused with ${refusal}`}`,
    { refusal },
    (Class) => async (url, recorder) => {
      const client = new Class(url)
      const closed = recorder.watch(client)
      // The class of Node 20 and 22 has an error, and no `close`.
      const failed = new Promise<void>((resolve) => at(client, 'error', 1, () => setTimeout(resolve, 50)))
      await Promise.race([closed, failed])
    },
  )
}
scenario(
  'a lost connection',
  'the connection is lost in `open`',
  { open: (context) => context.break() },
  one(() => {}),
)
scenario(
  'a lost connection',
  'the connection is lost in `open`, behind a message',
  { open: (context) => [context.send('last'), context.break()] },
  one(() => {}),
)
scenario(
  'a lost connection',
  'the connection is lost behind a message',
  { message: (context) => [context.send('last'), setTimeout(context.break, 20)] },
  one((client) => client.addEventListener('open', () => client.send('a'))),
)
scenario(
  'a lost connection',
  'the connection is lost in `message`',
  { message: (context) => context.break() },
  one((client) => client.addEventListener('open', () => client.send('a'))),
)
scenario(
  'a lost connection',
  'the connection is lost while the client closes',
  { message: (context) => context.break() },
  one((client) => client.addEventListener('open', () => [client.send('a'), client.close(1000)])),
)

scenario(
  'subprotocols',
  'the server takes the first subprotocol',
  ECHO,
  one((client) => client.addEventListener('open', () => client.close()), ['chat', 'superchat']),
)
scenario(
  'subprotocols',
  'the server takes its own subprotocol',
  { ...ECHO, protocol: 'superchat' },
  one((client) => client.addEventListener('open', () => client.close()), ['chat', 'superchat']),
)

scenario('100 connections', '100 connections at once', ECHO, (Class) => async (url, recorder) => {
  const closings = Array.from({ length: 100 }, async (_, number) => {
    const client = new Class(url)
    const own: string[] = []
    client.addEventListener('open', () => client.send(`hello ${number}`))
    client.addEventListener('message', ({ data }) => {
      own.push(String(data))
      if (own.length < 3) client.send(`again ${number}`)
      else client.close(1000)
    })
    await new Promise<void>((resolve) => client.addEventListener('close', () => resolve()))
    return own
  })
  recorder.note(await Promise.all(closings))
})

scenario(
  'a client that connects again',
  'a client that connects again',
  { open: ({ send, close }) => [send('once'), close(1012)] },
  (Class) => async (url, recorder) => {
    for (let attempt = 0; attempt < 5; attempt++) await recorder.watch(new Class(url))
  },
)

scenario(
  'a client that connects again',
  'a client that connects again after each lost connection',
  { open: (context) => [context.send('once'), context.break()] },
  (Class) => async (url, recorder) => {
    for (let attempt = 0; attempt < 5; attempt++) await recorder.watch(new Class(url))
  },
)
