import { WebSocket } from 'ws'
import { assertSame, testScenarios } from './compare.ts'
import type { Client, ClientClass, Play, Recorder } from './recorder.ts'
import { test } from './runner.ts'
import { ECHO } from './scenarios.ts'

testScenarios("ws'", WebSocket as unknown as ClientClass)

/** The client of `ws` has more than the standard class. */
function playWs(act: (client: WebSocket, recorder: Recorder) => void): Play {
  return async (url, recorder) => {
    const client = new WebSocket(url)
    const closed = recorder.watch(client as unknown as Client)
    client.on('pong', (data) => recorder.note('pong', String(data)))
    client.on('ping', (data) => recorder.note('ping', String(data)))
    act(client, recorder)
    await closed
  }
}

test('ping and pong', () =>
  assertSame(
    ECHO,
    playWs((client) => {
      client.on('open', () => [client.ping('a'), client.ping(), client.send('b'), client.ping('c')])
      let left = 3
      client.on('pong', () => {
        if (--left === 0) client.close()
      })
    }),
  ))

test('fragments, with a ping between them', () =>
  assertSame(
    ECHO,
    playWs((client) => {
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
  ))

test('a client that hangs up without a close', () =>
  assertSame(
    {},
    playWs((client) => client.on('open', () => client.terminate())),
  ))

test('1,000 round trips', () =>
  assertSame(
    ECHO,
    playWs((client) => {
      let left = 1000
      client.on('open', () => client.send('a'))
      client.on('message', () => (--left === 0 ? client.close() : client.send(String(left))))
    }),
  ))
