import ReconnectingWebSocket from 'reconnecting-websocket'
import { io } from 'socket.io-client'
import { WebSocket } from 'ws'
import { assertSame } from './compare.ts'
import { test } from './runner.ts'
import type { Behaviour } from './scenarios.ts'

/** Speaks the protocol of Engine.IO 4 and Socket.IO 5, as far as its client asks for it. */
const SOCKET_IO: Behaviour = {
  open: ({ send }) =>
    send(`0${JSON.stringify({ sid: 'a', upgrades: [], pingInterval: 20, pingTimeout: 20_000, maxPayload: 1e6 })}`),
  message({ data, send }) {
    const text = String(data)
    if (text.startsWith('40')) {
      send('40{"sid":"b"}')
      send('42["welcome",{"rooms":2}]')
      send('2')
    }
    // An event that asks to be acknowledged, and one that does not.
    const asked = /^42(\d+)(\[.*\])$/.exec(text)
    if (asked) send(`43${asked[1]}${asked[2]}`)
    else if (text.startsWith('42')) send(text)
    if (text.includes('bytes')) {
      send('451-["bytes",{"_placeholder":true,"num":0}]')
      send(new Uint8Array([1, 2, 3]))
    }
  },
}

test('socket.io-client over its WebSocket transport', () =>
  assertSame(SOCKET_IO, async (url, recorder) => {
    const { origin, pathname } = new URL(url)
    const socket = io(origin, { path: pathname, transports: ['websocket'], reconnection: false, forceNew: true })
    const ended = new Promise((resolve) => socket.on('disconnect', resolve))
    socket.on('connect', () => {
      recorder.note('connect', socket.id)
      socket.emit('echo', { id: 1 })
      socket.emit('ask', 'a question', (...answer: unknown[]) => {
        recorder.note('answer', answer)
        socket.emit('bytes')
      })
    })
    socket.on('welcome', (data) => recorder.note('welcome', data))
    socket.on('echo', (data) => recorder.note('echo', data))
    socket.on('bytes', (data?: Uint8Array) => {
      if (!data) return
      recorder.note('bytes', [...data])
      socket.disconnect()
    })
    recorder.note('disconnect', await ended)
  }))

for (const [name, Class] of Object.entries({ ws: WebSocket, "Node's": globalThis.WebSocket })) {
  test(`reconnecting-websocket with the class of ${name}`, () => {
    let opened = 0
    const behaviour: Behaviour = {
      open(context) {
        opened++
        context.send(`connection ${opened}`)
        if (opened === 1) context.close(1012, 'restart')
        if (opened === 2) context.break()
      },
      message: ({ data, send }) => send(data),
    }
    return assertSame(behaviour, async (url, recorder) => {
      opened = 0
      const client = new ReconnectingWebSocket(url, [], { WebSocket: Class, minReconnectionDelay: 1, maxRetries: 5 })
      const ended = new Promise<void>((resolve) => {
        client.addEventListener('message', ({ data }) => {
          recorder.note('message', data)
          if (data === 'connection 3') client.send('hello')
          if (data === 'hello') client.close(1000)
        })
        client.addEventListener('close', ({ code, reason }) => {
          recorder.note('close', code, reason)
          if (opened === 3) resolve()
        })
      })
      client.addEventListener('open', () => recorder.note('open'))
      await ended
    })
  })
}
