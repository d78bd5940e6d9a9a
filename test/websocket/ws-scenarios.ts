import { WebSocket } from 'ws'
import type { Client, Recorder } from './recorder.ts'
import { ECHO, type Scenario } from './scenarios.ts'

/** The client of `ws` has more than the standard class. */
function playWs(act: (client: WebSocket, recorder: Recorder) => void): Scenario['play'] {
  return () => async (url, recorder) => {
    const client = new WebSocket(url)
    const closed = recorder.watch(client as unknown as Client)
    client.on('pong', (data) => recorder.note('pong', String(data)))
    client.on('ping', (data) => recorder.note('ping', String(data)))
    act(client, recorder)
    await closed
  }
}

/** What the standard class cannot do. */
export const WS_SCENARIOS: readonly Scenario[] = [
  {
    case: 'ping and pong, fragments',
    title: 'ping and pong',
    behaviour: ECHO,
    play: playWs((client) => {
      client.on('open', () => [client.ping('a'), client.ping(), client.send('b'), client.ping('c')])
      let left = 3
      client.on('pong', () => {
        if (--left === 0) client.close()
      })
    }),
  },
  {
    case: 'ping and pong, fragments',
    title: 'fragments, with a ping between them',
    behaviour: ECHO,
    play: playWs((client) => {
      client.on('open', () => {
        client.send('Hel', { fin: false })
        client.ping('between')
        client.send('lo', { fin: false })
        client.send('', { fin: true })
        client.send(Buffer.from([1]), { fin: false })
        client.send(Buffer.from([2]), { fin: true })
      })
      let left = 2
      client.on('message', () => {
        if (--left === 0) client.close()
      })
    }),
  },
  {
    case: 'binary messages',
    // jsdom's class throws for the second one, whoever sends it.
    title: 'empty messages, texts and bytes',
    behaviour: { open: ({ send }) => ['', new Uint8Array(0)].map(send), message: ({ data, send }) => send(data) },
    play: playWs((client) => {
      client.binaryType = 'arraybuffer'
      client.on('open', () => [client.send(''), client.send(new Uint8Array(0))])
      let left = 4
      client.on('message', () => {
        if (--left === 0) client.close()
      })
    }),
  },
  {
    case: 'a lost connection',
    title: 'a client that hangs up without a close',
    behaviour: {},
    play: playWs((client) => client.on('open', () => client.terminate())),
  },
  {
    case: 'events and their order',
    title: '1,000 round trips',
    behaviour: ECHO,
    play: playWs((client) => {
      let left = 1000
      client.on('open', () => client.send('a'))
      client.on('message', () => (--left === 0 ? client.close() : client.send(String(left))))
    }),
  },
]
